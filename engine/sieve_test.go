package engine_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// siftingStatic returns an evaluator of a model with pruning nets for all classes
// but those that are left out.
func siftingStatic(t *testing.T, without ...nets.Part) *engine.Static {
	t.Helper()
	model := pruningStatic(t).Model()
	for i, part := range []nets.Part{nets.PruningRace, nets.PruningCrashed, nets.PruningContact} {
		net := must.Get(nets.NewRandom(model.Nets[nets.PruningContact].Spec(), uint64(10+i)))(t)
		model.Nets[part] = net
	}
	for _, part := range without {
		delete(model.Nets, part)
	}
	return engine.NewStatic(model, nil)
}

// sifted returns the plays that the rule of a sieve keeps, by a pass of each net
// on its own, or false if rounding could decide.
func sifted(s *engine.Static, plays []board.Play, by engine.Sieve) ([]int, bool) {
	type ranked struct {
		left float32
		play int
	}
	var all []ranked
	var kept []int
	parts := map[engine.Class]nets.Part{engine.Race: nets.PruningRace, engine.Crashed: nets.PruningCrashed, engine.Contact: nets.PruningContact}
	for i := range plays {
		pos := &plays[i].Result
		net := s.Model().Nets[parts[engine.ClassOf(pos)]]
		if net == nil {
			kept = append(kept, i)
			continue
		}
		pass := net.NewPass(1)
		net.Set().Extract(pass.Input(0), pos)
		pass.Forward(1)
		p := engine.Probabilities(*pass.Output(0))
		p.RuleOut(pos)
		all = append(all, ranked{p.Equity(), i})
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.left, b.left) })
	for i, r := range all {
		if i > 0 && r.left-all[i-1].left < 1e-5 || math.Abs(float64(r.left-all[0].left-by.Margin)) < 1e-5 {
			return nil, false
		}
		if i < by.Most && r.left-all[0].left <= by.Margin {
			kept = append(kept, r.play)
		}
	}
	slices.Sort(kept)
	return kept, true
}

func TestSift(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; slow under the race detector")
	}
	positions := enginetest.Positions(60, 8)
	parting := board.Position{Own: board.Side{13: 1, 7: 7, 6: 7}, Opp: board.Side{13: 1, 6: 7, 5: 7}}
	positions = append(positions, parting, parting.Swap())
	for _, without := range [][]nets.Part{nil, {nets.PruningRace}, {nets.PruningContact, nets.PruningCrashed}} {
		s := siftingStatic(t, without...)
		checked, mixed, fewer := 0, 0, 0
		for _, pos := range positions {
			for _, roll := range board.Rolls {
				if pos.Result() != 0 {
					continue
				}
				plays := board.Plays(pos, roll)
				for _, by := range []engine.Sieve{{Most: 3, Margin: 0.05}, {Most: 8, Margin: 0.3}, {Most: 100, Margin: 0.02}} {
					want, sure := sifted(s, plays, by)
					if !sure {
						continue
					}
					got := s.Sift([]int{-1}, &pos, plays, by, nil)
					if got[0] != -1 || !slices.Equal(got[1:], want) {
						t.Fatalf("without %v, %v, %s %v: kept %v, want %v", without, by, pos.ID(), roll, got[1:], want)
					}
					checked++
					if len(want) < len(plays) {
						fewer++
					}
					if slices.ContainsFunc(plays, func(p board.Play) bool { return engine.ClassOf(&p.Result) != engine.ClassOf(&plays[0].Result) }) {
						mixed++
					}
				}
			}
		}
		if checked < 500 || mixed < 50 || fewer < 200 {
			t.Errorf("without %v: only %d choices, %d of several classes, %d with fewer plays", without, checked, mixed, fewer)
		}
	}
}

