package protocol_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/protocol"
	"gammonlab/internal/must"
)

func TestSocketCommands(t *testing.T) {
	s := socket(t, enginetest.RandomStatic(t, 8, 5))
	for _, c := range []struct{ request, want string }{
		{"version", "Interface: 2\n"},
		{"VERSION\r\n", "Interface: 2\n"},
		{"help", "\t"},
		{"set debug off", "Debug output OFF"},
		{"set debug on", "Error: "},
		{"set interface new", "New interface ON"},
		{"set interface old", "New interface OFF"},
		{"set", "Error: syntax error"},
		{"", "Error: no command given"},
		{"\x00", "Error: no command given"},
		{"junk", "Error: syntax error"},
		{"board:", "Error: "},
		{"evaluation " + rawStart + " plies 0", "Error: syntax error"},
		{"evaluation fibsboard", "Error: syntax error"},
		{"evaluation fibsboard " + rawStart + " plies 9", "Error: plies"},
		{"evaluation fibsboard " + rawStart + " noise 5", "Error: noise"},
		{"evaluation fibsboard " + rawStart + " what", "Error: syntax error"},
		{rawStart + " plies 1", "Error: syntax error"},
		{rawStart + " jacobyrule", "Error: jacobyrule"},
		{rawStart + " resignation 4", "Error: resignation"},
		{rawStart + " resignation NaN", "Error: resignation"},
		{"evaluation fibsboard " + rawStart + " prune deterministic on noise 0 cube on beavers off", "0."},
		{rawStart + "\n\x00", "24/"},
	} {
		if got, quit := s.Line(t.Context(), c.request); !strings.HasPrefix(got, c.want) && !(c.want == "24/" && strings.Contains(got, "/")) || quit {
			t.Errorf("%q: %q, %v, want %q", c.request, got, quit, c.want)
		}
	}
	for _, request := range []string{"exit", "QUIT"} {
		if _, quit := s.Line(t.Context(), request); !quit {
			t.Errorf("%s does not end the conversation", request)
		}
	}
}

// Answers are legal decisions in the form of the protocol.
func TestSocketDecides(t *testing.T) {
	s := socket(t, enginetest.RandomStatic(t, 8, 5))
	counts := map[string]int{}
	for i, q := range questions(400) {
		request := q.Rawboard(protocol.ScoresGnubg).String() + " beavers on jacobyrule on crawfordrule on"
		if i%4 == 3 {
			request += fmt.Sprintf(" resignation %d", 1+i%3)
		}
		answer, quit := s.Line(t.Context(), request)
		if quit {
			t.Fatal(request)
		}
		if q.Match.Dice != (board.Roll{}) && len(board.Plays(q.Position, q.Match.Dice)) > 0 {
			if _, err := board.ParsePlay(q.Position, q.Match.Dice, answer); err != nil {
				t.Errorf("%s: %v", request, err)
			}
			continue
		}
		counts[answer]++
	}
	for _, answer := range []string{"take", "drop", "beaver", "roll", "accept", "reject", ""} {
		if counts[answer] == 0 {
			t.Errorf("nothing was answered by %q", answer)
		}
		delete(counts, answer)
	}
	if len(counts) > 0 {
		t.Errorf("and there were %v", counts)
	}
}

// With gnubg's weights the answers are those that gnubg gave.
func TestSocketAnswersAsGnubg(t *testing.T) {
	s := socket(t, enginetest.GnubgStatic(t))
	text := must.Get(os.ReadFile("testdata/external-server-1.07.txt"))(t)
	compared := 0
	for _, exchange := range strings.Split(string(text), ">>> ")[1:] {
		request, want, _ := strings.Cut(exchange, "\n")
		if !strings.HasPrefix(request, "board:") && !strings.HasPrefix(request, "evaluation fibsboard") || strings.HasPrefix(want, "DBG") {
			continue
		}
		compared++
		got, _ := s.Line(t.Context(), request)
		if strings.HasPrefix(request, "eval") {
			compareNumbers(t, request, got, want)
		} else if strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s: %q, want %q", request, got, want)
		}
	}
	if compared < 7 {
		t.Errorf("%d exchanges compared, want at least 7", compared)
	}
}

func compareNumbers(t *testing.T, request, got, want string) {
	t.Helper()
	var a, b [6]float64
	for i, text := range []string{got, want} {
		numbers := []*[6]float64{&a, &b}[i]
		if n, err := fmt.Sscan(text, &numbers[0], &numbers[1], &numbers[2], &numbers[3], &numbers[4], &numbers[5]); n != 6 {
			t.Errorf("%s: %q: %v", request, text, err)
			return
		}
	}
	for i := range a {
		// gnubg's sigmoid is an approximation that its builds make differently.
		if math.Abs(a[i]-b[i]) > 5e-5 {
			t.Errorf("%s: %v, want %v", request, a, b)
			return
		}
	}
}

