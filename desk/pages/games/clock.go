package games

import (
	"errors"
	"fmt"

	"gammonlab/desk/table"
)

// Clock is the state of the user's clock, in milliseconds. A turn ends when the net acts. Its
// first part, the delay, does not count; then the reserve runs. The net has no clock, because it
// plays within the delay.
type Clock struct {
	Reserve int  `json:"reserve_ms"` // at the beginning of this turn
	Delay   int  `json:"delay_ms"`
	Turn    int  `json:"turn_ms"` // what this turn has taken so far
	Runs    bool `json:"runs"`    // the user has to decide
	Up      bool `json:"up"`      // the reserve is used up: the match is lost
}

// maxThought is the longest time of a decision, a day.
const maxThought = 24 * 60 * 60 * 1000

// left returns the reserve after some more time.
func (c *Clock) left(thought int) int { return c.Reserve - max(0, c.Turn+thought-c.Delay) }

// Text returns the reserve that is left, such as "9:58".
func (c *Clock) Text() string {
	seconds := (max(0, c.left(0)) + 999) / 1000
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// clock returns the state of the clock, nil if there is none. It follows from the deeds, so it is
// kept with them.
func (g *Game) clock() *Clock {
	s, t := &g.settings, g.table
	if s.Clock == 0 {
		return nil
	}
	c := &Clock{Reserve: s.Clock * int(s.Length) * 60_000, Delay: s.Delay * 1000}
	for _, d := range t.Deeds() {
		switch {
		case d.Kind == table.Untimed:
			return nil
		case d.Net || d.Kind == table.Begin:
			c.Reserve, c.Turn = c.left(0), 0
		default:
			c.Turn += d.Thought
		}
	}
	c.Up = c.left(0) <= 0
	switch t.Decision() {
	case table.WhatToPlay, table.WhetherToDouble, table.WhetherToTake, table.WhetherToAccept:
		c.Runs = !c.Up
	}
	return c
}

// Lost reports whether the user has lost the match on time, which nobody does without a clock.
func (c *Clock) Lost() bool { return c != nil && c.Up }

// time adds the user's time to a deed. If that uses the reserve up, the deed becomes [table.Time].
func (g *Game) time(d *table.Deed, thought int) error {
	c, own := g.clock(), d.Kind == table.Time || d.Kind == table.Untimed
	switch {
	case c == nil && own:
		return errors.New("there is no clock")
	case c == nil:
		return nil
	case thought < 0 || thought > maxThought:
		return fmt.Errorf("thought is %d, want 0 to %d milliseconds", thought, maxThought)
	case c.Up != (d.Kind == table.Untimed):
		if c.Up {
			return errors.New("your time is up: go on without the clock, or begin another match")
		}
		return errors.New("your time is not up")
	case c.Up:
		return nil
	case c.Runs:
		d.Thought = thought
	}
	if c.left(d.Thought) <= 0 {
		*d = table.Deed{Kind: table.Time, Thought: d.Thought}
	} else if own {
		return errors.New("your time is not up")
	}
	return nil
}
