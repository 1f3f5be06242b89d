package suite

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/cube"
)

// setPosition reads the position at the beginning of text and returns the rest of text.
func (t *Test) setPosition(text string) (rest string, err error) {
	if strings.HasPrefix(text, "[") {
		inner, rest, closed := strings.Cut(text[1:], "]")
		if !closed {
			return "", fmt.Errorf("the position %q has no ]", text)
		}
		t.Position, err = parseBrackets(strings.TrimSpace(inner))
		return rest, err
	}
	first, rest := word(text)
	switch {
	case first == "":
		return "", fmt.Errorf("no position")
	case first == "start":
		t.Position = board.Backgammon.Start()
		return rest, nil
	}
	x, matched, err := board.ParsePosition(first, board.Backgammon)
	if t.Position = x.Position; matched {
		t.Match = &x.Match
	}
	return rest, err
}

// parseBrackets reads a position in brackets: the checkers of both sides, or plays from
// the starting position.
func parseBrackets(text string) (board.Position, error) {
	if text == "X" || strings.HasPrefix(text, "X ") {
		return parseCheckers(text)
	}
	pos := board.Backgammon.Start()
	for turn := range strings.SplitSeq(text, ",") {
		dice, moves := word(turn)
		roll, err := board.ParseRoll(dice)
		if err != nil {
			return pos, fmt.Errorf("plays from the start: %w", err)
		}
		play, err := board.ParsePlay(pos, roll, moves)
		if err != nil {
			return pos, fmt.Errorf("plays from the start: %w", err)
		}
		if pos = play.Result; pos.Result() != 0 {
			return pos, fmt.Errorf("plays from the start: the game is over after %q", strings.TrimSpace(turn))
		}
	}
	return pos, nil
}

// parseCheckers reads the checkers of X, who is on roll, and then of O, such as "X 6(2) 5
// off(12) O 1(15)". Each player's points are numbered from that player's side.
func parseCheckers(text string) (pos board.Position, err error) {
	own, opp, both := strings.Cut(text[1:], "O")
	if !both {
		return pos, fmt.Errorf("position %q: want the checkers of O behind those of X", text)
	}
	for _, side := range []struct {
		name, text string
		dst        *board.Side
	}{{"X", own, &pos.Own}, {"O", opp, &pos.Opp}} {
		for _, field := range strings.Fields(side.text) {
			if err := place(side.dst, field); err != nil {
				return pos, fmt.Errorf("checkers of %s: %w", side.name, err)
			}
		}
	}
	return pos, pos.Validate(board.Backgammon)
}

// place adds the checkers of a field such as 6(3), bar or off(2).
func place(side *board.Side, field string) error {
	name, count, several := strings.Cut(strings.TrimSuffix(field, ")"), "(")
	if several != strings.HasSuffix(field, ")") {
		return fmt.Errorf("%q, want a point and how many, such as 6(3)", field)
	}
	n := 1
	if several {
		var err error
		if n, err = strconv.Atoi(count); err != nil || n < 1 || n > board.MaxCheckers {
			return fmt.Errorf("%q, want 1 to %d checkers", field, board.MaxCheckers)
		}
	}
	at, err := strconv.Atoi(name)
	switch {
	case name == "bar":
		at = board.Bar
	case name == "off":
		at = board.Off
	case err != nil || at < 1 || at > 24:
		return fmt.Errorf("%q, want a point from 1 to 24, bar or off", field)
	}
	if side[at] > 0 {
		return fmt.Errorf("%s is named twice", name)
	}
	side[at] = uint8(n)
	return nil
}

// setState reads the words of the cube and the score, and returns the remaining words.
func (t *Test) setState(words []string) ([]string, error) {
	given := t.Match != nil
	for len(words) > 0 {
		n, err := t.stateWord(words)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			break
		}
		if given {
			return nil, fmt.Errorf("%q: the position already has cube and score", words[0])
		}
		words = words[n:]
	}
	return words, nil
}

// stateWord reads one setting and returns its number of words, 0 if it is not a
// setting.
func (t *Test) stateWord(words []string) (int, error) {
	switch words[0] {
	case "money":
		t.state()
		return 1, nil
	case "nojacoby":
		t.state().Jacoby = false
		return 1, nil
	case "crawford":
		t.state().Crawford = true
		return 1, nil
	case "match":
		if len(words) < 3 {
			return 0, fmt.Errorf("match wants a length and a score, such as match 7 3-0")
		}
		return 3, t.setScore(words[1], words[2])
	case "cube":
		if len(words) < 3 {
			return 0, fmt.Errorf("cube wants a value and its owner, such as cube 2 own")
		}
		return 3, t.setCube(words[1], words[2])
	}
	return 0, nil
}

// state returns the test's match. If the test has none yet, it creates a money game. The
// player on roll is X.
func (t *Test) state() *board.Match {
	if t.Match == nil {
		m := board.NewMatch(0)
		m.State = board.Playing
		t.Match = &m
	}
	return t.Match
}

// setScore reads the length of a match and the score; the points of the player on roll
// come first.
func (t *Test) setScore(length, score string) error {
	n, err := strconv.Atoi(length)
	if err != nil || n < 1 || n > board.MaxMatchLength {
		return fmt.Errorf("match %q, want a length from 1 to %d", length, board.MaxMatchLength)
	}
	own, opp, _ := strings.Cut(score, "-")
	x, errX := strconv.Atoi(own)
	o, errO := strconv.Atoi(opp)
	if errX != nil || errO != nil || min(x, o) < 0 || max(x, o) >= n {
		return fmt.Errorf("score %q, want that of the player on roll and the opponent below %d, such as 3-0", score, n)
	}
	m := t.state()
	m.Length, m.Jacoby = n, false
	m.Score[board.PlayerX], m.Score[board.PlayerO] = x, o
	return nil
}

// setCube reads the value and the owner of the cube.
func (t *Test) setCube(value, owner string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > board.MaxCube || n&(n-1) != 0 {
		return fmt.Errorf("cube %q, want a power of 2 up to %d", value, board.MaxCube)
	}
	m := t.state()
	m.Cube = n
	switch owner {
	case "own":
		m.Owner = board.PlayerX
	case "opp":
		m.Owner = board.PlayerO
	case "centred":
		m.Owner = board.Nobody
	default:
		return fmt.Errorf("cube of %q, want own, opp or centred", owner)
	}
	return nil
}

// checkState returns an error for an impossible match, or for a match that does not fit
// the question.
func (t *Test) checkState() error {
	cubeQuestion := t.Question == Double || t.Question == Take
	if t.Match == nil && cubeQuestion {
		t.state()
	}
	if t.Match == nil {
		return nil
	}
	if t.Match.Doubled { // players get the state before
		t.Match.Doubled, t.Match.Turn = false, t.Match.Roller
		if t.Question != Take {
			return fmt.Errorf("a double is on offer, want the question %v", Take)
		}
	}
	if t.Question >= Win {
		return fmt.Errorf("%s does not depend on cube and score, want a position without", t.Question)
	}
	s, err := cube.FromMatch(t.Match)
	if err != nil {
		return err
	}
	if cubeQuestion && !s.MayDouble() {
		return fmt.Errorf("the player on roll may not double")
	}
	if cubeQuestion && t.Match.Dice != (board.Roll{}) {
		return fmt.Errorf("the dice are rolled, want %s before the roll", t.Question)
	}
	return nil
}
