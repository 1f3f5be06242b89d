package rollout

import (
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/internal/must"
)

// play gives a run trials as a worker would, until it is over: the value of
// alternative i is mean[i] plus noise.
func (r *run) play(mean []float64, noise float64) {
	rng := rand.New(rand.NewPCG(1, 1))
	for s, err := r.next(1); err == nil; s, err = r.next(1) {
		i, _ := placeOf(s.First)
		v := mean[i] + noise*rng.NormFloat64()
		s.Results = []Sample{{Cubeless: v, Value: v}}
		r.take(s)
	}
}

func newTestRun(s Settings, alternatives int) *run {
	return newRun(&s, make([]Alternative, alternatives))
}

func TestStopping(t *testing.T) {
	for _, c := range []struct {
		name     string
		trials   int
		stop     Stop
		mean     []float64
		noise    float64
		want     []int // trials of each
		statuses []Status
	}{
		{"never", 100, Stop{}, []float64{0, 1}, 1, []int{100, 100}, []Status{Active, Active}},
		// 0.1/√n ≤ 0.005 from 400 on, 432 being the next multiple of 36.
		{"at an error", 1000, Stop{MinTrials: 36, Error: 0.005}, []float64{0}, 0.1, []int{432}, []Status{Settled}},
		{"not before the least trials", 1000, Stop{MinTrials: 500, Error: 1}, []float64{0}, 0.1, []int{504}, []Status{Settled}},
		{"far behind", 1000, Stop{MinTrials: 324, Distance: 2.33}, []float64{0, -1, -2}, 0.1, []int{324, 324, 324}, []Status{Active, Suspended, Suspended}},
		// Those that are left at 72 trials have the error at 400, the other never has.
		{"far behind, then at an error", 1000, Stop{MinTrials: 72, Error: 0.005, Distance: 3}, []float64{0, 0, -2}, 0.1, []int{432, 432, 72}, []Status{Settled, Settled, Suspended}},
		{"the last one continues to a standard error", 1000, Stop{MinTrials: 72, Error: 0.005, Distance: 3}, []float64{0, -2}, 0.1, []int{432, 72}, []Status{Settled, Suspended}},
		{"one of three", 360, Stop{MinTrials: 72, Distance: 3}, []float64{0, 0, -2}, 0.1, []int{360, 360, 72}, []Status{Active, Active, Suspended}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newTestRun(Settings{Trials: c.trials, Stop: c.stop}, len(c.mean))
			r.play(c.mean, c.noise)
			for i := range r.tracks {
				got := &r.tracks[i]
				// Chance can move the end by one multiple of 36.
				if d := got.counted.n - c.want[i]; d < -36 || d > 36 || got.status != c.statuses[i] {
					t.Errorf("alternative %d: %d trials, %v, want %d, %v", i, got.counted.n, got.status, c.want[i], c.statuses[i])
				}
				if n := got.counted.n; n%checkEvery != 0 && n != c.trials {
					t.Errorf("alternative %d stopped at %d trials", i, n)
				}
			}
		})
	}
}

// A suspended alternative resumes when the leading one falls back, and plays the
// trials that it missed.
func TestSuspendedAlternativeResumes(t *testing.T) {
	r := newTestRun(Settings{Trials: 360, Stop: Stop{MinTrials: 36, Distance: 2}}, 3)
	suspended := false
	for s, err := r.next(1); err == nil; s, err = r.next(1) {
		// The first two lead for 72 trials, and then fall far behind the third.
		i, number := placeOf(s.First)
		v := float64(number%7) / 7
		if i < 2 && number < 72 {
			v += 3
		} else if i < 2 {
			v -= 20
		}
		s.Results = []Sample{{Value: v, Cubeless: v}}
		r.take(s)
		suspended = suspended || r.tracks[2].status == Suspended
	}
	last := &r.tracks[2]
	if !suspended || last.status != Active || last.counted.n < r.tracks[0].counted.n {
		t.Errorf("suspended at some time: %t; then %v after %d trials, the first has %d",
			suspended, last.status, last.counted.n, r.tracks[0].counted.n)
	}
}

// The rollout of a double ends when it is clear whether to double and whether to
// take.
func TestStoppingADouble(t *testing.T) {
	stakes := must.Get(cube.Prepare(cube.Money(false, false), nil))(t)
	for _, c := range []struct {
		name string
		mean []float64
		want int
	}{
		{"double, take", []float64{0.5, 0.8}, 324},
		{"double, pass", []float64{0.9, 1.5}, 324},
		{"close to no double", []float64{0.5, 0.5}, 720},
		{"close to a pass", []float64{0.5, 1}, 720},
	} {
		s := Settings{Trials: 720, Stop: Stop{MinTrials: 324, Distance: 2.33}}
		r := newRun(&s, OfDouble(board.Backgammon.Start(), stakes))
		r.play(c.mean, 0.1)
		for i := range r.tracks {
			if n := r.tracks[i].counted.n; n != c.want {
				t.Errorf("%s: %d trials of alternative %d, want %d", c.name, n, i, c.want)
			}
		}
	}
}
