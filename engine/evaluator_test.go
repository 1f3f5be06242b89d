package engine_test

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
)

func TestEquity(t *testing.T) {
	for _, c := range []struct {
		p    engine.Probabilities
		want float64
	}{
		{engine.Probabilities{}, -1},
		{engine.Probabilities{0.5, 0.2, 0.1, 0.2, 0.1}, 0},
		{engine.Probabilities{1, 1, 1, 0, 0}, 3},
		{engine.Probabilities{0, 0, 0, 1, 1}, -3},
		{engine.Probabilities{0.6, 0.2, 0.05, 0.1, 0.01}, 0.34}, // 0.2 + 0.1 + 0.04
	} {
		if got := c.p.Equity(); math.Abs(float64(got)-c.want) > 1e-6 {
			t.Errorf("equity of %v is %v, want %v", c.p, got, c.want)
		}
		turned := c.p.Swap()
		if got := turned.Equity(); math.Abs(float64(got)+c.want) > 1e-6 {
			t.Errorf("equity of %v for the other side is %v, want %v", c.p, got, -c.want)
		}
	}
}

func TestSwap(t *testing.T) {
	p := engine.Probabilities{0.75, 0.5, 0.25, 0.125, 0.0625}
	want := engine.Probabilities{0.25, 0.125, 0.0625, 0.5, 0.25}
	if got := p.Swap(); got != want {
		t.Errorf("swapped %v, want %v", got, want)
	}
	if got := p.Swap().Swap(); got != p {
		t.Errorf("swapped twice %v, want %v", got, p)
	}
}

func TestCertain(t *testing.T) {
	for _, c := range []struct {
		result board.Result
		want   engine.Probabilities
	}{
		{1, engine.Probabilities{1, 0, 0, 0, 0}},
		{2, engine.Probabilities{1, 1, 0, 0, 0}},
		{3, engine.Probabilities{1, 1, 1, 0, 0}},
		{-1, engine.Probabilities{0, 0, 0, 0, 0}},
		{-2, engine.Probabilities{0, 0, 0, 1, 0}},
		{-3, engine.Probabilities{0, 0, 0, 1, 1}},
	} {
		got := engine.Certain(c.result)
		if got != c.want {
			t.Errorf("certain %d: %v, want %v", c.result, got, c.want)
		}
		if got.Equity() != float32(c.result) {
			t.Errorf("certain %d has the equity %v", c.result, got.Equity())
		}
		if got.Swap() != engine.Certain(-c.result) {
			t.Errorf("certain %d swapped is %v", c.result, got.Swap())
		}
	}
}

// TestRuleOut starts from the same probabilities for most positions and
// compares the result.
func TestRuleOut(t *testing.T) {
	all := engine.Probabilities{0.5, 0.25, 0.125, 0.25, 0.125}
	for _, c := range []struct {
		name     string
		own, opp board.Side
		p, want  engine.Probabilities
	}{
		{"contact, no checker off: all outcomes possible",
			board.Side{24: 2, 6: 13}, board.Side{24: 2, 6: 13}, all, all},
		{"the opponent has one off: no gammon to win",
			board.Side{24: 2, 6: 13}, board.Side{board.Off: 1, 24: 2, 6: 12}, all,
			engine.Probabilities{0.5, 0, 0, 0.25, 0.125}},
		{"the player has one off: no gammon to lose",
			board.Side{board.Off: 1, 24: 2, 6: 12}, board.Side{24: 2, 6: 13}, all,
			engine.Probabilities{0.5, 0.25, 0.125, 0, 0}},
		{"both have one off",
			board.Side{board.Off: 1, 24: 2, 6: 12}, board.Side{board.Off: 1, 24: 2, 6: 12}, all,
			engine.Probabilities{0.5, 0, 0, 0, 0}},
		{"a race with both sides home: gammons but no backgammons",
			board.Side{6: 15}, board.Side{6: 15}, all,
			engine.Probabilities{0.5, 0.25, 0, 0.25, 0}},
		{"a race, the opponent's last checker in the player's home board",
			board.Side{5: 15}, board.Side{19: 1, 6: 14}, all,
			engine.Probabilities{0.5, 0.25, 0.125, 0.25, 0}},
		{"a race, the opponent's last checker just outside it",
			board.Side{5: 15}, board.Side{18: 1, 6: 14}, all,
			engine.Probabilities{0.5, 0.25, 0, 0.25, 0}},
		{"a race, the player's last checker in the opponent's home board",
			board.Side{19: 1, 6: 14}, board.Side{5: 15}, all,
			engine.Probabilities{0.5, 0.25, 0, 0.25, 0.125}},
		{"contact, no checker in the opponent's home board: backgammons possible",
			board.Side{14: 15}, board.Side{13: 15}, all, all},
		{"on the bar against checkers at home",
			board.Side{board.Bar: 1, 6: 14}, board.Side{5: 15}, all, all},
		{"parts greater than the whole",
			board.Side{24: 2, 6: 13}, board.Side{24: 2, 6: 13},
			engine.Probabilities{0.25, 0.5, 0.75, 0.875, 1},
			engine.Probabilities{0.25, 0.25, 0.25, 0.75, 0.75}},
	} {
		pos := board.Position{Own: c.own, Opp: c.opp}
		if err := pos.Validate(board.Backgammon); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := c.p
		got.RuleOut(&pos)
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		turned, other := c.p.Swap(), pos.Swap()
		if c.p[engine.Win] == 0.5 { // so that turning rounds nothing
			if turned.RuleOut(&other); turned.Swap() != c.want {
				t.Errorf("%s, seen by the other side: %v, want %v", c.name, turned.Swap(), c.want)
			}
		}
	}
}
