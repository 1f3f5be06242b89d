package ablate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gammonlab/farm"
	"gammonlab/internal/seed"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// Options are the settings of a measurement. The result does not depend on the number
// of workers.
type Options struct {
	Permutations int // number of shuffles of each group, at least 2
	Seed         uint64
	Workers      int
	Progress     func(positions int) // receives the positions done, from any goroutine; may be nil

	// Pool trains the nets of [Retrain]; nil for the goroutines of this process. With a
	// pool, Progress receives the positions of a training at its end.
	Pool farm.Pool
}

// Result has the importance of the groups of a net's inputs.
type Result struct {
	Base   supervised.Loss // loss with all inputs intact
	Groups []Effects       // the most important first, by the divergence when shuffled
}

// Effects are the changes of a net's loss without a group of inputs.
type Effects struct {
	Group
	Shuffled Change  // the group's inputs shuffled, mean over the permutations
	Error    Change  // standard error of that mean, due to the shuffling, not to the choice of positions
	LeftOut  Change  // the group's inputs held at their mean over the positions
	Retrain  *Change // change to a net trained without the group; nil if none was trained
}

// Change is the increase of a loss; a negative one is a decrease.
type Change struct {
	Divergence float64 // nats per position
	Equity     float64 // increase of the root mean square error, mEq
}

// changeFrom returns the change from base to loss.
func changeFrom(base, loss supervised.Loss) Change {
	return Change{loss.Divergence() - base.Divergence(), loss.Equity() - base.Equity()}
}

// Net measures the importance of the groups for a net over the feature set of the
// samples. It needs at least two samples.
func Net(ctx context.Context, net *nets.Net, samples *supervised.Samples, o Options) (*Result, error) {
	switch {
	case samples.Len() < 2:
		return nil, fmt.Errorf("%d positions, want at least 2 to shuffle inputs among", samples.Len())
	case o.Permutations < 2:
		return nil, fmt.Errorf("%d permutations, want at least 2 for a standard error", o.Permutations)
	}
	m := &measurer{net: net, samples: samples, groups: Groups(samples.Set()), means: means(samples)}
	for k := range o.Permutations {
		rng := rand.New(seed.Stream(o.Seed, uint64(k)))
		m.permutations = append(m.permutations, rng.Perm(samples.Len()))
	}
	losses, err := m.run(ctx, o)
	if err != nil {
		return nil, err
	}
	return m.result(losses), nil
}

// means returns the mean of each input over the samples.
func means(samples *supervised.Samples) []float32 {
	width := samples.Set().Len()
	sums, row, result := make([]float64, width), make([]float32, width), make([]float32, width)
	for i := range samples.Len() {
		samples.Inputs(row, i)
		for k, v := range row {
			sums[k] += float64(v)
		}
	}
	for k, sum := range sums {
		result[k] = float32(sum / float64(samples.Len()))
	}
	return result
}

// result computes the importance of the groups from the losses of all trials.
func (m *measurer) result(losses []supervised.Loss) *Result {
	r := &Result{Base: losses[0]}
	for g, group := range m.groups {
		of := losses[1+g*m.trials() : 1+(g+1)*m.trials()]
		shuffled, leftOut := of[:len(m.permutations)], of[len(m.permutations)]
		e := Effects{Group: group, LeftOut: changeFrom(r.Base, leftOut)}
		e.Shuffled, e.Error = meanChange(r.Base, shuffled)
		r.Groups = append(r.Groups, e)
	}
	slices.SortStableFunc(r.Groups, func(a, b Effects) int {
		switch {
		case a.Shuffled.Divergence > b.Shuffled.Divergence:
			return -1
		case a.Shuffled.Divergence < b.Shuffled.Divergence:
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return r
}

// meanChange returns the mean of the changes from base and its standard error.
func meanChange(base supervised.Loss, losses []supervised.Loss) (mean, standardError Change) {
	var divergences, equities []float64
	for _, loss := range losses {
		c := changeFrom(base, loss)
		divergences, equities = append(divergences, c.Divergence), append(equities, c.Equity)
	}
	mean.Divergence, standardError.Divergence = meanOf(divergences)
	mean.Equity, standardError.Equity = meanOf(equities)
	return mean, standardError
}

// meanOf returns the mean of two or more values and its standard error.
func meanOf(values []float64) (mean, standardError float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}
