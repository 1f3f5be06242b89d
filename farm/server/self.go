package server

import (
	"context"
	"errors"
	"slices"
	"sync"

	"gammonlab/farm/wire"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// selves are the keys with which a server connects to its own accounts. They exist in the
// memory of the process only.
type selves struct {
	mu    sync.Mutex
	pairs map[string]nkeys.KeyPair // by account
}

// pair returns the key for the account.
func (s *selves) pair(account string) (nkeys.KeyPair, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if pair := s.pairs[account]; pair != nil {
		return pair, nil
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	if s.pairs == nil {
		s.pairs = map[string]nkeys.KeyPair{}
	}
	s.pairs[account] = pair
	return pair, nil
}

func (s *selves) public(account string) (string, error) {
	pair, err := s.pair(account)
	if err != nil {
		return "", err
	}
	return pair.PublicKey()
}

// connect returns a connection in this process with all permissions in the account.
func (s *Server) connect(account string) (*nats.Conn, error) {
	pair, err := s.selves.pair(account)
	if err != nil {
		return nil, err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, err
	}
	embedded, err := s.running()
	if err != nil {
		return nil, err
	}
	return nats.Connect("", nats.InProcessServer(embedded), nats.Nkey(public, pair.Sign), nats.Name(ownName), nats.Timeout(readyTimeout))
}

// errEnded is the error of an account that the server has no more.
var errEnded = errors.New("the account has ended")

// in returns the server's client in the account.
func (s *Server) in(account string) (*wire.Client, error) {
	s.entering.Lock()
	defer s.entering.Unlock()
	s.mu.Lock()
	c, known := s.clients[account], s.who != nil && s.who.has(account)
	s.mu.Unlock()
	switch {
	case !known:
		return nil, errEnded
	case c != nil && !c.Conn().IsClosed():
		return c, nil
	}
	conn, err := s.connect(account)
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	c = wire.Over(conn, js, ownName, s.url)
	if err := errors.Join(s.onNewStreams(c), s.activity.watch(c)); err != nil {
		conn.Close()
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.clients == nil { // the embedded server has ended meanwhile
		conn.Close()
		return nil, errEnded
	}
	s.clients[account] = c
	return c, nil
}

// leave closes the server's connection to an account.
func (s *Server) leave(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.clients[account]; c != nil {
		c.Conn().Close()
		delete(s.clients, account)
	}
}

// has reports whether the server has the account, with streams.
func (a *accounts) has(account string) bool { return slices.Contains(a.all(), account) }

// farms returns the accounts that have shared streams: that of the clients with keys and that of
// the clients with the token, or the one of a server that is open to all.
func (a *accounts) farms() []string {
	if slices.Equal(a.anonymous(), []string{a.home()}) {
		return []string{a.home()}
	}
	return append([]string{a.home()}, a.anonymous()...)
}

// all returns the accounts that have streams.
func (a *accounts) all() []string {
	all := a.farms()
	for _, k := range a.owners() {
		if account := of(k); account != adminAccount {
			all = append(all, account)
		}
	}
	return all
}

// states reads the states of the farms: of the clients with keys, and of those with the token.
func (s *Server) states(ctx context.Context) (*wire.State, error) {
	var all wire.State
	for _, account := range s.present().farms() {
		c, err := s.in(account)
		if err != nil {
			return nil, err
		}
		some, err := c.State(ctx)
		if err != nil {
			return nil, err
		}
		all.At, all.Jobs, all.Workers = some.At, append(all.Jobs, some.Jobs...), append(all.Workers, some.Workers...)
	}
	return &all, nil
}

// present returns the accounts that the embedded server has now.
func (s *Server) present() *accounts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.who
}
