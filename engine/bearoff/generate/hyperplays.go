package generate

import (
	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

const (
	hyperPoints = 25 // points of the index: the bar is the last
	hyperBar    = 25

	maxHyperCheckers = 3
)

// hyperSide has the checkers of one side on points 1 to 24 and on the bar,
// point p at index p-1, as for [Index.Rank].
type hyperSide [hyperPoints]uint8

// hyperPlay is the result of a play for the player's own checkers; hits depend
// on the opponent's blots.
type hyperPlay struct {
	own    hyperSide
	rank   int
	landed uint32 // bit p: a step of the play ends on point p
}

// hyperSearch lists the legal plays of a roll in gnubg's order. This order
// decides which of several plays with equal equity determines the
// probabilities. The generator of package board, which is faster, has another
// order and so would make a different file.
//
// With at most three checkers the opponent can hold at most one point.
type hyperSearch struct {
	index   *bearoff.Index
	blocked int    // the opponent's point in the player's numbering, 0 for none
	tried   uint32 // bit p: a checker could land on p if it were not blocked

	side   hyperSide
	dice   []int
	landed uint32

	plays       []hyperPlay
	steps, pips int // of the plays
}

// search sets s.plays to the plays of the roll for the side, none if there is
// no legal play.
func (s *hyperSearch) search(side *hyperSide, blocked int, roll board.Roll) {
	s.side, s.blocked, s.tried, s.landed = *side, blocked, 0, 0
	s.plays, s.steps, s.pips = s.plays[:0], 0, 0
	high, low := int(roll[0]), int(roll[1])
	if high == low {
		s.dice = append(s.dice[:0], high, high, high, high)
		s.play(0, hyperBar, 0)
		return
	}
	s.dice = append(s.dice[:0], high, low)
	s.play(0, hyperBar, 0)
	s.dice[0], s.dice[1] = low, high
	s.play(0, hyperBar, 0)
}

// play tries every source from the given point down for the next die. It
// reports whether there is none, so the play is complete.
func (s *hyperSearch) play(step, from, pips int) (complete bool) {
	if step == len(s.dice) {
		return true
	}
	last := 1
	if s.side[hyperBar-1] > 0 { // all checkers on the bar must enter first
		from, last = hyperBar, hyperBar
	}
	complete = true
	for ; from >= last; from-- {
		if s.side[from-1] > 0 && s.legal(from, s.dice[step]) {
			complete = false
			s.step(step, from, pips)
		}
	}
	return complete
}

// step plays one checker and all possible continuations, and then takes the
// step back.
func (s *hyperSearch) step(step, from, pips int) {
	die, landed := s.dice[step], s.landed
	to := from - die
	s.side[from-1]--
	if to > 0 {
		s.side[to-1]++
		s.landed |= 1 << to
	}
	next := hyperBar
	if len(s.dice) == 4 {
		next = from
	}
	if s.play(step+1, next, pips+die) {
		s.add(step+1, pips+die)
	}
	if to > 0 {
		s.side[to-1]--
	}
	s.side[from-1]++
	s.landed = landed
}

// legal reports whether a checker on the point may move by the die.
func (s *hyperSearch) legal(from, die int) bool {
	to := from - die
	if to > 0 {
		s.tried |= 1 << to
		return to != s.blocked
	}
	rearmost := hyperBar
	for s.side[rearmost-1] == 0 {
		rearmost--
	}
	return rearmost <= 6 && (to == 0 || from == rearmost)
}

// add adds the play unless a known play uses more checkers or pips. A die
// counts in full even if it bears off from a lower point.
func (s *hyperSearch) add(steps, pips int) {
	if steps < s.steps || pips < s.pips {
		return
	}
	if steps > s.steps || pips > s.pips {
		s.plays, s.steps, s.pips = s.plays[:0], steps, pips
	}
	play := hyperPlay{own: s.side, landed: s.landed}
	for i := range s.plays {
		if s.plays[i].landed == play.landed && s.plays[i].own == play.own {
			return
		}
	}
	play.rank = s.index.Rank(play.own[:])
	s.plays = append(s.plays, play)
}
