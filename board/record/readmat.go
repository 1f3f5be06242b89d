package record

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gammonlab/board"
)

// ReadMat reads a .mat file: a header such as "7 point match" (0 for money),
// games with a line of names and scores, numbered lines in two columns, and the
// winner with points. It accepts the variants of the format that other programs
// write: any line ends and widths of the columns, tabs, UTF-8 or Latin-1, tags
// in comments, moves with bar, off, joined steps and (n), and missing lines of
// winners. Errors call the file by the name.
//
// The Jacoby rule of a money session is determined by the tag Jacoby or,
// without one, by a gammon that counted although no double was taken. If
// neither is present and a cube is in use, the rule is assumed.
func ReadMat(name string, r io.Reader) (*Match, error) {
	m := &matReader{collector: newCollector(), length: -1}
	if err := m.read(r); err != nil {
		return m.part(), fmt.Errorf("%s: %w", name, err)
	}
	return m.match, nil
}

// matReader is the state of the reader.
type matReader struct {
	collector
	length int       // of the match, -1 before the header
	scored bool      // the line of names and scores was read
	ended  bool      // the line of the winner was read
	tagged [2]string // the names in the tags Player 1 and Player 2
}

func (m *matReader) read(r io.Reader) error {
	if err := m.eachLine(r, m.line); err != nil {
		return err
	}
	if m.length < 0 {
		return fmt.Errorf("no line such as \"7 point match\" in %d lines: this is not a .mat file", m.lines)
	}
	m.match.Info.Comment = manyLines(m.match.Info.Comment)
	m.swapRatings()
	m.finish()
	return nil
}

var (
	headerLine = pattern(`(?i)^(\d+)\s*[- ]\s*points?\s+(?:match|session|game)`)
	moneyLine  = pattern(`(?i)^(?:money|unlimited)\s+(?:match|session|game)`)
	gameLine   = pattern(`(?i)^game\s+\d+\s*$`)
	// The patterns are tried in this order. A name does not contain two blanks, so two
	// blanks end the first player's score.
	scoreLine  = pattern(`^(.*?)\s*:\s*(\d+)\s{2,}(.*?)\s*:\s*(\d+)$`)
	scoreLine1 = pattern(`^(.*?)\s*:\s*(\d+)\s+(.*?)\s*:\s*(\d+)$`)
	scoreLine0 = pattern(`^(.*?)\s*:\s*(\d+)(\D.*?)\s*:\s*(\d+)$`) // gnubg after a long name
	winLine    = pattern(`(?i)\bwins?\s+(\d+)\s+points?\b`)
)

// isTurn reports whether a line begins with a number and a bracket.
func isTurn(text string) bool {
	number, _, found := strings.Cut(text, ")")
	number = strings.TrimRight(number, " ")
	return found && number != "" && strings.Trim(number, "0123456789") == ""
}

// line reads one line; its form determines its kind.
func (m *matReader) line(line string) error {
	text := strings.TrimSpace(line)
	switch {
	case text == "":
		return nil
	case text[0] == ';' || text[0] == '#':
		m.comment(strings.TrimSpace(text[1:]))
		return nil
	case m.scored && isTurn(text):
		return m.turn(expandTabs(line))
	case gameLine().MatchString(text):
		return m.nextGame()
	case m.game == nil:
		return m.header(text)
	case !m.scored:
		return m.scores(text)
	}
	if win := winLine().FindStringSubmatchIndex(line); win != nil {
		at := len(expandTabs(line[:win[0]]))
		return m.winner(line[win[2]:win[3]], at)
	}
	if headerLine().MatchString(text) || moneyLine().MatchString(text) {
		return fmt.Errorf("%q: a second match begins, want one for each file", text)
	}
	if m.ended {
		return nil // free text between games
	}
	return fmt.Errorf("%q: want a turn such as \"3) 31: 8/5 6/5\", a winner or a game", clip(text))
}

// header reads the length of the match. Other lines before the first game are
// comments of the program that wrote the file.
func (m *matReader) header(text string) error {
	length := 0
	if header := headerLine().FindStringSubmatch(text); header != nil {
		n, err := strconv.Atoi(header[1])
		if err != nil || n > board.MaxMatchLength {
			return fmt.Errorf("a match length of %s points, want 0 (money) to %d", header[1], board.MaxMatchLength)
		}
		length = n
	} else if !moneyLine().MatchString(text) {
		return nil
	}
	if m.length >= 0 {
		return fmt.Errorf("%q: a second length of the match", text)
	}
	m.length, m.match.Length = length, length
	return nil
}

func (m *matReader) nextGame() error {
	switch {
	case m.length < 0:
		return fmt.Errorf("a game before a line such as \"7 point match\"")
	case m.game != nil && !m.scored:
		return fmt.Errorf("another game, want names and scores such as \"Ann : 0   Bob : 0\"")
	}
	m.scored, m.ended = false, false
	return m.newGame()
}

func (m *matReader) scores(text string) error {
	var found []string
	for _, line := range []func() *regexp.Regexp{scoreLine, scoreLine1, scoreLine0} {
		if found = line().FindStringSubmatch(text); found != nil {
			break
		}
	}
	if found == nil {
		return fmt.Errorf("%q: want names and scores such as \"Ann : 0   Bob : 0\"", clip(text))
	}
	for p := range m.game.Score {
		score, err := strconv.Atoi(found[2+2*p])
		if err != nil || score > maxScore {
			return fmt.Errorf("a score of %s, want 0 to %d", found[2+2*p], maxScore)
		}
		m.game.Score[p] = score
		if len(m.match.Games) == 1 {
			m.match.Names[p] = oneLine(found[1+2*p])
		}
	}
	m.scored = true
	return nil
}

// winner reads a result. Unless the play or the next score determines the
// winner, the column does.
func (m *matReader) winner(points string, at int) error {
	n, err := strconv.Atoi(points)
	if err != nil || n > maxWin {
		return fmt.Errorf("a win of %s points, want at most %d", points, maxWin)
	}
	winner := board.PlayerO
	if at >= rightColumn {
		winner = board.PlayerX
	}
	m.wins(winner, n)
	m.ended = true
	return nil
}

// rightColumn is the first column, from 0, of a result of player 1. Programs
// indent results of player 0 by about 6.
const rightColumn = 20

// gammonAtUnturnedCube reports whether a game counted more than its cube
// without a double, that is, without the Jacoby rule.
func gammonAtUnturnedCube(g Game) bool {
	return plays(g.Result.Winner) && g.Result.Points > g.Cube && !doubles(&g)
}

func doubles(g *Game) bool {
	for i := range g.Actions {
		if g.Actions[i].Kind == Double {
			return true
		}
	}
	return false
}

// byScores returns the result of a game from its score and the next one's, or
// the stated result if the scores do not determine it.
func byScores(before, next [2]int, stated Result) Result {
	for _, p := range []board.Player{board.PlayerO, board.PlayerX} {
		if won := next[p] - before[p]; won > 0 && next[p.Opponent()] == before[p.Opponent()] {
			if stated.Points == 0 {
				stated.Points = won
			}
			stated.Winner = p
		}
	}
	return stated
}

// expandTabs replaces tabs by blanks up to the next multiple of 8 columns.
func expandTabs(line string) string {
	if !strings.Contains(line, "\t") {
		return line
	}
	var s strings.Builder
	column := 0
	for _, c := range line {
		n := 1
		if c == '\t' {
			n = 8 - column%8
			s.WriteString("        "[:n])
		} else {
			s.WriteRune(c)
		}
		column += n
	}
	return s.String()
}

// clip shortens a text for an error message.
func clip(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
