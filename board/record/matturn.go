package record

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
)

// kindOfEntry is the kind of an entry in a line of a game.
type kindOfEntry uint8

const (
	remarkEntry kindOfEntry = iota // neither a roll nor a cube action
	rollEntry
	cubeEntry
	emptyEntry // words for no move, without dice
)

// entry is a part of a line: what a player did, or a remark.
type entry struct {
	kind    kindOfEntry
	at, end int // columns in the line, from 0
	act     int // column of the dice or the words for the cube
}

// maxEntries is the maximal number of entries that a line is divided into; the last one
// has the rest of the line.
const maxEntries = 12

// layout has the columns of the two players' entries, as the lines with two entries
// have them; 0 if no line had two.
type layout [2]int

// maxWords is the maximal distance of the beginnings of two entries that one blank
// separates.
const maxWords = 200

// maxIndent is the maximal distance of player 0's entry from the number of the line.
const maxIndent = 10

// player returns the player of an entry that is alone in a line with a number that ends
// at the given column.
func (l *layout) player(number, at int) board.Player {
	limit := number + maxIndent
	if l[1] > 0 && l[0] > 0 {
		limit = (l[0] + l[1]) / 2
	}
	if at > limit {
		return board.PlayerX
	}
	return board.PlayerO
}

// cells reads the part of a line after its number, which ends at the given column, with
// the entries of the players.
func (m *matReader) cells(line string, number int) error {
	m.entries = m.entries[:0]
	win, end := findWin(line, number)
	m.divide(line, number, win)
	m.divide(line, end, len(line))
	acts := m.selectActs()
	if acts[1] != nil && m.entries[0].at == acts[0].at {
		m.layout = layout{acts[0].at, acts[1].at}
	}
	if acts[0] != nil && acts[1] == nil && m.layout.player(number, acts[0].at) == board.PlayerX {
		acts[0], acts[1] = nil, acts[0]
	}
	if acts[0] != nil {
		m.wasRight(acts[0].at - number)
		if acts[1] == nil && number > 0 {
			m.alone, m.indent = len(m.game.Actions), acts[0].at-number
		}
	}
	index := [2]int{-1, -1}
	for p, e := range acts {
		if e == nil {
			continue
		}
		var err error
		if index[p], err = m.act(board.Player(p), line, e); err != nil {
			return err
		}
	}
	if err := m.remarks(line, number, acts, index); err != nil {
		return err
	}
	if win < end {
		m.lineWinner(line, number, win)
	}
	return nil
}

// wasRight gives the last roll, which was alone in its line, to player 1 if a roll of player
// 0 follows that is indented less.
func (m *matReader) wasRight(indent int) {
	last := m.last()
	if last != nil && m.alone == len(m.game.Actions)-1 && m.indent > indent+1 && last.Kind == Move && last.Player == board.PlayerO {
		last.Player = board.PlayerX
	}
}

// divide appends the entries between two columns of a line. Two blanks end an entry, and
// so does one blank before dice or a cube action that must belong to the other player.
func (m *matReader) divide(line string, from, to int) {
	for at := from; at < to; {
		if line[at] == ' ' {
			at++
			continue
		}
		end := endOfEntry(line[:to], at)
		m.divideWords(line, at, end)
		at = end
	}
}

// endOfEntry returns the column of the first two blanks in a row after a column. Blanks
// in a Snowie position do not count.
func endOfEntry(line string, at int) int {
	for i := at; i < len(line); i++ {
		switch {
		case line[i] == ' ' && (i+1 == len(line) || line[i+1] == ' '):
			return i
		case line[i] == '(':
			i = max(i, endOfPosition(line, i))
		}
	}
	return len(line)
}

// maxPosition exceeds the length of a position in Snowie's form.
const maxPosition = 500

// endOfPosition returns the column of the bracket that closes a position in Snowie's form,
// -1 if there is no position in the brackets that begin at a column.
func endOfPosition(line string, open int) int {
	if open < 0 {
		return -1
	}
	line = line[:min(len(line), open+maxPosition)]
	if end := strings.Index(line[open:], ";)"); end >= 0 {
		return open + end + 1
	}
	if end := strings.IndexByte(line[open:], ')'); end >= 0 && strings.Count(line[open:open+end], ";") >= snowieFields-2 {
		return open + end
	}
	return -1
}

