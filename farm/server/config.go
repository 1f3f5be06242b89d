package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"gammonlab/farm/wire"

	"github.com/nats-io/nats-server/v2/server"
)

// stockConfig is the configuration of a stock nats-server, which reads JSON.
type stockConfig struct {
	Name         string                  `json:"server_name"`
	Listen       string                  `json:"listen"`
	MaxPayload   int                     `json:"max_payload"`
	PingInterval string                  `json:"ping_interval"`
	JetStream    stockJetStream          `json:"jetstream"`
	TLS          *stockTLS               `json:"tls,omitempty"`
	Timeout      *stockTimeout           `json:"authorization,omitempty"`
	Accounts     map[string]*natsAccount `json:"accounts,omitempty"`
}

type stockJetStream struct {
	Store     string `json:"store_dir"`
	MaxMemory int64  `json:"max_memory_store"`
	MaxFile   int64  `json:"max_file_store"`
}

type stockTLS struct {
	Cert    string `json:"cert_file"`
	Key     string `json:"key_file"`
	Timeout int    `json:"timeout"`
}

type stockTimeout struct {
	Timeout int `json:"timeout"`
}

// StockConfig returns the configuration for a stock nats-server that replaces [Serve] with
// the options, without the page and the metrics. The configuration contains a hash of the
// token. When keys change, a new configuration is necessary.
func StockConfig(o Options) ([]byte, error) {
	host, _, err := splitAddress(o.Listen)
	if err != nil {
		return nil, err
	}
	cert, err := loadCertificate(o.TLSCert, o.TLSKey)
	if err != nil {
		return nil, err
	}
	s := &Server{options: o, keys: o.keyFile()}
	who, err := s.accounts()
	if err != nil {
		return nil, err
	}
	if err := o.checkExposed(host, who.asked, cert != nil); err != nil {
		return nil, err
	}
	c := stockConfig{Name: serverName, Listen: o.Listen, MaxPayload: maxPayload, PingInterval: pingInterval.String()}
	c.JetStream = stockJetStream{Store: absolute(o.Store), MaxMemory: wire.MaxMemory, MaxFile: o.MaxStore}
	if cert != nil {
		c.TLS = &stockTLS{Cert: absolute(o.TLSCert), Key: absolute(o.TLSKey), Timeout: patience}
	}
	if who.asked {
		c.Timeout = &stockTimeout{patience}
	}
	if c.Accounts, err = who.config(nil); err != nil {
		return nil, err
	}
	return configText(c)
}

// configText returns the text of a configuration of NATS.
func configText(c any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // nats-server does not read \u003e
	encoder.SetIndent("", "  ")
	err := encoder.Encode(c)
	return text.Bytes(), err
}

// absolute returns the absolute path, so the server finds the file from any working
// folder.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// Settings of embedded servers.
const (
	// MinMaxStore is the minimum of MaxStore of [Options].
	MinMaxStore = 64 << 20

	serverName   = "gammonlab"
	unbounded    = 1 << 62 // bytes; each stream has its own limit, see setLimits
	patience     = 10      // time for a client to identify itself, in seconds; enough for a slow connection
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
	o.JetStream, o.StoreDir, o.JetStreamMaxMemory, o.JetStreamMaxStore = true, s.options.Store, wire.MaxMemory, unbounded
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if s.tls != nil {
		o.TLSConfig = s.tls.config
	}
	return o, s.options.checkExposed(host, who.asked, s.tls != nil)
}
