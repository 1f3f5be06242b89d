package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// Labels that the rules exclude, the first output that is wrong, and what is right.
func TestExcluded(t *testing.T) {
	type p = engine.Probabilities
	for _, c := range []struct {
		name      string
		own, opp  board.Side
		v         board.Variant
		label     p
		output    int // -1 if the rules allow the label
		corrected p
		reason    string
	}{
		{"contact", board.Side{24: 2, 6: 13}, board.Side{24: 2, 6: 13}, 0, p{0.5, 0.2, 0.1, 0.2, 0.1}, -1, p{0.5, 0.2, 0.1, 0.2, 0.1}, ""},
		{"gammon after a checker is off", board.Side{5: 15}, board.Side{1, 24: 1, 6: 13}, 0, p{0.9, 0.4, 0.1, 0.05, 0.01},
			engine.WinGammon, p{0.9, 0, 0, 0.05, 0.01}, "the opponent has borne off a checker"},
		{"the same for the player", board.Side{1, 24: 1, 6: 13}, board.Side{5: 15}, 0, p{0.1, 0.05, 0.01, 0.4, 0.1},
			engine.LoseGammon, p{0.1, 0.05, 0.01, 0, 0}, "the player on roll has borne off a checker"},
		{"backgammon in a race", board.Side{5: 15}, board.Side{18: 1, 6: 14}, 0, p{0.9, 0.4, 0.1, 0.05, 0},
			engine.WinBackgammon, p{0.9, 0.4, 0, 0.05, 0}, "no checker in the home board"},
		{"backgammon from the home board", board.Side{5: 15}, board.Side{19: 1, 6: 14}, 0, p{0.9, 0.4, 0.1, 0.05, 0}, -1, p{0.9, 0.4, 0.1, 0.05, 0}, ""},
		{"won with every roll", board.Side{13, 1: 1, 2: 1}, board.Side{13, 6: 2}, 0, p{0.97}, engine.Win, p{1}, "every roll"},
		{"a gammon with every roll", board.Side{13, 1: 2}, board.Side{7: 1, 6: 14}, 0, p{1, 0.9}, engine.WinGammon, p{1, 1}, "every roll"},
		{"a backgammon with every roll, with contact", board.Side{14, 1: 1}, board.Side{board.Bar: 1, 6: 14}, 0, p{1, 1, 0.5},
			engine.WinBackgammon, p{1, 1, 1}, "every roll"},
		{"1-1 is blocked", board.Side{14, 3: 1}, board.Side{23: 2, 6: 13}, 0, p{0.97, 0.9, 0.8}, -1, p{0.97, 0.9, 0.8}, ""},
		{"a race won by turns", board.Side{11, 1: 4}, board.Side{9, 6: 6}, 0, p{0.99}, engine.Win, p{1}, "turns"},
		{"a race not yet won", board.Side{11, 1: 4}, board.Side{11, 6: 4}, 0, p{0.99}, -1, p{0.99}, ""},
		{"a race lost by turns", board.Side{9, 6: 6}, board.Side{13, 1: 2}, 0, p{0.01}, engine.Win, p{0}, "turns"},
		{"over", board.Side{6: 15}, board.Side{15}, 0, p{0, 0, 0, 0.5}, engine.LoseGammon, p{0, 0, 0, 1}, "over"},
		{"hypergammon, none off", board.Side{1: 1, 2: 1, 3: 1}, board.Side{4: 1, 5: 1, 6: 1}, board.Hypergammon3, p{0.95, 0.4, 0, 0, 0}, -1, p{0.95, 0.4, 0, 0, 0}, ""},
		{"hypergammon, one off", board.Side{1: 1, 2: 1, 3: 1}, board.Side{1, 5: 1, 6: 1}, board.Hypergammon3, p{0.95, 0.4, 0, 0, 0},
			engine.WinGammon, p{0.95}, "the opponent has borne off a checker"},
		{"one checker each", board.Side{18: 1}, board.Side{10: 1}, board.Hypergammon1, p{0.5, 0.4, 0.03, 0.5, 0},
			engine.WinGammon, p{0.5, 0.5, 0.03, 0.5, 0}, "one checker"},
		{"within the tolerance", board.Side{5: 15}, board.Side{1, 24: 1, 6: 13}, 0, p{0.9, 0.0009, 0, 0.05, 0.01}, -1, p{0.9, 0, 0, 0.05, 0.01}, ""},
	} {
		pos := board.Position{Own: c.own, Opp: c.opp}
		must.OK(t, pos.Validate(c.v))
		got, excluded := c.label.Excluded(&pos, 0.001)
		if excluded != (c.output >= 0) || excluded && (got.Output != c.output || got.Want != c.corrected[c.output] || !strings.Contains(got.Reason, c.reason)) {
			t.Errorf("%s: %+v, %t; want output %d, %q", c.name, got, excluded, c.output, c.reason)
		}
		p := c.label
		if p.Correct(&pos); p != c.corrected {
			t.Errorf("%s: corrected to %v, want %v", c.name, p, c.corrected)
		}
	}
}

// The rules do not exclude what counting finds.
func TestCountedIsNotExcluded(t *testing.T) {
	exact := counted{}
	rng := rand.New(rand.NewPCG(5, 6))
	decided := 0
	for i := range 600 {
		v := board.Variants()[i%len(board.Variants())]
		pos := smallRace(rng, v)
		var p engine.Probabilities
		for k, x := range exact.race(&pos) {
			p[k] = float32(x)
		}
		if out, excluded := p.Excluded(&pos, 1e-6); excluded {
			t.Errorf("%v %s: counted %v, but %+v", v, pos.ID(), p, out)
		}
		unknown := engine.Probabilities{0.5, 0.25, 0, 0.25, 0}
		if unknown.Correct(&pos); unknown[engine.Win] != 0.5 {
			decided++
		}
	}
	if decided < 50 || decided > 550 {
		t.Errorf("%d races are decided", decided)
	}
}
