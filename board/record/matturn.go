package record

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
)

// cellWords are the first words of an entry in a numbered line, in lower case;
// an entry may also start with dice.
var cellWords = []string{
	"double", "redouble", "take", "accept", "drop", "passes", "reject", "beaver", "raccoon", "resign", "concede",
}

// startsCell reports whether an entry starts at the front of the text: dice, a
// cube action, or the winner.
func startsCell(text string) bool {
	if len(text) < 3 {
		return false
	}
	if isDie(text[0]) {
		return isDie(text[1]) && strings.HasPrefix(strings.TrimLeft(text[2:], " "), ":")
	}
	if !isLetter(text[0]) {
		return false
	}
	word, _, _ := strings.Cut(text, " ")
	word = strings.ToLower(word)
	for _, w := range cellWords {
		if strings.HasPrefix(word, w) {
			return true
		}
	}
	return strings.HasPrefix(word, "win") && winLine().MatchString(text)
}

func isDie(c byte) bool { return '1' <= c && c <= '6' }

// cell is the entry of a player in a numbered line.
type cell struct {
	at   int // column in the line, from 0
	text string
}

// turn reads a numbered line with the entry of one player, or of both.
func (m *matReader) turn(line string) error {
	number := strings.IndexByte(line, ')') + 1
	cells, before := cut(line, number)
	if words := strings.ToLower(strings.TrimSpace(before)); words != "" && !noMove[words] {
		return fmt.Errorf("%q: want a roll such as \"31: 8/5 6/5\", Doubles, Takes or Drops", clip(words))
	}
	if last := len(cells) - 1; last >= 0 && winLine().MatchString(cells[last].text) {
		end := number
		if last > 0 {
			end = cells[last-1].at + len(strings.TrimRight(cells[last-1].text, " "))
		}
		// The winner after an unfinished line: with the indentation of player 0's
		// result, or instead of player 1's entry.
		win := winLine().FindStringSubmatch(cells[last].text)
		indent := cells[last].at - end
		if cells[last].at == matWin && indent != ownWin && indent != ownWin+1 {
			indent = matWin
		}
		if err := m.winner(win[1], indent); err != nil {
			return err
		}
		cells = cells[:last]
	}
	if len(cells) > 2 {
		return fmt.Errorf("%q is a third entry, want one for each player", clip(cells[2].text))
	}
	for i, c := range cells {
		player := board.Player(i)
		if len(cells) == 1 && c.at-number > maxIndent {
			player = board.PlayerX
		}
		if err := m.cell(player, withoutNeighbour(strings.TrimSpace(c.text))); err != nil {
			return fmt.Errorf("move %s, %v: %w", strings.TrimSpace(line[:number-1]), player, err)
		}
	}
	return nil
}

// ownWin is the indentation of player 0's result; a blank may end the play.
const ownWin = 6

// maxIndent is the maximal distance of player 0's entry from the number of the
// line.
const maxIndent = 10

// cut divides a line, from the given column on, into entries. before is the
// text in front of the first entry.
func cut(line string, from int) (cells []cell, before string) {
	start := from
	for i := from; i < len(line); i++ {
		if line[i] == ' ' || i > from && line[i-1] != ' ' && line[i-1] != ':' || !startsCell(line[i:]) {
			continue
		}
		cells = closeCell(cells, line[start:i], start)
		if len(cells) == 0 {
			before = line[from:i]
		}
		cells = append(cells, cell{at: i})
		start = i
	}
	if len(cells) == 0 {
		return nil, line[from:]
	}
	return closeCell(cells, line[start:], start), before
}

// closeCell sets the text of the last entry.
func closeCell(cells []cell, text string, at int) []cell {
	if n := len(cells); n > 0 {
		cells[n-1] = cell{at, text}
	}
	return cells
}

// withoutNeighbour removes from an entry the words for no move that belong to
// the next entry, which has no dice.
func withoutNeighbour(text string) string {
	if gap := strings.LastIndex(text, "  "); gap >= 0 && noMove[strings.ToLower(text[gap+2:])] {
		return strings.TrimRight(text[:gap], " ")
	}
	return text
}

// noMove has the words for a roll without a legal play, in lower case.
var noMove = map[string]bool{
	"": true, "cannot move": true, "can't move": true, "no move": true, "no moves": true, "no play": true,
	"no legal move": true, "no legal moves": true, "dance": true, "dances": true, "fan": true, "fans": true,
	"-": true, "--": true, "(no play)": true, "(no move)": true, "forced pass": true, "cannot play": true,
}

func (m *matReader) cell(p board.Player, text string) error {
	a := Action{Player: p}
	word, rest, _ := strings.Cut(strings.ToLower(text), " ")
	switch {
	case text[0] >= '1' && text[0] <= '6':
		a.Roll = board.Roll{text[0] - '0', text[1] - '0'}
		_, play, _ := strings.Cut(text, ":")
		a.Steps, a.Text = readPlay(play)
	case strings.Contains(word, "double"):
		a.Kind = Double
		m.automatic(rest)
	case strings.HasPrefix(word, "take"), strings.HasPrefix(word, "accept"):
		a.Kind = Take
	case strings.HasPrefix(word, "beaver"), strings.HasPrefix(word, "raccoon"):
		a.Kind = Beaver
	case strings.HasPrefix(word, "resign"), strings.HasPrefix(word, "concede"):
		return nil // the line of the winner has the points
	default:
		a.Kind = Drop
	}
	return m.add(a)
}

// readPlay parses the moves of a roll. It returns text that it cannot parse as
// unread.
func readPlay(text string) (steps []board.Step, unread string) {
	text = strings.TrimSpace(text)
	words := strings.TrimRight(text, " !?.")
	if noMove[strings.ToLower(words)] && !strings.HasPrefix(text, "?") {
		return nil, ""
	}
	steps, err := parseSteps(words)
	if err != nil || words == "" {
		return nil, oneLine(text)
	}
	return steps, ""
}

// automatic sets the cube at the start of a game from the words of its first
// double, such as "=> 8". A value above 2 comes from automatic doubles.
func (m *matReader) automatic(words string) {
	for i := range m.game.Actions {
		if m.game.Actions[i].Kind != Move {
			return
		}
	}
	value, err := strconv.Atoi(strings.TrimLeft(words, "=> to"))
	if err == nil && value > 2 && value <= board.MaxCube && value&(value-1) == 0 {
		m.game.Cube = value / 2
	}
}
