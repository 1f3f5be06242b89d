package suite_test

import (
	"slices"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// The work of a test does not depend on the tests before it: a player forgets its
// evaluations. The work of a report is that of its tests.
func TestCounts(t *testing.T) {
	static := enginetest.Shipped(t, nets.DefaultNet)
	options := search.Options{Depth: search.Depth{Plies: 2, Filter: search.Quick()}}
	deep := player.NewLookAhead(must.Get(search.New(static, options))(t))
	tests := must.Get(suite.Shipped("opening"))(t)[:6]
	work := func(p engine.Player, tests []suite.Test) map[int]engine.Counts {
		r := &suite.Runner{Player: named.Of("x", p), Workers: 2}
		report := must.Get(r.Run(t.Context(), tests))(t)
		all, sum := map[int]engine.Counts{}, engine.Counts{}
		for i := range report.Results {
			one := report.Results[i].Counts
			all[report.Results[i].Number], sum = one, sum.Plus(one)
		}
		if sum != report.Counts {
			t.Errorf("the work of the report is %+v, want the sum %+v", report.Counts, sum)
		}
		return all
	}
	forwards := work(deep, tests)
	slices.Reverse(tests)
	backwards := work(deep, append(tests[:3:3], tests...))
	flat := work(player.NewGreedy(static.Clone()), tests)
	total, least := engine.Counts{}, engine.Counts{}
	for number, one := range forwards {
		if backwards[number] != one {
			t.Errorf("test %d: work %+v in another order, want %+v", number, backwards[number], one)
		}
		// Without look-ahead the net evaluates each play once.
		if few := flat[number]; few.Plays == 0 || few.Evaluations != few.Plays || one.Plays < few.Plays {
			t.Errorf("test %d: work %+v without look-ahead, %+v at 2 plies", number, few, one)
		}
		total, least = total.Plus(one), least.Plus(flat[number])
	}
	if total.Evaluations < 20*least.Evaluations || total.Plays < 10*least.Plays {
		t.Errorf("work %+v without look-ahead, %+v at 2 plies", least, total)
	}
	if none := work(player.Pubeval{}, tests); none[tests[0].Number] != (engine.Counts{}) {
		t.Errorf("pubeval has the work %+v of a net", none)
	}
}
