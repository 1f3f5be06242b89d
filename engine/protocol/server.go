package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// MaxConversations is how many clients a [Server] serves at a time.
const MaxConversations = 16

// Server answers clients that connect, each by a socket of its own, up to
// [MaxConversations] at a time; whoever else connects is told so and turned away.
type Server struct {
	Open func() *Socket

	// Idle is how long a client may take to send a line, or to read an answer,
	// before its conversation ends; 0 for any time.
	Idle time.Duration

	// Refused, if not nil, is called with the address of a client that is turned
	// away, by one goroutine at a time.
	Refused func(client net.Addr)
}

// Serve answers until the context is cancelled, and then returns its cause. It
// closes the listener. A conversation that breaks off is no error.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	var conversations sync.WaitGroup
	defer conversations.Wait()
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	free := make(chan struct{}, MaxConversations)
	for {
		conn, err := listener.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				conn.Close()
			}
			return context.Cause(ctx)
		case err != nil:
			listener.Close()
			leave(err)
			return fmt.Errorf("protocol: waiting for connections: %w", err)
		}
		select {
		case free <- struct{}{}:
		default:
			s.refuse(conn)
			continue
		}
		conversations.Go(func() {
			defer conn.Close()
			defer func() { <-free }()
			defer context.AfterFunc(ctx, func() { conn.Close() })()
			s.converse(ctx, conn)
		})
	}
}

// refuse turns a client away.
func (s *Server) refuse(conn net.Conn) {
	if s.Refused != nil {
		s.Refused(conn.RemoteAddr())
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	// The client may have left already.
	_, _ = fmt.Fprintf(conn, "Error: all %d places are taken, try again later\n", MaxConversations)
}

// converse answers lines until one of the sides has enough.
func (s *Server) converse(ctx context.Context, conn net.Conn) {
	r, socket := bufio.NewReader(conn), s.Open()
	for {
		s.wait(conn)
		line, err := readLine(r)
		if err != nil && !errors.Is(err, errLongLine) {
			return
		}
		answer, quit := "Error: "+errLongLine.Error(), false
		if err == nil {
			answer, quit = socket.Line(ctx, line)
		}
		if quit || ctx.Err() != nil {
			return
		}
		s.wait(conn)
		if _, err := io.WriteString(conn, answer+"\n"); err != nil {
			return
		}
	}
}

// wait gives a client the time that it may take.
func (s *Server) wait(conn net.Conn) {
	if s.Idle > 0 {
		_ = conn.SetDeadline(time.Now().Add(s.Idle)) // fails if conn is closed, as what follows does
	}
}
