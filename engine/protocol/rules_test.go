package protocol

import (
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/game/gametest"
	"gammonlab/engine/cube"
)

// TestProtocolHasTheRulesOfGame holds against package game who may double by the
// cube state that questions are answered from, which game a score makes the
// Crawford game, and what a new game starts from.
func TestProtocolHasTheRulesOfGame(t *testing.T) {
	actions := 300_000
	if testing.Short() {
		actions = 20_000
	}
	differ := 0
	gametest.Walk(rand.NewPCG(4, 4), actions, func(before *game.State, a *gametest.Action, after *game.State) {
		s := *before
		s.NoCube, s.Opening, s.Match.Dice = false, false, board.Roll{} // not in the cube's state
		if !s.Match.Doubled {
			state, err := cube.FromMatch(&s.Match)
			if err != nil {
				differ++ // automatic doubles of matches alone
				return
			}
			if got, want := state.MayDouble(), s.MayDouble() == nil; got != want {
				t.Fatalf("%+v: may double %v, want %v", s.Match, got, want)
			}
		}
		if !after.Over() || before.Length == 0 || after.MatchOver() {
			return
		}
		next := *after
		next.NextGame()
		var u UBGI
		u.q.Match, u.haveSet = after.Match, true
		u.newGame()
		score := []string{itoa(next.Match.Score[0]), itoa(next.Match.Score[1])}
		if next.CrawfordOver && game.OneAway(next.Length, next.Match.Score) {
			score = append(score, "postcrawford")
		}
		if err := u.setScore(score); err != nil {
			t.Fatal(err)
		}
		m := u.q.Match
		if m.Cube != 1 || m.Owner != board.Nobody || m.Crawford != (next.Match.Crawford || !next.Crawford && game.OneAway(next.Length, next.Match.Score)) {
			t.Fatalf("%+v, want %+v", m, next.Match)
		}
	})
	if differ > 0 {
		t.Errorf("%d states that package cube does not take", differ)
	}
}

func itoa(n int) string { return string(rune('0' + n)) }
