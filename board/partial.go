package board

import "slices"

// Partial is a play in the making, of which some steps are done: for boards on
// which checkers are moved one by one. Only steps are possible after which the play
// can become a legal one.
type Partial struct {
	w    walker
	left []int // dice, those first that are tried first
}

// NewPartial returns a play of a roll before its first step. The die that is to be
// tried first is the first of the roll.
func NewPartial(pos Position, roll Roll) *Partial {
	p := &Partial{w: newWalker(&pos), left: []int{int(roll[0]), int(roll[1])}}
	if roll.Double() {
		p.left = append(p.left, p.left...)
	}
	return p
}

// Position returns the board after the steps that are done, seen by the player who
// does them.
func (p *Partial) Position() Position { return p.w.pos }

// Steps returns the steps that are done.
func (p *Partial) Steps() []Step { return slices.Clone(p.w.steps[:p.w.n]) }

// Left returns the dice that are not played, whether they can be or not.
func (p *Partial) Left() []int { return slices.Clone(p.left) }

// Next returns the steps that may come next, none when the play is done. Those of
// the first die come first, and of each die those of the rearmost checkers.
func (p *Partial) Next() []Step {
	var all []Step
	p.eachStep(func(source, i int) bool {
		all = append(all, Step{uint8(source), uint8(max(source-p.left[i], Off))})
		return true
	})
	return all
}

// Move moves a checker from one place to another, by one die or several, and reports
// whether it can be.
func (p *Partial) Move(from, to uint8) bool {
	found := -1
	p.eachStep(func(source, i int) bool {
		if source == int(from) && max(source-p.left[i], Off) == int(to) {
			found = i
		}
		return found < 0
	})
	if found >= 0 {
		p.do(int(from), found)
		return true
	}
	for _, s := range p.Next() {
		if s.From != from || s.To <= to {
			continue
		}
		further := &Partial{p.w, slices.Clone(p.left)}
		if further.Move(s.From, s.To) && further.Move(s.To, to) {
			*p = *further
			return true
		}
	}
	return false
}

// Targets returns where a checker can be moved from a place, by one die or several.
func (p *Partial) Targets(from uint8) []uint8 {
	var all []uint8
	for to := range from {
		further := &Partial{p.w, slices.Clone(p.left)}
		if further.Move(from, to) {
			all = append(all, to)
		}
	}
	return all
}

// do moves a checker by the die of an index.
func (p *Partial) do(source, i int) {
	p.w.step(source, p.left[i])
	p.left = slices.Delete(p.left, i, i+1)
}

// eachStep visits the steps that may come next, by the place of the checker and the
// index of the die, until visit returns false.
func (p *Partial) eachStep(visit func(source, i int) bool) {
	most := longest(&p.w, p.left)
	if most == 0 {
		return
	}
	for i, die := range p.left {
		if slices.Contains(p.left[:i], die) || most == 1 && p.larger(die) {
			continue
		}
		rest := slices.Delete(slices.Clone(p.left), i, i+1)
		for sources := p.w.sources(die); sources != 0; sources = dropRearmost(sources) {
			source := rearmost(sources)
			undo := p.w.step(source, die)
			legal := 1+longest(&p.w, rest) == most
			p.w.undo(undo)
			if legal && !visit(source, i) {
				return
			}
		}
	}
}

// larger reports whether a larger die can be played, which must be if only one can.
func (p *Partial) larger(die int) bool {
	return slices.ContainsFunc(p.left, func(other int) bool { return other > die && p.w.sources(other) != 0 })
}

// longest returns how many of the dice can be played.
func longest(w *walker, dice []int) int {
	most := 0
	for i, die := range dice {
		if most == len(dice) || slices.Contains(dice[:i], die) {
			continue
		}
		rest := slices.Delete(slices.Clone(dice), i, i+1)
		for sources := w.sources(die); sources != 0 && most < len(dice); sources = dropRearmost(sources) {
			undo := w.step(rearmost(sources), die)
			most = max(most, 1+longest(w, rest))
			w.undo(undo)
		}
	}
	return most
}
