package engine

import (
	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// Correct corrects what a model answers about a position of a class by facts
// about the position. With databases it does everything that gnubg does: it
// computes backgammons of a race, and sets outcomes that the remaining
// cross-overs decide. If d is nil it does only [Probabilities.RuleOut].
func (d *Databases) Correct(p *Probabilities, pos *board.Position, class Class) {
	if d == nil {
		p.RuleOut(pos)
		return
	}
	if class == Race {
		home := d.home()
		if home != nil {
			raceBackgammons(p, pos, home)
		}
		raceBounds(p, pos, home)
		p.RuleOut(pos)
		return
	}
	p.order()
	for k := WinGammon; k < Outputs; k++ {
		if p[k] < negligible {
			p[k] = 0
		}
	}
	p.ruleOutGammons(pos, pos.Own.Rearmost(), pos.Opp.Rearmost())
}

// negligible is the probability below which an outcome counts as impossible in
// a position with contact.
const negligible = 0.0001

// raceBackgammons replaces the probability of a backgammon in a race in which a
// side has borne off no checker and has checkers in the other's home board. It
// is computed from the winner's rolls and the turns in which the stragglers
// leave. For up to six stragglers these turns are exact.
func raceBackgammons(p *Probabilities, pos *board.Position, home *bearoff.OneSided) {
	switch {
	case pos.Opp[board.Off] == 0 && pos.Opp.Rearmost() > homeOfOther:
		if chance := raceBackgammon(&pos.Own, &pos.Opp, 1, home); chance > 0 {
			p[WinBackgammon], p[WinGammon] = chance, max(p[WinGammon], chance)
		} else {
			p[WinBackgammon] = 0
		}
	case pos.Own[board.Off] == 0 && pos.Own.Rearmost() > homeOfOther:
		if chance := raceBackgammon(&pos.Opp, &pos.Own, 0, home); chance > 0 {
			p[LoseBackgammon], p[LoseGammon] = chance, max(p[LoseGammon], chance)
		} else {
			p[LoseBackgammon] = 0
		}
	}
}

// raceBackgammon returns the probability that the winner bears off before the
// loser's last straggler has left the winner's home board. first is 1 if the
// winner is on roll and 0 if the loser is. As in gnubg, the winner's checkers
// outside its home board are ignored, which matters only for tiny
// probabilities.
func raceBackgammon(winner, loser *board.Side, first int, home *bearoff.OneSided) float32 {
	var inHome board.Side
	checkers, pips, number := 0, 0, 0
	for point := 1; point <= homePoints; point++ {
		inHome[point] = winner[point]
		checkers += int(winner[point])
	}
	var k stragglers
	for i := range k {
		k[i] = loser[firstStraggler+i]
		number += int(k[i])
		pips += int(k[i]) * (i + 1)
	}
	if (checkers+3)/4-first > (pips+2)/3 {
		return 0
	}
	if number > maxStragglers {
		return manyStragglers(&inHome, k, first, home)
	}
	rolls := home.Rolls(&inHome)
	leave := &stragglerTable()[stragglerIndex.Rank(k[:])]
	var chance float32
	off := 0 // probability, in parts of 65535, that the winner is off after this number of turns
	for turn := 1; turn <= stragglerTurns-1+first; turn++ {
		off += int(rolls[turn])
		chance += leave[turn-first] * float32(off)
	}
	return min(chance/bearoff.One, 1)
}

// manyStragglers approximates the probability by a bear-off. Each straggler is put on the
// point that is as far from off as the straggler is from leaving.
func manyStragglers(winner *board.Side, k stragglers, first int, home *bearoff.OneSided) float32 {
	var loser board.Side
	copy(loser[1:], k[:])
	if first == 1 {
		return min(home.Evaluate(winner, &loser)[Win], 1)
	}
	return min(1-home.Evaluate(&loser, winner)[Win], 1)
}

// raceBounds sets the outcomes of a race that are certain or impossible by the number of
// turns and cross-overs.
func raceBounds(p *Probabilities, pos *board.Position, home *bearoff.OneSided) {
	own, opp := newRacer(&pos.Own, home), newRacer(&pos.Opp, home)
	raceCertain(p, pos, own, opp)
	if pos.Opp[board.Off] == 0 && own.allOff > 8*opp.oneOff {
		p[WinGammon] = 0
	}
	if pos.Own[board.Off] == 0 && opp.allOff > 8*own.oneOff-4 {
		p[LoseGammon] = 0
	}
}

// raceCertain sets the wins and gammons of a race that are certain: the loser needs more
// turns than the winner, whatever they roll.
func raceCertain(p *Probabilities, pos *board.Position, own, opp racer) {
	before := 4 * (max(own.turns, 1) - 1) // cross-overs of the opponent before the player's last turn
	if opp.allOff > before {
		p[Win] = 1
	}
	if pos.Opp[board.Off] == 0 && opp.oneOff > before {
		p[WinGammon] = 1
	}
	if own.allOff > 4*opp.turns {
		p[Win] = 0
	}
	if pos.Own[board.Off] == 0 && own.oneOff > 4*opp.turns {
		p[LoseGammon] = 1
	}
}

// racer holds the cross-overs and turns that a side needs in a race. A
// cross-over moves a checker to the next quarter of the board or off; a roll
// makes at most four.
type racer struct {
	allOff int // cross-overs to bear off every checker
	oneOff int // cross-overs to bear off one
	turns  int // maximum, to bear off every checker
}

func newRacer(s *board.Side, home *bearoff.OneSided) racer {
	const quarters = 4
	bar := int(s[board.Bar])
	r := racer{oneOff: 1 + bar*quarters, allOff: bar * (quarters + 1)}
	for quarter := range quarters {
		n := 0
		for _, c := range s[1+quarter*homePoints:][:homePoints] {
			n += int(c)
		}
		r.oneOff += n * quarter
		r.allOff += n * (quarter + 1)
	}
	if home != nil && s.Rearmost() <= homePoints {
		r.turns = home.MostRolls(s)
	} else {
		r.turns = 2 * r.allOff
	}
	return r
}
