package nets

import (
	"fmt"
	"slices"

	"gammonlab/board"
)

// Firing counts for how many positions each hidden unit of ReLU of a net is above zero.
type Firing struct {
	net       *Net
	positions int
	counts    [][]int // by hidden layer and unit
	idx       []int32
	val       []float32
	rows      [][]float32 // values of each hidden layer
}

// NewFiring returns counts of no positions.
func NewFiring(n *Net) *Firing {
	f := &Firing{net: n, idx: make([]int32, n.set.Len()), val: make([]float32, n.set.Len())}
	for i := range n.hidden {
		f.counts = append(f.counts, make([]int, n.hidden[i].out))
		f.rows = append(f.rows, make([]float32, pad(n.hidden[i].out)))
	}
	return f
}

// Positions returns the number of positions counted.
func (f *Firing) Positions() int { return f.positions }

// Add counts the units that fire for a position.
func (f *Firing) Add(pos *board.Position) {
	f.positions++
	n := f.net.set.ExtractSparse(f.idx, f.val, pos)
	for i := range f.counts {
		l := f.net.Layer(i)
		if i == 0 {
			l.SumSparse(f.rows[0], f.idx[:n], f.val[:n])
		} else {
			l.Sum(f.rows[i], f.rows[i-1], 1)
		}
		l.Activate(f.rows[i])
		for k := range f.counts[i] {
			if f.rows[i][k] > 0 {
				f.counts[i][k]++
			}
		}
	}
}

// Cut returns the net without the units of ReLU that fire for at most the given share of the
// positions, 0 to 1. Each layer keeps a unit.
func (f *Firing) Cut(share float64) (*Net, error) {
	if !(share >= 0 && share <= 1) {
		return nil, fmt.Errorf("a share of %v, want from 0 to 1", share)
	}
	if f.positions == 0 {
		return nil, fmt.Errorf("no positions to find out which units fire")
	}
	spec := f.net.Spec()
	spec.Hidden = slices.Clone(spec.Hidden)
	kept := make([][]int, len(f.counts)+1)
	for i, counts := range f.counts {
		most := 0
		for k, c := range counts {
			if c > counts[most] {
				most = k
			}
		}
		for k, c := range counts {
			if f.net.hidden[i].activation != ReLU || k == most || float64(c) > share*float64(f.positions) {
				kept[i] = append(kept[i], k)
			}
		}
		spec.Hidden[i] = len(kept[i])
	}
	kept[len(f.counts)] = upTo(Outputs)
	cut, err := New(spec)
	if err != nil {
		return nil, err
	}
	below := upTo(f.net.set.Len())
	from := f.net.layers()
	for i, to := range cut.layers() {
		for k, unit := range kept[i] {
			to.b[k] = from[i].b[unit]
			for j, input := range below {
				to.w[j*to.perIn+k*to.perOut] = from[i].w[input*from[i].perIn+unit*from[i].perOut]
			}
		}
		below = kept[i]
	}
	return cut, nil
}

// upTo returns the numbers from 0 to n-1.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
