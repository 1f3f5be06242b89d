package protocol_test

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"gammonlab/engine/enginetest"
	"gammonlab/engine/player/external"
	"gammonlab/engine/protocol"
	"gammonlab/internal/must"
)

// gnubg plays a match and some money games against a server here, in which both
// double; each question is to be understood, and each game comes to its end.
func TestGnubgPlaysAgainstServer(t *testing.T) {
	path, err := external.FindGnubg()
	if err != nil {
		t.Skip("GNUBG IS NOT INSTALLED: it does not play against the server")
	}
	for external := range 2 {
		t.Run(fmt.Sprint("player=", external), func(t *testing.T) {
			t.Parallel() // gnubg sleeps most of the time
			playGnubg(t, path, external)
		})
	}
}

// playGnubg has gnubg play against a server that is its player 0 or 1.
func playGnubg(t *testing.T, path string, external int) {
	static := enginetest.GnubgStatic(t)
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, cancel := context.WithCancel(t.Context())
	var log recorder
	done := make(chan error, 1)
	go func() {
		server := protocol.Server{Open: func() *protocol.Socket { return socket(t, static) }}
		done <- server.Serve(ctx, recording{listener, &log})
	}()
	commands := []string{
		"set automatic roll on", "set automatic game on", "set display off", "set rng mersenne", "set seed 7",
		fmt.Sprintf("set player %d gnubg", 1-external),
		fmt.Sprintf("set player %d chequerplay evaluation plies 0", 1-external),
		fmt.Sprintf("set player %d cubedecision evaluation plies 0", 1-external),
		fmt.Sprintf("set player %d external %s", external, listener.Addr()),
		"new match 7", "show score", "quit", "y",
	}
	cmd := exec.Command(path, "-t", "-q")
	cmd.Env = []string{"HOME=" + t.TempDir(), "LANG=C"}
	cmd.Stdin = strings.NewReader(strings.Join(commands, "\n") + "\n")
	out, err := cmd.CombinedOutput()
	cancel()
	<-done
	text := string(out)
	if err != nil || !strings.Contains(text, "has won the match") && !strings.Contains(text, "wins the match") {
		t.Errorf("player %d external: %v: the match was not finished:\n%s", external, err, tail(text))
	}
	asked, doubles := log.counts()
	if asked < 20 || doubles == 0 {
		t.Errorf("player %d external: asked %d times, doubled %d times", external, asked, doubles)
	}
	if strings.Contains(text, "Error") || strings.Contains(text, "llegal") || strings.Contains(text, "Unknown") {
		t.Errorf("player %d external: gnubg complains:\n%s", external, tail(text))
	}
}

func tail(text string) string { return text[max(0, len(text)-1500):] }

// recorder keeps the questions.
type recorder struct {
	mu   sync.Mutex
	text strings.Builder
}

func (r *recorder) counts() (asked, doubles int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for line := range strings.Lines(r.text.String()) {
		asked++
		if fields := strings.Split(line, ":"); len(fields) > 40 && fields[40] != "0" {
			doubles++
		}
	}
	return asked, doubles
}

// recording is a listener whose connections are recorded.
type recording struct {
	net.Listener
	log *recorder
}

func (l recording) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return recordedConn{conn, l.log}, err
}

type recordedConn struct {
	net.Conn
	log *recorder
}

func (c recordedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.log.mu.Lock()
	c.log.text.Write(p[:n])
	c.log.mu.Unlock()
	return n, err
}
