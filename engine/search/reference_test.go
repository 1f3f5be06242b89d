package search_test

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// smallModel returns a model of random weights for all positions, with pruning
// nets if asked.
func smallModel(t testing.TB, pruning bool) *nets.Model {
	t.Helper()
	random := func(set string, seed uint64, hidden int) *nets.Net {
		s := must.Get(features.Lookup(set))(t)
		return must.Get(nets.NewRandom(nets.NewSpec(s, nets.Sigmoid, hidden), seed))(t)
	}
	model := nets.NewModel(random("perspective196", 1, 20), board.Backgammon)
	if pruning {
		model.Nets[nets.PruningContact] = random("gnubg-base200", 2, 10)
		model.Nets[nets.PruningCrashed] = random("tesauro198", 3, 10) // not additive
	}
	return model
}

// reference looks ahead in the plainest way, position by position.
type reference struct {
	static *engine.Static
	prune  bool
}

func (r *reference) value(pos board.Position, plies int) engine.Probabilities {
	if class := r.static.ClassOf(&pos); plies == 0 || class == engine.Over || class == engine.Bearoff2 {
		return evaluateOne(r.static, pos)
	}
	var sum [engine.Outputs]float64
	for hi := uint8(1); hi <= 6; hi++ {
		for lo := uint8(1); lo <= hi; lo++ {
			ways := 2.0
			if lo == hi {
				ways = 1
			}
			for k, v := range r.value(r.choose(pos, board.Roll{hi, lo}), plies-1) {
				sum[k] += ways * float64(v) / 36
			}
		}
	}
	var p engine.Probabilities
	for k := range p {
		p[k] = float32(sum[k])
	}
	return p.Swap()
}

// choose returns the position after the best play at 0 plies.
func (r *reference) choose(pos board.Position, roll board.Roll) board.Position {
	plays := board.Plays(pos, roll)
	if len(plays) == 0 {
		return pos.Swap()
	}
	best, least := plays[0].Result, float32(math.Inf(1))
	for _, result := range r.pruned(plays) {
		p := evaluateOne(r.static, result)
		if equity := p.Equity(); equity < least {
			best, least = result, equity
		}
	}
	return best
}

// pruned returns the results to evaluate.
func (r *reference) pruned(plays []board.Play) []board.Position {
	var results []board.Position
	classes := map[engine.Class]bool{}
	for i := range plays {
		results = append(results, plays[i].Result)
		classes[r.static.ClassOf(&plays[i].Result)] = true
	}
	keep := 5 + bits.Len(uint(len(plays))) - 1
	if !r.prune || len(plays) <= keep || len(classes) > 1 {
		return results
	}
	part := map[engine.Class]nets.Part{
		engine.Contact: nets.PruningContact, engine.Crashed: nets.PruningCrashed, engine.Race: nets.PruningRace,
	}[r.static.ClassOf(&results[0])]
	net := r.static.Model().Nets[part]
	if net == nil {
		return results
	}
	rough := engine.OfNet(net) // limits answers as a model without databases does
	slices.SortStableFunc(results, func(a, b board.Position) int {
		p, q := evaluateOne(rough, a), evaluateOne(rough, b)
		if p.Equity() < q.Equity() {
			return -1
		}
		return 1
	})
	return results[:keep]
}

func evaluateOne(e engine.Evaluator, pos board.Position) engine.Probabilities {
	var p [1]engine.Probabilities
	e.Evaluate(p[:], []board.Position{pos})
	return p[0]
}

// closeTo is how far sums in another order may take a probability.
const closeTo = 2e-6

func distance(a, b engine.Probabilities) float64 {
	most := 0.0
	for k := range a {
		most = max(most, math.Abs(float64(a[k]-b[k])))
	}
	return most
}

