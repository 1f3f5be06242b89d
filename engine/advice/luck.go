package advice

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// Opening is the rule of the first roll of a game.
type Opening uint8

// The kinds of rolls.
const (
	NotOpening  Opening = iota // any later roll, or the first from a position other than the start
	BeginsFixed                // no double; the player who begins is determined otherwise
	BeginsDice                 // no double; the player with the higher die begins, so half of the throws are the opponent's
)

// luckOfRolls computes the luck of rolls without look-ahead. It is not safe for
// concurrent use.
type luckOfRolls struct {
	static    *engine.Full
	precision Precision
	values    *Values
	rolls     Rolls
}

// newLuck returns a luckOfRolls with the evaluator. A nil efficiency is the
// default.
func newLuck(static *engine.Full, precision Precision, efficiency *cube.Efficiency) *luckOfRolls {
	return &luckOfRolls{static: static, precision: precision, values: NewValues(static, efficiency)}
}

// of returns the luck of a roll for the player on roll, in the unit of that
// player's stakes, or in cubeless points if they are nil.
func (l *luckOfRolls) of(pos *board.Position, roll board.Roll, stakes *cube.Stakes, opening Opening) float64 {
	if roll.Double() {
		opening = NotOpening // the starts of custom rules
	}
	own, mean := l.ofRolls(pos, roll, stakes, opening != NotOpening)
	if opening == BeginsDice {
		swapped := pos.Swap()
		var others *cube.Stakes
		if stakes != nil {
			others = stakes.Swap()
		}
		_, theirs := l.ofRolls(&swapped, roll, others, true)
		mean = (mean + flip(others, theirs)) / 2
	}
	return own - mean
}

// flip converts a value from the player with the stakes to the opponent.
func flip(stakes *cube.Stakes, value float64) float64 {
	if stakes == nil {
		return -value
	}
	return stakes.Flip(value)
}

// ofRolls returns the value of the position to the player on roll after the
// roll, and the mean over all rolls, or over those that are not doubles.
func (l *luckOfRolls) ofRolls(pos *board.Position, roll board.Roll, stakes *cube.Stakes, noDoubles bool) (own, mean float64) {
	after := l.afterEach(pos, stakes)
	return after[roll.Index()], Mean(noDoubles, func(i int) float64 { return after[i] })
}

// afterEach returns the value of the position to the player on roll after each
// of [board.Rolls].
func (l *luckOfRolls) afterEach(pos *board.Position, stakes *cube.Stakes) (after [len(board.Rolls)]float64) {
	l.values.SetStakes(stakes)
	l.rolls.Find(l.static, pos, l.precision, l.values.Score())
	for i := range after {
		after[i] = l.values.After(l.rolls.Result(i), &l.rolls.Chances[i])
	}
	return after
}

// ofEach returns the luck of each of [board.Rolls], if they are not the first
// roll of a game.
func (l *luckOfRolls) ofEach(pos *board.Position, stakes *cube.Stakes) [len(board.Rolls)]float64 {
	luck := l.afterEach(pos, stakes)
	mean := Mean(false, func(i int) float64 { return luck[i] })
	for i := range luck {
		luck[i] -= mean
	}
	return luck
}
