package features

import (
	"fmt"
	"slices"

	"gammonlab/board"
)

// joined has the inputs of the first set, followed by those of the second.
type joined struct{ first, second Set }

// join returns the set with the inputs of the first set, followed by those of
// the second. It returns an error if they share a part.
func join(first, second Set) (Set, error) {
	for _, s := range partsOf(second) {
		for _, t := range partsOf(first) {
			if s.Name() == t.Name() {
				return nil, fmt.Errorf("set %s is joined with itself", s.Name())
			}
		}
	}
	return joined{first, second}, nil
}

// partsOf lists the parts of a joined set, or the set itself.
func partsOf(s Set) []Set {
	if j, ok := s.(joined); ok {
		return append(partsOf(j.first), partsOf(j.second)...)
	}
	return []Set{s}
}

// Name returns the names of the parts, joined by +.
func (j joined) Name() string { return j.first.Name() + "+" + j.second.Name() }

// Version increases with each change of either part.
func (j joined) Version() int { return j.first.Version() + j.second.Version() - 1 }

// Len implements [Set].
func (j joined) Len() int { return j.first.Len() + j.second.Len() }

// Extract implements [Set].
func (j joined) Extract(dst []float32, pos *board.Position) {
	j.first.Extract(dst, pos)
	j.second.Extract(dst[j.first.Len():], pos)
}

// ExtractSparse implements [Set].
func (j joined) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	n, from := j.first.ExtractSparse(idx, val, pos), int32(j.first.Len())
	m := n + j.second.ExtractSparse(idx[n:], val[n:], pos)
	for k := n; k < m; k++ {
		idx[k] += from
	}
	return m
}

// Inputs implements [Set].
func (j joined) Inputs() []Input {
	all := slices.Clone(j.first.Inputs())
	taken := map[string]bool{}
	for _, in := range all {
		taken[in.Name] = true
	}
	for _, s := range partsOf(j.second) {
		for _, in := range s.Inputs() {
			if taken[in.Name] {
				in.Name = s.Name() + ":" + in.Name
			}
			taken[in.Name] = true
			all = append(all, in)
		}
	}
	return all
}

// Additive reports whether both parts are additive, see [Additive].
func (j joined) Additive() bool { return Additive(j.first) && Additive(j.second) }
