package engine_test

import (
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// pruningStatic returns an evaluator of a model that prunes where there is
// contact.
func pruningStatic(t *testing.T) *engine.Static {
	t.Helper()
	random := func(name string, seed uint64) *nets.Net {
		set := must.Get(features.Lookup(name))(t)
		return must.Get(nets.NewRandom(nets.NewSpec(set, nets.Sigmoid, 12), seed))(t)
	}
	model := nets.NewModel(random("perspective196", 1), board.Backgammon)
	model.Nets[nets.PruningContact] = random("gnubg-base200", 2)
	return engine.NewStatic(model, nil)
}

func TestPrune(t *testing.T) {
	static := pruningStatic(t)
	race := board.Position{Own: board.Side{6: 5, 5: 5, 4: 5}, Opp: board.Side{6: 5, 5: 5, 4: 5}}
	parting := board.Position{Own: board.Side{13: 1, 7: 7, 6: 7}, Opp: board.Side{13: 1, 6: 7, 5: 7}}
	for _, c := range []struct {
		name string
		pos  board.Position
		roll board.Roll
		want func(plays int) int // how many are kept
	}{
		{"14 plays", board.Backgammon.Start(), board.Roll{6, 2}, func(int) int { return 5 + 3 }},
		{"16 plays", board.Backgammon.Start(), board.Roll{3, 1}, func(int) int { return 5 + 4 }},
		{"of two classes", parting, board.Roll{2, 1}, func(plays int) int { return plays }},
		{"a race, without a pruning net", race, board.Roll{2, 1}, func(plays int) int { return plays }},
	} {
		plays := board.Plays(c.pos, c.roll)
		kept := static.Sift(nil, &c.pos, plays, engine.Sieve{}, nil)
		if len(kept) != c.want(len(plays)) {
			t.Errorf("%s: %d of %d plays are kept, want %d", c.name, len(kept), len(plays), c.want(len(plays)))
		}
		if !slices.IsSorted(kept) || len(slices.Compact(slices.Clone(kept))) != len(kept) {
			t.Errorf("%s: %v are not ascending", c.name, kept)
		}
		again := static.Sift([]int{-1}, &c.pos, plays, engine.Sieve{}, nil)
		if again[0] != -1 || !slices.Equal(again[1:], kept) {
			t.Errorf("%s: appended %v, want %v", c.name, again, kept)
		}
		few := plays[:min(len(plays), 5)]
		if got := static.Sift(nil, &c.pos, few, engine.Sieve{}, nil); len(got) != len(few) {
			t.Errorf("%s: %d of %d plays are kept", c.name, len(got), len(few))
		}
	}
	if len(static.Sift(nil, &race, nil, engine.Sieve{}, nil)) != 0 {
		t.Error("plays out of none")
	}
}

func TestPrunes(t *testing.T) {
	static := pruningStatic(t)
	if !static.Prunes() || engine.OfNet(static.Model().Nets[nets.All]).Prunes() {
		t.Error("an evaluator does not know whether its model prunes")
	}
}
