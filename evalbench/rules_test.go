package evalbench

import (
	"context"
	"math/rand/v2"
	"testing"

	"gammonlab/board"
	rules "gammonlab/board/game"
	"gammonlab/board/game/gametest"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/player"
)

// TestMatchesHaveTheRulesOfGame holds what a table does with the cube and the
// score against package game.
func TestMatchesHaveTheRulesOfGame(t *testing.T) {
	actions := 300_000
	if testing.Short() {
		actions = 20_000
	}
	seen := 0
	var doubled rules.State
	var script []gametest.Kind
	gametest.Walk(rand.NewPCG(2, 2), actions, func(before *rules.State, a *gametest.Action, after *rules.State) {
		if before.NoCube {
			return
		}
		m := &Match{A: player.Pubeval{}, B: player.Pubeval{}, Variant: before.Variant,
			Form: Form{Length: before.Length, Cube: before.Length == 0, Jacoby: before.Jacoby, Beavers: before.Beavers}}
		tab := &table{ctx: context.Background(), match: m, state: before.Match, pos: before.Position}
		seen++
		if before.Match.Dice == (board.Roll{}) && !before.Match.Doubled && !before.Opening {
			if got, want := tab.mayDouble(), before.MayDouble() == nil; got != want {
				t.Fatalf("%+v: may double %v, want %v", before.Match, got, want)
			}
		}
		if before.Match.Doubled {
			if got, want := tab.mayBeaver(before.Beavered), before.MayBeaver() == nil; got != want {
				t.Fatalf("%+v: may beaver %v, want %v", before.Match, got, want)
			}
		}
		switch a.Kind {
		case gametest.Double:
			doubled, script = *before, nil
		case gametest.Take, gametest.Beaver, gametest.Drop:
			if script = append(script, a.Kind); a.Kind == gametest.Beaver {
				return
			}
			p := &cubeScript{script: script}
			tab.players = [2]engine.Player{p, p}
			tab.state, tab.pos = doubled.Match, doubled.Position
			winner, err := tab.double(int(doubled.Match.Roller), 1)
			if err != nil {
				t.Fatal(err)
			}
			var g game
			if winner != nobody {
				g = tab.finish(g, winner, tab.state.Cube)
				checkEnd(t, tab, g, after)
				return
			}
			if got := tab.state; got != after.Match {
				t.Fatalf("%v: %+v, want %+v", script, got, after.Match)
			}
		case gametest.Move:
			if !after.Over() {
				return
			}
			g := tab.finish(game{}, int(a.Player), tab.points(-int(after.Position.Result())))
			checkEnd(t, tab, g, after)
		}
		if after.Over() && before.Length > 0 && !after.MatchOver() {
			next := *after
			next.NextGame()
			tab.state, tab.crawford = after.Match, after.CrawfordOver || after.Match.Crawford
			if tab.newGame(1); tab.state != next.Match {
				t.Fatalf("after %+v the next game is %+v, want %+v", after.Match, tab.state, next.Match)
			}
		}
	})
	t.Logf("%d actions", seen)
}

func checkEnd(t *testing.T, tab *table, g game, after *rules.State) {
	t.Helper()
	points := after.Result.Points
	if after.Result.Winner == sideB {
		points = -points
	}
	if g.points != points || tab.state.Score != after.Match.Score {
		t.Fatalf("%d points, score %v, want %d, %v", g.points, tab.state.Score, points, after.Match.Score)
	}
}

// cubeScript doubles and then answers by the script.
type cubeScript struct {
	player.Pubeval
	script []gametest.Kind
}

func (s *cubeScript) Clone() engine.Player { return s }

func (s *cubeScript) SetRules(*cube.MET, bool) {}

func (s *cubeScript) ChooseAt(context.Context, *board.Position, *board.Match, board.Roll, []board.Play) (int, error) {
	return 0, nil
}

func (s *cubeScript) Doubles(context.Context, *board.Position, *board.Match) (bool, error) {
	return true, nil
}

func (s *cubeScript) Beavers(context.Context, *board.Position, *board.Match) (bool, error) {
	if s.script[0] != gametest.Beaver {
		return false, nil
	}
	s.script = s.script[1:]
	return true, nil
}

func (s *cubeScript) Takes(context.Context, *board.Position, *board.Match) (bool, error) {
	return s.script[0] == gametest.Take, nil
}
