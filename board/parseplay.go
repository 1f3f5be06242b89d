package board

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// noPlay are ways to write that a roll cannot be played, in lower case.
var noPlay = []string{
	"", "no move", "no moves", "no play", "no legal move", "no legal moves", "none",
	"cannot move", "can't move", "dance", "dances", "fan", "fans", "pass", "forfeit",
}

// ParsePlay returns the legal play of the roll that the text describes, in any
// of the forms that [FormatPlay] and [FormatPlain] write and players use: steps
// in any order and joined or not (24/23 23/18, 24/23/18, 24/18), (n) for n
// checkers alike, bar or b or 25, off or o or - or 0, upper or lower case; hits
// need no mark. A joined move hits on its way where the text names the point
// and, if it can, nowhere else.
//
// If the roll cannot be played, an empty text or words such as "no move" stand
// for the play of no steps. The position is seen by the player who has rolled.
// The error says what makes the text illegal.
func ParsePlay(pos Position, roll Roll, text string) (Play, error) {
	play, err := parsePlay(&pos, roll, text)
	if err != nil {
		return Play{}, fmt.Errorf("board: play %q of %v: %w", text, roll, err)
	}
	return play, nil
}

func parsePlay(pos *Position, roll Roll, text string) (Play, error) {
	if !roll.Valid() {
		return Play{}, fmt.Errorf("the dice are not from 1 to 6")
	}
	plays := Plays(*pos, roll)
	if slices.Contains(noPlay, strings.ToLower(strings.Trim(text, " \t\r\n.()"))) {
		if len(plays) > 0 {
			return Play{}, fmt.Errorf("there is a legal play, such as %s", FormatPlay(*pos, plays[0]))
		}
		return Play{Result: pos.Swap()}, nil
	}
	t, err := parsePlayText(text)
	if err != nil {
		return Play{}, err
	}
	if len(t.paths) == 0 {
		return Play{}, fmt.Errorf("no move in it")
	}
	own, err := t.after(pos.Own)
	if err == nil {
		var found []Play
		for _, play := range plays {
			if play.Result.Opp == own {
				found = append(found, play)
			}
		}
		if len(found) > 0 {
			return chooseByHits(pos, found, t.hits(pos))
		}
	}
	return Play{}, t.explain(pos, roll, plays, err)
}

// chooseByHits picks, among plays that move the player's checkers alike, the
// one that hits on exactly the given points, or else the only one that hits
// there at all.
func chooseByHits(pos *Position, plays []Play, hits uint32) (Play, error) {
	var more []Play
	for _, play := range plays {
		switch done := playHits(pos, &play); {
		case done == hits:
			return play, nil
		case done&hits == hits:
			more = append(more, play)
		}
	}
	switch len(more) {
	case 0:
		return Play{}, fmt.Errorf("no order of the dice touches all the points it names")
	case 1:
		return more[0], nil
	}
	return Play{}, fmt.Errorf("it can be %s or %s", FormatPlay(*pos, more[0]), FormatPlay(*pos, more[1]))
}

// playHits returns, as bits in the numbering of the player on roll, the points
// on which the play hits.
func playHits(pos *Position, play *Play) uint32 {
	var hits uint32
	for point := uint8(1); point < Bar; point++ {
		if blot(pos, point) && play.Result.Own[Bar-point] == 0 {
			hits |= 1 << point
		}
	}
	return hits
}

// explain says why the text is none of the legal plays. The argument missing
// is what [playText.after] had to say.
func (t playText) explain(pos *Position, roll Roll, plays []Play, missing error) error {
	switch {
	case len(plays) == 0:
		return fmt.Errorf("there is no legal play")
	case missing != nil:
		return missing
	}
	if err := t.explainBar(pos); err != nil {
		return err
	}
	for _, p := range t.paths {
		if err := explainPath(pos, roll, p); err != nil {
			return err
		}
	}
	return t.explainDice(pos, roll, plays)
}

func (t playText) explainBar(pos *Position) error {
	entering, others := 0, false
	for _, p := range t.paths {
		if p[0] == Bar {
			entering++
		} else {
			others = true
		}
	}
	if others && entering < int(pos.Own[Bar]) {
		return fmt.Errorf("every checker on the bar must enter first")
	}
	return nil
}

// explainPath says which step of the path is impossible whatever else is
// played.
func explainPath(pos *Position, roll Roll, p path) error {
	for i, place := range p[1:] {
		step := path{p[i], place}
		if place != Off && pos.Opp[Bar-place] > 1 {
			return fmt.Errorf("%v: the opponent holds %s", step, placeWords(place))
		}
		if pips := int(p[i] - place); place != Off && !canMake(roll, pips) {
			return fmt.Errorf("%v: %v cannot make %d pips", step, roll, pips)
		}
	}
	return nil
}

// canMake reports whether one checker moves the given pips with some of the
// dice.
func canMake(roll Roll, pips int) bool {
	a, b := int(roll[0]), int(roll[1])
	if roll.Double() {
		return pips%a == 0 && pips/a <= maxSteps
	}
	return pips == a || pips == b || pips == a+b
}

// explainDice is for moves that are possible one by one: together they use too
// many pips, too few, or go against a rule on their way.
func (t playText) explainDice(pos *Position, roll Roll, plays []Play) error {
	most, least := 0, Bar*MaxCheckers
	for i := range plays {
		pips := pos.Own.Pips() - plays[i].Result.Opp.Pips()
		most, least = max(most, pips), min(least, pips)
	}
	switch pips := t.pips(); {
	case pips > most:
		return fmt.Errorf("it takes %d pips, and the roll can be played for at most %d", pips, most)
	case pips < least && t.steps() < len(plays[0].Steps()):
		return fmt.Errorf("more dice must be used: %d can be played", len(plays[0].Steps()))
	case pips < least && len(plays[0].Steps()) == 1:
		return fmt.Errorf("the larger die, %d, must be played", max(roll[0], roll[1]))
	}
	for _, p := range t.paths {
		if p.last() == Off && bits.Len32(t.stayOutside(pos)) > 0 {
			return fmt.Errorf("%v: not every checker is in the home board", p)
		}
	}
	for _, p := range t.paths {
		if p.last() == Off {
			return fmt.Errorf("%v: no die left that bears it off", p)
		}
	}
	return fmt.Errorf("the dice do not make these moves in any order")
}

// stayOutside returns, as bits, the places beyond the home board that hold a
// checker which the text does not move.
func (t playText) stayOutside(pos *Position) uint32 {
	side := pos.Own
	for _, p := range t.paths {
		if side[p[0]] > 0 {
			side[p[0]]--
		}
	}
	var places uint32
	for point := 7; point <= Bar; point++ {
		if side[point] > 0 {
			places |= 1 << point
		}
	}
	return places
}
