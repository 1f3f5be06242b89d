package kernel

import (
	"slices"
	"testing"
)

// TestTranspose looks at every element, and at what lies between the rows of the
// result.
func TestTranspose(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, rows := range []int{0, 16, 48} {
			for _, columns := range []int{0, 16, 32, 80} {
				for _, gap := range []int{0, 5} {
					a := newArena(1)
					stride := rows + gap
					src, dst := a.vector(rows*columns), a.vector(max(0, (columns-1)*stride+rows))
					before := slices.Clone(dst)
					Transpose(dst, src, rows, columns, stride)
					for at, got := range dst {
						want := before[at]
						if i, k := at%stride, at/stride; i < rows {
							want = src[i*columns+k]
						}
						if got != want {
							t.Fatalf("%d×%d, stride %d: element %d is %v, want %v", rows, columns, stride, at, got, want)
						}
					}
					a.check(t)
				}
			}
		}
	})
}
