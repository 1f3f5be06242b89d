package record

import (
	"fmt"
	"strings"

	"gammonlab/board"
)

// nextGame begins a game in a text that does not state the scores: they follow from
// the games before it.
func (c *collector) nextGame() error {
	var score [2]int
	if n := len(c.match.Games); n > 0 {
		last := &c.match.Games[n-1]
		c.match.complete(n-1, &board.Generator{})
		score = last.Score
		result := last.Result
		if !plays(result.Winner) {
			result = c.stated[n-1]
		}
		if plays(result.Winner) {
			score[result.Winner] = min(score[result.Winner]+result.Points, maxScore)
		}
	}
	if err := c.newGame(); err != nil {
		return err
	}
	c.game.Score = score
	return nil
}

// withdraw removes an offer to resign that was refused.
func (c *collector) withdraw() {
	if a := c.last(); a != nil && a.Kind == Resign {
		c.game.Actions = c.game.Actions[:len(c.game.Actions)-1]
	}
}

// playRolled reads the play of the player's roll before it; 0/0 plays nothing.
func (c *collector) playRolled(p board.Player, text string) error {
	a := c.last()
	if a == nil || a.Kind != Rolled || a.Player != p {
		return fmt.Errorf("%q: a play without a preceding roll of the player", clip(text))
	}
	a.Kind = Move
	if text = strings.TrimSpace(text); text == "0/0" {
		return nil
	}
	a.Steps, a.Text = readPlay(text)
	return nil
}

// playFromOneEnd is playRolled for texts with a step for each die, in which both players
// count the points from one end.
func (c *collector) playFromOneEnd(p board.Player, text string) error {
	err := c.playRolled(p, text)
	if err == nil {
		for i, s := range c.last().Steps {
			c.last().Steps[i] = homeward(s)
		}
	}
	return err
}

// isOther reports whether a game that begins belongs to another match than the last one of
// m: of other players, to another length, or with a lower score. Empty names are unknown.
func (m *Match) isOther(names [2]string, length int, score [2]int) bool {
	before := m.Games[len(m.Games)-1].Score
	var others bool
	for p := range names {
		is, _ := splitRating(names[p])
		was, _ := splitRating(m.Names[p])
		others = others || is != was
	}
	return others && names[0] != "" && names[1] != "" || length != m.Length ||
		length > 0 && (score[0] < before[0] || score[1] < before[1])
}
