package advice

import (
	"context"

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
	luck, _ := luckBy(pos, roll, stakes, opening, func(pos *board.Position, stakes *cube.Stakes) (rollValues, error) {
		return l.afterEach(pos, stakes), nil
	})
	return luck
}

// rollValues has the value of a position to the player on roll after each of [board.Rolls].
type rollValues = [len(board.Rolls)]float64

// luckBy returns the luck of a roll by the values after each roll, which the function
// returns.
func luckBy(pos *board.Position, roll board.Roll, stakes *cube.Stakes, opening Opening,
	afterEach func(pos *board.Position, stakes *cube.Stakes) (rollValues, error)) (float64, error) {
	if roll.Double() {
		opening = NotOpening // the starts of custom rules
	}
	after, err := afterEach(pos, stakes)
	mean := Mean(opening != NotOpening, func(i int) float64 { return after[i] })
	if err == nil && opening == BeginsDice {
		swapped, others := pos.Swap(), swap(stakes)
		var theirs rollValues
		theirs, err = afterEach(&swapped, others)
		mean = (mean + flip(others, Mean(true, func(i int) float64 { return theirs[i] }))) / 2
	}
	return after[roll.Index()] - mean, err
}

// swap returns the opponent's stakes, nil for nil.
func swap(stakes *cube.Stakes) *cube.Stakes {
	if stakes == nil {
		return nil
	}
	return stakes.Swap()
}

// SearchedLuck is [Adviser.LuckOf] by the adviser's search: the best play of each roll is
// chosen without look-ahead, and the position after it is evaluated at the plies of the
// adviser.
func (a *Adviser) SearchedLuck(ctx context.Context, pos *board.Position, roll board.Roll, st *cube.Stakes, opening Opening) (float64, error) {
	l := a.lucky()
	return luckBy(pos, roll, st, opening, func(pos *board.Position, st *cube.Stakes) (rollValues, error) {
		values, others := l.afterEach(pos, st), swap(st)
		for i := range values {
			result := *l.rolls.Result(i)
			if result.Result() != 0 {
				continue // the game is over
			}
			value, _, err := a.Value(ctx, &result, others)
			if err != nil {
				return values, err
			}
			values[i] = flip(others, value)
		}
		return values, nil
	})
}

// flip converts a value from the player with the stakes to the opponent.
func flip(stakes *cube.Stakes, value float64) float64 {
	if stakes == nil {
		return -value
	}
	return stakes.Flip(value)
}

// afterEach returns the value of the position to the player on roll after each
// of [board.Rolls].
func (l *luckOfRolls) afterEach(pos *board.Position, stakes *cube.Stakes) (after rollValues) {
	l.values.SetStakes(stakes)
	l.rolls.Find(l.static, pos, l.precision, l.values.Score())
	for i := range after {
		after[i] = l.values.After(l.rolls.Result(i), &l.rolls.Chances[i])
	}
	return after
}

// ofEach returns the luck of each of [board.Rolls], if they are not the first
// roll of a game.
func (l *luckOfRolls) ofEach(pos *board.Position, stakes *cube.Stakes) rollValues {
	luck := l.afterEach(pos, stakes)
	mean := Mean(false, func(i int) float64 { return luck[i] })
	for i := range luck {
		luck[i] -= mean
	}
	return luck
}
