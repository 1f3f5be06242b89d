package board

import "fmt"

// impossible returns an error if a single move of the text is illegal in every
// play of the roll: it uses more dice than there are, leaves a checker on the
// bar, lands on a point of the opponent, moves by more pips than the dice have,
// or bears off too early. Nil means that each move by itself is possible.
func (t playText) impossible(pos *Position, roll Roll) error {
	if n := t.steps(); n > diceOf(roll) {
		return fmt.Errorf("%d moves, but the roll %v has at most %d", n, roll, diceOf(roll))
	}
	entering := 0
	for _, p := range t.paths {
		if p[0] == Bar {
			entering++
		}
	}
	if entering < len(t.paths) && entering < int(pos.Own[Bar]) {
		return fmt.Errorf("every checker on the bar must enter first")
	}
	outside := t.stayOutside(pos)
	for _, p := range t.paths {
		if p.last() == Off && outside {
			return fmt.Errorf("%v: not every checker is in the home board", p)
		}
		for i, place := range p[1:] {
			step := path{p[i], place}
			if place != Off && pos.Opp[Bar-place] > 1 {
				return fmt.Errorf("%v: the opponent holds %s", step, placeWords(place))
			}
			if pips := int(p[i] - place); place != Off && !canMake(roll, pips) {
				return fmt.Errorf("%v: %v cannot make %s", step, roll, pipWords(pips))
			}
		}
	}
	return nil
}

func pipWords(n int) string {
	if n == 1 {
		return "1 pip"
	}
	return fmt.Sprintf("%d pips", n)
}

// diceOf returns the number of steps that the roll gives: 2, or 4 for doubles.
func diceOf(roll Roll) int {
	if roll.Double() {
		return maxSteps
	}
	return 2
}

// stayOutside reports whether a checker that the text does not move is outside
// the home board.
func (t playText) stayOutside(pos *Position) bool {
	side := pos.Own
	for _, p := range t.paths {
		if side[p[0]] > 0 {
			side[p[0]]--
		}
	}
	return side.Rearmost() > 6
}

// canMake reports whether one checker can move the given pips with one or more
// of the dice.
func canMake(roll Roll, pips int) bool {
	a, b := int(roll[0]), int(roll[1])
	if roll.Double() {
		return pips%a == 0 && pips/a <= maxSteps
	}
	return pips == a || pips == b || pips == a+b
}

// mismatch returns an error that explains why moves that are possible one by
// one are not a legal play together: too many pips, too few, or a move that
// breaks a rule.
func (t playText) mismatch(pos *Position, roll Roll, plays []Play) error {
	most, least := 0, Bar*MaxCheckers
	for i := range plays {
		pips := pos.Own.Pips() - plays[i].Result.Opp.Pips()
		most, least = max(most, pips), min(least, pips)
	}
	dice := len(plays[0].Steps())
	switch pips := t.pips(); {
	case pips > most:
		return fmt.Errorf("it takes %d pips, and the roll can be played for at most %d", pips, most)
	case pips < least && t.steps() < dice:
		return fmt.Errorf("more dice must be used: %d can be played", dice)
	case pips < least && dice == 1:
		return fmt.Errorf("the larger die, %d, must be played", max(roll[0], roll[1]))
	}
	for _, p := range t.paths {
		if p.last() == Off {
			return fmt.Errorf("%v: no die left that bears it off", p)
		}
	}
	return fmt.Errorf("the dice do not make these moves in any order")
}