// divideWords appends the entries of a text in which words are separated by one blank.
func (m *matReader) divideWords(line string, at, to int) {
	for i := at + 1; i < min(to, at+maxWords) && len(m.entries) < maxEntries; i++ {
		if mayBegin(line, i) && m.begins(line[:to], at, i) {
			m.addEntry(line, at, at+len(strings.TrimRight(line[at:i], " ")))
			at = i
		}
	}
	m.addEntry(line, at, to)
}

// mayBegin reports whether a word begins at a column, or dice may begin there.
func mayBegin(line string, at int) bool {
	before := line[at-1]
	return before == ' ' && line[at] != ' ' || before == ':' && isDigit(line[at])
}

// begins reports whether another entry begins in the middle of a text.
func (m *matReader) begins(line string, from, at int) bool {
	if hasDice(line[at:]) {
		return entryKind(line[from:at]) != remarkEntry
	}
	if !isLetter(line[at]) || cubeKind(line[at:]) == notCube || slices.ContainsFunc(beforeDice(line[at:]), isLikeMove) {
		return false
	}
	if m.layout[1] > 0 && at+1 >= m.layout[1] {
		return true
	}
	kind, before := entryKind(line[from:at]), strings.TrimSpace(line[from:at])
	switch kind {
	case rollEntry:
		_, text, comment := readCell(afterDice(before))
		return hasDice(before) && text == "" && comment == ""
	case cubeEntry:
		return cubeRemark(before) == ""
	}
	return kind == emptyEntry
}

// beforeDice returns the words of a text before the first dice.
func beforeDice(text string) []string {
	if i := diceIn(text); i >= 0 {
		text = text[:i]
	}
	return strings.Fields(text)
}

// addEntry appends an entry, unless it continues the entry before it.
func (m *matReader) addEntry(line string, at, end int) {
	text := line[at:end]
	e := entry{kind: entryKind(text), at: at, end: end}
	if n := len(m.entries); n > 0 && (n == maxEntries || e.kind == remarkEntry && continues(m.entries[n-1].kind, text)) {
		m.entries[n-1].end = end
		return
	}
	switch e.act = at; e.kind {
	case rollEntry:
		e.act += diceIn(text)
	case remarkEntry:
		if i := cubeIn(text); i >= 0 {
			e.kind, e.act = cubeEntry, at+i
		}
	}
	m.entries = append(m.entries, e)
}

// cubeIn returns the index of a cube action behind other words, -1 if there is none: of a
// double with the value of the cube, or an answer, at the end of the text.
func cubeIn(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i-1] != ' ' || !isLetter(text[i]) {
			continue
		}
		if k := cubeKind(text[i:]); k != notCube && cubeRemark(text[i:]) == "" && (k != Double || strings.ContainsAny(text[i:], "0123456789")) {
			return i
		}
	}
	return -1
}

// continues reports whether a text after two blanks belongs to the entry before it: moves
// of a roll, or the value of a cube.
func continues(kind kindOfEntry, text string) bool {
	switch kind {
	case rollEntry:
		steps, unread := readPlay(hyphensSlashed(text))
		return unread == "" && len(steps) > 0
	case cubeEntry:
		return cubeRemark("double "+text) == ""
	}
	return false
}

// entryKind returns the kind of an entry.
func entryKind(text string) kindOfEntry {
	switch {
	case diceIn(text) >= 0:
		return rollEntry
	case cubeKind(text) != notCube:
		return cubeEntry
	case noMove[strings.ToLower(strings.TrimSpace(text))]:
		return emptyEntry
	}
	return remarkEntry
}

// hasDice reports whether a text begins with dice such as "31:", or with another pair of
// digits before a colon, which are dice that were not rolled or that cannot be. A number
// behind the colon must begin a move: 13:37 is a clock.
func hasDice(text string) bool {
	if len(text) < 3 || !isDigit(text[0]) || !isDigit(text[1]) {
		return false
	}
	play, ok := strings.CutPrefix(strings.TrimLeft(text[2:], " "), ":")
	word := firstWord(play)
	return ok && (word == "" || !isDigit(word[0]) || isLikeMove(hyphensSlashed(word)) && !strings.Contains(word, ":"))
}

// firstWord returns the first word of a text, "" if there is none.
func firstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	return word
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// diceIn returns the index of the dice in a text, -1 if there are none.
func diceIn(text string) int {
	for i := 0; i < len(text); i++ {
		if (i == 0 || mayBegin(text, i)) && hasDice(text[i:]) {
			return i
		}
	}
	return -1
}

// afterDice returns the text behind the dice at its beginning.
func afterDice(text string) string {
	_, play, _ := strings.Cut(text, ":")
	return play
}

