package board

import "math/bits"

// Step moves one checker between two places in its owner's numbering: From is 1
// to 25 ([Bar]), To is 0 ([Off]) to 24.
type Step struct {
	From, To uint8
}

// Play is a legal way to play a roll: its steps, in a legal order, and the
// resulting position.
type Play struct {
	Result Position // from the point of view of the opponent, who is then on roll
	steps  [4]Step
	n      uint8
}

// Steps returns the play's steps. The slice shares the play's memory.
func (p *Play) Steps() []Step { return p.steps[:p.n] }

// Generator finds legal plays. It reuses its buffers and so does not allocate
// after its first calls. The zero value is ready for use. A Generator is not
// safe for concurrent use.
type Generator struct {
	plays  []Play
	hashes []uint64 // of plays, if the roll can reach a position in two ways
	after  seconds  // of the roll's first order of the dice
}

// Plays returns one play for each distinct position that the roll can legally
// reach, none if there is no legal play. A legal play uses as many dice as
// possible, and the larger die if either but not both can be played. The next
// call overwrites the slice.
func (g *Generator) Plays(pos *Position, roll Roll) []Play {
	g.plays = g.plays[:0]
	g.hashes = g.hashes[:0]
	w := newWalker(pos)
	if roll.Double() {
		g.doubles(&w, int(roll[0]), Bar, 4)
		return g.plays
	}
	hi, lo := int(max(roll[0], roll[1])), int(min(roll[0], roll[1]))
	g.pair(&w, hi, lo, nil)
	g.pair(&w, lo, hi, &g.after)
	if len(g.plays) == 0 {
		g.single(&w, hi)
	}
	if len(g.plays) == 0 {
		g.single(&w, lo)
	}
	return g.plays
}

// Plays returns the legal plays of a roll, one for each distinct result. In
// loops, use a [Generator], which does not allocate.
func Plays(pos Position, roll Roll) []Play {
	var g Generator
	return g.Plays(&pos, roll)
}

// doubles adds the plays of up to left more steps of one die. It moves checkers
// from the back forward. This loses no result, because steps that are legal in
// some order are legal in this order. It reaches each result once, because the
// result determines the number of steps from each point, rearmost point first.
func (g *Generator) doubles(w *walker, die, from, left int) {
	sources := w.sources(die) & (2<<from - 1)
	if left == 0 || sources == 0 {
		g.emitLongest(w)
		return
	}
	for ; sources != 0; sources = dropRearmost(sources) {
		source := rearmost(sources)
		undo := w.step(source, die)
		g.doubles(w, die, source, left-1)
		w.undo(undo)
	}
}

// emitLongest adds the walker's play unless it is shorter than the first play.
// The first play has the maximal length: it always moved the rearmost movable
// checker, which never blocks another checker.
func (g *Generator) emitLongest(w *walker) {
	if w.n == 0 || len(g.plays) > 0 && w.n < g.plays[0].n {
		return
	}
	g.emit(w)
}

// pair adds the plays that use the first die and then the second. The second call for a
// roll, with the dice in the other order, gets the seconds of the first call: most of its
// plays are the same steps in the other order, and it passes over these.
func (g *Generator) pair(w *walker, first, second int, other *seconds) {
	if other == nil {
		g.after = seconds{}
	}
	for sources := w.sources(first); sources != 0; sources = dropRearmost(sources) {
		source := rearmost(sources)
		undo := w.step(source, first)
		next := w.sources(second)
		if other == nil {
			g.after[source] = next
		} else {
			next = other.without(next, source)
		}
		for ; next != 0; next = dropRearmost(next) {
			undo := w.step(rearmost(next), second)
			g.emitNew(w)
			w.undo(undo)
		}
		w.undo(undo)
	}
}

// seconds has, by the place from which the first die moves a checker, the places from which
// the second die can then move one, as bit sets.
type seconds [Bar + 1]uint32

// without removes from places those from which a step could also come first, with a step from
// source second.
func (s *seconds) without(places uint32, source int) uint32 {
	for left := places; left != 0; left = dropRearmost(left) {
		if place := rearmost(left); s[place]>>source&1 != 0 {
			places &^= 1 << place
		}
	}
	return places
}

