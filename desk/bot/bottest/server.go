package bottest

import (
	"bufio"
	"io"
	"net"
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/seed"
)

// Server accepts connections on loopback and passes their lines to a protocol, one line
// at a time.
type Server struct {
	mu       sync.Mutex
	listener net.Listener
	conns    map[*Conn]bool
	closed   bool
	protocol protocol
	dice     *board.RandomDice

	// faults are the errors of clients.
	faults []string
	counts map[string]int
	marks  []mark
}

// mark is a count of events that a test waits for.
type mark struct {
	what    string
	n       int
	reached chan struct{}
}

// protocol is the protocol of a server. Its methods are called under the
// server's lock.
type protocol interface {
	welcome(c *Conn)
	line(c *Conn, text string)
	gone(c *Conn)
}

// Conn is a client of the server.
type Conn struct {
	net  net.Conn
	name string // "" before the log-in
	seat seat
	left bool // the opponent has lost its connection; the client may not know it yet
}

// seat is the place of a client at a table.
type seat struct {
	table *table
	at    board.Player
}

// listen starts a server at an address of this machine.
func listen(t testing.TB, address string, items uint64) *Server {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{listener: l, conns: map[*Conn]bool{}, counts: map[string]int{}, dice: board.NewDice(seed.Stream(1, items))}
	t.Cleanup(s.Close)
	return s
}

// Address returns the server's address.
func (s *Server) Address() string { return s.listener.Addr().String() }

// serve accepts connections until the server is closed.
func (s *Server) serve() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		c := &Conn{net: conn}
		s.mu.Lock()
		if s.closed {
			conn.Close()
		} else {
			s.conns[c] = true
			s.protocol.welcome(c)
			go s.read(c)
		}
		s.mu.Unlock()
	}
}

// read passes lines to the protocol.
func (s *Server) read(c *Conn) {
	lines := bufio.NewScanner(c.net)
	for lines.Scan() {
		s.mu.Lock()
		if s.conns[c] {
			s.protocol.line(c, lines.Text())
		}
		s.mu.Unlock()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hangUp(c)
}

// hangUp closes a connection.
func (s *Server) hangUp(c *Conn) {
	c.net.Close()
	if s.conns[c] {
		delete(s.conns, c)
		s.protocol.gone(c)
	}
}

// HangUp closes the connections of all clients with the name.
func (s *Server) HangUp(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if c.name == name {
			s.hangUp(c)
		}
	}
}

// Close stops the server like a crash, without a message to clients.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.listener.Close()
	for c := range s.conns {
		c.net.Close()
	}
}

// fault records an error of a client.
func (s *Server) fault(text string) { s.faults = append(s.faults, text) }

// Faults returns the errors of clients.
func (s *Server) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.faults...)
}

// note counts an event.
func (s *Server) note(what string) {
	s.counts[what]++
	for _, m := range s.marks {
		if m.what == what && m.n == s.counts[what] {
			close(m.reached)
		}
	}
}

// After returns a channel that is closed after n more events of the kind what.
func (s *Server) After(what string, n int) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := mark{what, s.counts[what] + n, make(chan struct{})}
	s.marks = append(s.marks, m)
	return m.reached
}

// Count returns the number of events of a kind: a command, a match, or a lost connection.
func (s *Server) Count(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts[what]
}

// client returns the client with the name.
func (s *Server) client(name string) *Conn {
	for c := range s.conns {
		if c.name == name {
			return c
		}
	}
	return nil
}

func (c *Conn) write(text string) { io.WriteString(c.net, text) }
