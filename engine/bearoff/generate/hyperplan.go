package generate

import (
	"slices"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// hyperNever is a bit that every [hyperBoard] has and no set of points.
const hyperNever = 1 << 31

// hyperChoice is a play in a plan that may hit.
type hyperChoice struct {
	row    uint32 // offset of the records with the play's result as the opponent's side
	landed uint32 // bit p: a step ends on point p
	// same has, for up to two earlier plays with the same resulting checkers, the
	// points on which only one of the two plays lands. If no blot is on them, both
	// plays lead to the same position and this one does not count.
	same [2]uint32
}

// hyperRoll locates the plays of a roll in a plan.
type hyperRoll struct {
	reach          uint32 // bit p: a play lands on point p
	quiet, quietTo uint32 // plays if no blot is in reach
	full, fullTo   uint32 // plays if a blot is in reach
}

// hyperPlan has all plays of one side's checkers. They depend on the opponent
// only through the blocked point, at most one, and through blots.
type hyperPlan struct {
	rolls [hyperPoints][21]hyperRoll // by blocked point, 0 for none
	quiet []uint32                   // rows, each result once
	full  []hyperChoice
}

// hyperPlanner makes plans.
type hyperPlanner struct {
	search hyperSearch
	n      int // size of the index
	plan   *hyperPlan
	free   [21]uint32 // points tried if none is blocked
}

func newHyperPlanner(x *bearoff.Index) *hyperPlanner {
	return &hyperPlanner{search: hyperSearch{index: x}, n: x.Len()}
}

// make returns the plan of the side.
func (p *hyperPlanner) make(side *hyperSide) *hyperPlan {
	p.plan = new(hyperPlan)
	for blocked := range hyperPoints {
		if blocked > 0 && side[blocked-1] > 0 {
			continue // the player's own checkers are there
		}
		for i, roll := range board.Rolls {
			if blocked > 0 && p.free[i]&(1<<blocked) == 0 {
				p.plan.rolls[blocked][i] = p.plan.rolls[0][i]
				continue
			}
			p.search.search(side, blocked, roll)
			if blocked == 0 {
				p.free[i] = p.search.tried
			}
			p.plan.rolls[blocked][i] = p.add(p.search.plays)
		}
	}
	p.plan.quiet = slices.Clip(p.plan.quiet)
	p.plan.full = slices.Clip(p.plan.full)
	return p.plan
}

// add appends the plays of a roll to the plan.
func (p *hyperPlanner) add(plays []hyperPlay) hyperRoll {
	plan := p.plan
	roll := hyperRoll{quiet: uint32(len(plan.quiet)), full: uint32(len(plan.full))}
	for i, play := range plays {
		choice := hyperChoice{
			row:    uint32(play.rank * p.n),
			landed: play.landed,
			same:   [2]uint32{hyperNever, hyperNever},
		}
		earlier := 0
		for _, e := range plays[:i] {
			if e.rank == play.rank {
				choice.same[earlier] = e.landed ^ play.landed
				earlier++
			}
		}
		if earlier == 0 {
			plan.quiet = append(plan.quiet, choice.row)
		}
		plan.full = append(plan.full, choice)
		roll.reach |= play.landed
	}
	roll.quietTo, roll.fullTo = uint32(len(plan.quiet)), uint32(len(plan.full))
	return roll
}
