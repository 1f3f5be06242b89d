package site

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// gate is a listener with a maximal number of connections, in all and for each client. At the
// maximum, the connection that has been idle for the longest time makes room. If none is idle,
// some connections are admitted for requests that must always be answered; further ones are
// closed.
type gate struct {
	net.Listener
	limits *Limits

	mu   sync.Mutex
	open map[*admitted]bool
}

// admitted is an open connection.
type admitted struct {
	net.Conn
	gate     *gate
	client   string
	reserved bool      // beyond the maximum
	idle     time.Time // since when no request is in progress; zero if one is
}

func newGate(l net.Listener, limits *Limits) *gate {
	return &gate{Listener: l, limits: limits, open: map[*admitted]bool{}}
}

// Accept implements [net.Listener].
func (g *gate) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := g.admit(conn); c != nil {
			return c, nil
		}
		conn.Close()
	}
}

// admit returns the connection, nil if there is no room.
func (g *gate) admit(conn net.Conn) *admitted {
	c := &admitted{Conn: conn, gate: g, idle: time.Now()}
	c.client, _ = splitHost(conn.RemoteAddr().String())
	g.mu.Lock()
	defer g.mu.Unlock()
	all, own, reserved := 0, 0, 0
	var oldest, oldestOwn *admitted
	for o := range g.open {
		if o.reserved {
			reserved++
			continue
		}
		all++
		oldest = o.longerIdle(oldest)
		if o.client == c.client {
			own++
			oldestOwn = o.longerIdle(oldestOwn)
		}
	}
	full := all >= g.limits.Connections
	if own >= g.limits.PerClient {
		full, oldest = true, oldestOwn
	}
	switch {
	case full && oldest != nil:
		delete(g.open, oldest)
		oldest.Conn.Close()
	case full && reserved >= g.limits.Reserve:
		return nil
	case full:
		c.reserved = true
	}
	g.open[c] = true
	return c
}

// longerIdle returns c or other: the one that has been idle for the longer time; nil if
// neither is idle.
func (c *admitted) longerIdle(other *admitted) *admitted {
	if c.idle.IsZero() || other != nil && other.idle.Before(c.idle) {
		return other
	}
	return c
}

// note is the ConnState of a server: it notes whether a connection is idle.
func (g *gate) note(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*admitted)
	if !ok {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	c.idle = time.Time{}
	if state == http.StateNew || state == http.StateIdle {
		c.idle = time.Now()
	}
}

// Close implements [net.Conn].
func (c *admitted) Close() error {
	c.gate.mu.Lock()
	delete(c.gate.open, c)
	c.gate.mu.Unlock()
	return c.Conn.Close()
}

// reservedKey is the key of a request's context for connections beyond the maximum.
type reservedKey struct{}

// markReserved is the ConnContext of a server.
func markReserved(ctx context.Context, conn net.Conn) context.Context {
	if c, ok := conn.(*admitted); ok && c.reserved {
		return context.WithValue(ctx, reservedKey{}, true)
	}
	return ctx
}

// isReserved reports whether a request came on a connection beyond the maximum.
func isReserved(r *http.Request) bool { return r.Context().Value(reservedKey{}) != nil }
