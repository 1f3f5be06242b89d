package external

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/protocol"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/process"
)

// UBGI is a player by a program with the Universal Backgammon Interface: draft
// 0.1 or 0.2 if the program introduces itself so, else 0.01. It is not safe for
// concurrent use.
type UBGI struct {
	*remote
	command []string
	dialect Dialect
	seed    uint64
}

// Dialect is the form of questions.
type Dialect uint8

// The dialects.
const (
	AnyDialect Dialect = iota // draft 0.1 or 0.2 if the program supports it, else XGID
	XGID                      // draft 0.01, XGIDs
	Rawboard                  // draft 0.01, FIBS boards
)

// NewUBGI returns a player by a program: the first word of command is its path,
// the others are its arguments. The program is started on first use.
func NewUBGI(command []string, dialect Dialect, limits process.Limits) *UBGI {
	return newUBGI(command, dialect, limits, limits.NewRestarts())
}

func newUBGI(command []string, dialect Dialect, limits process.Limits, restarts *process.Restarts) *UBGI {
	return &UBGI{
		remote: newRemote("ubgi:"+strings.Join(command, " "), limits, restarts, func(ctx context.Context) (session, error) {
			return openUBGI(ctx, command, dialect, limits)
		}),
		command: command, dialect: dialect,
	}
}

// NewGame implements [engine.Player]; the seed is sent to the program if it has
// an option for it.
func (u *UBGI) NewGame(seed uint64) { u.seed = seed }

// Choose implements [engine.Player].
func (u *UBGI) Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	q := cubelessQuery(pos, roll)
	q.seed = u.seed
	return u.choose(ctx, q, plays)
}

// ChooseAt chooses a play with the cube and at the score of the match.
func (u *UBGI) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error) {
	q := queryAt(pos, m, roll, false)
	q.seed = u.seed
	return u.choose(ctx, q, plays)
}

// Doubles reports whether the player on roll, who may double, doubles.
func (u *UBGI) Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	q := queryAt(pos, m, board.Roll{}, false)
	q.seed = u.seed
	return u.decide(ctx, q, "double", "roll")
}

// Takes reports whether the opponent of the player on roll, who has doubled,
// takes.
func (u *UBGI) Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	q := queryAt(pos, m, board.Roll{}, true)
	q.seed = u.seed
	return u.decide(ctx, q, "take", "drop")
}

// Clone implements [engine.Player]; the clone has its own process.
func (u *UBGI) Clone() engine.Player { return newUBGI(u.command, u.dialect, u.Limits, u.restarts) }

// ubgiSession is a program that is ready.
type ubgiSession struct {
	*child
	timeout  time.Duration
	dialect  Dialect
	stateful bool   // draft 0.1 or 0.2
	bare     bool   // the program knows neither rules nor score nor cube
	terse    bool   // the program knows "go chequer" instead of "go role chequer"
	setSeed  string // what sets the seed, "" if nothing does
	setMode  string // what sets the use of the cube
	seed     uint64 // last value sent
	noCube   string // last mode sent
}

// openUBGI starts a program and waits for its introduction.
func openUBGI(ctx context.Context, command []string, dialect Dialect, limits process.Limits) (session, error) {
	c, err := startChild(exec.Command(command[0], command[1:]...))
	if err != nil {
		return nil, err
	}
	s := &ubgiSession{child: c, timeout: limits.Timeout, dialect: dialect}
	if err := s.greet(ctx, limits.Startup); err != nil {
		c.kill()
		return nil, fmt.Errorf("starting: sent \"ubgi\": %w", err)
	}
	return s, nil
}

// greet waits until the program is ready.
func (s *ubgiSession) greet(ctx context.Context, patience time.Duration) error {
	deadline := time.After(patience)
	if err := s.send("ubgi"); err != nil {
		return s.broken(err)
	}
	for {
		text, err := s.receive(ctx, deadline)
		if err != nil {
			return err
		}
		switch word, rest, _ := strings.Cut(strings.TrimSpace(text), " "); word {
		case "key", "option":
			s.option(word, rest)
		case "sorry":
			return fmt.Errorf("got %q", plaintext.Cut(text, 300))
		case "ubgiok":
			if s.stateful = s.dialect == AnyDialect; s.stateful {
				return s.survey(ctx, deadline)
			}
			if err := s.send("isready"); err != nil {
				return s.broken(err)
			}
		case "readyok":
			return nil
		}
	}
}

// option notes the options that questions use.
func (s *ubgiSession) option(word, rest string) {
	for _, o := range []struct {
		set        *string
		key, older string // the names in drafts 0.2 and 0.1
	}{{&s.setSeed, "engine.seed ", "Seed "}, {&s.setMode, protocol.EvalMode + " ", "EvalMode "}} {
		switch {
		case word == "key" && strings.HasPrefix(rest, o.key):
			*o.set = "set " + o.key
		case word == "option" && strings.HasPrefix(rest, "name "+o.older) && *o.set == "":
			*o.set = "setoption name " + o.older + "value "
		}
	}
}

