package jetstream

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/nats-io/nats-server/v2/server"
)

// tokenUser is the user name of clients that connect with the token of a server. The token
// is the password.
const tokenUser = "token"

// natsUsers are the users of an embedded server. Without users, every client may do
// everything.
type natsUsers struct {
	Nkeys []*server.NkeyUser
	Users []*server.User
	asked bool // clients must identify themselves, even if there are no users

	submitters []string // the keys of submitters
	owners     []string // who may submit jobs; anyone if the names of clients are not checked
}

// users reads the file of the keys and the file of the token.
func (s *Server) users() (natsUsers, error) {
	var u natsUsers
	if _, err := os.Stat(s.keys.Path); err == nil {
		s.keyed = true // also if all keys are revoked
	} else if !errors.Is(err, fs.ErrNotExist) || s.keyed || s.options.Keys != "" {
		return u, fmt.Errorf("keys: %w", err)
	}
	u.asked = s.keyed
	keys, err := s.keys.List()
	if err != nil {
		return u, err
	}
	if s.log != nil { // not for StockConfig
		s.log.set(keys)
	}
	keys = slices.DeleteFunc(keys, func(k Key) bool { return !k.Revoked.IsZero() })
	for _, k := range keys {
		if k.Role == RoleSubmitter {
			u.submitters = append(u.submitters, k.Public)
		}
		if k.Role != RoleWorker {
			u.owners = append(u.owners, k.Public)
		}
	}
	if s.options.Token != "" || !u.asked {
		u.owners = []string{anyone}
	}
	for _, k := range keys {
		u.Nkeys = append(u.Nkeys, &server.NkeyUser{Nkey: k.Public, Permissions: permissionsOf(k.Role, k.Public, u.owners)})
	}
	if s.options.Token != "" {
		token, err := readToken(s.options.Token)
		if err != nil {
			return u, err
		}
		u.asked = true
		u.Users = []*server.User{{Username: tokenUser, Password: token, Permissions: tokenPermissions()}}
	}
	return u, nil
}

// permissionsOf returns what the holder of a key may do on a server with the owners of
// jobs; nil for all.
func permissionsOf(role Role, public string, owners []string) *server.Permissions {
	switch role {
	case RoleWorker:
		return natsPermissions(workerPermissions(public, owners))
	case RoleSubmitter:
		return natsPermissions(submitterPermissions(public))
	}
	return nil
}

// tokenPermissions returns the permissions of clients with the token: the permissions of
// workers and submitters, under any name.
func tokenPermissions() *server.Permissions {
	return natsPermissions(workerPermissions(anyone, []string{anyone}), submitterPermissions(anyone))
}

// natsPermissions returns the union of the permissions in the form of the embedded server.
func natsPermissions(all ...permissions) *server.Permissions {
	p := &server.Permissions{Publish: &server.SubjectPermission{}, Subscribe: &server.SubjectPermission{}}
	for _, one := range all {
		p.Publish.Allow = append(p.Publish.Allow, one.Publish...)
		p.Subscribe.Allow = append(p.Subscribe.Allow, one.Subscribe...)
	}
	return p
}
