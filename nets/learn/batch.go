package learn

import (
	"errors"
	"fmt"

	"gammonlab/nets"
)

// Batch contains the data of a training step: the nonzero inputs of some
// positions and their targets. The zero Batch is empty.
type Batch struct {
	Ends    []int32   // position i has the entries Ends[i-1] (0 for the first) to Ends[i]-1
	Idx     []int32   // index of an input, ascending for each position
	Val     []float32 // value of this input
	Targets []float32 // nets.Outputs values for each position, each from 0 to 1
	Weights []float32 // weight of each position's loss, usually 1

	// Factors multiply the errors of the outputs in the loss Squared, nets.Outputs values for
	// each position; empty for 1.
	Factors []float32

	// Joined tells of each position whether it follows a play of the same roll as the position
	// before it, for [Settings.Differences]; empty for none. Positions are compared only within
	// blocks of 16, so that they need not wait for each other.
	Joined []bool
}

// Len returns the number of positions.
func (b *Batch) Len() int { return len(b.Ends) }

// Reset empties the batch and keeps its memory.
func (b *Batch) Reset() {
	b.Ends, b.Idx, b.Val = b.Ends[:0], b.Idx[:0], b.Val[:0]
	b.Targets, b.Weights, b.Factors, b.Joined = b.Targets[:0], b.Weights[:0], b.Factors[:0], b.Joined[:0]
}

// Add appends a position: its inputs as features.Set.ExtractSparse returns
// them, its targets and the weight of its loss, usually 1.
func (b *Batch) Add(idx []int32, val []float32, targets *[nets.Outputs]float32, weight float32) {
	b.Idx = append(b.Idx, idx...)
	b.Val = append(b.Val, val...)
	b.Ends = append(b.Ends, int32(len(b.Idx)))
	b.Targets = append(b.Targets, targets[:]...)
	b.Weights = append(b.Weights, weight)
}

// row returns the inputs of position i.
func (b *Batch) row(i int) ([]int32, []float32) {
	from := int32(0)
	if i > 0 {
		from = b.Ends[i-1]
	}
	return b.Idx[from:b.Ends[i]], b.Val[from:b.Ends[i]]
}

// factors returns the factors of position i, nil for none.
func (b *Batch) factors(i int) []float32 {
	if len(b.Factors) == 0 {
		return nil
	}
	return b.Factors[i*nets.Outputs : (i+1)*nets.Outputs]
}

// check returns an error if the batch does not fit a net with the given number
// of inputs. It checks only the first and the last input index of each
// position.
func (b *Batch) check(inputs int) error {
	n := len(b.Ends)
	switch {
	case n == 0:
		return errors.New("an empty batch")
	case len(b.Targets) != n*nets.Outputs || len(b.Weights) != n:
		return fmt.Errorf("%d targets and %d weights for %d positions", len(b.Targets), len(b.Weights), n)
	case len(b.Factors) != 0 && len(b.Factors) != n*nets.Outputs:
		return fmt.Errorf("%d factors for %d positions", len(b.Factors), n)
	case len(b.Joined) != 0 && len(b.Joined) != n:
		return fmt.Errorf("rolls of %d positions, want %d", len(b.Joined), n)
	case int(b.Ends[n-1]) != len(b.Idx) || len(b.Idx) != len(b.Val):
		return fmt.Errorf("%d indexes and %d values, want %d", len(b.Idx), len(b.Val), b.Ends[n-1])
	}
	from := int32(0)
	for i, end := range b.Ends {
		if end < from || int(end) > len(b.Idx) {
			return fmt.Errorf("the inputs of position %d end at %d, which is out of order", i, end)
		}
		if end > from && (b.Idx[from] < 0 || int(b.Idx[end-1]) >= inputs) {
			return fmt.Errorf("position %d has inputs %d to %d, want 0 to %d", i, b.Idx[from], b.Idx[end-1], inputs-1)
		}
		from = end
	}
	return nil
}
