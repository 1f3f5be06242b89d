package advice

import (
	"gammonlab/board"
	"gammonlab/engine/cube"
)

// MarketLosers returns the share of the next exchanges, a roll of the player and a roll of the
// opponent, after which the opponent would have to pass a double, or the game is won. Both choose
// their plays without look-ahead, and the player has not doubled before. The stakes are not nil, and
// the player may double.
func (a *Adviser) MarketLosers(pos *board.Position, st *cube.Stakes) float64 {
	l := a.lucky()
	var after [len(board.Rolls)]board.Position
	l.afterEach(pos, st)
	for i := range after {
		after[i] = *l.rolls.Result(i)
	}
	return Mean(false, func(i int) float64 {
		theirs := &after[i]
		if theirs.Result() != 0 {
			return 1
		}
		l.afterEach(theirs, st.Swap())
		return Mean(false, func(k int) float64 {
			ours := l.rolls.Result(k)
			if ours.Result() != 0 {
				return 0
			}
			chances := l.rolls.Chances[k].Swap()
			leaf := l.values.Leaf(ours, &chances)
			if decision := st.Decide(&leaf); decision.Take() {
				return 0
			}
			return 1
		})
	})
}
