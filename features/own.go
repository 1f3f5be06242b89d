package features

import (
	"fmt"

	"gammonlab/board"
)

// Func returns a set of n inputs that f computes: it sets dst[:n] for the position. It is
// version 1 of the name, and its inputs are called 1 to n, in one group. Implement [Set] for
// inputs with names, or where the speed of sparse inputs matters.
func Func(name string, n int, f func(dst []float32, pos *board.Position)) Set {
	return function{name, n, f}
}

type function struct {
	name string
	n    int
	f    func(dst []float32, pos *board.Position)
}

func (s function) Name() string                               { return s.name }
func (s function) Version() int                               { return 1 }
func (s function) Len() int                                   { return s.n }
func (s function) Extract(dst []float32, pos *board.Position) { s.f(dst[:s.n], pos) }

func (s function) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	s.Extract(val, pos)
	return Compact(idx, val[:s.n])
}

func (s function) Inputs() []Input {
	all := make([]Input, s.n)
	for i := range all {
		all[i] = Input{Name: fmt.Sprint(i + 1), Group: s.name, Meaning: fmt.Sprintf("value %d of the function %s", i+1, s.name)}
	}
	return all
}
