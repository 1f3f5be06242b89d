package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nkeys"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/filelock"
	"gammonlab/internal/strictjson"
)

// Role determines what the holder of a key may do on a server.
type Role string

// Roles; accounts.go gives them their permissions.
const (
	RoleWorker    Role = "worker"    // computes shards
	RoleSubmitter Role = "submitter" // submits jobs and reads their results
	RoleAdmin     Role = "admin"     // may do everything
)

// Key is the public half of a client's key pair.
type Key struct {
	Name    string    `json:"name"` // name of the machine or person
	Role    Role      `json:"role"`
	Public  string    `json:"public"` // public NKey, 56 characters that begin with U
	Made    time.Time `json:"made"`
	Revoked time.Time `json:"revoked,omitzero"` // zero while the key is valid
}

// KeyFile is the file of a server's keys. Servers read it again when it changes.
type KeyFile struct{ Path string }

// keyFileContent is the JSON of a [KeyFile].
type keyFileContent struct {
	Keys []Key `json:"keys"`
}

const (
	keyFileName = "keys.json" // in a server's store
	seedExt     = ".nk"
	seedMode    = 0o600
)

// KeysOf returns the file of keys in a server's store.
func KeysOf(store string) KeyFile { return KeyFile{filepath.Join(store, keyFileName)} }

// SeedFile returns the name of the file for the secret half of a key.
func SeedFile(name string) string { return name + seedExt }

// keyName bounds the names of keys, which also name files.
var keyName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`) })

// List returns all keys, including revoked ones, in the order of their creation. It
// returns no keys if the file does not exist.
func (f KeyFile) List() ([]Key, error) {
	text, err := os.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var content keyFileContent
	if err := strictjson.UnmarshalFile(text, &content); err != nil {
		return nil, fmt.Errorf("keys %s: %w", f.Path, err)
	}
	for i, k := range content.Keys {
		if err := k.check(); err != nil {
			return nil, fmt.Errorf("keys %s: key %d: %w", f.Path, i+1, err)
		}
	}
	return content.Keys, nil
}

// check returns an error if the key is invalid.
func (k *Key) check() error {
	switch {
	case !keyName().MatchString(k.Name):
		return fmt.Errorf("name %q, want 1 to 64 letters, digits, dots, hyphens or underscores, a letter or digit first", k.Name)
	case k.Role != RoleWorker && k.Role != RoleSubmitter && k.Role != RoleAdmin:
		return fmt.Errorf("%s: role %q, want %s, %s or %s", k.Name, k.Role, RoleWorker, RoleSubmitter, RoleAdmin)
	case !nkeys.IsValidPublicUserKey(k.Public):
		return fmt.Errorf("%s: public %q is not the public key of a user", k.Name, k.Public)
	}
	return nil
}

// Add creates a key pair. It writes the secret half to the new file at the path seed, which
// only the owner of the file can read, and adds the public half to the keys.
func (f KeyFile) Add(role Role, name, seed string) (Key, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return Key{}, err
	}
	defer pair.Wipe()
	public, err := pair.PublicKey()
	if err != nil {
		return Key{}, err
	}
	made := Key{Name: name, Role: role, Public: public, Made: time.Now().UTC().Truncate(time.Second)}
	if err := made.check(); err != nil {
		return Key{}, err
	}
	return made, f.change(func(keys []Key) ([]Key, error) {
		if i := active(keys, name); i >= 0 {
			return nil, fmt.Errorf("a key %s of a %s exists: choose another name or revoke the key", name, keys[i].Role)
		}
		secret, err := pair.Seed()
		if err != nil {
			return nil, err
		}
		return append(keys, made), writeSeed(seed, secret)
	}, func() { os.Remove(seed) })
}

// writeSeed writes the secret half of a key to a new file.
func writeSeed(path string, secret []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, seedMode)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists: it may hold the only copy of a key", path)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(append(secret, '\n'))
	err = errors.Join(err, file.Sync(), file.Close())
	if err != nil {
		os.Remove(path)
	}
	return err
}

// Revoke revokes the key with the name, and returns it. Running servers end its
// connections.
func (f KeyFile) Revoke(name string) (revoked Key, err error) {
	err = f.change(func(keys []Key) ([]Key, error) {
		i := active(keys, name)
		if i < 0 {
			return nil, fmt.Errorf("keys %s: no key %q that is not revoked", f.Path, name)
		}
		keys[i].Revoked = time.Now().UTC().Truncate(time.Second)
		revoked = keys[i]
		return keys, nil
	}, func() {})
	return revoked, err
}

// active returns the index of the unrevoked key with the name, -1 if there is none.
func active(keys []Key, name string) int {
	return slices.IndexFunc(keys, func(k Key) bool { return k.Name == name && k.Revoked.IsZero() })
}

// change replaces the keys with the result of edit. If it cannot write the new keys, it
// calls undo.
func (f KeyFile) change(edit func([]Key) ([]Key, error), undo func()) error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
		return err
	}
	// The lock is on a separate file, because the file of keys is replaced.
	lock, err := os.OpenFile(filepath.Join(filepath.Dir(f.Path), "."+filepath.Base(f.Path)+".lock"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := filelock.LockTurn(lock); err != nil {
		return fmt.Errorf("keys %s: %w", f.Path, err)
	}
	keys, err := f.List()
	if err != nil {
		return err
	}
	keys, err = edit(keys)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(keyFileContent{keys}, "", "  ")
	if err == nil {
		err = atomicfile.WriteFile(f.Path, append(text, '\n'))
	}
	if err != nil {
		undo()
	}
	return err
}
