package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
)

// maxConversations is how many are served at a time; others wait.
const maxConversations = 16

// ServeSockets has sockets, made by open, answer those who connect, until the
// context is cancelled, and then returns its cause. It closes the listener. A
// conversation that breaks off is no error.
func ServeSockets(ctx context.Context, listener net.Listener, open func() *Socket) error {
	var conversations sync.WaitGroup
	defer conversations.Wait()
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	free := make(chan struct{}, maxConversations)
	for {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		conn, err := listener.Accept()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			listener.Close()
			leave(err)
			return fmt.Errorf("protocol: waiting for connections: %w", err)
		}
		conversations.Go(func() {
			defer func() { <-free }()
			defer conn.Close()
			defer context.AfterFunc(ctx, func() { conn.Close() })()
			converse(ctx, conn, open())
		})
	}
}

// converse answers lines until one of the sides has enough.
func converse(ctx context.Context, conn io.ReadWriter, s *Socket) {
	r := bufio.NewReader(conn)
	for {
		line, err := readLine(r)
		if err != nil && !errors.Is(err, errLongLine) {
			return
		}
		answer, quit := "Error: "+errLongLine.Error(), false
		if err == nil {
			answer, quit = s.Line(ctx, line)
		}
		if quit || ctx.Err() != nil {
			return
		}
		if _, err := io.WriteString(conn, answer+"\n"); err != nil {
			return
		}
	}
}
