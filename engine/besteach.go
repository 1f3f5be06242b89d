package engine

import "gammonlab/board"

// Score says what a position is worth to its player on roll, who has the chances
// p.
type Score func(pos *board.Position, p *Probabilities) float32

// BestOfEach is [Static.Best] for several rolls of one position, and quicker
// than a call for each. The plays of roll i are plays[ends[i-1]:ends[i]], from 0
// for the first; choices[i] becomes the index in plays of the best of them, -1 if
// there are none, and worths[i] what the position after it is worth to the
// player who makes it. A score takes the place of the cubeless money equity:
// the best play is the one whose result has the lowest, to the opponent.
func (s *Static) BestOfEach(choices []int, worths []Probabilities, pos *board.Position, plays []board.Play, ends []int, score Score) {
	s.setBase(pos)
	for i := range ends {
		choices[i] = -1
	}
	roll, least := 0, float32(0) // least: the opponent's equity after the best play
	for from := 0; from < len(plays); from += staticRows {
		answers := s.results(plays[from:min(from+staticRows, len(plays))])
		for i := range answers {
			p := &answers[i]
			for from+i >= ends[roll] {
				roll++
			}
			left := p.Equity()
			if score != nil {
				left = score(&plays[from+i].Result, p)
			}
			if choices[roll] < 0 || left < least {
				choices[roll], least, worths[roll] = from+i, left, p.Swap()
			}
		}
	}
}
