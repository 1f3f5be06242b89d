package bgammon

import (
	"context"
	"slices"
	"strconv"
	"time"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/desk/bot"
	"gammonlab/internal/plaintext"
)

// maxCube is the largest value of the cube.
const maxCube = 64

// maxFaults is the maximal number of rejections in a turn that the bot answers; after
// that it waits for another board.
const maxFaults = 3

// turn is the bot's part of a turn: what it has planned and sent for one phase.
type turn struct {
	phase    phase
	answered string // the last board that the bot has answered
	plan     []step // remaining steps of the play, in a legal order
	planned  bool   // a play was chosen for these dice
	last     step   // last step sent
	refused  []step // steps that the server has rejected
	faults   int    // number of rejections
	reset    bool   // the bot has taken back its steps once
}

// phase identifies the decision that a board asks for.
type phase struct {
	turn, roll1, roll2 int
	doubled            bool
	score              [2]int
}

// turnFailed requests the board after a rejection, up to maxFaults times in a turn.
func (c *Client) turnFailed(now time.Time, e *event) []bot.Command {
	c.table.Log("%s: %s", e.Type, plaintext.OneLine(e.Reason))
	t := &c.turn
	t.answered = ""
	if t.faults++; t.faults > maxFaults {
		return nil
	}
	if e.Type == "failedmove" {
		t.refused = append(t.refused, t.last)
		t.planned, t.plan = false, nil
		return c.words(now, "reset", "board")
	}
	return c.words(now, "board")
}

// board answers a board.
func (c *Client) board(ctx context.Context, now time.Time, line string, e *event) []bot.Command {
	if e.Spectating || e.Variant != 0 {
		return c.depart(now)
	}
	v, err := e.view()
	if err != nil {
		c.table.Log("a board makes no sense: %v", err)
		return nil
	}
	c.inMatch = true
	if e.Player1.Rating != 0 {
		c.table.Results.SetRating(strconv.Itoa(e.Player1.Rating))
	}
	if e.Player2.Name != "" {
		c.table.Begin(e.Player2.Name, c.me, e.Points)
		if !e.matchOver() {
			c.playing, c.over = true, false
			c.table.See(v)
		}
	}
	switch {
	case e.matchOver():
		return c.matchOver(now, e)
	case e.Player2.Name == "" || e.Winner != 0 || v.Position.Result() != 0 || line == c.turn.answered:
		return nil
	}
	c.turn.answered = line
	return c.say(now, c.answer(ctx, e, v)...)
}

// answer returns the commands for a board that the bot has not answered.
func (c *Client) answer(ctx context.Context, e *event, v *bot.View) []bot.Command {
	now := phase{e.Turn, e.Roll1, e.Roll2, e.DoubleOffered, v.Match.Score}
	if c.turn.phase != now {
		c.turn = turn{phase: now, answered: c.turn.answered}
	}
	switch {
	case e.Turn == turnOpening && e.Roll1 == 0:
		return answer("roll")
	case e.DoubleOffered && e.Turn == turnOpponent:
		return c.answerDouble(ctx, v)
	case e.DoubleOffered || e.Turn != turnMine:
		return nil
	case !e.rolled():
		return c.double(ctx, v)
	}
	return c.move(ctx, e, v)
}

func answer(text string) []bot.Command { return []bot.Command{{Text: text, Answer: true}} }

// price returns the multiple of the cube that the side loses by a drop.
func (c *Client) price(loser *board.Side) int {
	if c.o.Standard {
		return 1
	}
	return bot.DropPrice(loser)
}

// answerDouble takes or drops.
func (c *Client) answerDouble(ctx context.Context, v *bot.View) []bot.Command {
	take, err := c.table.Decider.Take(ctx, &v.Question, c.price(&v.Position.Opp))
	if err != nil {
		c.table.Log("a double is taken that was not understood: %v", err)
		take = true
	}
	if take {
		return answer("ok")
	}
	return answer("resign")
}

// double doubles or rolls.
func (c *Client) double(ctx context.Context, v *bot.View) []bot.Command {
	double := false
	rules := game.State{Rules: game.Rules{Length: v.Match.Length}, Position: v.Position, Match: v.Match}
	if v.Match.Cube < maxCube && rules.MayDouble() == nil {
		var err error
		if double, err = c.table.Decider.Double(ctx, &v.Question, c.price(&v.Position.Opp)); err != nil {
			c.table.Log("no double: %v", err)
			double = false
		}
	}
	if double {
		return answer("double")
	}
	return answer("roll")
}

// move makes the next step of the play, or ends the turn.
func (c *Client) move(ctx context.Context, e *event, v *bot.View) []bot.Command {
	t := &c.turn
	if len(e.Available) == 0 {
		t.plan, t.planned = nil, false
		return answer("ok")
	}
	if !t.planned {
		if len(e.Moves) > 0 && !t.reset {
			t.reset = true
			return answer("reset")
		}
		c.choose(ctx, e, v)
	}
	s, ok := t.next(e)
	if !ok {
		c.table.Log("no step is left that the server has not refused")
		return nil
	}
	return answer("move " + s.String())
}

// choose plans the play of the dice. If steps have been made already, it plans nothing,
// and the bot makes any legal steps.
func (c *Client) choose(ctx context.Context, e *event, v *bot.View) {
	t := &c.turn
	t.planned, t.plan = true, nil
	if len(e.Moves) > 0 {
		return
	}
	play, ok, err := c.table.Decider.Play(ctx, &v.Question)
	if err != nil || !ok {
		c.table.Log("no play was found: %v", err)
		return
	}
	for _, s := range play.Steps() {
		t.plan = append(t.plan, stepOf(s))
	}
}

// next returns the next step: the first legal step of the plan, or else any step that the
// server lists as legal.
func (t *turn) next(e *event) (step, bool) {
	for i, s := range t.plan {
		if e.has(s) && !slices.Contains(t.refused, s) {
			t.plan = slices.Delete(t.plan, i, i+1)
			t.last = s
			return s, true
		}
	}
	t.plan = nil
	for _, a := range e.Available {
		if s, ok := stepIn(a); ok && !slices.Contains(t.refused, s) {
			t.last = s
			return s, true
		}
	}
	return step{}, false
}
