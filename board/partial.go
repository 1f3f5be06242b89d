package board

import "slices"

// Partial is an incomplete play, for boards on which checkers move one by one.
// It allows only steps that can be completed to a legal play.
type Partial struct {
	w    walker
	left []int // dice, in the order in which they are tried
}

// NewPartial returns the play of a roll before its first step. The first die of
// the roll is tried first.
func NewPartial(pos Position, roll Roll) *Partial {
	p := &Partial{w: newWalker(&pos), left: []int{int(roll[0]), int(roll[1])}}
	if roll.Double() {
		p.left = append(p.left, p.left...)
	}
	return p
}

// Position returns the board after the steps played, from the player's point of
// view.
func (p *Partial) Position() Position { return p.w.pos }

// Steps returns the steps played.
func (p *Partial) Steps() []Step { return slices.Clone(p.w.steps[:p.w.n]) }

// Left returns the dice not yet played, including those that cannot be played.
func (p *Partial) Left() []int { return slices.Clone(p.left) }

// Next returns the legal next steps, none if the play is complete: those of the
// first die first, and for each die from the rearmost checker forward.
func (p *Partial) Next() []Step {
	var all []Step
	for _, b := range p.Branches() {
		all = append(all, b.Step)
	}
	return all
}

// Branch is a legal next step of an incomplete play.
type Branch struct {
	Step  Step
	Die   int      // die that is played
	After *Partial // play after the step
}

// Branches returns the legal next steps in the order of Next, with the play after each.
func (p *Partial) Branches() []Branch {
	var all []Branch
	p.eachStep(func(source, i int) bool {
		after := &Partial{p.w, slices.Clone(p.left)}
		all = append(all, Branch{Step{uint8(source), uint8(max(source-p.left[i], Off))}, p.left[i], after})
		return true
	})
	for _, b := range all {
		b.After.do(int(b.Step.From), slices.Index(b.After.left, b.Die))
	}
	return all
}

// Move moves a checker between two places by one or more dice and reports
// whether the move is legal.
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

// do moves a checker by the die with index i.
func (p *Partial) do(source, i int) {
	p.w.step(source, p.left[i])
	p.left = slices.Delete(p.left, i, i+1)
}

// eachStep calls visit for the legal next steps, with the place of the checker
// and the index of the die, until visit returns false.
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

// larger reports whether a larger die can be played. If only one die can be
// played, it must be the larger one.
func (p *Partial) larger(die int) bool {
	return slices.ContainsFunc(p.left, func(other int) bool { return other > die && p.w.sources(other) != 0 })
}

// longest returns the number of dice that can be played.
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