func TestSiftDoesNotAllocate(t *testing.T) {
	s := siftingStatic(t)
	pos := board.Position{Own: board.Side{13: 1, 7: 7, 6: 7}, Opp: board.Side{13: 1, 6: 7, 5: 7}}
	plays := board.Plays(pos, board.Roll{6, 4})
	var kept []int
	sift := func() { kept = s.Sift(kept[:0], &pos, plays, engine.Sieve{Most: 5, Margin: 0.2}, nil) }
	sift()
	if n := testing.AllocsPerRun(20, sift); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestParseSieve(t *testing.T) {
	for text, want := range map[string]engine.Sieve{"gnubg": {}, "5/0.2": {Most: 5, Margin: 0.2}, "1/10": {Most: 1, Margin: 10}} {
		got, err := engine.ParseSieve(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
	if got, err := engine.ParseSieve("5/200mEq"); err != nil || got != (engine.Sieve{Most: 5, Margin: 0.2}) {
		t.Errorf("a margin in thousandths: got %v, %v", got, err)
	}
	for text, want := range map[string]string{
		"": `sieve is ""`, "5": `sieve is "5"`, "5/x": `sieve is "5/x"`, "x/1": `sieve is "x/1"`, "0/0": "keeps no play", "5/0": "above 0",
		"0/0.2": "keeps no play", "-1/0.2": "keeps no play", "5/NaN": "above 0", "5/-1": "above 0", "5/Inf": "above 0",
	} {
		must.Fail(t, must.Err(engine.ParseSieve(text)), want, text)
	}
}

// rollsOf returns the plays of all rolls of the position, each result once.
func rollsOf(pos board.Position) *engine.Rolls {
	r := new(engine.Rolls)
	numbers := map[board.Position]int32{}
	for _, roll := range board.Rolls {
		for _, play := range board.Plays(pos, roll) {
			n, known := numbers[play.Result]
			if !known {
				n = int32(len(r.Plays))
				numbers[play.Result] = n
				r.Plays = append(r.Plays, play)
			}
			r.Numbers = append(r.Numbers, n)
		}
		r.Ends = append(r.Ends, len(r.Numbers))
	}
	return r
}

// SiftRolls must keep for each roll what Sift keeps.
func TestSiftRolls(t *testing.T) {
	hits := func(pos *board.Position, p *engine.Probabilities) float32 {
		return p.Equity() - float32(pos.Own[board.Bar])
	}
	parting := board.Position{Own: board.Side{13: 1, 7: 7, 6: 7}, Opp: board.Side{13: 1, 6: 7, 5: 7}}
	for _, without := range [][]nets.Part{nil, {nets.PruningRace}} {
		s := siftingStatic(t, without...)
		shared, fewer := 0, 0
		for _, pos := range append(enginetest.Positions(12, 8), parting) {
			if pos.Result() != 0 {
				continue
			}
			for _, by := range []engine.Sieve{{}, {Most: 3, Margin: 0.05}} {
				for _, score := range []engine.Score{nil, hits} {
					r := rollsOf(pos)
					before := len(r.Numbers)
					shared += before - len(r.Plays)
					s.SiftRolls(r, &pos, by, score)
					fewer += before - len(r.Numbers)
					compareRolls(t, s, pos, r, by, score)
				}
			}
		}
		if shared == 0 || fewer == 0 {
			t.Errorf("without %v: %d results are shared, %d plays removed: nothing is tested", without, shared, fewer)
		}
	}
}

// compareRolls compares what is left of each roll with Sift.
func compareRolls(t *testing.T, s *engine.Static, pos board.Position, r *engine.Rolls, by engine.Sieve, score engine.Score) {
	t.Helper()
	from := 0
	for i, roll := range board.Rolls {
		plays := board.Plays(pos, roll)
		kept := s.Sift(nil, &pos, plays, by, score)
		var got, want []board.Position
		for _, n := range r.Numbers[from:r.Ends[i]] {
			got = append(got, r.Plays[n].Result)
		}
		for _, k := range kept {
			want = append(want, plays[k].Result)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s %v, %v: kept %v, want %v", pos.ID(), roll, by, got, want)
		}
		from = r.Ends[i]
	}
}

func TestSieves(t *testing.T) {
	model := pruningStatic(t).Model()
	set := model.Nets[nets.PruningContact].Set()
	for units, want := range map[int]engine.Sieves{
		10:  {},
		32:  {},
		64:  {Inner: engine.Narrow(), Last: engine.Narrower()},
		128: {Inner: engine.Narrow(), Last: engine.Narrower()},
	} {
		model.Nets[nets.PruningContact] = must.Get(nets.New(nets.NewSpec(set, nets.ReLU, units, 16)))(t)
		model.Nets[nets.PruningRace] = must.Get(nets.New(nets.NewSpec(set, nets.ReLU, 128, 16)))(t)
		if got := engine.NewStatic(model, nil).Sieves(); got != want {
			t.Errorf("%d units: %v, want %v", units, got, want)
		}
	}
}
