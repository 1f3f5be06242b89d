package search_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// An exact target with a sieve is the mean over the rolls of the best of the plays
// that the sieve keeps.
func TestExactBySieve(t *testing.T) {
	static := pruningStatic(t)
	sieve := engine.Sieve{Most: 3, Margin: 0.05}
	exact, all := search.NewChooser(static.Clone(), true, sieve, nil), search.NewChooser(static.Clone(), false, engine.Sieve{}, nil)
	differ := 0
	for _, pos := range enginetest.Positions(60, 3) {
		if pos.Result() != 0 {
			continue
		}
		want := 0.0
		for _, roll := range board.Rolls {
			want += float64(roll.Ways()) / 36 * bestKept(static, &pos, roll, sieve)
		}
		got := exact.Evaluate(&pos)
		if math.Abs(float64(got.Equity())-want) > 1e-5 {
			t.Errorf("%s: equity %v, want %v", pos.ID(), got.Equity(), want)
		}
		if unpruned := all.Evaluate(&pos); unpruned.Equity()-got.Equity() > 1e-5 {
			differ++
		}
	}
	if differ == 0 {
		t.Error("the sieve never leaves out the best play: nothing is tested")
	}
}

// pruningStatic returns an evaluator of random nets, also for pruning.
func pruningStatic(t *testing.T) *engine.Static {
	t.Helper()
	random := func(features string, seed uint64) *nets.Net {
		net, err := nets.NewRandom(nets.Spec{Features: features, Hidden: []int{10}, Activations: []nets.Activation{nets.Sigmoid}}, seed)
		if err != nil {
			t.Fatal(err)
		}
		return net
	}
	model := nets.NewModel(random("perspective196", 4), board.Backgammon)
	for i, part := range []nets.Part{nets.PruningRace, nets.PruningCrashed, nets.PruningContact} {
		model.Nets[part] = random("gnubg-base200", uint64(5+i))
	}
	return engine.NewStatic(model, nil)
}

// The roll that is played has the plays of the chooser's sieve, the others those of the sieve for
// the rest, and the value is the mean over both.
func TestEvaluateRoll(t *testing.T) {
	static, wide, narrow := pruningStatic(t), engine.Sieve{Most: 4, Margin: 0.3}, engine.Sieve{Most: 1, Margin: 0.01}
	chooser := func(by engine.Sieve) *search.Chooser { return search.NewChooser(static.Clone(), true, by, nil) }
	both, all, few := chooser(wide), chooser(wide), chooser(narrow)
	both.SetRest(narrow)
	differ := 0
	for k, pos := range enginetest.Positions(60, 3) {
		if pos.Result() != 0 {
			continue
		}
		played := board.Rolls[k%len(board.Rolls)]
		got, less := both.EvaluateRoll(&pos, played), few.Evaluate(&pos)
		all.Evaluate(&pos)
		var want float64
		for _, roll := range board.Rolls {
			from := few
			if roll == played {
				from = all
			}
			wantPos, p := from.After(roll)
			gotPos, _ := both.After(roll)
			if gotPos != wantPos || len(both.Results(nil, roll)) != len(from.Results(nil, roll)) {
				t.Errorf("%s: the plays of %v differ when %v is played", pos.ID(), roll, played)
			}
			want -= float64(roll.Ways()) / 36 * float64(p.Equity())
		}
		if math.Abs(float64(got.Equity())-want) > 1e-5 {
			t.Errorf("%s: equity %v, want %v", pos.ID(), got.Equity(), want)
		}
		if got != less {
			differ++
		}
		if rest := both.Evaluate(&pos); rest != less {
			t.Errorf("%s: without a roll %v, want %v", pos.ID(), rest, less)
		}
	}
	if differ == 0 {
		t.Error("the sieves keep equal plays: nothing is tested")
	}
}

// bestKept returns the equity after the best play that the sieve keeps.
func bestKept(s *engine.Static, pos *board.Position, roll board.Roll, sieve engine.Sieve) float64 {
	plays := board.Plays(*pos, roll)
	if len(plays) == 0 {
		passed := []board.Position{pos.Swap()}
		var p [1]engine.Probabilities
		s.Evaluate(p[:], passed)
		return -float64(p[0].Equity())
	}
	var kept []board.Play
	for _, k := range s.Sift(nil, pos, plays, sieve, nil) {
		kept = append(kept, plays[k])
	}
	_, worth := s.Best(pos, kept)
	return float64(worth.Equity())
}

// After gives the play that the static evaluator prefers.
func TestAfter(t *testing.T) {
	net, err := nets.NewRandom(nets.Spec{Features: "perspective196", Hidden: []int{10}, Activations: []nets.Activation{nets.Sigmoid}}, 4)
	if err != nil {
		t.Fatal(err)
	}
	static := engine.OfNet(net)
	exact := search.NewChooser(static.Clone(), false, engine.Sieve{}, nil)
	var gen board.Generator
	for _, pos := range enginetest.Positions(60, 3) {
		if pos.Result() != 0 {
			continue
		}
		exact.Evaluate(&pos)
		for _, roll := range board.Rolls {
			for _, r := range []board.Roll{roll, {roll[1], roll[0]}} {
				got, answer := exact.After(r)
				plays := gen.Plays(&pos, r)
				if len(plays) == 0 {
					if got != pos.Swap() {
						t.Fatalf("%s, %v: the position changes without a play", pos.ID(), r)
					}
					continue
				}
				best, chances := static.Best(&pos, plays)
				if chances = chances.Swap(); got != plays[best].Result && math.Abs(float64(answer.Equity()-chances.Equity())) > 1e-5 || !nearly(answer, chances) {
					t.Fatalf("%s, %v: %v, want %v", pos.ID(), r, answer, chances)
				}
			}
		}
	}
}

