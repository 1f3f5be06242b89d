package jetstream

import (
	"bytes"
	"encoding/json"
	"path/filepath"

	"github.com/nats-io/nats-server/v2/server"
	"golang.org/x/crypto/bcrypt"
)

// stockConfig is the configuration of a stock nats-server, which reads JSON.
type stockConfig struct {
	Name          string              `json:"server_name"`
	Listen        string              `json:"listen"`
	MaxPayload    int                 `json:"max_payload"`
	PingInterval  string              `json:"ping_interval"`
	JetStream     stockJetStream      `json:"jetstream"`
	TLS           *stockTLS           `json:"tls,omitempty"`
	Authorization *stockAuthorization `json:"authorization,omitempty"`
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

type stockAuthorization struct {
	Timeout int         `json:"timeout"`
	Users   []stockUser `json:"users"`
}

type stockUser struct {
	Nkey        string            `json:"nkey,omitempty"`
	User        string            `json:"user,omitempty"`
	Password    string            `json:"password,omitempty"`
	Permissions *stockPermissions `json:"permissions,omitempty"`
}

type stockPermissions struct {
	Publish   []string `json:"publish"`
	Subscribe []string `json:"subscribe"`
}

// StockConfig returns the configuration for a stock nats-server that replaces [Serve] with
// the options, without the page and the metrics. The configuration contains a hash of the
// token. When keys change, a new configuration is necessary.
func StockConfig(o ServerOptions) ([]byte, error) {
	host, _, err := splitAddress(o.Listen)
	if err != nil {
		return nil, err
	}
	cert, err := loadCertificate(o.TLSCert, o.TLSKey)
	if err != nil {
		return nil, err
	}
	s := &Server{options: o, keys: o.keyFile()}
	users, err := s.users()
	if err != nil {
		return nil, err
	}
	if err := o.checkExposed(host, users.asked, cert != nil); err != nil {
		return nil, err
	}
	c := stockConfig{Name: serverName, Listen: o.Listen, MaxPayload: maxPayload, PingInterval: pingInterval.String()}
	c.JetStream = stockJetStream{Store: absolute(o.Store), MaxMemory: maxMemory, MaxFile: o.MaxStore}
	if cert != nil {
		c.TLS = &stockTLS{Cert: absolute(o.TLSCert), Key: absolute(o.TLSKey), Timeout: patience}
	}
	if users.asked {
		if c.Authorization, err = users.stock(); err != nil {
			return nil, err
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // nats-server does not read \u003e
	encoder.SetIndent("", "  ")
	err = encoder.Encode(c)
	return text.Bytes(), err
}

// stock returns the users in the form that a stock nats-server reads.
func (u *natsUsers) stock() (*stockAuthorization, error) {
	a := &stockAuthorization{Timeout: patience, Users: []stockUser{}}
	for _, n := range u.Nkeys {
		a.Users = append(a.Users, stockUser{Nkey: n.Nkey, Permissions: stockPermissionsOf(n.Permissions)})
	}
	for _, user := range u.Users {
		// The lowest cost is enough: nobody can guess a random token, and clients connect
		// often.
		hash, err := bcrypt.GenerateFromPassword([]byte(user.Password), bcrypt.MinCost)
		if err != nil {
			return nil, err
		}
		a.Users = append(a.Users, stockUser{User: user.Username, Password: string(hash), Permissions: stockPermissionsOf(user.Permissions)})
	}
	return a, nil
}

func stockPermissionsOf(p *server.Permissions) *stockPermissions {
	if p == nil {
		return nil
	}
	return &stockPermissions{Publish: p.Publish.Allow, Subscribe: p.Subscribe.Allow}
}

// absolute returns the absolute path, so the server finds the file from any working
// folder.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
