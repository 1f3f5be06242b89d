package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gammonlab/board"
)

// ReadTMG reads a .tmg file of TrueMoneyGames. Its player 1 becomes
// [board.PlayerX], as in GNU Backgammon. Errors call the file by the name.
func ReadTMG(name string, r io.Reader) (*Match, error) {
	t := tmgReader{collector: newCollector()}
	return t.read(name, r, t.line, "no line such as \"Game 1: 0-0\" in %d lines")
}

// tmgReader is the state of the reader.
type tmgReader struct{ collector }

// The kinds of lines within a game.
const (
	tmgRoll       = 1
	tmgAutomatic  = 2
	tmgPlay       = 4
	tmgDouble     = 5
	tmgTake       = 7
	tmgBeaver     = 8
	tmgPass       = 10
	tmgSingle     = 14
	tmgBackgammon = 16
	tmgTimeout    = 17
	tmgSettled    = 19
	tmgTimeout2   = 22
)

var (
	tmgGame   = pattern(`^Game\s+\d+\s*:\s*(\d+)-(\d+)`)
	tmgAction = pattern(`^(-?\d+)\s+(\d+)(?:\s+(.*))?$`)
	tmgPoints = pattern(`(?i)wins?\s+(\d+)\s+points?`)
)

func (t *tmgReader) line(text string) error {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	if found := tmgGame().FindStringSubmatch(text); found != nil {
		return t.begin(found)
	}
	if found := tmgAction().FindStringSubmatch(text); found != nil && t.game != nil {
		return t.action(found)
	}
	if key, value, found := strings.Cut(text, ":"); found {
		return t.option(strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value))
	}
	return fmt.Errorf("%q: want an option such as \"Length: 3\" or a line such as \"1 4 8/5 6/5\"", clip(text))
}

// begin reads the first line of a game with its score.
func (t *tmgReader) begin(found []string) error {
	if err := t.newGame(); err != nil {
		return err
	}
	for i, text := range found[1:3] {
		n, err := strconv.Atoi(text)
		if err != nil || n > maxScore {
			return fmt.Errorf("a score of %s, want 0 to %d", text, maxScore)
		}
		t.game.Score[1-i] = n
	}
	return nil
}

// option reads a line with a key. It skips keys that do not describe the match.
func (t *tmgReader) option(key, value string) error {
	m := t.match
	switch key {
	case "player1", "player2":
		p := board.PlayerX
		if key == "player2" {
			p = board.PlayerO
		}
		words := strings.Fields(value)
		if len(words) < 2 {
			return fmt.Errorf("%s is %q, want a number, a name and a rating", key, clip(value))
		}
		m.Names[p] = oneLine(words[1])
		if len(words) > 2 {
			m.Info.Ratings[p] = oneLine(words[2])
		}
	case "startdate":
		day, _, _ := strings.Cut(value, " ")
		m.Info.Date = oneLine(withDashes(day))
	case "length":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > board.MaxMatchLength {
			return fmt.Errorf("length is %q, want 0 to %d", clip(value), board.MaxMatchLength)
		}
		m.Length = n
	case "jacoby":
		m.Rules.Jacoby, m.Rules.JacobyAssumed = value != "0", false
	case "crawford":
		m.Rules.Crawford = value != "0"
	case "cube":
		m.Rules.NoCube = value == "0"
	case "variant":
		switch value {
		case "1":
		case "2":
			m.Rules.Variant = board.Nackgammon
		default:
			return fmt.Errorf("variant is %q, want 1 (backgammon) or 2 (Nackgammon)", clip(value))
		}
	}
	return nil
}

// action reads a line within a game: the number of the move, negative for
// player 2, a kind and words.
func (t *tmgReader) action(found []string) error {
	p := board.PlayerX
	if strings.HasPrefix(found[1], "-") {
		p = board.PlayerO
	}
	kind, err := strconv.Atoi(found[2])
	if err != nil {
		return fmt.Errorf("kind of action %s, want 1 to %d", found[2], tmgTimeout2)
	}
	switch kind {
	case tmgRoll:
		return t.roll(p, found[3])
	case tmgAutomatic:
		t.automaticDouble()
		return nil
	case tmgPlay:
		return t.playRolled(p, found[3])
	case tmgDouble:
		return t.add(Action{Kind: Double, Player: p})
	case tmgTake:
		return t.add(Action{Kind: Take, Player: p})
	case tmgBeaver:
		return t.add(Action{Kind: Beaver, Player: p})
	case tmgPass:
		return t.add(Action{Kind: Drop, Player: p})
	case tmgTimeout, tmgSettled, tmgTimeout2:
		return t.result(p, found[3], false)
	}
	if kind >= tmgSingle && kind <= tmgBackgammon {
		return t.result(p, found[3], true)
	}
	return fmt.Errorf("kind of action %d, want 1 (roll), 4 (play), 5 (double), 7 (take), 10 (pass), 14 to 16 (win)", kind)
}

// roll reads dice, which the play follows.
func (t *tmgReader) roll(p board.Player, text string) error {
	text = strings.TrimRight(text, ": ")
	if text == "?" || text == "" {
		return nil
	}
	roll, err := board.ParseRoll(text)
	if err != nil {
		return fmt.Errorf("%q: want a roll such as 31", clip(text))
	}
	return t.add(Action{Kind: Rolled, Player: p, Roll: roll})
}

// result reads the winner and the points. Unless must is set, they may be
// missing: the score of the next game then determines them.
func (t *tmgReader) result(p board.Player, text string, must bool) error {
	found := tmgPoints().FindStringSubmatch(text)
	if found == nil && !must {
		return nil
	}
	if found == nil {
		return fmt.Errorf("%q: want words such as \"bert wins 2 points\"", clip(text))
	}
	n, err := strconv.Atoi(found[1])
	if err != nil || n > maxWin {
		return fmt.Errorf("a win of %s points, want at most %d", found[1], maxWin)
	}
	if !must { // the line belongs to the player who ran out of time, the words name the winner
		for q, name := range t.match.Names {
			if name != "" && strings.Contains(text, name+" win") {
				p = board.Player(q)
			}
		}
	}
	t.wins(p, n)
	return nil
}