func nearly(a, b engine.Probabilities) bool {
	return math.Abs(float64(a.Equity()-b.Equity())) < 1e-5
}

// A search of 2 plies chooses the plays of the first ply by the inner sieve and
// those of the last ply by the last one; a search of 1 ply uses the inner one.
func TestSievesByPly(t *testing.T) {
	random := func(features string, seed uint64, units int) *nets.Net {
		return must.Get(nets.NewRandom(nets.Spec{Features: features, Hidden: []int{units}, Activations: []nets.Activation{nets.ReLU}}, seed))(t)
	}
	model := nets.NewModel(random("perspective196", 4, 10), board.Backgammon)
	for i, part := range []nets.Part{nets.PruningRace, nets.PruningCrashed, nets.PruningContact} {
		model.Nets[part] = random("gnubg-base200", uint64(5+i), 64)
	}
	static := engine.NewStatic(model, nil)
	sieves := static.Sieves()
	if sieves.Inner == sieves.Last {
		t.Fatal("there is one sieve: nothing is tested")
	}
	one := func(pos board.Position, by engine.Sieve) float64 {
		sum := 0.0
		for _, roll := range board.Rolls {
			sum += float64(roll.Ways()) / 36 * bestKept(static, &pos, roll, by)
		}
		return sum
	}
	pos := board.Backgammon.Start()
	two := 0.0
	chooser := search.NewChooser(static.Clone(), true, sieves.Inner, nil)
	for _, child := range chooser.Children(nil, &pos, false) {
		two -= float64(child.Weight) / 36 * one(child.Position, sieves.Last)
	}
	for plies, want := range map[int]float64{1: one(pos, sieves.Inner), 2: two} {
		p := evaluateOne(newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: plies}}), pos)
		if math.Abs(float64(p.Equity())-want) > 1e-5 {
			t.Errorf("%d plies: equity %v, want %v", plies, p.Equity(), want)
		}
	}
}

// A score that replaces the equity in pruning goes through the same sieve.
func TestSieveWithScore(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	sieve := engine.Sieve{Most: 3, Margin: 0.05}
	c := search.NewChooser(static.Clone(), true, sieve, nil)
	pips := func(pos *board.Position, _ *engine.Probabilities) float32 { return -float32(pos.Own.Pips()) / 100 }
	c.SetPruningScore(pips)
	pos := board.Position{Own: board.Side{8: 5, 6: 10}, Opp: board.Side{22: 1, 3: 12, 24: 2}}
	c.Evaluate(&pos)
	for _, roll := range board.Rolls {
		kept := c.Results(nil, roll)
		if len(kept) > sieve.Most {
			t.Errorf("%v: %d plays are kept, want at most %d", roll, len(kept), sieve.Most)
		}
		for _, k := range kept {
			for _, play := range board.Plays(pos, roll) {
				if len(kept) == sieve.Most && pips(&play.Result, nil) < pips(&k.Position, nil)-0.05 {
					t.Errorf("%v: %s is kept, and %s has a lower score", roll, k.Position.ID(), play.Result.ID())
				}
			}
		}
	}
}

// An estimate from a sample of throws has no bias over the rolls that may be played, a small error, and with all
// 36 throws none.
func TestThrows(t *testing.T) {
	static := enginetest.Shipped(t, "default")
	whole := search.NewChooser(static.Clone(), true, engine.Narrow(), nil)
	sampled := search.NewChooser(static.Clone(), true, engine.Narrow(), nil)
	var errors, biases, noPruning float64
	n := 0
	for _, pos := range enginetest.Positions(25, 3) {
		if pos.Result() != 0 || engine.ClassOf(&pos) < engine.Race {
			continue
		}
		want := whole.Evaluate(&pos)
		sampled.SetThrows(36)
		if got := sampled.Evaluate(&pos); math.Abs(float64(got.Equity()-want.Equity())) > 1e-5 {
			t.Fatalf("%s: %v by all throws, want %v", pos.ID(), got, want)
		}
		sampled.SetThrows(6)
		var sum, squares, spread float64
		for _, roll := range board.Rolls {
			got := sampled.EvaluateRoll(&pos, roll)
			again := sampled.EvaluateRoll(&pos, roll)
			if got != again {
				t.Fatalf("%s %v: %v, then %v", pos.ID(), roll, got, again)
			}
			next, value := sampled.After(roll)
			wantNext, wantValue := whole.After(roll)
			if next != wantNext || math.Abs(float64(value.Equity()-wantValue.Equity())) > 1e-5 {
				t.Fatalf("%s %v: another play is chosen", pos.ID(), roll)
			}
			off := float64(got.Equity() - want.Equity())
			sum += off * float64(roll.Ways()) / 36
			squares += off * off * float64(roll.Ways()) / 36
			value = value.Swap()
			luck := float64(value.Equity() - want.Equity())
			spread += luck * luck * float64(roll.Ways()) / 36
		}
		biases, errors, noPruning, n = biases+sum, errors+squares, noPruning+spread, n+1
	}
	bias, rms, luck := biases/float64(n), math.Sqrt(errors/float64(n)), math.Sqrt(noPruning/float64(n))
	t.Logf("%d positions: bias %.5f, RMS error %.4f, of rolls %.4f", n, bias, rms, luck)
	if math.Abs(bias) > 4*rms/math.Sqrt(float64(n)) || rms > luck/4 || n < 20 {
		t.Errorf("%d positions: bias %.5f, RMS error %.4f, of rolls %.4f", n, bias, rms, luck)
	}
}
