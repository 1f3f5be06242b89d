package engine_test

import (
	"fmt"
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// someNets returns random nets of all activations, of one and two hidden
// layers, over several feature sets, by name.
func someNets(t testing.TB) map[string]*nets.Net {
	t.Helper()
	all := map[string]*nets.Net{}
	for _, activation := range []nets.Activation{nets.Sigmoid, nets.Tanh, nets.ReLU} {
		for _, hidden := range [][]int{{40}, {33, 17}} {
			for _, set := range []features.Set{features.Perspective196{}, features.Tesauro198{}} {
				net := must.Get(nets.NewRandom(nets.NewSpec(set, activation, hidden...), 1))(t)
				all[fmt.Sprintf("%s-%d-%s", set.Name(), len(hidden), activation)] = net
			}
		}
	}
	return all
}

func TestStatic(t *testing.T) {
	for name, net := range someNets(t) {
		first := engine.OfNet(net)
		enginetest.TestEvaluator(t, name, func() engine.Evaluator { return first.Clone() })
	}
}

// TestStaticIsTheNet checks that the answer is the net's own where the position
// rules nothing out.
func TestStaticIsTheNet(t *testing.T) {
	for name, net := range someNets(t) {
		start := board.Backgammon.Start()
		pass := net.NewPass(1)
		net.Set().Extract(pass.Input(0), &start)
		pass.Forward(1)
		want := engine.Probabilities(*pass.Output(0))
		want.RuleOut(&start)
		var got [1]engine.Probabilities
		engine.OfNet(net).Evaluate(got[:], []board.Position{start})
		if got[0] != want {
			t.Errorf("%s: %v, want the net's %v", name, got[0], want)
		}
	}
}

// closeTo is how far the first layer's sums by difference from a base may take
// a probability from those summed again.
const closeTo = 1e-5

// TestBest compares with evaluating every result by itself.
func TestBest(t *testing.T) {
	for name, net := range someNets(t) {
		static := engine.OfNet(net)
		for i, pos := range enginetest.Positions(210, 2) {
			plays := board.Plays(pos, board.Rolls[i%21])
			if len(plays) == 0 {
				continue
			}
			results := make([]board.Position, len(plays))
			for j := range plays {
				results[j] = plays[j].Result
			}
			want := make([]engine.Probabilities, len(plays))
			static.Evaluate(want, results)
			got := worths(static, &pos, plays)
			most := float32(math.Inf(-1))
			for j := range want {
				want[j] = want[j].Swap()
				most = max(most, want[j].Equity())
				checkClose(t, name, &results[j], got[j], want[j])
			}
			best, worth := static.Best(&pos, plays)
			if want[best].Equity() < most-4*closeTo {
				t.Errorf("%s: %s, %v: best play has %v, another %v", name, pos.ID(), board.Rolls[i%21], want[best].Equity(), most)
			}
			if worth != got[best] {
				t.Errorf("%s: %s, %v: Best says %v, Rank %v", name, pos.ID(), board.Rolls[i%21], worth, got[best])
			}
		}
	}
}

// worths returns what each play is worth by Static.Rank, in the order of plays.
func worths(static *engine.Static, pos *board.Position, plays []board.Play) []engine.Probabilities {
	byResult := map[board.Position]engine.Probabilities{}
	for _, c := range static.Rank(pos, plays) {
		byResult[c.Play.Result] = c.Probabilities
	}
	all := make([]engine.Probabilities, len(plays))
	for i := range plays {
		all[i] = byResult[plays[i].Result]
	}
	return all
}

func checkClose(t *testing.T, name string, pos *board.Position, got, want engine.Probabilities) {
	t.Helper()
	for k := range got {
		if !(math.Abs(float64(got[k]-want[k])) <= closeTo) {
			t.Errorf("%s: %s: %v, want %v", name, pos.ID(), got, want)
			return
		}
	}
}

// TestBestOfMany has more plays than go through the net at a time.
func TestBestOfMany(t *testing.T) {
	pos := board.Position{
		Own: board.Side{24: 3, 20: 3, 16: 3, 13: 3, 9: 3},
		Opp: board.Side{6: 5, 2: 5, 1: 5},
	}
	plays := board.Plays(pos, board.Roll{1, 1})
	if len(plays) < 33 {
		t.Fatalf("%d plays, want more than a batch", len(plays))
	}
	for name, net := range someNets(t) {
		static := engine.OfNet(net)
		got := worths(static, &pos, plays)
		want := 0
		for i := range got {
			if got[i].Equity() > got[want].Equity()+closeTo {
				want = i
			}
		}
		if best, worth := static.Best(&pos, plays); worth.Equity() < got[want].Equity()-closeTo {
			t.Errorf("%s: best play %d with %v, want %d with %v", name, best, worth.Equity(), want, got[want].Equity())
		}
	}
}

// TestBestWins checks that a finished game has its exact value: the play that
// wins a gammon is better than any evaluation of the net.
func TestBestWins(t *testing.T) {
	pos := board.Position{
		Own: board.Side{board.Off: 13, 2: 1, 1: 1},
		Opp: board.Side{6: 15},
	}
	for name, net := range someNets(t) {
		plays := board.Plays(pos, board.Roll{2, 1})
		best, worth := engine.OfNet(net).Best(&pos, plays)
		if plays[best].Result.Result() != -2 || worth != engine.Certain(2) {
			t.Errorf("%s: %v worth %v, want a gammon won", name, plays[best].Steps(), worth)
		}
	}
}

func TestStaticAllocatesNothing(t *testing.T) {
	positions := enginetest.Positions(40, 3)
	pos := board.Backgammon.Start()
	plays := board.Plays(pos, board.Roll{5, 5})
	answers := make([]engine.Probabilities, len(positions))
	for name, net := range someNets(t) {
		static := engine.OfNet(net)
		for what, do := range map[string]func(){
			"Evaluate": func() { static.Evaluate(answers, positions) },
			"Best":     func() { static.Best(&pos, plays) },
		} {
			if n := testing.AllocsPerRun(20, do); n != 0 {
				t.Errorf("%s: %s: %v allocations, want 0", name, what, n)
			}
		}
	}
}

func TestStaticClone(t *testing.T) {
	net := someNets(t)["perspective196-1-tanh"]
	static := engine.OfNet(net)
	if m := static.Model(); m.Nets[nets.All] != net || static.Clone().Model() != m {
		t.Error("an evaluator or its clone has another model than it was given")
	}
}

// BenchmarkStatic measures the net of 196 inputs, 100 hidden units and 5
// outputs: a decision among the plays of a roll, and positions by themselves.
func BenchmarkStatic(b *testing.B) {
	static := enginetest.RandomStatic(b, 100, 1)
	positions := enginetest.Positions(500, 1)
	b.Run("net=196-100-5/call=best", func(b *testing.B) { benchmarkBest(b, static, positions) })
	b.Run("net=196-100-5/call=evaluate", func(b *testing.B) { benchmarkEvaluate(b, static, positions) })
}

func benchmarkEvaluate(b *testing.B, static *engine.Static, positions []board.Position) {
	answers := make([]engine.Probabilities, len(positions))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		static.Evaluate(answers, positions)
		n += len(positions)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
}

func benchmarkBest(b *testing.B, static *engine.Static, positions []board.Position) {
	plays := make([][]board.Play, 0, len(positions))
	var from []board.Position
	for i, pos := range positions {
		if p := board.Plays(pos, board.Rolls[i%21]); len(p) > 0 {
			plays, from = append(plays, p), append(from, pos)
		}
	}
	b.ReportAllocs()
	i, n := 0, 0
	for b.Loop() {
		static.Best(&from[i], plays[i])
		n += len(plays[i])
		i = (i + 1) % len(plays)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
}
