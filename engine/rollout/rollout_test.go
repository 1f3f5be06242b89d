package rollout_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollout"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

func run(t testing.TB, static *engine.Static, alternatives []rollout.Alternative, s rollout.Settings) *rollout.Result {
	t.Helper()
	return must.Get(rollout.Run(t.Context(), static, alternatives, s))(t)
}

// lookAhead returns the evaluation of a position by a search of a number of
// turns, in which plays are chosen at 0 plies.
func lookAhead(static *engine.Static, pos board.Position, turns int) (p [engine.Outputs]float64) {
	if turns == 0 || pos.Result() != 0 {
		answer := make([]engine.Probabilities, 1)
		static.Evaluate(answer, []board.Position{pos})
		for k, v := range answer[0] {
			p[k] = float64(v)
		}
		return p
	}
	for _, roll := range board.Rolls {
		next := pos.Swap()
		if plays := board.Plays(pos, roll); len(plays) > 0 {
			best, _ := static.Best(&pos, plays)
			next = plays[best].Result
		}
		q := lookAhead(static, next, turns-1)
		for k, v := range [engine.Outputs]float64{1 - q[0], q[3], q[4], q[1], q[2]} {
			p[k] += v * float64(roll.Ways()) / 36
		}
	}
	return p
}

// With luck adjustment, the mean of 36^(d-1) trials truncated after d turns
// equals a search of d turns, for any net: every sequence of d-1 rolls occurs
// once, and the luck of the last roll replaces its other rolls.
func TestTruncatedTrialsTelescope(t *testing.T) {
	random := func(t testing.TB) *engine.Static { return enginetest.RandomStatic(t, 10, 1) }
	nets := map[string]func(testing.TB) *engine.Static{"random": random, "gnubg": enginetest.GnubgStatic}
	for name, load := range nets {
		t.Run(name, func(t *testing.T) {
			static := load(t)
			positions := append(enginetest.Positions(2, 1), board.Backgammon.Start())
			for i := range positions {
				for turns, trials := 1, 1; turns <= 2 || turns == 3 && i == 0 && !testing.Short(); turns, trials = turns+1, trials*36 {
					checkTelescope(t, static, positions[i], turns, trials)
				}
			}
		})
	}
}

func checkTelescope(t *testing.T, static *engine.Static, pos board.Position, turns, trials int) {
	s := rollout.Defaults()
	s.Trials, s.Bearoff, s.Luck = trials, rollout.NoBearoff, rollout.FullLuck
	s.Truncation.Turns = turns
	got := run(t, static, rollout.OfPosition(pos, nil), s).Outcomes[0]
	want := lookAhead(static, pos, turns)
	for k := range want {
		// Single precision, of sums in another order.
		if math.Abs(got.Mean[k]-want[k]) > 2e-6 {
			t.Errorf("%s, %d turns: value %d is %v, want %v", pos.ID(), turns, k, got.Mean[k], want[k])
		}
	}
}

// gnubg 1.07.001 rolls the start out, cut off after 1 and 2 turns with luck
// taken off: its figures, printed with six decimals.
func TestTruncatedStartIsGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	for _, c := range []struct {
		turns, trials int
		mean          rollout.Sample
		error         float64
	}{
		{1, 36, rollout.Sample{0.526555, 0.147975, 0.008536, 0.128527, 0.004866, 0.076227}, 0},
		{2, 36, rollout.Sample{0.525342, 0.149280, 0.006834, 0.125660, 0.005344, 0.075793}, 0.001706},
	} {
		s := rollout.Defaults()
		s.Trials, s.Truncation.Turns, s.Luck = c.trials, c.turns, rollout.FullLuck
		got := run(t, static, rollout.OfPosition(board.Backgammon.Start(), nil), s).Outcomes[0]
		for k := range rollout.Value {
			// gnubg's plays of two rolls depend on its rounding.
			if math.Abs(got.Mean[k]-c.mean[k]) > 5e-5 {
				t.Errorf("%d turns: value %d is %.6f, want %.6f", c.turns, k, got.Mean[k], c.mean[k])
			}
		}
		if math.Abs(got.Error[rollout.Cubeless]-c.error) > 5e-5 {
			t.Errorf("%d turns: standard error %.6f, want %.6f", c.turns, got.Error[rollout.Cubeless], c.error)
		}
	}
}

