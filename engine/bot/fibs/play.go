package fibs

import (
	"context"
	"time"

	"gammonlab/board"
	"gammonlab/engine/bot"
)

// maxFaults is how often a turn is answered again after the server refused the
// answer.
const maxFaults = 1

// asked is what the server wants to know.
type asked uint8

const (
	nothing  asked = iota
	toRoll         // roll or double
	toAnswer       // a double
	toMove         // the dice
	toAccept       // a resignation
)

// play is the state of a game.
type play struct {
	last    *state // the last board
	fresh   bool   // nothing has happened since
	asked   asked
	points  int // of a resignation
	length  int // of the match
	moved   bool
	faults  int
	over    bool
	waiting bool      // for a board that was asked for
	nudge   time.Time // when to roll unasked in a match that was saved, zero for never
}

// board takes a board in, and answers if the server waits for that.
func (c *Client) board(ctx context.Context, now time.Time, s *state) []bot.Command {
	if !c.Playing() {
		return nil // of a match that the bot watches, or one that is over
	}
	g := &c.game
	g.last, g.fresh, g.waiting, g.length = s, true, false, s.length
	if s.turn == 0 || s.opponent != c.opponent {
		return nil
	}
	v, err := c.view(s)
	if err != nil {
		c.table.Log("a board makes no sense: %v", err)
		return nil
	}
	c.table.See(v)
	if g.asked != nothing && !s.shows(g.asked) {
		g.asked = nothing // that is no longer what the server waits for
	}
	switch {
	case g.asked != nothing:
	case s.doubled:
		g.asked = toAnswer
	case s.turn > 0 && s.dice[0].Valid() && s.mayMove > 0 && !g.moved:
		g.asked = toMove
	}
	return c.decide(ctx, now)
}

// view returns what a board shows, with what the record says of the Crawford game.
func (c *Client) view(s *state) (*bot.View, error) {
	v, err := s.view()
	if err != nil {
		return nil, err
	}
	c.table.Begin(s.opponent, c.o.Name, s.length)
	v.Match.Crawford = c.table.Crawford(v, !s.may[0] && !s.may[1])
	return v, nil
}

// ask notes what the server wants to know, and answers if the last board still holds.
func (c *Client) ask(ctx context.Context, now time.Time, what asked) []bot.Command {
	if !c.Playing() || c.game.over {
		return nil
	}
	c.game.asked = what
	return c.decide(ctx, now)
}

// decide answers what the server has asked, by a board that shows it; without one it
// asks for the board.
func (c *Client) decide(ctx context.Context, now time.Time) []bot.Command {
	g := &c.game
	if g.asked == nothing || g.faults > maxFaults {
		return nil
	}
	if !g.fresh || g.last == nil || !g.last.shows(g.asked) {
		return c.wantBoard(now)
	}
	what := g.asked
	g.asked, g.nudge, g.fresh = nothing, time.Time{}, false
	v, err := c.view(g.last)
	if err != nil {
		return nil
	}
	switch what {
	case toRoll:
		return c.double(ctx, now, v)
	case toAnswer:
		return c.answerDouble(ctx, now, v)
	case toAccept:
		return c.answerResignation(ctx, now, v)
	}
	return c.move(ctx, now, v)
}

// wantBoard asks for the board, once until it comes.
func (c *Client) wantBoard(now time.Time) []bot.Command {
	g := &c.game
	if g.waiting {
		return nil
	}
	g.waiting = true
	return c.words(now, "board")
}

// shows reports whether a board is one at which the server asks that.
func (s *state) shows(what asked) bool {
	switch what {
	case toRoll:
		return s.turn > 0 && !s.dice[0].Valid() && !s.doubled
	case toAnswer:
		return s.doubled
	case toMove:
		return s.turn > 0 && s.dice[0].Valid() && !s.doubled
	}
	return s.turn != 0
}

// nudge rolls in a match that was saved, if the server does not ask for that again.
func (c *Client) nudge(ctx context.Context, now time.Time) []bot.Command {
	g := &c.game
	g.nudge = time.Time{}
	if !g.fresh || g.last == nil || !g.last.shows(toRoll) {
		return nil
	}
	return c.ask(ctx, now, toRoll)
}

// rollOrDouble answers the question before a roll. A board from before the
// opponent's play does not count.
func (c *Client) rollOrDouble(ctx context.Context, now time.Time, _ []string) []bot.Command {
	g := &c.game
	g.moved = false
	if g.last != nil && !g.last.shows(toRoll) {
		g.fresh = false
	}
	return c.ask(ctx, now, toRoll)
}

func (c *Client) pleaseMove(ctx context.Context, now time.Time, _ []string) []bot.Command {
	if c.game.moved {
		return nil
	}
	if c.game.last != nil && !c.game.last.shows(toMove) {
		c.game.fresh = false
	}
	return c.ask(ctx, now, toMove)
}

func (c *Client) doubled(ctx context.Context, now time.Time, m []string) []bot.Command {
	if !c.isOpponent(m[1]) {
		return nil
	}
	c.game.fresh = false
	return c.ask(ctx, now, toAnswer)
}

func (c *Client) resigns(ctx context.Context, now time.Time, m []string) []bot.Command {
	if !c.isOpponent(m[1]) {
		return nil
	}
	c.game.points, c.game.fresh = atoi(m[2]), false
	return c.ask(ctx, now, toAccept)
}

// askBoard has the board say what there is to do.
func (c *Client) askBoard(_ context.Context, now time.Time, _ []string) []bot.Command {
	if !c.Playing() {
		return nil
	}
	c.game.fresh = false
	return c.wantBoard(now)
}

// fault answers a refusal: the board is asked for and answered again, once.
func (c *Client) fault(_ context.Context, now time.Time, m []string) []bot.Command {
	c.table.Log("the server says: %s", m[0])
	g := &c.game
	if !c.Playing() {
		return nil
	}
	if g.faults++; g.faults > maxFaults {
		return nil
	}
	g.fresh, g.moved, g.asked = false, false, nothing
	return c.wantBoard(now)
}

func (c *Client) iRoll(_ context.Context, _ time.Time, m []string) []bot.Command {
	c.game = play{last: c.game.last, length: c.game.length}
	c.table.Roll(board.PlayerX, rollOf(atoi(m[1]), atoi(m[2])))
	return nil
}

func (c *Client) opponentRolls(_ context.Context, _ time.Time, m []string) []bot.Command {
	if !c.isOpponent(m[1]) {
		return nil
	}
	c.game = play{last: c.game.last, length: c.game.length}
	c.table.Roll(board.PlayerO, rollOf(atoi(m[2]), atoi(m[3])))
	return nil
}

func (c *Client) iDouble(context.Context, time.Time, []string) []bot.Command {
	c.game.fresh = false
	c.table.Double()
	return nil
}

func (c *Client) taken(context.Context, time.Time, []string) []bot.Command {
	c.game.fresh = false
	c.table.Double() // if the record has not seen it
	c.table.Take()
	return nil
}
