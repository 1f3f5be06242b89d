package generate

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"gammonlab/internal/must"
)

// The sums of the cubeful ones are in gnubg's manual; all are those of what
// makebearoff 1.07.001 writes.
var twoSidedSums = []struct {
	options TwoSidedOptions
	want    string
	slow    bool
}{
	{TwoSidedOptions{Points: 6, Checkers: 1}, "7ed6f8e7fce16ea2b80e07a4a516653c", false},
	{TwoSidedOptions{Points: 6, Checkers: 2}, "e9d760bf213841c285245ed757a52f4d", false},
	{TwoSidedOptions{Points: 6, Checkers: 3}, "9d67da3db32ad4720cc38eecf9a67967", false},
	{TwoSidedOptions{Points: 6, Checkers: 4}, "9156f37032d1d4b0352a41186e632dfc", false},
	{TwoSidedOptions{Points: 6, Checkers: 5}, "0db19ab08feae1feb33ddbd709479f62", true},
	{TwoSidedOptions{Points: 6, Checkers: 6}, "44b6040b49b46cb9dd2ce8caa947044d", true},
	{TwoSidedOptions{Points: 6, Checkers: 2, Cubeless: true}, "0f1bf73cf17ce00c87f87413b476bf07", false},
}

func TestTwoSidedSums(t *testing.T) {
	for _, c := range twoSidedSums {
		if c.slow && testing.Short() {
			continue
		}
		for _, c.options.Workers = range []int{1, 3} {
			path := filepath.Join(t.TempDir(), "ts.bd")
			must.OK(t, TwoSided(context.Background(), path, c.options))
			wantSum(t, fmt.Sprintf("%+v", c.options), path, c.want)
		}
	}
}

func BenchmarkTwoSided(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("points=6/checkers=6/workers=%d", workers), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "ts.bd")
			for b.Loop() {
				o := TwoSidedOptions{Points: 6, Checkers: 6, Workers: workers}
				must.OK(b, TwoSided(context.Background(), path, o))
			}
		})
	}
}
