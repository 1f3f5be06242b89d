package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// notCube is the kind of a text that is no cube action.
const notCube = Kind(255)

// cubeActions are the beginnings of the words for cube actions, in lower case.
var cubeActions = []struct {
	word string
	kind Kind
}{
	{"double", Double}, {"redouble", Double},
	{"take", Take}, {"accept", Take},
	{"drop", Drop}, {"pass", Drop}, {"reject", Drop},
	{"beaver", Beaver}, {"raccoon", Beaver},
}

// cubeKind returns the kind of the cube action that a text begins with. A question is none.
func cubeKind(text string) Kind {
	if len(text) < len("take") || !isLetter(text[0]) || strings.HasSuffix(firstWord(text), "?") {
		return notCube
	}
	for _, w := range cubeActions {
		if len(text) >= len(w.word) && strings.EqualFold(text[:len(w.word)], w.word) {
			return w.kind
		}
	}
	return notCube
}

// cubeRemark returns the words behind a cube action that are neither a value of the cube
// nor words around it.
func cubeRemark(text string) string {
	_, rest, _ := strings.Cut(text, " ")
	words := strings.Fields(rest)
	for len(words) > 0 {
		word := strings.ToLower(words[0])
		if strings.Trim(word, "=->x0123456789") != "" && word != "to" && word != "at" && word != "the" && word != "cube" {
			break
		}
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// cubeAction reads a cube action and returns words that do not belong to it: all words if
// there is nothing to answer, or if the cube was just offered.
func (m *matReader) cubeAction(p board.Player, text string) (remark string, err error) {
	a := Action{Kind: cubeKind(text), Player: p}
	last := m.last()
	offered := last != nil && (last.Kind == Double || last.Kind == Beaver)
	if a.Kind == Double {
		if offered && last.Player == p {
			return text, nil
		}
		_, value, _ := strings.Cut(text, " ")
		m.automatic(value)
		return cubeRemark(text), m.add(a)
	}
	if !offered {
		return text, nil
	}
	a.Player = last.Player.Opponent()
	return cubeRemark(text), m.add(a)
}

// automatic sets the cube of a money session at the start of a game from the words of its
// first double, such as "=> 8". A value above 2 comes from automatic doubles, which matches
// do not have.
func (m *matReader) automatic(words string) {
	number, _, _ := strings.Cut(strings.TrimLeft(words, "=> to"), " ")
	value, err := strconv.Atoi(number)
	if err != nil || value == 2*m.cube() {
		return
	}
	first := !slices.ContainsFunc(m.game.Actions, func(a Action) bool { return a.Kind != Move })
	if first && m.match.Length == 0 && value > 2 && value <= board.MaxCube && value&(value-1) == 0 {
		m.game.Cube = value / 2
		return
	}
	m.match.notice(Contradictions, fmt.Sprintf("a double to %d with the cube at %d", value, m.cube()), m.lines)
}

// roll reads dice with their play and returns words that do not belong to it.
func (m *matReader) roll(p board.Player, text string) (remark string, err error) {
	if text[:2] == "00" { // the player has left before the roll
		if text = strings.TrimSpace(afterDice(text)); text == "" {
			text = "??"
		}
		return text, nil
	}
	a := Action{Player: p, Roll: board.Roll{text[0] - '0', text[1] - '0'}}
	if !a.Roll.Valid() {
		m.match.notice(Unread, text, m.lines)
		return "", m.add(Action{Player: p, Text: oneLine(text)})
	}
	play := afterDice(text)
	if after, board, ok := m.position(p, play); ok {
		a.Board = board
		return strings.TrimSpace(after), m.add(a)
	}
	a.Steps, a.Text, remark = readCell(play)
	if fault := m.badPosition(p, play); fault != nil {
		a.Text = fmt.Sprintf("Illegal play (%v)", fault)
	}
	if cubeKind(a.Text) != notCube { // as after a blank, where it is an entry
		a.Text, remark = "", a.Text
	}
	switch {
	case a.Text == "":
	case !isWords(a.Text) && strings.Contains(a.Text, "/"):
		m.match.notice(Unread, a.Roll.String()+": "+a.Text, m.lines)
	default:
		defer m.word(p, a.Text) // after the action, which begins another turn
	}
	return remark, m.add(a)
}

// readCell parses the moves of a roll. Text that looks like moves and cannot be parsed, and
// words where there are no moves, are returned as unread, other words as a remark.
func readCell(text string) (steps []board.Step, unread, remark string) {
	text = hyphensSlashed(text)
	steps, unread = readPlay(text)
	if unread == "" {
		return steps, "", ""
	}
	moves, words := splitMoves(spaceCounts(strings.TrimSpace(text)))
	steps, failed := readPlay(moves)
	switch {
	case failed != "":
		return nil, unread, ""
	case moves == "":
		return withoutMoves(strings.Join(words, " "))
	}
	return steps, "", strings.Join(words, " ")
}

// splitMoves divides the words of a text into those that look like moves, and others.
// What stands behind a move without a blank is another word.
func splitMoves(text string) (moves string, words []string) {
	var like []string
	for _, word := range strings.FieldsFunc(text, isBlank) {
		if !isLikeMove(word) {
			words = append(words, word)
			continue
		}
		move, rest := cutMove(word)
		like = append(like, move)
		if strings.Trim(rest, "!?.;:,") != "" {
			words = append(words, rest)
		}
	}
	return strings.Join(like, " "), words
}

// cutMove divides a word into the move at its beginning and the rest. A word without a move
// is returned whole.
func cutMove(word string) (move, rest string) {
	for i := len(word); i > 0; i-- {
		if i < len(word) && (isLetter(word[i]) || isDigit(word[i]) || word[i] == '/') {
			continue
		}
		if _, err := parseSteps(word[:i]); err == nil {
			return word[:i], word[i:]
		}
	}
	return strings.TrimRight(word, "!?."), ""
}

// isLikeMove reports whether a word looks like a move: it has a number before or behind a
// stroke.
func isLikeMove(word string) bool {
	before, after, stroke := strings.Cut(strings.ReplaceAll(word, "*", ""), "/")
	return stroke && (before != "" && isDigit(before[len(before)-1]) || after != "" && isDigit(after[0]))
}

// withoutMoves divides the words behind a roll into words for no move, and others.
func withoutMoves(words string) (steps []board.Step, unread, remark string) {
	low := strings.ToLower(words)
	for none := range noMove {
		if len(none) > 1 && (strings.HasPrefix(low, none+" ") || strings.HasPrefix(low, none+",")) {
			return nil, "", strings.TrimSpace(words[len(none)+1:])
		}
	}
	for none := range noMove {
		if len(none) > 1 && strings.HasSuffix(low, " "+none) {
			return nil, "", words[:len(words)-len(none)-1]
		}
	}
	return nil, words, ""
}

// noMove has the words for a roll without a legal play, in lower case.
var noMove = map[string]bool{
	"": true, "cannot move": true, "can't move": true, "no move": true, "no moves": true, "no play": true,
	"no legal move": true, "no legal moves": true, "dance": true, "dances": true, "fan": true, "fans": true,
	"-": true, "--": true, "(no play)": true, "(no move)": true, "forced pass": true, "cannot play": true,
}

// readPlay parses the moves of a roll. It returns text that it cannot parse as
// unread.
func readPlay(text string) (steps []board.Step, unread string) {
	text = strings.TrimSpace(text)
	words := strings.TrimRight(text, " !?.")
	if words == text && words != "" && isDigit(words[0]) {
		if steps, err := parseSteps(words); err == nil {
			return steps, ""
		}
		return nil, oneLine(text)
	}
	if noMove[strings.ToLower(words)] && !strings.HasPrefix(text, "?") {
		return nil, ""
	}
	steps, err := parseSteps(words)
	if err != nil || words == "" {
		return nil, oneLine(text)
	}
	return steps, ""
}
