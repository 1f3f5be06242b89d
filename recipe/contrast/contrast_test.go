package contrast

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/internal/student"
)

// The yields of Box, Hunter and Hunter's penicillin (Statistics for Experimenters, 1978, table
// 7.1): four processes in five blends. The residual mean square is 18.83 with 12 degrees of
// freedom, and the means are 84, 85, 89 and 86.
func TestPaired(t *testing.T) {
	yields := [][]float64{{89, 84, 81, 87, 79}, {88, 77, 87, 92, 81}, {97, 92, 87, 89, 80}, {94, 79, 85, 84, 88}}
	groups := make([][]Run, len(yields))
	for i, values := range yields {
		for j, y := range values {
			groups[i] = append(groups[i], Run{Block: fmt.Sprint(j), Value: y})
		}
	}
	c := Compare(groups, 2)
	want := 4.199 / math.Sqrt2 * math.Sqrt(18.8333*2/5) // the quantile of 4 means, 12 degrees of freedom, is 4.199
	for i, value := range []float64{5, 4, 0, 3} {
		d := c.Differences[i]
		if i != 2 && math.Abs(d.Margin-want) > 5e-3 || math.Abs(d.Value-value) > 1e-9 || d.Distinct() {
			t.Errorf("process %d: %v, want %v ± %.3f", i, d, value, want)
		}
	}
	if c.How != Paired || c.Blocks != 5 {
		t.Errorf("%s in %d blocks, want paired in 5", c.How, c.Blocks)
	}
	// runs in blocks that not all groups share do not count
	groups[0] = append(groups[0], Run{Block: "more", Value: 1000})
	if again := Compare(groups, 2); fmt.Sprint(again) != fmt.Sprint(c) {
		t.Errorf("with a run of its own: %v, want %v", again, c)
	}
}

// Two groups without shared blocks are compared by Student's t test; Student's own data
// (Biometrika 6, 1908): R's t.test(extra ~ group, sleep, var.equal = TRUE) gives -3.363874 to
// 0.203874 for 0.75 - 2.33. The paired test gives -2.4598858 to -0.7001142.
func TestSleep(t *testing.T) {
	for _, test := range []struct {
		prefix string
		how    string
		margin float64
	}{{"other", Unpaired, 1.783874}, {"", Paired, 0.8798858}} {
		groups := make([][]Run, 2)
		for i, values := range [][]float64{{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}, {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}} {
			for j, x := range values {
				groups[i] = append(groups[i], Run{Block: fmt.Sprint(test.prefix[:i*len(test.prefix)], j), Value: x})
			}
		}
		c := Compare(groups, 1)
		if d := c.Differences[0]; c.How != test.how || math.Abs(d.Value-1.58) > 1e-9 || math.Abs(d.Margin-test.margin) > 2e-4 {
			t.Errorf("%s: %v, want 1.58 ± %v", c.How, d, test.margin)
		}
	}
}

// Without a spread the intervals of measurements count, and without these there is none.
func TestMeasured(t *testing.T) {
	groups := [][]Run{{{"1", 2, 1, 3}}, {{"1", 0, -1, 1}}}
	if c := Compare(groups, 0); c.How != Measured || math.Abs(c.Differences[1].Margin-math.Sqrt2) > 1e-3 || !c.Differences[1].Distinct() {
		t.Errorf("got %v, want 2 ± 1.414", c)
	}
	groups[1][0].Low, groups[1][0].High = 0, 0
	if c := Compare(groups, 0); c.How != Unknown || c.Differences[1].Distinct() || c.Differences[1].Value != 2 {
		t.Errorf("got %v, want 2 without an interval", c)
	}
	if c := Compare(groups[:1], 0); len(c.Differences) != 1 || c.Differences[0].Distinct() {
		t.Errorf("one group: %v", c)
	}
}

func TestMeanOf(t *testing.T) {
	if m := MeanOf([]Run{{"", 2, 1, 4}}); m.Value != 2 || m.Low != 1 || m.High != 4 || m.N != 1 || !math.IsNaN(m.SD) {
		t.Errorf("of one run: %v", m)
	}
	m := MeanOf([]Run{{"1", 1, 0, 2}, {"2", 2, 0, 2}, {"3", 3, 0, 2}})
	if margin := 4.30265 / math.Sqrt(3); m.Value != 2 || m.SD != 1 || m.N != 3 || math.Abs(m.High-2-margin) > 1e-4 || math.Abs(2-m.Low-margin) > 1e-4 {
		t.Errorf("of three runs: %v, want 2 ± %.3f", m, margin)
	}
}