// survey waits until the program is ready, and finds out whether it knows rules.
func (s *ubgiSession) survey(ctx context.Context, deadline <-chan time.Time) error {
	money := board.NewMatch(0)
	if err := s.send(sessionLine(&money) + "\nisready"); err != nil {
		return s.broken(err)
	}
	for {
		text, err := s.receive(ctx, deadline)
		if err != nil {
			return err
		}
		switch word, _, _ := strings.Cut(strings.TrimSpace(text), " "); word {
		case "error", "sorry":
			s.bare = true
		case "readyok":
			return nil
		}
	}
}

// broken explains a write error: most probably the program has ended.
func (s *ubgiSession) broken(err error) error {
	return fmt.Errorf("it does not listen: %w%s", err, s.Said())
}

// request implements session.
func (s *ubgiSession) request(ctx context.Context, q *query) (sent, answer string, err error) {
	s.forget()
	sent, answer, err = s.ask(ctx, q)
	if err == errCannot && s.stateful && !s.terse && unknownCommand(answer) {
		s.terse = true
		return s.ask(ctx, q)
	}
	return sent, answer, err
}

// errCannot is returned if a program refuses a question.
var errCannot = errors.New("it cannot answer")

// unknownCommand reports whether an answer is an error about the form of a line.
func unknownCommand(answer string) bool {
	words := strings.Fields(answer)
	return len(words) > 1 && (words[1] == "bad_command" || words[1] == "unknown_command" || words[1] == "bad_argument")
}

// ask sends a question and waits for its answer, which it returns in the words of
// draft 0.01.
func (s *ubgiSession) ask(ctx context.Context, q *query) (sent, answer string, err error) {
	sent = s.question(q)
	if err := s.send(sent); err != nil {
		return sent, "", s.broken(err)
	}
	deadline := time.After(s.timeout)
	for {
		text, err := s.receive(ctx, deadline)
		if err != nil {
			return sent, text, err
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		switch {
		case word == "bestmove", word == "bestmoveid":
			return sent, rest, nil
		case word == "bestcube" && rest == "nodouble":
			return sent, "roll", nil
		case word == "bestcube":
			return sent, rest, nil
		case word == "sorry" || word == "error":
			return sent, text, errCannot
		case s.stateful || word == "info" || word == "readyok" || word == "ubgiok":
			continue // additional output
		}
		return sent, text, nil
	}
}

// farewell is the time limit for a program to end.
const farewell = time.Second / 2

// close implements session.
func (s *ubgiSession) close() {
	if s.send("quit") == nil && s.In.Close() == nil {
		select {
		case <-s.Ended():
		case <-time.After(farewell):
		}
	}
	s.kill()
}

// question returns the text of a question.
func (s *ubgiSession) question(q *query) string {
	switch {
	case s.dialect == Rawboard:
		return q.Rawboard(protocol.ScoresFIBS).String()
	case !s.stateful:
		return q.XGID()
	}
	lines := s.settings(q)
	m := &q.Match
	role := "cube"
	switch {
	case m.Doubled:
		lines = append(lines, "position xgid "+q.XGID())
	case s.bare:
		lines = append(lines, "position gnubgid "+q.Position.ID())
	default:
		lines = append(lines, sessionLine(m),
			fmt.Sprintf("setscore %d %d%s", m.Score[0], m.Score[1], postCrawford(m)),
			fmt.Sprintf("setcube value %d owner %s", m.Cube, playerWord(m.Owner)),
			"setturn "+playerWord(m.Roller), "position gnubgid "+q.Position.ID())
	}
	if m.Dice != (board.Roll{}) {
		role = "chequer"
		lines = append(lines, fmt.Sprintf("dice %d %d", m.Dice[0], m.Dice[1]))
	}
	if !s.terse {
		role = "role " + role
	}
	return strings.Join(append(lines, "go "+role), "\n")
}

// settings returns the lines for options that have changed.
func (s *ubgiSession) settings(q *query) []string {
	var lines []string
	if mode := evalMode(q.NoCube); s.setMode != "" && mode != s.noCube {
		lines = append(lines, s.setMode+mode)
		s.noCube = mode
	}
	if s.setSeed != "" && q.seed != s.seed {
		lines = append(lines, s.setSeed+strconv.FormatUint(q.seed&0x7fffffff, 10))
		s.seed = q.seed
	}
	return lines
}

func evalMode(noCube bool) string {
	if noCube {
		return "cubeless"
	}
	return "cubeful"
}

// sessionLine returns the line that sets up the match or money game.
func sessionLine(m *board.Match) string {
	if m.Length > 0 {
		return fmt.Sprintf("newsession type match length %d jacoby off crawford on", m.Length)
	}
	return "newsession type money jacoby " + onOff(m.Jacoby) + " crawford off"
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// postCrawford returns the word for a finished Crawford game if the score alone
// would be ambiguous.
func postCrawford(m *board.Match) string {
	if !m.Crawford && game.OneAway(m.Length, m.Score) {
		return " postcrawford"
	}
	return ""
}

func playerWord(p board.Player) string {
	switch p {
	case board.PlayerO:
		return "p0"
	case board.PlayerX:
		return "p1"
	}
	return "center"
}

// Close ends the process. The next question starts it again.
func (u *UBGI) Close() error {
	u.close()
	return nil
}
