package record

import (
	"strconv"
	"strings"

	"gammonlab/board"
)

// quit is what words say about the end of a game, such as "Losses 1 point".
type quit struct {
	player board.Player // the loser, Nobody if no words end the game
	line   int          // number of the line with the words
	points int          // stated in the words, 0 if they have none
	kind   int          // 1 single game, 2 gammon, 3 backgammon, 0 for question marks, which alone end no game
}

var noQuit = quit{player: board.Nobody}

var (
	quitWords = pattern(`(?i)\b(?:loss?es?|lost|conced|resign|g[ia]ves? up|surrender|quits?\b|left\b|leaves?\b|timed?[- ]?out|time is up|out of time|forfeit|disconnect|abandon)`)
	lossWords = pattern(`(?i)\bloss?es?\s+(\d+)\s+points?\b`)
)

// remark keeps words that are no action as a comment on the action with an index, or on
// the next one if the index is -1.
func (m *matReader) remark(p board.Player, text string, on int) {
	text = oneLine(text)
	if !m.word(p, text) {
		return
	}
	if on < 0 {
		m.early = joinComments(m.early, text)
		return
	}
	a := &m.game.Actions[on]
	if len(a.Comment)+len(text) < maxText {
		a.Comment = joinComments(a.Comment, text)
	}
}

// word notes words that are no action: in the notices, and as the end of the game if they
// say so or are question marks. It reports false for question marks, which are no remark.
func (m *matReader) word(p board.Player, text string) bool {
	if isUnknown(text) {
		m.quit = quit{player: p, line: m.lines}
		return false
	}
	m.match.notice(Remarks, text, m.lines)
	if !quitWords().MatchString(text) {
		return true
	}
	m.quit = quit{player: p, line: m.lines, kind: 1}
	low := strings.ToLower(text)
	switch {
	case strings.Contains(low, "backgammon"):
		m.quit.kind = 3
	case strings.Contains(low, "gammon"):
		m.quit.kind = 2
	}
	if found := lossWords().FindStringSubmatch(text); found != nil {
		if n, err := strconv.Atoi(found[1]); err == nil && n <= maxWin {
			m.quit.points = n
		}
	}
	return true
}

// endGame states the winner of a game that words have ended, unless a line has stated it,
// and keeps remarks of a game without actions.
func (m *matReader) endGame() {
	if m.game == nil {
		return
	}
	m.quits[len(m.quits)-1] = m.quit.player != board.Nobody
	if !m.isOver() && m.quit.kind > 0 {
		m.wins(m.quit.player.Opponent(), m.quit.points)
		m.likely[len(m.likely)-1] = m.quit.kind * m.cube()
	}
	if info := &m.match.Info; len(info.Comment)+len(m.early) < maxText {
		info.Comment = joinComments(info.Comment, m.early)
	}
	m.quit, m.early = noQuit, ""
}

// cube returns the value of the cube after the actions so far.
func (m *matReader) cube() int {
	cube, offered := m.game.Cube, false
	for i := range m.game.Actions {
		k := m.game.Actions[i].Kind
		if offered && k != Drop {
			cube = min(2*cube, board.MaxCube)
		}
		offered = k == Double || k == Beaver
	}
	return cube
}

// winner records a result. The play or the next score may determine another one. A forfeit
// may give more points than a backgammon, up to those that the winner needs in a match.
// Points above them are those that the winner needs, or a backgammon.
func (m *matReader) winner(points string, winner board.Player) {
	n, err := strconv.Atoi(points)
	most, needed := 3*m.cube(), m.match.Length-m.game.Score[winner]
	if err != nil || n > most && m.match.Length > 0 {
		m.match.notice(Remarks, "Wins "+points+" points", m.lines)
	}
	if err == nil && n <= maxWin && (n <= max(most, needed) || m.match.Length == 0) {
		m.wins(winner, n)
		return
	}
	m.wins(winner, 0)
	if needed > 0 {
		most = min(most, needed)
	}
	m.likely[len(m.likely)-1] = most
}

// position reads "Illegal play (POSITION)" at the beginning of a text, with the position
// after a play of the player in Snowie's form. It returns the rest of the text, and the
// position from the player's point of view.
func (m *matReader) position(p board.Player, text string) (after string, pos *board.Position, ok bool) {
	text, after, ok = snowieIn(text)
	if !ok {
		return "", nil, false
	}
	pos, err := m.after(p, text)
	return after, pos, err == nil
}

// badPosition returns the fault of a text with a position that cannot be used, nil for
// other texts.
func (m *matReader) badPosition(p board.Player, text string) error {
	text, _, ok := snowieIn(text)
	if !ok {
		return nil
	}
	_, err := m.after(p, text)
	return err
}

// snowieIn returns the position in "Illegal play (POSITION)" at the beginning of a text, and
// the rest of the text.
func snowieIn(text string) (position, after string, ok bool) {
	const mark = "illegal play"
	text = strings.TrimSpace(text)
	if len(text) < len(mark) || !strings.EqualFold(text[:len(mark)], mark) {
		return "", "", false
	}
	open := strings.IndexByte(text, '(')
	close := endOfPosition(text, open)
	if close < 0 {
		return "", "", false
	}
	return text[open+1 : close], text[close+1:], true
}

// after reads the position after a play of the player in Snowie's form.
func (m *matReader) after(p board.Player, text string) (*board.Position, error) {
	names, pos, err := snowieAfter(text)
	if err == nil {
		err = pos.Validate(m.match.Rules.Variant)
	}
	if err != nil {
		return nil, err
	}
	if !m.isNamed(p, names) {
		pos = pos.Swap()
	}
	return &pos, nil
}

// isNamed reports whether the first name of a Snowie position is that of the player. If
// the names are unknown, it is that of the opponent, who is on roll after the play.
func (m *matReader) isNamed(p board.Player, names [2]string) bool {
	mine, other := m.match.Names[p], m.match.Names[p.Opponent()]
	return mine != other && (names[0] == mine || names[1] == other)
}
