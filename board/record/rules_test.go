package record

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/game/gametest"
)

// TestReplayHasTheRulesOfGame replays random games and compares every state with
// package game, and what may be done in it. What differs: records may turn a dead
// cube.
func TestReplayHasTheRulesOfGame(t *testing.T) {
	actions := 300_000
	if testing.Short() {
		actions = 20_000
	}
	kinds := map[gametest.Kind]Kind{
		gametest.Double: Double, gametest.Take: Take, gametest.Drop: Drop, gametest.Beaver: Beaver,
		gametest.Resign: Resign, gametest.Throw: Rolled, gametest.Move: Move,
	}
	var m *Match
	var states []game.State
	dead, seen := 0, 0
	finish := func(last *game.State) {
		if m == nil {
			return
		}
		r := m.Replay(0)
		for i := 0; r.Next(); i++ {
			seen++
			want := states[i]
			got := r.Match
			if m.Games[0].Actions[i].Kind == Rolled {
				got.Dice = board.Roll{}
			}
			if got != want.Match || r.Position != want.Position {
				t.Fatalf("%v before action %d: %+v %s\nwant %+v %s", want.Rules, i, got, r.Position.ID(), want.Match, want.Position.ID())
			}
			for _, kind := range []Kind{Double, Take, Drop, Beaver} {
				probe, state := *r, want
				probe.Match = want.Match
				probe.Action = Action{Kind: kind, Player: want.Match.Turn}
				err := probe.prepare()
				by := map[Kind]func() error{Double: state.Double, Take: state.Take, Drop: state.Drop, Beaver: state.Beaver}[kind]()
				if state.Opening = false; by != nil && kind == Double && (want.Match.Dice != board.Roll{} || want.Opening) {
					continue // a record may undo dice
				}
				if by == game.ErrDeadCube && err == nil {
					dead++
					continue
				}
				if (err == nil) != (by == nil) && want.Beavered < want.Beavers {
					t.Fatalf("%v %+v: %v: record %v, game %v", want.Rules, want.Match, kind, err, by)
				}
			}
		}
		if r.Err() != nil {
			t.Fatal(r.Err())
		}
		got, want := r.Match, last.Match
		want.Score = got.Score // the record adds it in the next game
		if got != want || r.Position != last.Position || r.result != Result(last.Result) {
			t.Fatalf("%v at the end: %+v %+v\nwant %+v %+v", last.Rules, got, r.result, want, last.Result)
		}
		m = nil
	}
	gametest.Walk(rand.NewPCG(1, 1), actions, func(before *game.State, a *gametest.Action, after *game.State) {
		if m == nil {
			m = &Match{Length: before.Length, Rules: Rules{Variant: before.Variant, Crawford: before.Crawford, Jacoby: before.Jacoby, NoCube: before.NoCube}}
			g := m.AddGame()
			g.Score, g.Crawford, g.Cube = before.Match.Score, before.Match.Crawford, before.Match.Cube
			states = states[:0]
		}
		if first := *before; a.Kind == gametest.Throw && before.Opening && a.Player != before.Match.Roller {
			first.Match.Roller, first.Match.Turn = a.Player, a.Player
			before = &first
		}
		b := *before
		states = append(states, b)
		m.Games[0].Actions = append(m.Games[0].Actions, Action{
			Kind: kinds[a.Kind], Player: a.Player, Roll: a.Roll, Value: a.Value, Steps: slices.Clone(a.Play.Steps()),
		})
		if after.Over() {
			finish(after)
		}
	})
	t.Logf("%d actions, %d dead doubles that records alone allow", seen, dead)
}
