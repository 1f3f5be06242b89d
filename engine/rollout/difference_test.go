package rollout

import (
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/internal/must"
)

// outcomeOf returns the outcome of trials with these values.
func outcomeOf(values []float64) Outcome {
	var t track
	for i, v := range values {
		t.put(i, &Sample{Cubeless: v, Value: v})
	}
	t.target = len(values)
	t.count()
	return t.outcome()
}

// The standard error of a difference is the deviation of the difference over repeated
// rollouts, also if one alternative has more trials, whatever the trials share.
func TestDifferenceHasItsStandardError(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, c := range []struct {
		trials [2]int
		shared float64 // deviation of the noise that both have, beside their own of 1
	}{{[2]int{40, 40}, 0}, {[2]int{40, 40}, 3}, {[2]int{80, 40}, 3}, {[2]int{40, 120}, 2}} {
		const repeats = 4000
		var squares, variance float64
		for range repeats {
			noise := make([]float64, max(c.trials[0], c.trials[1]))
			for i := range noise {
				noise[i] = c.shared * rng.NormFloat64()
			}
			var o [2]Outcome
			for k, n := range c.trials {
				values := make([]float64, n)
				for i := range values {
					values[i] = noise[i] + rng.NormFloat64() + float64(k)
				}
				o[k] = outcomeOf(values)
			}
			d := o[1].Ahead(&o[0])
			squares += (d.Mean - 1) * (d.Mean - 1)
			variance += d.Error * d.Error
		}
		if ratio := math.Sqrt(variance / squares); ratio < 0.95 || ratio > 1.05 {
			t.Errorf("%v trials, shared noise %v: the standard error is %.2f of the deviation", c.trials, c.shared, ratio)
		}
	}
}

// With common dice the difference is known long before the values: the rollout of a double
// stops when both of its differences are.
func TestStoppingAtADifference(t *testing.T) {
	stakes := must.Get(cube.Prepare(cube.Money(false, false), nil))(t)
	for _, c := range []struct {
		name string
		mean []float64
		stop Stop
		want int
	}{
		// A take has the deviation 0.2: 0.2/√n ≤ 0.01 from 400 on.
		{"close take", []float64{0.9, 1}, Stop{MinTrials: 36, Difference: 0.01}, 432},
		// A tenth of the difference from a pass, 0.4, is more than 0.2/√36, so the double
		// decides, with the deviation 0.1.
		{"clear take", []float64{0.6, 0.6}, Stop{MinTrials: 36, Difference: 0.01}, 108},
		{"also the values", []float64{0.6, 0.6}, Stop{MinTrials: 36, Difference: 0.01, Error: 0.01}, 432},
	} {
		s := Settings{Trials: 1008, Stop: c.stop}
		r := newRun(&s, OfDouble(board.Backgammon.Start(), stakes))
		noise := rand.New(rand.NewPCG(1, 1))
		var luck []float64
		for range s.Trials {
			luck = append(luck, 0.1*noise.NormFloat64())
		}
		for s, err := r.next(1); err == nil; s, err = r.next(1) {
			i, trial := placeOf(s.First)
			v := c.mean[i] + float64(i+1)*luck[trial]
			s.Results = []Sample{{Cubeless: v, Value: v}}
			if r.take(s) != nil {
				break
			}
		}
		for i := range r.tracks {
			if n := r.tracks[i].counted.n; n < c.want-36 || n > c.want+36 {
				t.Errorf("%s: %d trials of alternative %d, want %d", c.name, n, i, c.want)
			}
		}
	}
}
