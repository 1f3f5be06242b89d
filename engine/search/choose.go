package search

import (
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
)

// choose chooses a play for every roll. That of the index played, if any, will be played.
func (c *Chooser) choose(pos *board.Position, valueAll bool, played int) {
	c.known.clear()
	c.found.Plays, c.found.Numbers, c.found.Ends = c.found.Plays[:0], c.found.Numbers[:0], c.found.Ends[:0]
	passed := false
	for i, roll := range board.Rolls {
		passed = c.collect(&c.turns[i], pos, roll, valueAll) || passed
		c.found.Ends = append(c.found.Ends, len(c.found.Numbers))
	}
	c.sample.on = c.prune && valueAll && c.sample.throws > 0
	if c.prune {
		c.sift(pos, valueAll, played)
	}
	c.evaluate(pos)
	from := 0
	for i := range c.turns {
		t := &c.turns[i]
		t.from, t.to = from, c.found.Ends[i]
		switch {
		case t.from < t.to:
			t.best = c.best(c.found.Numbers[t.from:t.to])
		case c.sample.guesses(i):
			t.best = guess
		}
		from = t.to
	}
	if passed && valueAll {
		c.passed[0] = pos.Swap()
		c.static.Evaluate(c.pass[:], c.passed[:])
	}
}

// collect adds the plays of a roll. It reports whether the roll cannot be
// played.
func (c *Chooser) collect(t *turn, pos *board.Position, roll board.Roll, valueAll bool) (passed bool) {
	plays := c.gen.Plays(pos, roll)
	switch {
	case len(plays) == 0:
		t.only, t.best = pos.Swap(), passes
	case len(plays) == 1 && !valueAll:
		t.only, t.best = plays[0].Result, alone
	default:
		for k := range plays {
			number, fresh := c.known.number(&plays[k].Result, c.found.Plays)
			if fresh {
				c.found.Plays = append(c.found.Plays, plays[k])
			}
			c.found.Numbers = append(c.found.Numbers, number)
		}
	}
	return len(plays) == 0
}

// sift removes the plays that the pruning nets do not select.
func (c *Chooser) sift(pos *board.Position, last bool, played int) {
	by := c.sieve
	if last {
		by = c.last
	}
	r := &c.found
	r.Guess = c.sample.on
	if played == noRoll || by == c.sieve {
		c.static.SiftRolls(r, pos, by, c.pruningScore)
	} else {
		c.siftApart(pos, by, played)
	}
	if c.sample.on {
		c.sample.draw(pos, played)
		c.leaveOut()
	}
	c.renumber()
}

// siftApart removes the plays that a sieve does not select, and of the roll that will be played
// those that the chooser's sieve does not select.
func (c *Chooser) siftApart(pos *board.Position, by engine.Sieve, played int) {
	r, from := &c.found, 0
	if played > 0 {
		from = r.Ends[played-1]
	}
	c.one.Plays, c.one.Guess = r.Plays, r.Guess
	c.one.Numbers = append(c.one.Numbers[:0], r.Numbers[from:r.Ends[played]]...)
	c.one.Ends = append(c.one.Ends[:0], len(c.one.Numbers))
	c.static.SiftRolls(&c.one, pos, c.sieve, c.pruningScore)

	removed := r.Ends[played] - from
	r.Numbers = slices.Delete(r.Numbers, from, r.Ends[played])
	for i := played; i < len(r.Ends); i++ {
		r.Ends[i] -= removed
	}
	c.static.SiftRolls(r, pos, by, c.pruningScore)
	if r.Guess {
		r.Guesses[played] = c.one.Guesses[0]
	}
	r.Numbers = slices.Insert(r.Numbers, r.Ends[played], c.one.Numbers...)
	for i := played; i < len(r.Ends); i++ {
		r.Ends[i] += len(c.one.Numbers)
	}
}

// renumber removes the results that no roll has any more.
func (c *Chooser) renumber() {
	r := &c.found
	c.places = slices.Grow(c.places[:0], len(r.Plays))[:len(r.Plays)]
	clear(c.places)
	for _, n := range r.Numbers {
		c.places[n] = 1
	}
	kept := 0
	for n := range r.Plays {
		if c.places[n] != 0 {
			r.Plays[kept], c.places[n] = r.Plays[n], int32(kept)
			kept++
		}
	}
	r.Plays = r.Plays[:kept]
	for i, n := range r.Numbers {
		r.Numbers[i] = c.places[n]
	}
}
