package learn

import "gammonlab/nets"

// Batch is what a step learns from: the inputs of some positions, those that are
// not zero, with what the net should answer. The zero Batch is empty.
type Batch struct {
	Ends    []int32   // inputs Ends[i-1] (0 for the first) to below Ends[i] are those of position i
	Idx     []int32   // number of an input, ascending for each position
	Val     []float32 // its value
	Targets []float32 // nets.Outputs for each position, each from 0 to 1
	Weights []float32 // of each position's loss, around 1
}

// Len returns the number of positions.
func (b *Batch) Len() int { return len(b.Ends) }

// Reset empties the batch and keeps its memory.
func (b *Batch) Reset() {
	b.Ends, b.Idx, b.Val = b.Ends[:0], b.Idx[:0], b.Val[:0]
	b.Targets, b.Weights = b.Targets[:0], b.Weights[:0]
}

// Add appends a position: its inputs as features.Set.ExtractSparse gives them,
// its targets and the weight of its loss, 1 for an ordinary one.
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
