package fibs

import (
	"context"
	"time"

	"gammonlab/board"
	"gammonlab/desk/bot"
)

// maxFaults is the number of rejected answers in a turn after which the bot tries again.
const maxFaults = 1

// asked is the question of the server.
type asked uint8

const (
	nothing  asked = iota
	toRoll         // to roll or to double
	toAnswer       // a double: to take or to drop
	toMove         // the roll: to play it
	toAccept       // a resignation: to accept or to reject
)

// play is the state of a game.
type play struct {
	last    *state // the last board
	fresh   bool   // no event has followed the last board
	asked   asked
	points  int // of a resignation
	length  int // of the match
	moved   bool
	faults  int
	over    bool
	waiting bool      // the bot has requested a board
	nudge   time.Time // time to roll without a question in a resumed match, zero for never
}

// board handles a board, and answers if the server has asked a question.
func (c *Client) board(ctx context.Context, now time.Time, s *state) []bot.Command {
	if !c.Playing() {
		return nil // the bot watches the match, or the match is over
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
		g.asked = nothing // the server no longer waits for this answer
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

// view returns the content of a board. The record determines whether the game is the
// Crawford game.
func (c *Client) view(s *state) (*bot.View, error) {
	v, err := s.view()
	if err != nil {
		return nil, err
	}
	c.table.Begin(s.opponent, c.o.Name, s.length)
	v.Match.Crawford = c.table.Crawford(v, !s.may[0] && !s.may[1])
	return v, nil
}

// ask stores the server's question, and answers if the last board is still current.
func (c *Client) ask(ctx context.Context, now time.Time, what asked) []bot.Command {
	if !c.Playing() || c.game.over {
		return nil
	}
	c.game.asked = what
	return c.decide(ctx, now)
}

// decide answers the server's question with a current board that shows it. Without such a
// board it requests one.
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

// wantBoard requests the board, unless a request is pending.
func (c *Client) wantBoard(now time.Time) []bot.Command {
	g := &c.game
	if g.waiting {
		return nil
	}
	g.waiting = true
	return c.words(now, "board")
}

// shows reports whether the server can ask the question at this board.
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

// nudge rolls in a resumed match if the server does not repeat its question.
func (c *Client) nudge(ctx context.Context, now time.Time) []bot.Command {
	g := &c.game
	g.nudge = time.Time{}
	if !g.fresh || g.last == nil || !g.last.shows(toRoll) {
		return nil
	}
	return c.ask(ctx, now, toRoll)
}

// rollOrDouble answers the question before a roll. It ignores a board from before the
// opponent's play.
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

// askBoard requests the board, to find out what the server waits for.
func (c *Client) askBoard(_ context.Context, now time.Time, _ []string) []bot.Command {
	if !c.Playing() {
		return nil
	}
	c.game.fresh = false
	return c.wantBoard(now)
}

// fault handles a rejected answer: the bot requests the board and answers again, once.
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
	c.table.Roll(board.PlayerX, bot.RollOf(atoi(m[1]), atoi(m[2])))
	return nil
}

func (c *Client) opponentRolls(_ context.Context, _ time.Time, m []string) []bot.Command {
	if !c.isOpponent(m[1]) {
		return nil
	}
	c.game = play{last: c.game.last, length: c.game.length}
	c.table.Roll(board.PlayerO, bot.RollOf(atoi(m[2]), atoi(m[3])))
	return nil
}

func (c *Client) iDouble(context.Context, time.Time, []string) []bot.Command {
	c.game.fresh = false
	c.table.Double()
	return nil
}

func (c *Client) taken(context.Context, time.Time, []string) []bot.Command {
	c.game.fresh = false
	c.table.Double() // if the record lacks the double
	c.table.Take()
	return nil
}
