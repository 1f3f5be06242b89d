package bearoff

import (
	"slices"
	"testing"
)

// Numbers that gnubg's own databases use.
func TestRank(t *testing.T) {
	for _, c := range []struct {
		counts []uint8
		want   int
	}{
		{[]uint8{1, 0, 0}, 1}, {[]uint8{0, 1, 0}, 2}, {[]uint8{0, 0, 1}, 3},
		{[]uint8{2, 0, 0}, 4}, {[]uint8{5, 5, 5}, 740}, {[]uint8{0, 0, 15}, 815},
		{[]uint8{0, 0, 0, 0, 0, 0}, 0},
		{[]uint8{0, 0, 0, 0, 0, 1}, 6}, {[]uint8{2, 0, 0, 0, 0, 0}, 7},
		{[]uint8{1, 1, 0, 0, 0, 0}, 8}, {[]uint8{1, 1, 1, 1, 1, 1}, 637},
		{[]uint8{7, 3, 2, 1, 0, 0}, 18832}, {[]uint8{2, 2, 2, 3, 3, 3}, 46138},
		{[]uint8{0, 0, 0, 0, 0, 15}, 54263},
	} {
		if got := NewIndex(len(c.counts), 15).Rank(c.counts); got != c.want {
			t.Errorf("%v is number %d, want %d", c.counts, got, c.want)
		}
	}
}

func TestLen(t *testing.T) {
	for points, want := range []int{1: 16, 136, 816, 3876, 15504, 54264, 170544, 490314, 1307504, 3268760} {
		if points == 0 {
			continue
		}
		if got := NewIndex(points, 15).Len(); got != want {
			t.Errorf("15 checkers on %d points: %d numbers, want %d", points, got, want)
		}
	}
}

func TestUnrankInvertsRank(t *testing.T) {
	for _, size := range [][2]int{{1, 15}, {6, 15}, {6, 6}, {7, 4}, {25, 1}, {25, 3}} {
		x := NewIndex(size[0], size[1])
		counts := make([]uint8, x.Points())
		for rank := range x.Len() {
			x.Unrank(rank, counts)
			total := 0
			for _, c := range counts {
				total += int(c)
			}
			if total > x.Checkers() {
				t.Fatalf("%v: number %d has the counts %v", size, rank, counts)
			}
			if got := x.Rank(counts); got != rank {
				t.Fatalf("%v: number %d has the counts %v, which rank %d", size, rank, slices.Clone(counts), got)
			}
		}
	}
}