// TestEvaluateLikeTheReference includes positions on the bar, races and crashed
// ones, those of the start and of the end.
func TestEvaluateLikeTheReference(t *testing.T) {
	positions := somePositions(36, 5)
	for _, c := range []struct {
		pruning, noPruning bool
		plies, positions   int
	}{
		{false, false, 0, 36}, {false, false, 1, 36}, {false, false, 2, 6},
		{true, false, 1, 36}, {true, false, 2, 6}, {true, true, 1, 36},
	} {
		if testing.Short() && c.plies > 1 {
			continue
		}
		static := engine.NewStatic(smallModel(t, c.pruning), nil)
		s := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: c.plies}, NoPruning: c.noPruning})
		r := reference{static, c.pruning && !c.noPruning}
		for _, pos := range positions[:c.positions] {
			if got, want := evaluateOne(s, pos), r.value(pos, c.plies); distance(got, want) > closeTo {
				t.Errorf("%+v: %s: %v, want %v", c, pos.ID(), got, want)
			}
		}
	}
}

// TestPruningMatters makes sure that the tests of pruning would notice if there
// was none.
func TestPruningMatters(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	with := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: 1}})
	without := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: 1}, NoPruning: true})
	differ := 0
	for _, pos := range somePositions(36, 5) {
		if evaluateOne(with, pos) != evaluateOne(without, pos) {
			differ++
		}
	}
	if differ < 10 {
		t.Errorf("pruning changes %d of 36 answers", differ)
	}
}

// TestRankLikeTheReference filters the plays as the documentation of Level says.
func TestRankLikeTheReference(t *testing.T) {
	static := engine.NewStatic(smallModel(t, true), nil)
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	r := reference{static, true}
	stopped, through := 0, 0
	for i, pos := range somePositions(30, 9) {
		roll := board.Rolls[i%len(board.Rolls)]
		plays := board.Plays(pos, roll)
		if len(plays) == 0 {
			continue
		}
		for _, text := range []string{"tiny", "2/3/0.01", "1/0/0", "all"} {
			filter := must.Get(search.ParseFilter(text))(t)
			s := newSearcher(t, static.Clone(), search.Options{Depth: search.Depth{Plies: 1, Filter: filter}})
			ranked := must.Get(s.Rank(t.Context(), &pos, plays))(t)
			want := r.rank(plays, filter.Level(1, 0))
			if len(ranked) != len(want) {
				t.Fatalf("%s %v %s: %d plays, want %d", pos.ID(), roll, text, len(ranked), len(want))
			}
			for j := range want {
				if ranked[j].Plies != want[j].plies || math.Abs(float64(ranked[j].Equity)-want[j].equity) > 4*closeTo {
					t.Errorf("%s %v %s: play %d has %v at %d plies, want %v at %d", pos.ID(), roll, text, j,
						ranked[j].Equity, ranked[j].Plies, want[j].equity, want[j].plies)
				}
			}
			if ranked[0].Plies == 0 {
				stopped++
			} else {
				through++
			}
		}
	}
	if stopped < 5 || through < 5 {
		t.Errorf("%d decisions stopped by the filter, %d not", stopped, through)
	}
}

type standing struct {
	pos    board.Position
	plies  int
	equity float64
}

// rank looks at the plays that pass the level one ply further.
func (r *reference) rank(plays []board.Play, l search.Level) []standing {
	var all []standing
	look := func(s *standing, plies int) {
		p := r.value(s.pos, plies)
		s.plies, s.equity = plies, -float64(p.Equity())
	}
	sort := func(s []standing) {
		slices.SortStableFunc(s, func(a, b standing) int {
			switch {
			case a.equity > b.equity:
				return -1
			case a.equity < b.equity:
				return 1
			}
			return 0
		})
	}
	for i := range plays {
		all = append(all, standing{pos: plays[i].Result})
		look(&all[i], 0)
	}
	keep := len(all)
	if !l.Skips() {
		sort(all)
		keep = min(l.Accept, len(all))
		for extra := 0; extra < l.Extra && keep < len(all) && all[0].equity-all[keep].equity <= float64(l.Threshold); extra++ {
			keep++
		}
		if keep == 1 && l.Accept != 1 {
			return all
		}
	}
	for i := range all[:keep] {
		look(&all[i], 1)
	}
	sort(all[:keep])
	return all
}
