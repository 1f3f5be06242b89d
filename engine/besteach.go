package engine

import "gammonlab/board"

// BestOfEach is [Static.Best] for several rolls of one position, and quicker
// than a call for each. The plays of roll i are plays[ends[i-1]:ends[i]], from 0
// for the first; choices[i] becomes the index in plays of the best of them, -1 if
// there are none, and worths[i] what the position after it is worth to the
// player who makes it.
func (s *Static) BestOfEach(choices []int, worths []Probabilities, pos *board.Position, plays []board.Play, ends []int) {
	s.setBase(pos)
	for i := range ends {
		choices[i] = -1
	}
	roll, least := 0, float32(0) // least: the opponent's equity after the best play
	for from := 0; from < len(plays); from += staticRows {
		for i, p := range s.results(plays[from:min(from+staticRows, len(plays))]) {
			for from+i >= ends[roll] {
				roll++
			}
			if equity := p.Equity(); choices[roll] < 0 || equity < least {
				choices[roll], least, worths[roll] = from+i, equity, p.Swap()
			}
		}
	}
}
