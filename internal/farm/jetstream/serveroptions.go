package jetstream

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Settings of embedded servers.
const (
	// MinMaxStore is the minimum of MaxStore of [ServerOptions].
	MinMaxStore = 64 << 20

	serverName   = "gammonlab"
	maxMemory    = 64 << 20 // bytes, for the states of workers
	unbounded    = 1 << 62  // bytes; each stream has its own limit, which the next start of the server may change
	patience     = 10       // time for a client to identify itself, in seconds; enough for a slow connection
	pingInterval = 20 * time.Second
	setupTimeout = 30 * time.Second
)

// natsOptions returns the settings of the embedded server, with the current keys.
func (s *Server) natsOptions() (*server.Options, error) {
	host, port, err := splitAddress(s.options.Listen)
	if err != nil {
		return nil, err
	}
	o := &server.Options{
		ServerName: serverName, Host: host, Port: port, NoSigs: true, DisableJetStreamBanner: true,
		MaxPayload: maxPayload, PingInterval: pingInterval, AuthTimeout: patience, TLSTimeout: patience,
		AlwaysEnableNonce: true, // the first key may be created while the server runs
		JetStream:         true, StoreDir: s.options.Store, JetStreamMaxMemory: maxMemory, JetStreamMaxStore: unbounded,
	}
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if s.tls != nil {
		o.TLSConfig = s.tls.config
	}
	users, err := s.users()
	if err != nil {
		return nil, err
	}
	if users.asked {
		self, err := s.self.PublicKey()
		if err != nil {
			return nil, err
		}
		o.Users, o.Nkeys = users.Users, append(users.Nkeys, &server.NkeyUser{Nkey: self})
	}
	return o, s.options.checkExposed(host, users.asked, s.tls != nil)
}

// room returns the maximal number of stored bytes: MaxStore, or less if the disk has less
// space. If the disk is full, the server must end; if the store has its maximal size,
// clients only wait.
func (s *Server) room() int64 {
	free, ok := freeBytes(s.options.Store)
	if !ok {
		return s.options.MaxStore
	}
	most := max(MinMaxStore, (free+sizeOf(s.options.Store))/10*9)
	if most < s.options.MaxStore {
		s.options.Log.Warn("the disk has less space than --max-store", "store", s.options.Store, "asked", s.options.MaxStore, "taken", most)
	}
	return min(most, s.options.MaxStore)
}

// makeStreams creates the streams of the farm, or sets the limits of existing streams.
func (s *Server) makeStreams(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
	for _, c := range Streams(s.options.MaxStore) {
		if _, err := s.client.js.CreateOrUpdateStream(ctx, c); err != nil {
			return fmt.Errorf("store %s: stream %s: %w", s.options.Store, c.Name, err)
		}
	}
	return nil
}
