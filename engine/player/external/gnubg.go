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
)

// Gnubg is a player that asks GNU Backgammon, run without a window as a server
// of external players: without noise, with its default filters, pruning nets,
// databases and match equity table. It serves one goroutine.
type Gnubg struct {
	*remote
	plain *remote // asked without the cube; a process of its own
	path  string
	plies int
}

// NewGnubg returns a player by the gnubg at the path, looking so many plies
// ahead. Nothing is started before the first question.
func NewGnubg(path string, plies int, settings Settings) *Gnubg {
	start := func(cubeful bool) *remote {
		return newRemote(fmt.Sprintf("gnubg:%d", plies), settings, func(ctx context.Context) (session, error) {
			return openGnubg(ctx, path, plies, cubeful, settings)
		})
	}
	return &Gnubg{remote: start(true), plain: start(false), path: path, plies: plies}
}

// FindGnubg returns where gnubg is: on the search path, or where Debian puts it.
func FindGnubg() (string, error) {
	if path, err := exec.LookPath("gnubg"); err == nil {
		return path, nil
	}
	path, err := exec.LookPath("/usr/games/gnubg")
	if err != nil {
		return "", errors.New("player: gnubg is not installed: it is neither on the search path nor in /usr/games")
	}
	return path, nil
}

// NewGame implements [engine.Player]; nothing here is random.
func (g *Gnubg) NewGame(uint64) {}

// Choose implements [engine.Player]: by the equity without the cube.
func (g *Gnubg) Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error) {
	return g.plain.choose(ctx, cubelessQuery(pos, roll), plays)
}

// ChooseAt chooses a play with the cube and at the score of the match.
func (g *Gnubg) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error) {
	return g.choose(ctx, queryAt(pos, m, roll, false), plays)
}

// Doubles reports whether the player on roll, who may, doubles.
func (g *Gnubg) Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	return g.decide(ctx, queryAt(pos, m, board.Roll{}, false), "double", "roll")
}

// Takes reports whether the opponent of the player on roll, who has doubled,
// takes.
func (g *Gnubg) Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	return g.decide(ctx, queryAt(pos, m, board.Roll{}, true), "take", "drop")
}

// Clone implements [engine.Player]; the clone has processes of its own.
func (g *Gnubg) Clone() engine.Player { return NewGnubg(g.path, g.plies, g.Settings) }

// Close ends the processes. The player can be asked again all the same.
func (g *Gnubg) Close() error {
	g.close()
	g.plain.close()
	return nil
}

// gnubgSession is a gnubg that answers on a socket.
type gnubgSession struct {
	*child
	conn    net.Conn
	reader  *bufio.Reader
	timeout time.Duration
}

// openGnubg starts gnubg and connects with it.
func openGnubg(ctx context.Context, path string, plies int, cubeful bool, settings Settings) (session, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "gammonlab-gnubg-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home) // where gnubg makes a folder when it starts
	cmd := exec.Command(path, "-t", "-q", "-r")
	cmd.Env = []string{"HOME=" + home, "LANG=C"} // nobody's own settings
	c, err := startChild(cmd)
	if err != nil {
		return nil, err
	}
	s := &gnubgSession{child: c, timeout: settings.Timeout}
	if err = s.connect(ctx, address, gnubgCommands(plies, cubeful), settings.Startup); err != nil {
		s.close()
		return nil, fmt.Errorf("starting: %w", err)
	}
	return s, nil
}

// gnubgCommands are the commands to gnubg before it listens.
func gnubgCommands(plies int, cubeful bool) []string {
	commands := []string{"set threads 1", "set cube use " + onOff(cubeful)}
	for _, of := range []string{"chequerplay", "cubedecision"} {
		evaluation := "set evaluation " + of + " evaluation "
		commands = append(commands, evaluation+fmt.Sprintf("plies %d", plies), evaluation+"prune on",
			evaluation+"noise 0", evaluation+"deterministic on", evaluation+"cubeful "+onOff(cubeful || of == "cubedecision"))
	}
	return commands
}

// freeAddress returns an address of this machine at which nobody listens.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// connect has gnubg listen and connects with it. That takes as long as gnubg
// takes to read its nets and databases.
func (s *gnubgSession) connect(ctx context.Context, address string, commands []string, patience time.Duration) error {
	deadline := time.Now().Add(patience)
	dialer := net.Dialer{Deadline: deadline}
	if err := s.send(strings.Join(append(commands, "external "+address), "\n")); err != nil {
		return fmt.Errorf("it does not listen: %w%s", err, s.errOut.words())
	}
	for {
		s.forget() // it says much
		conn, err := dialer.DialContext(ctx, "tcp", address)
		if err == nil {
			s.conn, s.reader = conn, bufio.NewReader(conn)
			defer s.hangUpWith(ctx)()
			return s.handshake(deadline)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-s.ended:
			return fmt.Errorf("it has ended%s", s.errOut.words())
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("nobody listens at %s: %w", address, errTimeout)
		}
	}
}

// hangUpWith closes the connection when ctx ends, until the function that it
// returns is called.
func (s *gnubgSession) hangUpWith(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() { s.conn.Close() })
}

// handshake makes sure that it is gnubg who listens.
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
			return fmt.Errorf("sent \"version\", got %q, want %s (%w)", clip(text), want, err)
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

// close implements session; gnubg has nothing to save.
func (s *gnubgSession) close() { s.kill() }

// kill implements session.
func (s *gnubgSession) kill() {
	if s.conn != nil {
		s.conn.Close()
	}
	s.child.kill()
}