// The server has several clients at a time, and the end of one does not affect
// the others.
func TestServer(t *testing.T) {
	listener := must.Get(net.Listen("tcp", "localhost:0"))(t)
	static := enginetest.RandomStatic(t, 8, 5)
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan error, 1)
	go func() {
		server := protocol.Server{Open: func() *protocol.Socket { return socket(t, static) }}
		done <- server.Serve(ctx, listener)
	}()
	var conns []net.Conn
	for range 3 {
		conn := must.Get(net.Dial("tcp", listener.Addr().String()))(t)
		defer conn.Close()
		conns = append(conns, conn)
	}
	conns[0].Close()
	for _, conn := range conns[1:] {
		r := bufio.NewReader(conn)
		for _, request := range []string{rawStart, strings.Repeat("x", 1<<20), rawStart} {
			must.Get(fmt.Fprintf(conn, "%s\n\x00", request))(t)
			answer, err := r.ReadString('\n')
			if err != nil || strings.Contains(answer, "/") != (request == rawStart) {
				t.Errorf("%.20q: %q, %v", request, answer, err)
			}
		}
	}
	enough := errors.New("enough")
	cancel(enough)
	if err := <-done; !errors.Is(err, enough) {
		t.Errorf("got %v, want %v", err, enough)
	}
	if _, err := conns[1].Read(make([]byte, 1)); err == nil {
		t.Error("a connection is still open")
	}
}

// A panic ends its conversation and no other. The client and the server's user are told.
func TestServerPanics(t *testing.T) {
	listener := must.Get(net.Listen("tcp", "localhost:0"))(t)
	static := enginetest.RandomStatic(t, 8, 5)
	failed := make(chan error, 1)
	var opened atomic.Int64
	server := protocol.Server{
		Open: func() *protocol.Socket {
			s := socket(t, static)
			if opened.Add(1) == 1 {
				s.New = func(int) (*protocol.Decider, error) { panic("a mistake") }
			}
			return s
		},
		Failed: func(_ net.Addr, err error) { failed <- err },
	}
	go server.Serve(t.Context(), listener)
	for i, want := range []string{"Error: internal error\n", "/"} {
		conn := must.Get(net.Dial("tcp", listener.Addr().String()))(t)
		defer conn.Close()
		must.Get(fmt.Fprintf(conn, "%s\n", rawStart))(t)
		if answer, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(answer, want) {
			t.Errorf("client %d: %q, %v, want %q", i, answer, err, want)
		}
		if i == 0 {
			must.Fail(t, <-failed, "panic: a mistake")
		}
	}
}

// Silent clients are disconnected after some time. Until then, further clients get an
// error message.
func TestSilentClients(t *testing.T) {
	static := enginetest.RandomStatic(t, 8, 5)
	refused := make(chan net.Addr, 1)
	serve := func(idle time.Duration) (dial func() net.Conn) {
		listener := must.Get(net.Listen("tcp", "localhost:0"))(t)
		server := protocol.Server{
			Open: func() *protocol.Socket { return socket(t, static) }, Idle: idle,
			Refused: func(client net.Addr) { refused <- client },
		}
		go server.Serve(t.Context(), listener)
		return func() net.Conn {
			conn := must.Get(net.Dial("tcp", listener.Addr().String()))(t)
			t.Cleanup(func() { conn.Close() })
			return conn
		}
	}
	dial := serve(time.Hour)
	for range protocol.MaxConversations {
		dial()
	}
	late := dial()
	if said, err := bufio.NewReader(late).ReadString('\n'); err != nil || !strings.HasPrefix(said, "Error: all 16 places are taken") {
		t.Errorf("one more client reads %q, %v", said, err)
	}
	if client := <-refused; client.String() != late.LocalAddr().String() {
		t.Errorf("refused is %v, want %v", client, late.LocalAddr())
	}

	dial = serve(2 * time.Second)
	var silent []net.Conn
	for range protocol.MaxConversations {
		silent = append(silent, dial())
	}
	for _, conn := range silent {
		conn.SetReadDeadline(time.Now().Add(3 * time.Minute))
		if n, err := conn.Read(make([]byte, 1)); n > 0 || err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("a silent client reads %d bytes, %v, want the end", n, err)
		}
	}
	conn := dial()
	fmt.Fprintf(conn, "%s\n", rawStart)
	if answer, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(answer, "/") {
		t.Errorf("when places are free again: %q, %v", answer, err)
	}
}

func FuzzSocket(f *testing.F) {
	f.Add("version\nhelp\nset debug off\nexit")
	f.Add(rawStart + " jacobyrule on crawfordrule off resignation 2 beavers off")
	f.Add("evaluation fibsboard " + rawStart + " plies 0 noise 0 prune deterministic on cubeless")
	for _, q := range questions(8) {
		f.Add(q.Rawboard(protocol.ScoresGnubg).String())
	}
	s := socket(f, enginetest.RandomStatic(f, 8, 5))
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(strings.ToLower(text), "plies") {
			t.Skip() // looking ahead takes time
		}
		for line := range strings.Lines(text) {
			answer, quit := s.Line(t.Context(), line)
			if quit {
				return
			}
			if strings.Contains(answer, "\n") && !strings.HasPrefix(answer, "Interface") {
				t.Errorf("%q: an answer of several lines: %q", line, answer)
			}
		}
	})
}
