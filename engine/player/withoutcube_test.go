package player_test

import (
	"testing"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

// A player without the cube chooses the plays of the player behind it, and takes all doubles.
func TestWithoutCube(t *testing.T) {
	p := player.WithoutCube(player.Pubeval{})
	m := board.NewMatch(7)
	for i, pos := range enginetest.Positions(30, 3) {
		plays := board.Plays(pos, board.Rolls[i%21])
		if len(plays) == 0 {
			continue
		}
		want := must.Get(player.Pubeval{}.Choose(t.Context(), &pos, board.Rolls[i%21], plays))(t)
		if got := must.Get(p.Clone().(player.RulesPlayer).ChooseAt(t.Context(), &pos, &m, board.Rolls[i%21], plays))(t); got != want {
			t.Errorf("position %d: play %d, want %d", i, got, want)
		}
		doubles, beavers := must.Get(p.Doubles(t.Context(), &pos, &m))(t), must.Get(p.Beavers(t.Context(), &pos, &m))(t)
		if takes := must.Get(p.Takes(t.Context(), &pos, &m))(t); doubles || beavers || !takes {
			t.Errorf("position %d: doubles %v, beavers %v, takes %v", i, doubles, beavers, takes)
		}
	}
}
