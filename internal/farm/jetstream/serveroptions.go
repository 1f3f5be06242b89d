package jetstream

import (
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Settings of embedded servers.
const (
	// MinMaxStore is the minimum of MaxStore of [ServerOptions].
	MinMaxStore = 64 << 20

	serverName   = "gammonlab"
	maxMemory    = 64 << 20 // bytes, for the states of workers
	unbounded    = 1 << 62  // bytes; each stream has its own limit, see setLimits
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
		MaxClosedClients: closedKept, AlwaysEnableNonce: true, // the first key may be created while the server runs
		JetStream: true, StoreDir: s.options.Store, JetStreamMaxMemory: maxMemory, JetStreamMaxStore: unbounded,
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
	s.mayOwn, s.submitters = users.owners, users.submitters
	if users.asked {
		self, err := s.self.PublicKey()
		if err != nil {
			return nil, err
		}
		o.Users, o.Nkeys = users.Users, append(users.Nkeys, &server.NkeyUser{Nkey: self})
	}
	return o, s.options.checkExposed(host, users.asked, s.tls != nil)
}
