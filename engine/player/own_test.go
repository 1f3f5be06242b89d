package player_test

import (
	"errors"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

func TestRegister(t *testing.T) {
	last := player.Func(func(_ *board.Position, _ board.Roll, plays []board.Play) int { return len(plays) - 1 })
	must.OK(t, player.Register("last", func(rest string) (engine.Player, error) {
		if rest != "" {
			return nil, errors.New("the player last has no options")
		}
		return last, nil
	}))
	p := must.Get(player.Parse("last", nil))(t)
	start := board.Backgammon.Start()
	roll := board.Roll{3, 1}
	plays := board.Plays(start, roll)
	if i, err := p.Clone().Choose(t.Context(), &start, roll, plays); err != nil || i != len(plays)-1 {
		t.Errorf("play %d of %d, %v", i, len(plays), err)
	}
	if kinds := player.Registered(); !slices.Contains(kinds, "last") || !player.IsRegistered("last:1") || player.IsRegistered("pubeval") {
		t.Errorf("the registered kinds are %q", kinds)
	}
	must.Fail(t, must.Err(player.Parse("lats", nil)), `unknown player "lats", want net:MODEL, pubeval, random, last, ubgi:COMMAND or gnubg:PLIES; did you mean last?`)
	must.Fail(t, must.Err(player.Parse("last:1", nil)), `"last:1": the player last has no options`)
	must.Fail(t, must.Err(player.Func(func(*board.Position, board.Roll, []board.Play) int { return 99 }).Choose(t.Context(), &start, roll, plays)), "chose play 100 of 16")
	for kind, want := range map[string]string{"last": "already registered", "net": "part of gammonlab", "": "want a word", "a:b": "want a word"} {
		must.Fail(t, player.Register(kind, nil), want, kind)
	}
}
