package fibs

import (
	"context"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/desk/bot"
)

// double doubles or rolls.
func (c *Client) double(ctx context.Context, now time.Time, v *bot.View) []bot.Command {
	if c.game.last.may[board.PlayerX] && !v.Match.Crawford {
		double, err := c.table.Decider.Double(ctx, &v.Question, 1)
		if err != nil {
			c.table.Log("no double: %v", err)
		} else if double {
			return c.answer(now, "double")
		}
	}
	return c.answer(now, "roll")
}

func (c *Client) answerDouble(ctx context.Context, now time.Time, v *bot.View) []bot.Command {
	take, err := c.table.Decider.Take(ctx, &v.Question, 1)
	if err != nil {
		c.table.Log("a double is taken that was not understood: %v", err)
		take = true
	}
	if take {
		return c.answer(now, "accept")
	}
	return c.answer(now, "reject")
}

// answerResignation accepts a resignation for the most points that the bot can win, or
// for at least as much as playing on is worth.
func (c *Client) answerResignation(ctx context.Context, now time.Time, v *bot.View) []bot.Command {
	q := v.Question
	if q.Match.Roller == board.PlayerX { // convert to the point of view of the opponent, who resigns
		q.Position, q.Match.Roller, q.Match.Turn = q.Position.Swap(), board.PlayerO, board.PlayerO
		q.Match.Dice = board.Roll{}
	}
	loser := &q.Position.Own
	q.Match.Doubled = false
	kind := (c.game.points + q.Match.Cube - 1) / q.Match.Cube
	if kind >= 3 || kind >= bot.DropPrice(loser) && loser[board.Off] > 0 {
		return c.answer(now, "accept")
	}
	accept := false
	if kind > 0 {
		var err error
		if accept, err = c.table.Decider.Accept(ctx, &q, kind); err != nil {
			c.table.Log("a resignation is declined that was not understood: %v", err)
		}
	}
	if accept {
		return c.answer(now, "accept")
	}
	return c.answer(now, "reject")
}

// move plays the dice.
func (c *Client) move(ctx context.Context, now time.Time, v *bot.View) []bot.Command {
	g := &c.game
	play, ok, err := c.table.Decider.Play(ctx, &v.Question)
	if err != nil {
		c.table.Log("no play was found: %v", err)
		return nil
	}
	if !ok {
		return nil // the server ends the turn
	}
	g.moved = true
	words := []string{"move"}
	for _, s := range play.Steps() {
		words = append(words, g.last.stepText(s))
	}
	return c.answer(now, strings.Join(words, " "))
}
