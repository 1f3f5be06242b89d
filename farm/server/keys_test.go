package server

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
)

// keyed is a server with keys.
type keyed struct {
	*Server
	dir string
}

// serveKeyed starts a server with a key of each name, of the role with which the name
// begins.
func serveKeyed(t testing.TB, names ...string) keyed {
	t.Helper()
	k := keyed{dir: t.TempDir()}
	o := serverAt(filepath.Join(k.dir, "store"))
	o.HTTP = "127.0.0.1:0"
	for _, name := range names {
		k.add(t, o.Store, name)
	}
	k.Server = serve(t, o)
	return k
}

// add adds the key of that name.
func (k keyed) add(t testing.TB, store, name string) {
	t.Helper()
	role, _, _ := strings.Cut(name, "-")
	must.Get(KeysOf(store).Add(Role(role), name, k.seed(name)))(t)
}

// seed returns the file of the secret half of a key.
func (k keyed) seed(name string) string { return filepath.Join(k.dir, SeedFile(name)) }

// public returns the public half of a key.
func (k keyed) public(t testing.TB, name string) string {
	t.Helper()
	for _, key := range must.Get(k.keys.List())(t) {
		if key.Name == name {
			return key.Public
		}
	}
	t.Fatalf("no key %s", name)
	return ""
}

// dial connects a client with the key of that name.
func (k keyed) dial(t testing.TB, name string) *wire.Client {
	t.Helper()
	c := must.Get(wire.Dial(t.Context(), wire.Options{URL: k.URL(), Key: k.seed(name)}))(t)
	t.Cleanup(c.Close)
	return c
}

// testJob returns a job of the owner; jobs of other data have other IDs.
func testJob(t testing.TB, owner, data string) wire.Job {
	t.Helper()
	j := wire.Job{Owner: owner, Description: farm.Description{Kind: "hash/1", Spec: must.Get(json.Marshal(data))(t)}, Protocol: wire.Protocol, Session: "1"}
	j.ID = must.Get(wire.JobID(&j.Description, owner))(t)
	return j
}

// as connects with the key of that name.
func (k keyed) as(t testing.TB, name string) (*nats.Conn, chan error) {
	t.Helper()
	return connect(t, k.Server, must.Get(nats.NkeyOptionFromSeed(k.seed(name)))(t), nats.CustomInboxPrefix(wire.Inbox(k.public(t, name))))
}

// A server with keys refuses all other clients.
func TestOthersRefused(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t, "worker-1")
	other := filepath.Join(k.dir, "other")
	must.Get(KeysOf(other).Add(RoleAdmin, "stranger", filepath.Join(k.dir, SeedFile("stranger"))))(t)
	for name, options := range map[string][]nats.Option{
		"without a key":      nil,
		"with another key":   {must.Get(nats.NkeyOptionFromSeed(k.seed("stranger")))(t)},
		"with a known key":   {nats.Nkey(k.public(t, "worker-1"), func([]byte) ([]byte, error) { return make([]byte, 64), nil })},
		"with a token":       {nats.Token("secret")},
		"with a user's name": {nats.UserInfo(wire.TokenUser, "secret")},
	} {
		_, err := nats.Connect(k.URL(), append(options, nats.Timeout(pooltest.Long))...)
		if !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// A token has the permissions of all roles except admin.
func TestToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := serverAt(filepath.Join(dir, "store"))
	o.Token = filepath.Join(dir, "token")
	must.OK(t, os.WriteFile(o.Token, []byte("0123456789abcdef\n"), 0o600))
	s := serve(t, o)
	client := must.Get(wire.Dial(t.Context(), wire.Options{URL: s.URL(), Token: o.Token, Name: "me"}))(t)
	t.Cleanup(client.Close)
	must.OK(t, client.MakeStreams(t.Context()))
	me := wire.Address{Owner: "me", ID: "job"}
	for _, c := range []struct {
		name string
		may  bool
		act  action
	}{
		{"submit", true, publish(me.Shard("1", 0))},
		{"make the consumers", true, consumers(me)},
		{"publish a result", true, publish(me.Result("1", "box"))},
		{"publish a worker's state", true, publish(wire.WorkerSubject("box", "1"))},
		{"delete a stream", false, deleteStream(me.Stream(wire.StreamWork))},
		{"listen to everything", false, listenTo(">")},
	} {
		conn, failed := connect(t, s, nats.UserInfo(wire.TokenUser, "0123456789abcdef"), nats.CustomInboxPrefix(wire.Inbox("box")))
		if err := attempt(t.Context(), conn, failed, c.act, c.may); c.may != (err == nil) || !c.may && !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: got %v", c.name, err)
		}
		conn.Close()
	}
	_, err := nats.Connect(s.URL(), nats.Timeout(pooltest.Long), nats.UserInfo(wire.TokenUser, "0123456789abcdeX"))
	if !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("another token: got %v", err)
	}
}

// The keys of a running server change: a key is revoked, another made, the file is
// damaged and removed.
func TestKeysChange(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t, "worker-1", "worker-2")
	first, _ := k.as(t, "worker-1")
	second, _ := k.as(t, "worker-2")
	must.Get(k.keys.Revoke("worker-1"))(t)
	pooltest.Wait(t, "end of the connection of a key that is revoked", first.IsClosed)
	if _, err := nats.Connect(k.URL(), nats.Timeout(pooltest.Long), must.Get(nats.NkeyOptionFromSeed(k.seed("worker-1")))(t)); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("a key that is revoked connects: %v", err)
	}
	k.add(t, k.options.Store, "admin")
	pooltest.Wait(t, "connection with a new key", func() bool {
		conn, err := nats.Connect(k.URL(), nats.Timeout(pooltest.Long), must.Get(nats.NkeyOptionFromSeed(k.seed("admin")))(t))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	for _, spoil := range []func() error{
		func() error { return os.WriteFile(k.keys.Path, []byte("{"), 0o666) },
		func() error { return os.Remove(k.keys.Path) },
	} {
		must.OK(t, spoil())
		time.Sleep(2 * watchInterval)
		if _, err := nats.Connect(k.URL(), nats.Timeout(pooltest.Long)); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("without readable keys anybody connects: %v", err)
		}
		if !second.IsConnected() || !inside(t, k.Server, adminAccount).Conn().IsConnected() {
			t.Error("a good connection ended")
		}
	}
}

// The first key closes a server that was open to all.
func TestFirstKey(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t)
	anybody, _ := connect(t, k.Server)
	k.add(t, k.options.Store, "worker-1")
	pooltest.Wait(t, "end of the connection without a key", anybody.IsClosed)
	k.as(t, "worker-1")
	must.Get(k.keys.Revoke("worker-1"))(t)
	time.Sleep(2 * watchInterval)
	if _, err := nats.Connect(k.URL(), nats.Timeout(pooltest.Long)); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("after the last key is revoked anybody connects: %v", err)
	}
}
