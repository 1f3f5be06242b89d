package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/protocol"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/process"
)

// Gnubg is a player by GNU Backgammon, which runs without a window as a server
// of external players: without noise, with its default filters, pruning nets,
// databases and match equity table. It is not safe for concurrent use.
type Gnubg struct {
	*remote
	plain *remote // for decisions without the cube; its own process
	path  string
	data  string
	plies int
}

// NewGnubg returns a player by the gnubg at the path with the given look-ahead
// in plies. It reads weights and its other files in the folder data, "" for its own.
// The program is started on first use.
func NewGnubg(path, data string, plies int, limits process.Limits) *Gnubg {
	return newGnubg(path, data, plies, limits, limits.NewRestarts())
}

func newGnubg(path, data string, plies int, limits process.Limits, restarts *process.Restarts) *Gnubg {
	name := fmt.Sprintf("gnubg:%d", plies)
	if data != "" {
		name = fmt.Sprintf("gnubg,data=%s:%d", data, plies)
	}
	start := func(cubeful bool) *remote {
		return newRemote(name, limits, restarts, func(ctx context.Context) (session, error) {
			return openGnubg(ctx, path, data, gnubgCommands(plies, cubeful), limits)
		})
	}
	return &Gnubg{remote: start(true), plain: start(false), path: path, data: data, plies: plies}
}

// FindGnubg returns the path of gnubg: on the search path, or Debian's.
func FindGnubg() (string, error) {
	if path, err := exec.LookPath("gnubg"); err == nil {
		return path, nil
	}
	path, err := exec.LookPath("/usr/games/gnubg")
	if err != nil {
		return "", errors.New("gnubg is not installed: it is neither on the search path nor in /usr/games")
	}
	return path, nil
}

// NewGame implements [engine.Player]; nothing here is random.
func (g *Gnubg) NewGame(uint64) {}

// Choose implements [engine.Player]: gnubg chooses by cubeless equity.
func (g *Gnubg) Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	return g.plain.choose(ctx, cubelessQuery(pos, roll), plays)
}

// ChooseAt chooses a play with the cube and at the score of the match.
func (g *Gnubg) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error) {
	return g.choose(ctx, queryAt(pos, m, roll, false), plays)
}

// Doubles reports whether the player on roll, who may double, doubles.
func (g *Gnubg) Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	return g.decide(ctx, queryAt(pos, m, board.Roll{}, false), "double", "roll")
}

// Takes reports whether the opponent of the player on roll, who has doubled,
// takes.
func (g *Gnubg) Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	return g.decide(ctx, queryAt(pos, m, board.Roll{}, true), "take", "drop")
}

// Clone implements [engine.Player]; the clone has its own processes.
func (g *Gnubg) Clone() engine.Player { return newGnubg(g.path, g.data, g.plies, g.Limits, g.restarts) }

// Close ends the processes. The next question starts them again.
func (g *Gnubg) Close() error {
	g.close()
	g.plain.close()
	return nil
}

// gnubgSession is a running gnubg with a socket.
type gnubgSession struct {
	*child
	conn    net.Conn
	reader  *bufio.Reader
	timeout time.Duration
}

// openGnubg starts gnubg and connects with it.
func openGnubg(ctx context.Context, path, data string, commands []string, limits process.Limits) (session, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "gammonlab-gnubg-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home) // gnubg creates a folder there when it starts
	cmd := exec.Command(path, "-t", "-q", "-r")
	if data != "" {
		cmd.Args = append(cmd.Args, "--pkgdatadir="+data)
	}
	cmd.Env = []string{"HOME=" + home, "LANG=C"} // without the user's settings
	c, err := startChild(cmd)
	if err != nil {
		return nil, err
	}
	s := &gnubgSession{child: c, timeout: limits.Timeout}
	if err = s.connect(ctx, address, commands, limits.Startup); err != nil {
		s.close()
		return nil, fmt.Errorf("starting: %w", err)
	}
	return s, nil
}

// gnubgCommands returns the commands for gnubg before it listens.
func gnubgCommands(plies int, cubeful bool) []string {
	commands := []string{"set threads 1", "set cube use " + onOff(cubeful)}
	for _, of := range []string{"chequerplay", "cubedecision"} {
		evaluation := "set evaluation " + of + " evaluation "
		commands = append(commands, evaluation+fmt.Sprintf("plies %d", plies), evaluation+"prune on",
			evaluation+"noise 0", evaluation+"deterministic on", evaluation+"cubeful "+onOff(cubeful || of == "cubedecision"))
	}
	return commands
}

// freeAddress returns an unused local address.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// connect makes gnubg listen and connects to it. This takes as long as gnubg
// needs to read its nets and databases.
func (s *gnubgSession) connect(ctx context.Context, address string, commands []string, patience time.Duration) error {
	deadline := time.Now().Add(patience)
	dialer := net.Dialer{Deadline: deadline}
	if err := s.send(strings.Join(append(commands, "external "+address), "\n")); err != nil {
		return fmt.Errorf("it does not listen: %w%s", err, s.Said())
	}
	for {
		s.forget() // it prints many lines
		conn, err := dialer.DialContext(ctx, "tcp", address)
		if err == nil {
			s.conn, s.reader = conn, bufio.NewReader(conn)
			defer s.hangUpWith(ctx)()
			return s.handshake(deadline)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-s.Ended():
			return s.HasEnded()
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("nobody listens at %s: %w", address, errTimeout)
		}
	}
}

// hangUpWith closes the connection when ctx ends, unless the returned function
// is called before.
func (s *gnubgSession) hangUpWith(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() { s.conn.Close() })
}

// handshake checks that the program at the address is gnubg.
func (s *gnubgSession) handshake(deadline time.Time) error {
	if err := s.conn.SetDeadline(deadline); err != nil {
		return err
	}
	if _, err := s.conn.Write([]byte("version\n")); err != nil {
		return err
	}
	for _, want := range []string{"Interface:", "RFBF:", "Engine:", "Software:"} {
		text, err := readLine(s.reader)
		if err != nil || !strings.HasPrefix(text, want) {
			return fmt.Errorf("sent \"version\", got %q, want %s (%w)", plaintext.Cut(text, 300), want, err)
		}
	}
	return nil
}

// request implements session.
func (s *gnubgSession) request(ctx context.Context, q *query) (sent, answer string, err error) {
	s.forget()
	m := &q.Match
	sent = fmt.Sprintf("%s jacobyrule %s crawfordrule on beavers off",
		q.Rawboard(protocol.ScoresGnubg), onOff(m.Jacoby && m.Length == 0))
	defer s.hangUpWith(ctx)()
	if err := s.conn.SetDeadline(time.Now().Add(s.timeout)); err != nil {
		return sent, "", err
	}
	if _, err := s.conn.Write([]byte(sent + "\n")); err != nil {
		return sent, "", err
	}
	answer, err = readLine(s.reader)
	switch {
	case err != nil:
		return sent, answer, err
	case strings.HasPrefix(answer, "Error"):
		return sent, answer, errors.New("it cannot answer")
	}
	return sent, answer, nil
}

// close implements session; gnubg has no data to save.
func (s *gnubgSession) close() { s.kill() }

// kill implements session.
func (s *gnubgSession) kill() {
	if s.conn != nil {
		s.conn.Close()
	}
	s.child.kill()
}
