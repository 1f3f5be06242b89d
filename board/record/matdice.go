package record

import (
	"fmt"
	"strings"
)

// otherDice matches dice without the colon behind them, or in other forms: 31, (31), [31],
// 3-1:, and 31.
var otherDice = pattern(`[(\[]?([1-6])([-,]?)([1-6])[)\]]?[:.]?(?: |$)`)

// diceWithColons gives the dice of a numbered line the form "31:", in the same columns, if no
// line of the match before has that form.
func (m *matReader) diceWithColons(line string, number int) string {
	if m.colons = m.colons || diceIn(line[number:]) >= 0; m.colons {
		return line
	}
	for at := number; at < len(line); {
		found := otherDice().FindStringSubmatchIndex(line[at:])
		if found == nil {
			break
		}
		from, to := at+found[0], at+found[1]
		dice := line[at+found[2]:at+found[3]] + line[at+found[6]:at+found[7]]
		if at = from + 1; isOtherDice(line, number, from, to, found[4] < found[5]) {
			line = line[:from] + fmt.Sprintf("%*s", to-from, dice+":") + line[to:]
			at = to
		}
	}
	return line
}

// isOtherDice reports whether digits between two columns of a line are dice: they begin an
// entry, and a play, words for no move or nothing follows. One blank before them is enough
// if a play follows, unless the digits with their hyphen may be a play, too.
func isOtherDice(line string, number, from, to int, hyphen bool) bool {
	before, rest := line[number:from], line[to:]
	if before != "" && before[len(before)-1] != ' ' {
		return false
	}
	play := isLikeMove(hyphensSlashed(firstWord(rest)))
	if strings.TrimSpace(before) != "" && !strings.HasSuffix(before, "  ") {
		return play && !hyphen
	}
	words := strings.ToLower(strings.TrimSpace(rest[:endOfEntry(rest, 0)]))
	return play || noMove[words]
}