// remembered returns the quantile of the studentized range with a memory.
func remembered() func(p float64, k int, nu float64) float64 {
	known := map[string]float64{}
	return func(p float64, k int, nu float64) float64 {
		key := fmt.Sprint(p, k, nu)
		if known[key] == 0 {
			known[key] = student.RangeQuantile(p, k, nu)
		}
		return known[key]
	}
}

// simulated says how often the comparison of simulated sweeps is right.
type simulated struct {
	covered float64 // share of sweeps in which all intervals contain the true differences
	single  float64 // share of sweeps in which the interval of the first two groups does
	wrong   float64 // share in which the highest mean is not that of the best group
	claimed float64 // share in which a group is wrongly said to be worse than the one with the highest mean
}

// simulate simulates sweeps of groups with true means and standard deviations, with n seeds; the
// means of seeds have the standard deviation shared.
func simulate(sweeps, n int, means, sd []float64, shared float64) (s simulated) {
	draw, quantile := rand.New(rand.NewPCG(1, uint64(n))), remembered()
	for range sweeps {
		groups := make([][]Run, len(means))
		for j := range n {
			luck := shared * draw.NormFloat64()
			for i := range groups {
				groups[i] = append(groups[i], Run{Block: fmt.Sprint(j), Value: means[i] + luck + sd[i%len(sd)]*draw.NormFloat64()})
			}
		}
		best, top := Best(groups), 0
		for i := range means {
			if means[i] > means[top] {
				top = i
			}
		}
		share := 1 / float64(sweeps)
		covered, claimed := true, false
		for i, d := range compare(groups, best, quantile).Differences {
			covered = covered && math.Abs(d.Value-(means[best]-means[i])) <= d.Margin+1e-12
			claimed = claimed || d.Distinct() && means[i] >= means[best]
		}
		for _, is := range []struct {
			true bool
			of   *float64
		}{{covered, &s.covered}, {means[best] < means[top], &s.wrong}, {claimed, &s.claimed}} {
			if is.true {
				*is.of += share
			}
		}
		if d := compare(groups[:2], 0, quantile).Differences[1]; math.Abs(d.Value-(means[0]-means[1])) <= d.Margin {
			s.single += share
		}
	}
	return s
}

// The intervals of two groups contain the true difference in 95 % of simulated sweeps, and those
// of equal groups to the one with the highest mean all do together; of groups that differ, more.
// A choice between groups that are two standard errors of their difference apart is wrong as
// often as a normal value is below -2.
func TestCoverage(t *testing.T) {
	const sweeps = 4000
	zero := make([]float64, 8)
	for _, test := range []struct {
		name      string
		n         int
		means, sd []float64
		least     float64 // of sweeps in which all intervals are right
	}{
		{"8 equal points, 3 seeds", 3, zero, []float64{1}, 0.935},
		{"8 equal points, 2 seeds", 2, zero, []float64{1}, 0.935},
		{"8 different points, 3 seeds", 3, []float64{0, 1, 2, 3, 4, 5, 6, 7}, []float64{1}, 0.935},
		{"2 equal points, 5 seeds", 5, zero[:2], []float64{1}, 0.935},
		{"3 equal points, 3 seeds", 3, zero[:3], []float64{1}, 0.935},
		{"8 equal points, spreads 1 and 2", 3, zero, []float64{1, 2}, 0.89},
	} {
		s := simulate(sweeps, test.n, test.means, test.sd, 2)
		t.Logf("%-32s all right in %.1f %%, two of them in %.1f %%, wrongly called worse in %.1f %%", test.name, 100*s.covered, 100*s.single, 100*s.claimed)
		if s.covered < test.least || test.means[1] == 0 && test.least > 0.9 && s.covered > 0.965 || math.Abs(s.single-0.95) > 0.015 {
			t.Errorf("%s: %+v", test.name, s)
		}
	}
}

// wrongChoice is the rate at which a choice by the means is wrong: of two groups d standard errors
// of their difference apart; of the best one and two equal ones, by simulation of the normal
// values.
func TestWrongChoices(t *testing.T) {
	const seeds = 4
	se := math.Sqrt(2 / float64(seeds)) // of a difference
	two := simulate(20_000, seeds, []float64{0, 2 * se}, []float64{1}, 2).wrong
	if want := math.Erfc(2/math.Sqrt2) / 2; math.Abs(two-want) > 0.004 {
		t.Errorf("of two points: wrong in %.2f %%, want %.2f %%", 100*two, 100*want)
	}
	three := simulate(20_000, seeds, []float64{0, 0, 2 * se}, []float64{1}, 2).wrong
	t.Logf("wrong of two: %.1f %%, of three: %.1f %%", 100*two, 100*three)
	if three < two || three > 2*two {
		t.Errorf("of three points: wrong in %.2f %%, want %.2f to %.2f %%", 100*three, 100*two, 200*two)
	}
}
