package rollout_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollout"
	"gammonlab/internal/must"
)

// stakesOf prepares stakes with the default match equity table.
func stakesOf(t testing.TB, s cube.State) *cube.Stakes {
	t.Helper()
	met := must.Get(cube.NamedMET(cube.DefaultMET))(t)
	return must.Get(cube.Prepare(s, met))(t)
}

// gnubg 1.07.001 rolls positions out with the cube, 36 trials cut off after 1 and
// 2 turns with luck adjustment: `rollout` with six digits. In matches the value is
// compared as normalised equity.
func TestCubefulIsGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	for _, c := range []struct {
		id     string
		state  cube.State
		turns  int
		sample rollout.Sample // cubeless equity, which gnubg takes at the match's prices, left out
		error  float64
	}{
		{"4HPwATDgc/ABMA", cube.Money(true, true), 1, rollout.Sample{0.526555, 0.147975, 0.008536, 0.128527, 0.004866, 0, 0.098146}, 0},
		{"4HPwATDgc/ABMA", cube.Money(false, true), 1, rollout.Sample{0.526555, 0.147975, 0.008536, 0.128527, 0.004866, 0, 0.105544}, 0},
		{"4HPwATDgc/ABMA", cube.Match(5, 0, 0, false), 1, rollout.Sample{0.526555, 0.147975, 0.008536, 0.128527, 0.004866, 0, 0.105202}, 0},
		{"4HPwATDgc/ABMA", cube.Money(true, true), 2, rollout.Sample{0.525088, 0.149370, 0.006847, 0.125153, 0.005316, 0, 0.098525}, 0.003120},
		{"4HPwATDgc/ABMA", cube.Money(false, true), 2, rollout.Sample{0.525189, 0.149310, 0.006847, 0.125370, 0.005332, 0, 0.105146}, 0.002660},
		{"4HPwATDgc/ABMA", cube.Match(5, 0, 0, false), 2, rollout.Sample{0.525220, 0.149443, 0.006861, 0.125566, 0.005351, 0, 0.105047}, 0.002720},
		{"4PPgATDgc/ABMA", cube.Money(true, true), 2, rollout.Sample{0.510129, 0.142445, 0.005899, 0.135130, 0.005903, 0, 0.037325}, 0.002967},
		{"4PPgATDgc/ABMA", cube.Match(5, 0, 0, false), 2, rollout.Sample{0.510266, 0.142419, 0.005939, 0.135533, 0.005928, 0, 0.038942}, 0.002788},
		{"sGfwATDgc/ABMA", cube.Money(true, true), 2, rollout.Sample{0.448948, 0.116464, 0.004662, 0.168864, 0.008402, 0, -0.199001}, 0.002421},
	} {
		pos := must.Get(board.ParseID(c.id, board.Backgammon))(t)
		stakes := stakesOf(t, c.state)
		s := rollout.Defaults()
		s.Trials, s.Truncation.Turns, s.Luck = 36, c.turns, rollout.FullLuck
		got := run(t, static, rollout.OfPosition(pos, stakes), s).Outcomes[0]
		got.Mean[rollout.Cubeless] = 0
		got.Mean[rollout.Value] = stakes.Equity(got.Mean[rollout.Value])
		for k := range c.sample {
			if math.Abs(got.Mean[k]-c.sample[k]) > 1e-4 {
				t.Errorf("%s, %+v, %d turns: value %d is %.6f, want %.6f", c.id, c.state, c.turns, k, got.Mean[k], c.sample[k])
			}
		}
		if e := stakes.EquityError(got.Error[rollout.Value]); math.Abs(e-c.error) > 1e-4 {
			t.Errorf("%s, %+v, %d turns: standard error %.6f, want %.6f", c.id, c.state, c.turns, e, c.error)
		}
	}
}
