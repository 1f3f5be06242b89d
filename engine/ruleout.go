package engine

import "gammonlab/board"

// RuleOut sets to 0 what is impossible from pos for the same player on roll: gammons of a
// side that has borne off a checker, and backgammons of a side that is past all contact
// and has no checker in the other's home board. A side of one checker, as in hypergammon,
// loses a gammon whenever it loses, so its single losses are impossible, too. Then RuleOut
// limits gammons to wins, and backgammons to gammons.
func (p *Probabilities) RuleOut(pos *board.Position) {
	ownBack, oppBack := pos.Own.Rearmost(), pos.Opp.Rearmost()
	p.ruleOutGammons(pos, ownBack, oppBack)
	if ownBack+oppBack < board.Bar {
		if oppBack <= homeOfOther {
			p[WinBackgammon] = 0
		}
		if ownBack <= homeOfOther {
			p[LoseBackgammon] = 0
		}
	}
	p.order()
}

// ruleOutGammons sets gammons of a side that has borne off a checker to 0, and those of a
// side of one checker to its losses. The rearmost places of both sides are given.
func (p *Probabilities) ruleOutGammons(pos *board.Position, ownBack, oppBack int) {
	switch {
	case pos.Opp[board.Off] > 0:
		p[WinGammon], p[WinBackgammon] = 0, 0
	case single(&pos.Opp, oppBack):
		p[WinGammon] = p[Win]
	}
	switch {
	case pos.Own[board.Off] > 0:
		p[LoseGammon], p[LoseBackgammon] = 0, 0
	case single(&pos.Own, ownBack):
		p[LoseGammon] = 1 - p[Win]
	}
}

// single reports whether a side that has borne off none has one checker, on the given
// rearmost place. It is faster than counting checkers.
func single(s *board.Side, back int) bool {
	if s[back] != 1 {
		return false
	}
	for point := back - 1; point > board.Off; point-- {
		if s[point] > 0 {
			return false
		}
	}
	return true
}

// Clamp limits each probability to 0 to 1, and then gammons to wins, and backgammons to
// gammons. Use it after adding differences.
func (p *Probabilities) Clamp() {
	for k := range p {
		p[k] = min(max(p[k], 0), 1)
	}
	p.order()
}

// order limits the probabilities of gammons to those of wins, and of backgammons to those
// of gammons.
func (p *Probabilities) order() {
	p[WinGammon] = min(p[WinGammon], p[Win])
	p[WinBackgammon] = min(p[WinBackgammon], p[WinGammon])
	p[LoseGammon] = min(p[LoseGammon], 1-p[Win])
	p[LoseBackgammon] = min(p[LoseBackgammon], p[LoseGammon])
}

// homeOfOther is the highest point outside the other side's home board.
const homeOfOther = 18
