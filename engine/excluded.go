package engine

import (
	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// Excluded is a probability that the rules of the game exclude in a position.
type Excluded struct {
	Output int     // index of the probability
	Want   float32 // value that the rules leave
	Reason string  // a clause about the position
}

// Excluded returns a probability that differs by more than slack from the one that
// [Probabilities.Correct] leaves in the position, and false if there is none: the first that
// [Probabilities.RuleOut] changes, else the first that belongs to a certain result. It does
// not find probabilities that are merely out of order; [Probabilities.Check] does.
func (p *Probabilities) Excluded(pos *board.Position, slack float32) (Excluded, bool) {
	ordered := *p
	ordered.order()
	corrected := ordered
	corrected.Correct(pos)
	certain := ordered.differs(&corrected, slack)
	if certain < 0 {
		return Excluded{}, false
	}
	possible := ordered
	possible.RuleOut(pos)
	k := ordered.differs(&possible, slack)
	if k < 0 {
		k = certain
	}
	return Excluded{k, corrected[k], reason(pos, k)}, true
}

// differs returns the index of the first probability that differs by more than slack, -1 if
// none does.
func (p *Probabilities) differs(q *Probabilities, slack float32) int {
	for k, v := range p {
		if off := v - q[k]; off > slack || off < -slack {
			return k
		}
	}
	return -1
}

// Correct sets p to what the rules of the game leave in pos, for the same player on roll. A
// result that is certain gets the probability 1: the game is over, every roll bears off the
// player's last checker, or the loser of a race needs more turns than the winner, whatever
// they roll. Then [Probabilities.RuleOut] removes what is impossible. No database is needed.
// A side that has won for certain is assumed to play for the win.
func (p *Probabilities) Correct(pos *board.Position) {
	if r := certainResult(pos); r != 0 {
		*p = Certain(r)
		return
	}
	if !pos.Contact() {
		raceCertain(p, pos, certainRacer(&pos.Own), certainRacer(&pos.Opp))
	}
	p.RuleOut(pos)
}

// certainResult returns the result of a game that is over, or that every roll ends.
func certainResult(pos *board.Position) board.Result {
	if r := pos.Result(); r != 0 {
		return r
	}
	if !endsWithAnyRoll(pos) {
		return 0
	}
	after := board.Position{Own: board.Side{board.Off: uint8(pos.Own.Checkers())}, Opp: pos.Opp}
	return after.Result()
}

// endsWithAnyRoll reports whether every roll can bear off all checkers of the player.
func endsWithAnyRoll(pos *board.Position) bool {
	const least = 3 // pips of a roll
	if pos.Own.Pips() > least {
		return false
	}
	for _, roll := range board.Rolls {
		ends := false
		for _, play := range board.Plays(*pos, roll) {
			ends = ends || play.Result.Result() != 0
		}
		if !ends {
			return false
		}
	}
	return true
}

// certainRacer returns the cross-overs and turns of a side without a database.
func certainRacer(s *board.Side) racer {
	r := newRacer(s, nil)
	if s.Rearmost() <= homePoints {
		r.turns = bearoff.MostTurns(s)
	}
	return r
}

// reason returns why the rules exclude the probability k of the position.
func reason(pos *board.Position, k int) string {
	const player, opponent = "the player on roll", "the opponent"
	loser, name, other := &pos.Opp, opponent, player
	if k == LoseGammon || k == LoseBackgammon {
		loser, name, other = &pos.Own, player, opponent
	}
	switch {
	case k != Win && loser[board.Off] > 0:
		return name + " has borne off a checker"
	case (k == WinGammon || k == LoseGammon) && loser.Checkers() == 1:
		return name + " has one checker, and loses a gammon with every loss"
	case (k == WinBackgammon || k == LoseBackgammon) && !pos.Contact() && loser.Rearmost() <= homeOfOther:
		return "without contact, " + name + " has no checker in the home board of " + other
	case pos.Result() != 0:
		return "the game is over"
	case certainResult(pos) != 0:
		return "every roll bears off the last checker of " + player
	}
	return "the turns that both sides need at least and at most decide the race"
}
