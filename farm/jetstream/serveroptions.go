package jetstream

import (
	"errors"
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
	unbounded    = 1 << 62  // bytes; each stream has its own limit, see setLimits
	patience     = 10       // time for a client to identify itself, in seconds; enough for a slow connection
	pingInterval = 20 * time.Second
	setupTimeout = 30 * time.Second
)

// natsOptions returns the settings of the embedded server for the accounts.
func (s *Server) natsOptions(who *accounts) (*server.Options, error) {
	host, port, err := splitAddress(s.options.Listen)
	if err != nil {
		return nil, err
	}
	o := &server.Options{}
	if who.asked {
		self := func(account string) string {
			public, failed := s.selves.public(account)
			err = errors.Join(err, failed)
			return public
		}
		var c struct {
			Accounts map[string]*natsAccount `json:"accounts"`
		}
		var failed error
		if c.Accounts, failed = who.config(self); errors.Join(err, failed) != nil {
			return nil, errors.Join(err, failed)
		}
		text, err := configText(c)
		if err != nil {
			return nil, err
		}
		if err := o.ProcessConfigString(string(text)); err != nil {
			return nil, fmt.Errorf("accounts: %w", err)
		}
	}
	o.ServerName, o.Host, o.Port, o.NoSigs, o.DisableJetStreamBanner = serverName, host, port, true, true
	o.MaxPayload, o.PingInterval, o.AuthTimeout, o.TLSTimeout = maxPayload, pingInterval, patience, patience
	o.MaxClosedClients, o.AlwaysEnableNonce = closedKept, true // the first key may be created while the server runs
	o.JetStream, o.StoreDir, o.JetStreamMaxMemory, o.JetStreamMaxStore = true, s.options.Store, maxMemory, unbounded
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if s.tls != nil {
		o.TLSConfig = s.tls.config
	}
	return o, s.options.checkExposed(host, who.asked, s.tls != nil)
}