// single adds the plays of one die.
func (g *Generator) single(w *walker, die int) {
	for sources := w.sources(die); sources != 0; sources = dropRearmost(sources) {
		undo := w.step(rearmost(sources), die)
		g.emit(w)
		w.undo(undo)
	}
}

// emitNew adds the walker's play unless its result is in the list.
func (g *Generator) emitNew(w *walker) {
	for i, h := range g.hashes {
		if h == w.hash && g.plays[i].Result.Opp == w.pos.Own && g.plays[i].Result.Own == w.pos.Opp {
			return
		}
	}
	g.hashes = append(g.hashes, w.hash)
	g.emit(w)
}

func (g *Generator) emit(w *walker) {
	if len(g.plays) < cap(g.plays) {
		g.plays = g.plays[:len(g.plays)+1]
	} else {
		g.plays = append(g.plays, Play{})
	}
	play := &g.plays[len(g.plays)-1]
	play.Result.Own = w.pos.Opp
	play.Result.Opp = w.pos.Own
	play.steps = w.steps
	play.n = w.n
}

// walker is a position in the middle of a play, with the derived values that
// the generator needs most.
type walker struct {
	pos     Position
	own     uint32 // bit p: the player has a checker on place p, 1 to 25
	blocked uint32 // bit p: the opponent holds point p with two or more
	hash    uint64 // of the steps' effect; equal for equal results
	steps   [4]Step
	n       uint8
}

func newWalker(pos *Position) walker {
	w := walker{pos: *pos}
	for point := 1; point <= Bar; point++ {
		if pos.Own[point] > 0 {
			w.own |= 1 << point
		}
		if point < Bar && pos.Opp[Bar-point] > 1 {
			w.blocked |= 1 << point
		}
	}
	return w
}

const outsideHome = 1<<26 - 1<<7 // bits of the places beyond the home board

// sources returns the places from which a checker may move by the die, as a bit
// set.
func (w *walker) sources(die int) uint32 {
	movers := w.own
	if movers&(1<<Bar) != 0 {
		movers = 1 << Bar // nothing else moves before the bar is empty
	}
	bearing := uint32(2<<die - 1) // places from which the die would bear off
	legal := movers &^ bearing &^ (w.blocked << die)
	if movers != 0 && movers&outsideHome == 0 {
		legal |= movers & (1 << die)
		if movers < 1<<die { // a larger die takes the rearmost checker
			legal |= movers & (1 << rearmost(movers))
		}
	}
	return legal
}

// undo holds the state that is needed to take a step back.
type undo struct {
	own  uint32
	hash uint64
	hit  bool
}

// step moves a checker from the source by the die.
func (w *walker) step(source, die int) undo {
	u := undo{own: w.own, hash: w.hash}
	to := max(source-die, Off)
	w.pos.Own[source]--
	w.pos.Own[to]++
	if w.pos.Own[source] == 0 {
		w.own &^= 1 << source
	}
	w.hash += placeHash[to] - placeHash[source]
	if to != Off {
		w.own |= 1 << to
		if w.pos.Opp[Bar-to] == 1 {
			u.hit = true
			w.pos.Opp[Bar-to] = 0
			w.pos.Opp[Bar]++
			w.hash += hitHash[to]
		}
	}
	w.steps[w.n] = Step{uint8(source), uint8(to)}
	w.n++
	return u
}

// undo takes back the last step.
func (w *walker) undo(u undo) {
	w.n--
	source, to := w.steps[w.n].From, w.steps[w.n].To
	w.pos.Own[to]--
	w.pos.Own[source]++
	if u.hit {
		w.pos.Opp[Bar-to] = 1
		w.pos.Opp[Bar]--
	}
	w.own, w.hash = u.own, u.hash
}

func rearmost(places uint32) int { return bits.Len32(places) - 1 }

func dropRearmost(places uint32) uint32 { return places &^ (1 << rearmost(places)) }

// placeHash and hitHash assign a number to every effect of a step; the sum
// stands for a set of effects. Results with equal sums are compared in full.
var placeHash, hitHash = func() (place, hit [26]uint64) {
	state := uint64(0x9E3779B97F4A7C15)
	next := func() uint64 { // splitmix64
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	for i := range place {
		place[i], hit[i] = next(), next()
	}
	return place, hit
}()
