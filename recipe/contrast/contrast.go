// Package contrast compares settings by repeated measurements, such as those of several seeds.
//
// Not for other modules.
package contrast

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"gammonlab/internal/student"
)

// Confidence is the confidence of all intervals.
const Confidence = 0.95

// Run is a measurement of settings.
type Run struct {
	Block     string // what it shares with runs of other settings, such as the seed; once in a group
	Value     float64
	Low, High float64 // its interval as the measurement gives it; both Value if it gives none
}

// Mean is the mean of runs with its interval.
type Mean struct {
	Value, Low, High float64 // both ends are Value if the interval is unknown
	SD               float64 // standard deviation of the runs; NaN of one
	N                int     // number of runs, 1 or more
}

// MeanOf returns the mean of runs. Its interval is that of Student's t over their values, which
// contains the error of the measurements; of one run it is that of its measurement.
func MeanOf(runs []Run) Mean {
	m := Mean{N: len(runs), SD: math.NaN()}
	if m.N == 1 {
		m.Value, m.Low, m.High = runs[0].Value, runs[0].Low, runs[0].High
		return m
	}
	m.Value = meanOf(runs)
	m.SD = math.Sqrt(squares(runs, m.Value) / float64(m.N-1))
	margin := student.Quantile((1+Confidence)/2, float64(m.N-1)) * m.SD / math.Sqrt(float64(m.N))
	m.Low, m.High = m.Value-margin, m.Value+margin
	return m
}

// Difference is a difference of means with half its interval; the margin is +Inf if the runs do
// not say how sure it is.
type Difference struct{ Value, Margin float64 }

// Distinct reports whether the interval excludes 0.
func (d Difference) Distinct() bool { return math.Abs(d.Value) > d.Margin }

// The ways in which groups are compared.
const (
	Paired   = "paired"   // in blocks: groups share seeds or other settings
	Unpaired = "unpaired" // by the spread within groups
	Measured = "measured" // by the intervals of measurements, since there is no spread
	Unknown  = "unknown"  // without intervals
)

// Comparison has the differences of groups of runs.
type Comparison struct {
	Differences []Difference // the mean of one group, minus that of each
	How         string
	Blocks      int // of paired groups
}

// Compare compares the group with the index to with all groups, of which none is empty. The
// intervals hold for the differences between any two groups together (Tukey 1953; Kramer,
// Biometrics 12, 1956, for unequal numbers of runs), so also for those to the group that is the
// best in the same runs. All groups are taken to have one spread.
//
// If all groups share at least two blocks, the differences are those within the shared blocks,
// and the spread is what remains of the values without the means of groups and blocks.
func Compare(groups [][]Run, to int) Comparison { return compare(groups, to, student.RangeQuantile) }

// compare is Compare with a function for the quantiles of the studentized range.
func compare(groups [][]Run, to int, quantile func(p float64, k int, nu float64) float64) Comparison {
	c := Comparison{How: Unpaired}
	shared := sharedBlocks(groups)
	if len(shared) > 1 {
		c.How, c.Blocks = Paired, len(shared)
		groups = within(groups, shared)
	}
	variance, freedom := spread(groups, shared)
	if freedom < 1 {
		c.How, freedom = Measured, math.Inf(1)
	}
	factor := math.Inf(1)
	if len(groups) > 1 {
		factor = quantile(Confidence, len(groups), freedom) / math.Sqrt2
	}
	square := func(runs []Run) float64 { // of the standard error of the mean
		if c.How == Measured {
			return measuredVariance(runs)
		}
		return variance / float64(len(runs))
	}
	for i, runs := range groups {
		d := Difference{Value: meanOf(groups[to]) - meanOf(runs)}
		if i != to {
			d.Margin = factor * math.Sqrt(square(groups[to])+square(runs))
		}
		c.Differences = append(c.Differences, d)
	}
	if slices.ContainsFunc(c.Differences, func(d Difference) bool { return math.IsInf(d.Margin, 1) }) {
		c.How = Unknown
	}
	return c
}

// sharedBlocks returns the blocks that are in all groups.
func sharedBlocks(groups [][]Run) (shared []string) {
	in := map[string]int{} // number of groups
	for _, runs := range groups {
		for _, r := range runs {
			if in[r.Block]++; in[r.Block] == len(groups) {
				shared = append(shared, r.Block)
			}
		}
	}
	return shared
}

// Within returns the runs of the blocks that all groups share.
func Within(groups [][]Run) [][]Run { return within(groups, sharedBlocks(groups)) }

// within returns the runs of some blocks.
func within(groups [][]Run, blocks []string) [][]Run {
	in := map[string]bool{}
	for _, block := range blocks {
		in[block] = true
	}
	all := make([][]Run, len(groups))
	for i, runs := range groups {
		all[i] = slices.DeleteFunc(slices.Clone(runs), func(r Run) bool { return !in[r.Block] })
	}
	return all
}

// Best returns the number of the group with the highest mean, the first of equal ones.
func Best(groups [][]Run) int {
	best := 0
	for i := range groups {
		if meanOf(groups[i]) > meanOf(groups[best]) {
			best = i
		}
	}
	return best
}

// spread returns the variance of a run, with its degrees of freedom: without the means of groups
// and, if all groups have the same runs of at least two blocks, of blocks.
func spread(groups [][]Run, blocks []string) (variance, freedom float64) {
	sum, n := 0.0, 0
	above := map[string]float64{} // mean of a block over the groups, above their means
	for _, runs := range groups {
		mean := meanOf(runs)
		sum += squares(runs, mean)
		n += len(runs)
		for _, r := range runs {
			above[r.Block] += (r.Value - mean) / float64(len(groups))
		}
	}
	freedom = float64(n - len(groups))
	if len(blocks) > 1 {
		freedom -= float64(len(blocks) - 1)
		for _, block := range blocks {
			sum -= float64(len(groups)) * above[block] * above[block]
		}
	}
	return max(sum, 0) / freedom, freedom
}

// measuredVariance returns the square of the standard error of a mean by the intervals of the
// measurements; +Inf if one of them is unknown.
func measuredVariance(runs []Run) (variance float64) {
	z := mathext.NormalQuantile((1 + Confidence) / 2)
	for _, r := range runs {
		if !(r.High > r.Low) {
			return math.Inf(1)
		}
		se := (r.High - r.Low) / 2 / z
		variance += se * se
	}
	return variance / float64(len(runs)*len(runs))
}

func meanOf(runs []Run) (mean float64) {
	for _, r := range runs {
		mean += r.Value
	}
	return mean / float64(len(runs))
}

// squares returns the sum of squared deviations from the mean.
func squares(runs []Run, mean float64) (sum float64) {
	for _, r := range runs {
		sum += (r.Value - mean) * (r.Value - mean)
	}
	return sum
}
