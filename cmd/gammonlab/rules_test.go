package main

import (
	"math/rand/v2"
	"testing"

	"gammonlab/board/game"
	"gammonlab/board/game/gametest"
	"gammonlab/board/record"
)

// TestTableHasTheRulesOfGame holds what the table of interactive play allows, and
// what its actions lead to, against package game.
func TestTableHasTheRulesOfGame(t *testing.T) {
	actions := 300_000
	if testing.Short() {
		actions = 20_000
	}
	gametest.Walk(rand.NewPCG(3, 3), actions, func(before *game.State, a *gametest.Action, after *game.State) {
		tab := &table{
			rules: rules{
				variant: before.Variant, length: before.Length, noCube: before.NoCube, jacoby: before.Jacoby,
				beavers: before.Beavers, postCrawford: before.CrawfordOver,
			},
			record: &record.Match{Length: before.Length, Rules: record.Rules{
				Variant: before.Variant, NoCube: before.NoCube, Crawford: before.Crawford, Jacoby: before.Jacoby}},
		}
		game := tab.record.AddGame()
		game.Score, game.Crawford = before.Match.Score, before.Match.Crawford
		tab.pos, tab.match, tab.state.beavers = before.Position, before.Match, before.Beavered
		if !before.Match.Doubled && !before.Opening {
			if got, want := tab.mayDouble(), before.MayDouble(); (got == nil) != (want == nil) {
				t.Fatalf("%+v: may double %v, want %v", before.Match, got, want)
			}
		}
		if before.Match.Doubled {
			if got, want := tab.mayBeaver(), before.MayBeaver(); (got == nil) != (want == nil) {
				t.Fatalf("%+v: may beaver %v, want %v", before.Match, got, want)
			}
		}
		want := *after
		switch a.Kind {
		case gametest.Double:
			tab.double()
		case gametest.Take:
			tab.answer(takes)
		case gametest.Beaver:
			tab.answer(beavers)
		case gametest.Drop:
			tab.answer(passes)
		case gametest.Resign:
			if counted := before.Counted(a.Value); counted != a.Value {
				want = *before // the table never asks for more than counts
				if err := want.Resign(a.Player, counted); err != nil {
					t.Fatal(err)
				}
			}
			tab.giveUp(a.Player, a.Value)
			tab.match.Turn = tab.match.Roller // the table leaves it with who was asked
		case gametest.Move:
			if a.Passed {
				tab.pass()
			} else {
				tab.play(&a.Play)
			}
		default:
			return
		}
		if tab.match != want.Match || tab.pos != want.Position {
			t.Fatalf("%+v\nafter %+v\n%+v, want\n%+v", before.Match, a, tab.match, want.Match)
		}
		if !want.Over() {
			return
		}
		if tab.result != record.Result(want.Result) {
			t.Fatalf("result %+v, want %+v", tab.result, want.Result)
		}
		if !want.MatchOver() {
			want.NextGame()
			if got := tab.newGame(); got != want.Match {
				t.Fatalf("%+v\nnext game %+v, want\n%+v", after.Match, got, want.Match)
			}
		}
	})
}