// selectActs returns the entries of the two players: the rolls and cube actions. If there
// are more than two, cube actions become remarks first; a third roll is a remark, too.
func (m *matReader) selectActs() (acts [2]*entry) {
	over := -len(acts)
	for i := range m.entries {
		if k := m.entries[i].kind; k == rollEntry || k == cubeEntry {
			over++
		}
	}
	for _, kind := range []kindOfEntry{cubeEntry, rollEntry} {
		for i := len(m.entries) - 1; i >= 0 && over > 0; i-- {
			if m.entries[i].kind == kind {
				m.entries[i].kind = remarkEntry
				over--
			}
		}
	}
	n := 0
	for i := range m.entries {
		if k := m.entries[i].kind; k == rollEntry || k == cubeEntry {
			acts[n] = &m.entries[i]
			n++
		}
	}
	return acts
}

// act reads the entry of a player and returns the index of its action, -1 for none.
func (m *matReader) act(p board.Player, line string, e *entry) (index int, err error) {
	before, ended := len(m.game.Actions), m.quit
	m.quit = noQuit
	var remark string
	if e.kind == rollEntry {
		remark, err = m.roll(p, line[e.act:e.end])
	} else {
		remark, err = m.cubeAction(p, line[e.act:e.end])
	}
	remark = strings.TrimSpace(line[e.at:e.act] + remark)
	index = -1
	if len(m.game.Actions) > before {
		index = before
		m.noticeLate()
	} else if m.quit == noQuit {
		m.quit = ended
	}
	if remark != "" {
		m.remark(p, remark, len(m.game.Actions)-1)
	}
	return index, err
}

// remarks reads the remarks of a line as comments on the actions of the players that they
// stand beside, or on the last action.
func (m *matReader) remarks(line string, number int, acts [2]*entry, index [2]int) error {
	for i := range m.entries {
		e := &m.entries[i]
		if e.kind != remarkEntry {
			continue
		}
		p := m.layout.player(number, e.at)
		if acts[1] != nil && e.at < acts[1].at {
			p = board.PlayerO
		}
		text := line[e.at:e.end]
		if after, board, ok := m.position(p, text); ok {
			if err := m.add(Action{Kind: SetBoard, Player: p, Board: board}); err != nil {
				return err
			}
			if text = strings.TrimSpace(after); text == "" {
				continue
			}
		}
		on := len(m.game.Actions) - 1
		if index[p] >= 0 {
			on = index[p]
		}
		if number > 0 {
			m.noteLost(text)
		}
		m.remark(p, text, on)
	}
	return nil
}

// noteLost notes the first words with a number in numbered lines without an action. Words
// that end a game may stand there without a roll.
func (m *matReader) noteLost(text string) {
	if m.lost == "" && !m.hasActions() && strings.ContainsAny(text, "0123456789") && !quitWords().MatchString(text) {
		m.lost = fmt.Sprintf("line %d, game %d: %q", m.lines, len(m.match.Games), clip(text))
	}
}

// lineWinner reads the result in a line. The loser is the player of words such as "Losses
// 1 point" in the line. Otherwise the column determines the winner: programs write it with
// the indentation of player 0's result, or instead of player 1's entry.
func (m *matReader) lineWinner(line string, number, win int) {
	end := number
	for _, e := range m.entries {
		if e.at < win {
			end = e.end
		}
	}
	indent, winner := win-end, board.PlayerO
	switch own := indent == ownWin || indent == ownWin+1; {
	case m.quit.line == m.lines && number > 0:
		winner = m.quit.player.Opponent()
	case own:
	case indent >= rightColumn, win == matWin, m.layout[1] > 0 && win >= m.layout[1]-1:
		winner = board.PlayerX
	}
	m.winner(winWords().FindStringSubmatch(line[win:])[1], winner)
}

// ownWin is the indentation of player 0's result; a blank may end the play.
const ownWin = 6

// rightColumn is the least indentation of a result of player 1. Programs indent results
// of player 0 by about 6.
const rightColumn = 20

// findWin returns the columns of the words of a result, such as "Wins 1 point and the
// match", or the end of the line twice.
func findWin(line string, from int) (at, end int) {
	for i := from; i+3 <= len(line); i++ {
		if line[i]|0x20 != 'w' || i > 0 && isLetter(line[i-1]) || !strings.EqualFold(line[i:i+3], "win") {
			continue
		}
		if found := winWords().FindStringIndex(line[i:]); found != nil {
			return i, i + found[1]
		}
	}
	return len(line), len(line)
}
