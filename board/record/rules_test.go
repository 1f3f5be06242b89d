package record

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/game/gametest"
)

// kindOf maps the kinds of actions of random games to kinds of records.
var kindOf = map[gametest.Kind]Kind{
	gametest.Double: Double, gametest.Take: Take, gametest.Drop: Drop, gametest.Beaver: Beaver,
	gametest.Resign: Resign, gametest.Throw: Rolled, gametest.Move: Move,
}

// Random games by the rules are replayed to the states and results that they had.
func TestReplayHasTheRulesOfGame(t *testing.T) {
	var m *Match
	var states []board.Match
	gametest.Walk(rand.NewPCG(1, 1), 50_000, func(before *game.State, a *gametest.Action, after *game.State) {
		if m == nil {
			m = &Match{Length: before.Length, Rules: Rules{
				Variant: before.Variant, Crawford: before.Crawford, Jacoby: before.Jacoby, NoCube: before.NoCube}}
			g := m.AddGame()
			g.Score, g.Crawford, g.Cube = before.Match.Score, before.Match.Crawford, before.Match.Cube
			states = nil
		}
		state := before.Match
		if a.Kind == gametest.Throw {
			state.Dice, state.Roller, state.Turn = a.Roll, a.Player, a.Player
		}
		states = append(states, state)
		m.Games[0].Actions = append(m.Games[0].Actions, Action{
			Kind: kindOf[a.Kind], Player: a.Player, Roll: a.Roll, Value: a.Value, Steps: slices.Clone(a.Play.Steps()),
		})
		if !after.Over() {
			return
		}
		r := m.Replay(0)
		for r.Next() {
			if r.Match != states[r.Index] {
				t.Fatalf("before %+v: %+v, want %+v", r.Action, r.Match, states[r.Index])
			}
		}
		if r.Err() != nil || r.Match != after.Match || r.Position != after.Position || r.Result != after.Result {
			t.Fatalf("at the end: %v, %+v %+v\nwant %+v %+v", r.Err(), r.Match, r.Result, after.Match, after.Result)
		}
		m = nil
	})
}

// Records may contain doubles of a dead cube, which are illegal at the table.
func TestRecordsMayTurnADeadCube(t *testing.T) {
	m := &Match{Length: 1}
	m.AddGame().Actions = []Action{
		{Kind: Move, Player: board.PlayerX, Roll: board.Roll{3, 1}, Steps: []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}},
		{Kind: Double}, {Kind: Take, Player: board.PlayerX},
	}
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
}
