package reason

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/race"
	"gammonlab/internal/plaintext"
)

// sign is a quantity on the board after a play.
type sign struct {
	name   string
	serves outcomes // that it improves
	race   bool     // applies if neither play leaves contact, else if one does

	// of compares the positions after the best play and another one, both from the point of view
	// of the player who has moved, with the position before. It returns false if they hardly differ.
	of func(before, best, other *board.Position) (Quantity, bool)
}

const (
	homePoints = 6
	fewRolls   = 2 // difference of rolls of 36 from which it is worth words
	shortPrime = 4 // points in a row that are worth words
)

// signs are all signs, those that players name first before the others.
var signs = []sign{
	{name: "hits", serves: wins | gammonsWon | gammonsLost, of: hits},
	{name: "shots", serves: wins | gammonsLost, of: shots},
	{name: "home points", serves: wins | gammonsWon, of: home},
	{name: "prime", serves: wins | gammonsWon, of: prime},
	{name: "anchors", serves: wins | gammonsLost, of: anchors},
	{name: "dances", serves: wins | gammonsWon, of: dances},
	{name: "back checkers", serves: wins | gammonsLost, of: back},
	{name: "checkers off", serves: wins | gammonsLost, race: true, of: off},
	{name: "crossovers", serves: wins | gammonsLost, race: true, of: crossovers},
	{name: "race count", serves: wins, race: true, of: count},
}

// less returns a quantity of which the best play has less.
func less(best, other int, format string) Quantity {
	return Quantity{Best: float64(best), Other: float64(other), text: fmt.Sprintf(format, best, other)}
}

// more returns a quantity of which the best play has more.
func more(best, other int, text string) Quantity {
	return Quantity{Best: float64(best), Other: float64(other), More: true, text: text}
}

// hits compares the checkers that the plays hit.
func hits(_, best, other *board.Position) (Quantity, bool) {
	own, others := int(best.Opp[board.Bar]), int(other.Opp[board.Bar])
	text := "hits"
	if others > 0 {
		text = fmt.Sprintf("hits %d checkers against %d", own, others)
	}
	if pips := best.Opp.Pips() - other.Opp.Pips(); pips > 0 {
		text += fmt.Sprintf(" (%s more for the opponent)", plaintext.Counted(pips, "pip", "pips"))
	}
	return more(own, others, text), own > others
}

// shots compares the rolls with which the opponent can hit.
func shots(_, best, other *board.Position) (Quantity, bool) {
	hitting := func(p *board.Position) int {
		return countRolls(p, func(plays []board.Play) bool {
			for i := range plays {
				if plays[i].Result.Own[board.Bar] > p.Own[board.Bar] {
					return true
				}
			}
			return false
		})
	}
	own, others := hitting(best), hitting(other)
	if own == 0 {
		return Quantity{Best: 0, Other: float64(others), text: fmt.Sprintf("leaves no shot against %d of 36", others)}, others >= fewRolls
	}
	return less(own, others, "leaves %d shots of 36 against %d"), others-own >= fewRolls
}

// dances compares the rolls that the opponent cannot play.
func dances(_, best, other *board.Position) (Quantity, bool) {
	none := func(p *board.Position) int {
		return countRolls(p, func(plays []board.Play) bool { return len(plays) == 0 })
	}
	own, others := none(best), none(other)
	return more(own, others, fmt.Sprintf("leaves the opponent %d rolls of 36 without a play against %d", own, others)), own-others >= fewRolls
}

// countRolls returns with how many of the 36 throws the plays of the opponent, who is on roll,
// have a property.
func countRolls(p *board.Position, has func(plays []board.Play) bool) (n int) {
	var gen board.Generator
	theirs := p.Swap()
	for _, roll := range board.Rolls {
		if has(gen.Plays(&theirs, roll)) {
			n += roll.Ways()
		}
	}
	return n
}

// home compares the points of the player's home board.
func home(before, best, other *board.Position) (Quantity, bool) {
	return points(before, best, other, 1, homePoints, "point")
}

// anchors compares the points in the opponent's home board, in the player's numbering. The two that are
// farthest back shelter a player who is behind and bind one who is not, so they are no argument.
func anchors(before, best, other *board.Position) (Quantity, bool) {
	return points(before, best, other, board.Bar-homePoints, board.Bar-3, "anchor")
}

// points compares the points that the player holds from one point to another. The text names the
// highest that only the best play holds.
func points(before, best, other *board.Position, from, to int, noun string) (Quantity, bool) {
	own, others, named := 0, 0, 0
	for p := from; p <= to; p++ {
		if best.Own[p] >= 2 {
			own++
			if other.Own[p] < 2 {
				named = p
			}
		}
		if other.Own[p] >= 2 {
			others++
		}
	}
	verb := "makes"
	if before.Own[named] >= 2 {
		verb = "keeps"
	}
	text := fmt.Sprintf("%s the %d-point", verb, named)
	if noun == "anchor" {
		text = fmt.Sprintf("%s the anchor on the %d-point", verb, named)
	}
	return more(own, others, text), own > others
}

// prime compares the longest rows of points in front of checkers of the opponent.
func prime(_, best, other *board.Position) (Quantity, bool) {
	own, others := row(best), row(other)
	return more(own, others, fmt.Sprintf("has %d points in a row against %d", own, others)), own >= shortPrime && own > others
}

// row returns the number of points of the longest row of points that the player holds and that a
// checker of the opponent has yet to pass.
func row(p *board.Position) (longest int) {
	n := 0
	rear := board.Bar - p.Opp.Rearmost() // in the player's numbering: the opponent has yet to pass all higher points
	for point := board.Bar - 1; point > rear; point-- {
		if n++; p.Own[point] < 2 {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}

// back compares the checkers in the opponent's home board and on the bar.
func back(_, best, other *board.Position) (Quantity, bool) {
	own, others := best.Own.Back(), other.Own.Back()
	return Quantity{Best: float64(own), Other: float64(others), text: fmt.Sprintf("leaves %s back against %d", plaintext.Counted(own, "checker", "checkers"), others)}, own < others
}

// off compares the checkers borne off.
func off(before, best, other *board.Position) (Quantity, bool) {
	own, others := int(best.Own[board.Off]-before.Own[board.Off]), int(other.Own[board.Off]-before.Own[board.Off])
	return more(own, others, fmt.Sprintf("bears off %s against %d", plaintext.Counted(own, "checker", "checkers"), others)), own > others
}

// crossovers compares the quarters of the board that checkers have to cross to the home board.
func crossovers(_, best, other *board.Position) (Quantity, bool) {
	own, others := race.Crossovers(&best.Own), race.Crossovers(&other.Own)
	return less(own, others, "needs %d crossovers to the home board against %d"), own < others
}

// count compares the counts of the race by Keith's method, pips with an estimate of the wasted ones.
func count(_, best, other *board.Position) (Quantity, bool) {
	own, others := race.Keith(&best.Own), race.Keith(&other.Own)
	return less(own, others, "wastes less (Keith count %d against %d)"), own < others
}
