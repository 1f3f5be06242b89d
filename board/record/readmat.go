package record

import (
	"fmt"
	"io"
	"regexp"
	"slices"
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
func ReadMat(name string, r io.Reader) (*Match, error) { return oneMatch(name, r, readMats) }

// matReader is the state of the reader.
type matReader struct {
	collector
	length  int       // of the match, -1 before the header
	scored  bool      // the line of names and scores was read
	implied bool      // the line of names and scores began the game, not a title
	tagged  [2]string // the names in the tags Player 1 and Player 2
	colons  bool      // a numbered line has dice such as "31:"
	layout  layout    // of the lines of the match
	heads   []int     // line of names and scores by game, 0 if it is missing
	alone   int       // index of the last action of player 0 alone in its line
	indent  int       // of its entry
	entries []entry   // of the current line
	quit    quit      // the end of the game in words
	early   string    // remarks before the first action of the game
	pending []string  // comments after a game, perhaps of a further match
}

// readMats reads all matches of a .mat file. With an error it returns what it has read.
func readMats(name string, r io.Reader) ([]*Match, error) {
	m := newMatReader(newCollector())
	err := m.readAll(r)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return m.matches, err
}

func newMatReader(c collector) *matReader { return &matReader{collector: c, length: -1, quit: noQuit} }

// readAll reads all matches.
func (m *matReader) readAll(r io.Reader) error {
	err := m.eachLine(r, m.line)
	if err == nil && m.length < 0 {
		err = fmt.Errorf("no line such as \"7 point match\" in %d lines: this is not a .mat file", m.lines)
	}
	if err == nil && m.game == nil && len(m.matches) == 0 {
		err = fmt.Errorf("no game in %d lines: want a line such as \"Game 1\" or \"Ann : 0   Bob : 0\"", m.lines)
	}
	if err == nil && !m.hasActions() && m.lost != "" {
		err = fmt.Errorf("%s: want rolls with plays such as \"31: 8/5 6/5\", and no line of the file has any", m.lost)
	}
	if err == nil || m.game != nil {
		m.endMatch()
	}
	return err
}

// endMatch completes the match and appends it.
func (m *matReader) endMatch() {
	m.endGame()
	m.applyPending()
	m.match.Info.Comment = manyLines(m.match.Info.Comment)
	m.swapRatings()
	m.collector.endMatch()
	m.noticeResults()
}

// nextMatch begins a further match.
func (m *matReader) nextMatch() {
	comments := m.pending
	m.pending = nil
	m.endMatch()
	*m = *newMatReader(m.collector.nextMatch())
	m.pending = comments
	m.applyPending()
}

var (
	headerLine = pattern(`(?i)^(\d+)\s*[- ]\s*points?\s+(?:match|session|game)`)
	moneyLine  = pattern(`(?i)^(?:money|unlimited)\s+(?:match|session|game)`)
	// Other words behind the number are a title if they cannot continue a sentence.
	gameLine = pattern(`(?i)^(?:game|partie|spiel|partita|partida|juego|jeu)\s*(?:no\b\.?|nr\b\.?|number\b|#)?\s*\d+\s*(?:$|[-:.,;/(\[|–—].*$|of\s+\d+\b.*$|(?:post-?)?crawford\b.*$)`)
	// The patterns are tried in this order. A name does not contain two blanks, so two
	// blanks end the first player's score.
	scoreLine  = pattern(`^(.*?)\s*:\s*(\d+)\s{2,}(.*?)\s*:\s*(\d+)$`)
	scoreLine1 = pattern(`^(.*?)\s*:\s*(\d+)\s+(.*?)\s*:\s*(\d+)$`)
	scoreLine2 = pattern(`^(.*?)\s*:\s*(\d+)(?:\s*[(\[<][^)\]>]*[)\]>])?\s{2,}(.*?)\s*:\s*(\d+)(?:[\s(\[<].*)?$`) // with other words
	scoreLine3 = pattern(`^(\S.*?)\s+(\d+)\s{2,}(\S.*?)\s+(\d+)$`)                                                // without colons
	scoreLine0 = pattern(`^(.*?)\s*:\s*(\d+)(\D.*?)\s*:\s*(\d+)$`)                                                // gnubg after a long name
	winWords   = pattern(`(?i)^wins?\s+(\d+)\s+points?\b(?:\s+and\s+(?:the\s+)?match\b)?`)
)

// afterNumber returns the column behind the number of a line of a game, such as "3)", 0 if
// the line has none.
func afterNumber(line string) int {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	digits := i
	for i < len(line) && isDigit(line[i]) {
		i++
	}
	if i == digits {
		return 0
	}
	number := i
	for i < len(line) && line[i] == ' ' {
		i++
	}
	switch {
	case i < len(line) && line[i] == ')':
		return i + 1
	case number < len(line) && line[number] == '.' && (number+1 == len(line) || line[number+1] == ' '):
		return number + 1
	}
	return 0
}

// line reads one line; its form determines its kind.
func (m *matReader) line(line string) error {
	text := strings.TrimSpace(line)
	switch {
	case text == "":
		return nil
	case text[0] == ';' || text[0] == '#':
		return m.comment(strings.TrimSpace(text[1:]))
	case m.game != nil:
		if number := afterNumber(line); number > 0 {
			return m.turn(line)
		}
	}
	switch {
	case isLetter(text[0]) && gameLine().MatchString(text):
		return m.titled()
	case isHeader(text):
		return m.header(text)
	case m.beginsGame(text):
		return m.untitled(text)
	case m.game == nil:
		return nil // words of the program that wrote the file
	case !m.scored:
		return m.names(line, text)
	}
	return m.unnumbered(expandTabs(line))
}

// isHeader reports whether a line has the length of a match.
func isHeader(text string) bool {
	switch c := text[0] | 0x20; {
	case isDigit(text[0]):
		return headerLine().MatchString(text)
	case c == 'm' || c == 'u':
		return moneyLine().MatchString(text)
	}
	return false
}

// turn reads a numbered line.
func (m *matReader) turn(line string) error {
	if !m.scored {
		m.withoutNames()
	}
	line = expandTabs(line)
	number := afterNumber(line)
	return m.cells(m.diceWithColons(line, number), number)
}

// unnumbered reads another line of a game: a result, an action alone, or words.
func (m *matReader) unnumbered(line string) error {
	text := strings.TrimSpace(line)
	alone := entryKind(text) == cubeEntry && cubeRemark(text) == ""
	if m.statesWinner(line) || hasDice(text) || alone {
		return m.cells(line, 0)
	}
	m.entries = m.entries[:0]
	m.remark(m.layout.player(0, len(line)-len(strings.TrimLeft(line, " "))), text, len(m.game.Actions)-1)
	return nil
}

// statesWinner reports whether a line without a number has a result that is no part of a
// sentence: it begins the line or follows two blanks, a name or an action, and nothing or
// two blanks follow.
func (m *matReader) statesWinner(line string) bool {
	win, end := findWin(line, 0)
	if win == end {
		return false
	}
	before, rest := strings.TrimSpace(line[:win]), strings.TrimLeft(line[end:], ".!")
	begins := before == "" || strings.HasSuffix(line[:win], "  ") || slices.Contains(m.match.Names[:], before) ||
		entryKind(before) == cubeEntry || quitWords().MatchString(before)
	return begins && (strings.TrimSpace(rest) == "" || strings.HasPrefix(rest, "  "))
}

// names reads the line of names and scores, or one that stands in its place.
func (m *matReader) names(line, text string) error {
	if m.scores(text) == nil {
		return nil
	}
	if win, end := findWin(line, 0); win < end {
		m.withoutNames()
		return m.unnumbered(expandTabs(line))
	}
	m.remark(board.PlayerO, text, -1)
	return nil
}

// withoutNames begins the lines of a game without a line of names and scores. The names are
// those of the other games or of the tags, and the score follows from the game before.
func (m *matReader) withoutNames() {
	m.scored = true
	n := len(m.match.Games)
	if n == 1 {
		m.match.Names = m.tagged
		return
	}
	before, stated := &m.match.Games[n-2], m.stated[n-2]
	m.game.Score = before.Score
	if plays(stated.Winner) {
		m.game.Score[stated.Winner] = min(m.game.Score[stated.Winner]+stated.Points, maxScore)
	}
}

// header reads the length of the match. A second one begins another match.
func (m *matReader) header(text string) error {
	length := 0
	if header := headerLine().FindStringSubmatch(text); header != nil {
		n, err := strconv.Atoi(header[1])
		if err != nil || n > board.MaxMatchLength {
			return fmt.Errorf("a match length of %s points, want 0 (money) to %d", header[1], board.MaxMatchLength)
		}
		length = n
	}
	if m.game != nil {
		m.nextMatch()
	}
	m.length, m.match.Length = length, length
	return nil
}

func (m *matReader) nextGame() error {
	if m.length < 0 {
		return fmt.Errorf("a game before a line such as \"7 point match\"")
	}
	if m.game != nil && !m.scored {
		m.withoutNames()
	}
	m.endGame()
	m.applyPending()
	m.scored, m.implied = false, false
	m.heads = append(m.heads, 0)
	return m.newGame()
}

// titled begins a game at its title. One without actions that a line of scores seemed to
// begin was none.
func (m *matReader) titled() error {
	if m.implied && len(m.game.Actions) == 0 && !m.isOver() {
		m.implied, m.scored = false, false
		m.game.Score = [2]int{}
		return nil
	}
	return m.nextGame()
}

// beginsGame reports whether a line of names and scores begins a game without a title: the
// first one, or one with the players of the match whose score is new or follows a result.
func (m *matReader) beginsGame(text string) bool {
	if m.length < 0 || m.game != nil && !m.scored || text[len(text)-1] < '0' || text[len(text)-1] > '9' {
		return false
	}
	names, score, err := scoresIn(text, scoreLine)
	if err != nil || names[0] == "" || names[1] == "" {
		return false
	}
	return m.game == nil || names == m.match.Names && (m.isOver() || score != m.game.Score)
}

// untitled begins a game at its line of names and scores.
func (m *matReader) untitled(text string) error {
	if err := m.nextGame(); err != nil {
		return err
	}
	m.implied = true
	return m.scores(text)
}

// scores reads the line of names and scores.
func (m *matReader) scores(text string) error {
	names, score, err := scoresIn(text, scoreLine2, scoreLine, scoreLine1, scoreLine3, scoreLine0)
	if err != nil {
		return err
	}
	m.game.Score, m.scored = score, true
	m.heads[len(m.match.Games)-1] = m.lines
	if len(m.match.Games) == 1 {
		m.match.Names = names
	}
	return nil
}

// scoresIn returns the names and scores in a line of one of the forms.
func scoresIn(text string, forms ...func() *regexp.Regexp) (names [2]string, score [2]int, err error) {
	var found []string
	text = strings.ReplaceAll(text, "：", ":")
	for _, line := range forms {
		if found = line().FindStringSubmatch(text); found != nil {
			break
		}
	}
	if found == nil {
		return names, score, fmt.Errorf("%q: want names and scores such as \"Ann : 0   Bob : 0\"", clip(text))
	}
	for p := range score {
		names[p] = oneLine(found[1+2*p])
		if score[p], err = strconv.Atoi(found[2+2*p]); err != nil || score[p] > maxScore {
			return names, score, fmt.Errorf("a score of %s, want 0 to %d", found[2+2*p], maxScore)
		}
	}
	return names, score, nil
}

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