// With one checker each every win is a gammon, whatever bear-off databases of backgammon end
// the trials.
func TestGammonsOfHypergammon(t *testing.T) {
	databases := enginetest.Databases(t, 2, 6)
	model := enginetest.RandomStatic(t, 10, 1).Model()
	pos := must.Get(board.ParseID("AAIAAAAIAAAAAA", board.Hypergammon1))(t)
	for _, d := range []*engine.Databases{nil, databases} {
		s := rollout.Defaults()
		s.Trials, s.Bearoff = 216, rollout.AnyBearoff
		mean := run(t, engine.NewStatic(model, d), rollout.OfPosition(pos, nil), s).Outcomes[0].Mean
		if math.Abs(mean[engine.WinGammon]-mean[engine.Win]) > 1e-6 || math.Abs(mean[engine.LoseGammon]-(1-mean[engine.Win])) > 1e-6 {
			t.Errorf("databases %v: %v, want gammons only", d.Names(), mean)
		}
	}
}

// The number of workers makes no difference, with and without stopping.
func TestWorkersMakeNoDifference(t *testing.T) {
	static := enginetest.RandomStatic(t, 10, 1)
	start := board.Backgammon.Start()
	plays := board.Plays(start, board.Roll{3, 1})[:3]
	for _, stop := range []rollout.Stop{{}, {MinTrials: 72, Error: 0.1}, {MinTrials: 72, Distance: 1}} {
		s := rollout.Defaults()
		s.Trials, s.Truncation.Turns, s.Stop = 250, 3, stop
		if testing.Short() {
			s.Trials, s.Truncation.Turns = 100, 2
		}
		s.Workers = 1
		want := run(t, static, rollout.OfPlays(start, plays, nil), s)
		for _, s.Workers = range []int{2, 5} {
			got := run(t, static, rollout.OfPlays(start, plays, nil), s)
			for i := range want.Outcomes {
				if g, w := got.Outcomes[i], want.Outcomes[i]; g.Estimate != w.Estimate || g.Status != w.Status {
					t.Errorf("%+v, %d workers: alternative %d is %v %v, want %v %v", stop, s.Workers, i, g.Estimate, g.Status, w.Estimate, w.Status)
				}
			}
		}
	}
}

func BenchmarkTrials(b *testing.B) {
	shipped := func(b testing.TB) *engine.Static { return enginetest.Shipped(b, nets.DefaultNet) }
	for _, net := range []struct {
		name string
		load func(testing.TB) *engine.Static
	}{{"gnubg", enginetest.GnubgStatic}, {"default", shipped}} {
		for _, luck := range []struct {
			name string
			luck rollout.Luck
		}{{"in", rollout.NoLuck}, {"quick", rollout.QuickLuck}, {"full", rollout.FullLuck}} {
			for _, truncated := range []struct {
				name  string
				turns int
			}{{"end", 0}, {"11", 11}} {
				b.Run("net="+net.name+"/luck="+luck.name+"/until="+truncated.name, func(b *testing.B) {
					static := net.load(b)
					s := rollout.Defaults()
					s.Trials, s.Luck, s.Workers, s.Bearoff = b.N, luck.luck, 1, rollout.NoBearoff
					s.Truncation.Turns = truncated.turns
					b.ReportAllocs()
					b.ResetTimer()
					run(b, static, rollout.OfPosition(board.Backgammon.Start(), nil), s)
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trials/s")
				})
			}
		}
	}
}
