package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"

	"gammonlab/board"
)

// collector collects the games of the matches of a text, within the limits.
type collector struct {
	match  *Match   // current match
	game   *Game    // current game, nil before the first
	stated []Result // winners and points as stated in the text, by game
	likely []int    // points of games whose result has none, unless the next score tells, by game
	quits  []bool   // words say that a player ended the game
	left   int      // number of further actions allowed
	lines  int      // number of the current line
	lost   string   // the first words of the text where a roll is expected, with their line

	matches []*Match // completed matches of a text with several
}

// newCollector returns a collector for a text that need not state its rules.
func newCollector() collector {
	return collector{match: &Match{Rules: Rules{Crawford: true, Jacoby: true, JacobyAssumed: true}}, left: maxActions}
}

// read returns the only match of a text, see readAll.
func (c *collector) read(name string, r io.Reader, line func(string) error, noGame string) (*Match, error) {
	return oneMatch(name, r, func(name string, r io.Reader) ([]*Match, error) { return c.readAll(name, r, line, noGame) })
}

// readAll returns the matches of a text; line reads each line. noGame is the
// error, with a verb for the number of lines, if there is no game. Errors call the
// file by the name; the matches then have the games up to the fault.
func (c *collector) readAll(name string, r io.Reader, line func(string) error, noGame string) ([]*Match, error) {
	err := c.eachLine(r, line)
	if c.game != nil {
		c.endMatch()
	}
	if err == nil && len(c.matches) == 0 {
		err = fmt.Errorf(noGame, c.lines)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return c.matches, err
}

// endMatch completes the match and appends it to the matches.
func (c *collector) endMatch() {
	c.finish()
	c.matches = append(c.matches, c.match)
}

// nextMatch returns the collector for a further match, after the end of one.
func (c *collector) nextMatch() collector {
	next := newCollector()
	next.left, next.lines, next.lost, next.matches = c.left, c.lines, c.lost, c.matches
	return next
}

// eachLine calls read for the lines of a text. Errors name the line and the
// game.
func (c *collector) eachLine(r io.Reader, read func(line string) error) error {
	lines := bufio.NewScanner(&capped{utf8Text(r), maxFile})
	lines.Buffer(nil, maxText)
	lines.Split(endOfLine)
	for lines.Scan() {
		c.lines++
		b := lines.Bytes()
		if c.lines == 1 {
			b = bytes.TrimPrefix(b, byteOrderMark)
		}
		b = bytes.TrimRight(b, "\x00") // behind a text that does not fill its disk block
		err := checkEncoding(b)
		if err == nil {
			err = read(plainBlanks(decode(b)))
		}
		if err != nil {
			return fmt.Errorf("line %d%s: %w", c.lines, c.where(), err)
		}
	}
	if lines.Err() == bufio.ErrTooLong {
		return fmt.Errorf("line %d: longer than %d bytes", c.lines+1, maxText)
	}
	return lines.Err()
}

// hasActions reports whether the text has an action so far.
func (c *collector) hasActions() bool { return c.left < maxActions }

// where returns the name of the current game for errors.
func (c *collector) where() string {
	if c.game == nil {
		return ""
	}
	return fmt.Sprintf(", game %d", len(c.match.Games))
}

// newGame begins a game.
func (c *collector) newGame() error {
	if len(c.match.Games) == MaxGames {
		return fmt.Errorf("more than %d games", MaxGames)
	}
	c.match.Games = append(c.match.Games, Game{Cube: 1, Result: Result{Winner: board.Nobody}})
	c.game = &c.match.Games[len(c.match.Games)-1]
	c.stated, c.likely = append(c.stated, Result{Winner: board.Nobody}), append(c.likely, 0)
	c.quits = append(c.quits, false)
	return nil
}

// add appends an action to the game.
func (c *collector) add(a Action) error {
	if c.left--; c.left < 0 || len(c.game.Actions) == MaxActions {
		return tooMany(c.left)
	}
	c.game.Actions = append(c.game.Actions, a)
	return nil
}

// automaticDouble starts the game with a doubled cube, because both players
// threw the same die.
func (c *collector) automaticDouble() {
	c.game.Cube = min(c.game.Cube<<1, board.MaxCube)
}

// last returns the last action of the game, nil if there is none.
func (c *collector) last() *Action {
	if c.game == nil || len(c.game.Actions) == 0 {
		return nil
	}
	return &c.game.Actions[len(c.game.Actions)-1]
}

// wins records the winner of the game as stated in the text.
func (c *collector) wins(winner board.Player, points int) {
	c.stated[len(c.stated)-1] = Result{Winner: winner, Points: points}
}

// isOver reports whether the text has stated the winner of the game.
func (c *collector) isOver() bool {
	return c.game == nil || c.stated[len(c.stated)-1].Winner != board.Nobody
}

// likelyCrawford returns the index of the Crawford game in a file that does not name it,
// -1 for none. A record that begins in the middle of the match may begin after that game.
func (m *Match) likelyCrawford() int {
	i := slices.IndexFunc(m.Games, func(g Game) bool { return m.isCrawford(g.Score) })
	if i == 0 && doubles(&m.Games[0]) {
		return -1
	}
	return i
}

// finish sets the fields that depend on several games, and completes the games.
func (c *collector) finish() {
	m := c.match
	m.splitRatings()
	rules := &m.Rules
	rules.Jacoby = m.Length == 0 && rules.Jacoby
	rules.JacobyAssumed = m.Length == 0 && rules.JacobyAssumed
	rules.Crawford = m.Length > 0 && rules.Crawford
	games := m.Games
	if crawford := m.likelyCrawford(); crawford >= 0 && !slices.ContainsFunc(games, func(g Game) bool { return g.Crawford }) {
		games[crawford].Crawford = true
	}
	var gen board.Generator
	for i := range games {
		g := &games[i]
		m.complete(i, &gen)
		if g.Result.Winner == board.Nobody {
			g.Result = c.stated[i]
			if i+1 < len(games) {
				g.Result = byScores(g.Score, games[i+1].Score, g.Result)
			}
			if plays(g.Result.Winner) && g.Result.Points == 0 {
				g.Result.Points = c.likely[i]
			}
			if c.quits[i] && plays(g.Result.Winner) {
				m.unplay(i, &gen)
			}
			m.complete(i, &gen)
		} else if points := c.stated[i].Points; points > 0 {
			g.Result.Points = points
		}
	}
	m.noticeIllegal()
	if rules.JacobyAssumed && (rules.NoCube || slices.ContainsFunc(games, gammonAtUnturnedCube)) {
		rules.Jacoby, rules.JacobyAssumed = false, false
	}
}
