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

	"gammonlab/internal/workers"
)

// MaxConversations is the maximal number of clients of a [Server] at a time.
const MaxConversations = 16

// Server answers clients, each by its own socket, up to [MaxConversations] at a
// time. Further clients get an error message and are disconnected.
type Server struct {
	Open func() *Socket

	// Idle is the time after which a client that sends no line, or does not read an
	// answer, is disconnected; 0 for no limit.
	Idle time.Duration

	// Refused, if not nil, is called with the address of a client that is
	// disconnected because of the limit. Calls are not concurrent.
	Refused func(client net.Addr)

	// Failed, if not nil, is called after a panic in a conversation, which has ended by it.
	// Calls may be concurrent.
	Failed func(client net.Addr, err error)
}

// Serve answers clients until the context is cancelled, and then returns its
// cause. It closes the listener. A broken connection is not an error.
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
			return fmt.Errorf("waiting for connections: %w", err)
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
			err := workers.Guard(func() error {
				s.converse(ctx, conn)
				return nil
			})
			if err != nil {
				if s.Failed != nil {
					s.Failed(conn.RemoteAddr(), err)
				}
				s.wait(conn)
				_, _ = io.WriteString(conn, "Error: internal error\n")
			}
		})
	}
}

// refuse disconnects a client with an error message.
func (s *Server) refuse(conn net.Conn) {
	if s.Refused != nil {
		s.Refused(conn.RemoteAddr())
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	// The client may already have left.
	_, _ = fmt.Fprintf(conn, "Error: all %d places are taken, try again later\n", MaxConversations)
}

// converse answers lines until the client or the server ends the conversation.
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

// wait sets the deadline for a client.
func (s *Server) wait(conn net.Conn) {
	if s.Idle > 0 {
		_ = conn.SetDeadline(time.Now().Add(s.Idle)) // fails if conn is closed, as the next operation does
	}
}
