package table

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

// random returns a random action, often an illegal one.
func random(rng *rand.Rand, tab *Table) Deed {
	kinds := []Kind{Begin, Roll, Roll, Move, Move, Move, Double, Take, Drop, Beaver, Resign, Offer, Accept, Reject, Undo, "none"}
	d := Deed{Kind: kinds[rng.IntN(len(kinds))], Net: rng.IntN(2) == 0}
	switch {
	case d.Kind == Move && tab.Match.Dice.Valid():
		if plays := board.Plays(tab.Position, tab.Match.Dice); len(plays) > 0 && rng.IntN(10) > 0 {
			d.Play = board.FormatPlay(tab.Position, plays[rng.IntN(len(plays))])
		}
	case d.Kind == Resign || d.Kind == Offer:
		if d.Value = rng.IntN(5); rng.IntN(4) > 0 {
			d.Kind = Roll
		}
	}
	if d.Kind == Roll && rng.IntN(3) > 0 {
		d.Value = 0
		if tab.ByHand() {
			d.Roll = board.Rolls[rng.IntN(len(board.Rolls))].String()
		}
	}
	return d
}

// After any actions the state and the record are legal, a refused action changes nothing,
// and repeating the accepted actions leads to the same state.
func TestDeeds(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 1_000
	}
	for i, r := range allRules {
		for _, byHand := range []bool{false, true} {
			dice := func() board.Dice {
				if byHand {
					return nil
				}
				return board.NewDice(seed.Stream(9, uint64(i)))
			}
			r.First = board.Nobody
			tab := New(r, dice())
			rng := rand.New(rand.NewPCG(uint64(i), 3))
			done := 0
			for range n {
				before, deeds := tab.state, len(tab.deeds)
				if err := tab.Do(random(rng, tab)); err == nil {
					done++
					if !tab.Over() {
						must.OK(t, tab.Match.Validate())
					}
					must.OK(t, tab.Position.Validate(tab.Variant))
				} else if tab.state != before || len(tab.deeds) != deeds {
					t.Fatalf("rules %d: refused (%v), and yet the state has changed", i, err)
				}
				if done%100 == 0 {
					must.OK(t, tab.Played().Validate())
				}
			}
			must.OK(t, tab.Played().Validate())
			again := New(r, dice())
			for _, d := range tab.Deeds() {
				must.OK(t, again.Redo(d))
			}
			if again.state != tab.state || !reflect.DeepEqual(again.Played(), tab.Played()) || len(again.history) != len(tab.history) {
				t.Errorf("rules %d, by hand %v: the same deeds lead elsewhere", i, byHand)
			}
			if done < n/20 {
				t.Errorf("rules %d, by hand %v: only %d of %d deeds were legal", i, byHand, done, n)
			}
		}
	}
}

// Dice are entered when they are due, and again after an undo.
func TestDiceByHand(t *testing.T) {
	tab := newTestTable(t, Rules{Rules: game.Rules{Length: 1}, First: board.Nobody}, 1)
	tab.dice.dice = nil
	must.OK(t, tab.Do(Deed{Kind: Begin}))
	for _, c := range []struct {
		do    Deed
		wrong string // text of the error, "" for none
		then  Decision
	}{
		{Deed{Kind: Roll}, "to be entered", WhichDice},
		{Deed{Kind: Roll, Roll: "33"}, "no double", WhichDice},
		{Deed{Kind: Roll, Roll: "3"}, "3", WhichDice},
		{Deed{Kind: Roll, Roll: "31"}, "", WhatToPlay},
		{Deed{Kind: Undo}, "", WhichDice},
		{Deed{Kind: Roll, Roll: "21"}, "", WhatToPlay},
		{Deed{Kind: Move, Play: "8/5 6/5"}, "8/5", WhatToPlay},
		{Deed{Kind: Move, Play: "13/11 6/5"}, "", WhichDice},
		{Deed{Kind: Roll, Net: true, Roll: "66"}, "", WhichDice}, // the net plays
		{Deed{Kind: Undo}, "", WhichDice},
	} {
		if err := tab.Do(c.do); c.wrong == "" {
			must.OK(t, err)
		} else {
			must.Fail(t, err, c.wrong, c.do.Kind)
		}
		if got := decide(t, tab); got != c.then {
			t.Fatalf("after %+v: %v, want %v", c.do, got, c.then)
		}
	}
	if tab.Match.Roller != Net || len(tab.dice.rolls) != 1 {
		t.Errorf("after the undo of the net's dice %v is on roll, with %v", tab.Match.Roller, tab.dice.rolls)
	}
}

// The cost of an action and the better one are those of the hint, and only an error has a reason.
func TestCost(t *testing.T) {
	tab := newTestTable(t, Rules{Rules: game.Rules{Beavers: 3}, First: User}, 4)
	must.OK(t, tab.Do(Deed{Kind: Begin}))
	ctx, costs := t.Context(), map[bool]int{}
	for decide(t, tab) == WhatToPlay || tab.Decision() == WhetherToDouble {
		if tab.Decision() == WhetherToDouble {
			h := must.Get(tab.Hint(ctx))(t)
			roll, double := must.Get(tab.Judge(ctx, Deed{Kind: Roll}))(t).Lost, must.Get(tab.Judge(ctx, Deed{Kind: Double}))(t).Lost
			if min(roll, double) != 0 || max(roll, double) < 0 || len(h.Choices()) != 3 {
				t.Errorf("to roll costs %v, to double %v: %+v", roll, double, h)
			}
			must.OK(t, tab.Do(Deed{Kind: Roll}))
			continue
		}
		h := must.Get(tab.Hint(ctx))(t)
		for i := range h.Moves {
			d := Deed{Kind: Move, Play: h.Moves[i].Move}
			j := must.Get(tab.Judge(ctx, d))(t)
			cost := j.Lost
			if j.Best != h.Best || j.Reason != "" && cost == 0 {
				t.Errorf("%s: best %s, want %s; reason %q", d.Play, j.Best, h.Best, j.Reason)
			}
			want := float64(-h.Moves[i].Difference)
			if cost-want > 1e-6 || want-cost > 1e-6 {
				t.Errorf("%s costs %v, want %v", d.Play, cost, want)
			}
			costs[cost > 0]++
		}
		must.OK(t, tab.Do(Deed{Kind: Move, Play: h.Best}))
	}
	if costs[true] < 20 || costs[false] < 5 {
		t.Errorf("costs %v: the game was too short", costs)
	}
}
