package server

import (
	"context"
	"errors"
	"flag"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "12") // tests wait more than they work; -parallel overrides it
	os.Exit(m.Run())
}

// testStore is enough for all tests of servers.
const testStore = 256 << 20

// serverAt returns settings of a server for tests.
func serverAt(store string) Options {
	return Options{Store: store, Listen: "127.0.0.1:0", MaxStore: testStore}
}

// serve starts a server that ends with the test.
func serve(t testing.TB, o Options) *Server {
	t.Helper()
	s := must.Get(Serve(context.Background(), o))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// connect connects a client that does not reconnect. Errors of the server that
// belong to no call are sent to the channel.
func connect(t testing.TB, s *Server, more ...nats.Option) (*nats.Conn, chan error) {
	t.Helper()
	failed := make(chan error, 16)
	options := append([]nats.Option{nats.NoReconnect(), nats.Timeout(pooltest.Long), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		failed <- err
	})}, more...)
	conn, err := nats.Connect(s.URL(), options...)
	for err != nil && strings.Contains(err.Error(), "expected 'PONG', got 'PING'") { // the server has sent a ping during a slow connection
		conn, err = nats.Connect(s.URL(), options...)
	}
	must.OK(t, err)
	t.Cleanup(conn.Close)
	return conn, failed
}

// inside returns the server's client in the account.
func inside(t testing.TB, s *Server, account string) *wire.Client {
	t.Helper()
	return must.Get(s.in(account))(t)
}

// streamsOf returns JetStream as the server itself sees it in the account.
func streamsOf(t testing.TB, s *Server, account string) jetstream.JetStream {
	t.Helper()
	return must.Get(jetstream.New(inside(t, s, account).Conn(), jetstream.WithDefaultTimeout(pooltest.Long)))(t)
}

// logBuffer takes what a server logs.
type logBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func (b *logBuffer) Reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text.Reset()
}

// messages returns how many messages a stream of a server that is open to all has.
func messages(t testing.TB, s *Server, stream string) uint64 {
	t.Helper()
	there, err := streamsOf(t, s, openAccount).Stream(t.Context(), stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return 0
	}
	must.OK(t, err)
	return must.Get(there.Info(t.Context()))(t).State.Msgs
}

func TestServeKeepsItsStore(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "farm")
	ctx, cancel := context.WithCancel(t.Context())
	s := must.Get(Serve(ctx, serverAt(store)))(t)
	if !strings.HasPrefix(s.URL(), "nats://127.0.0.1:") || strings.HasSuffix(s.URL(), ":0") {
		t.Errorf("URL %s", s.URL())
	}
	conn, _ := connect(t, s)
	js := must.Get(jetstream.New(conn))(t)
	for _, c := range wire.StreamsOf("me", 0) {
		if _, err := js.CreateOrUpdateStream(ctx, c); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			t.Fatal(err) // the server makes those of a submitter of whom it has seen one
		}
	}
	must.Get(js.Publish(ctx, "work.me.job.1.0", []byte("shard")))(t)
	cancel()
	must.OK(t, s.Wait())
	pooltest.Wait(t, "the end of connections", conn.IsClosed)

	smaller := serverAt(store)
	smaller.MaxStore = MinMaxStore
	s = must.Get(Serve(t.Context(), smaller))(t)
	if n := messages(t, s, wire.StreamOf(wire.StreamWork, "me")); n != 1 {
		t.Errorf("%d shards after the start with less room, want 1", n)
	}
	must.OK(t, s.Close())

	must.OK(t, os.RemoveAll(store))
	s = must.Get(Serve(t.Context(), serverAt(store)))(t)
	if n := messages(t, s, wire.StreamOf(wire.StreamWork, "me")); n != 0 {
		t.Errorf("%d shards in an empty store", n)
	}
	must.OK(t, s.Close())
}

func TestServeMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.OK(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	authority := newAuthority(t, dir)
	cert, key := authority.issue(t, "one")
	_, otherKey := authority.issue(t, "other")
	short, keys := write("short", "secret\n"), write("keys", `{"keys":[{"name":"a","role":"king","public":"U","made":"2026-01-02T03:04:05Z"}]}`)
	for _, c := range []struct {
		name string
		edit func(*Options)
		want string
	}{
		{"no store", func(o *Options) { o.Store = "" }, "no folder given"},
		{"a file for a store", func(o *Options) { o.Store = short }, "not a directory"},
		{"port taken", func(o *Options) { o.Listen = taken.Addr().String() }, "another program has this port"},
		{"port of the page taken", func(o *Options) { o.HTTP = taken.Addr().String() }, "another program has this port"},
		{"address of another machine", func(o *Options) { o.Listen, o.Insecure = "192.0.2.1:0", true }, "does not have the address"},
		{"no address", func(o *Options) { o.Listen = "here" }, `address "here", want HOST:PORT`},
		{"port", func(o *Options) { o.Listen = "127.0.0.1:99999" }, "want 0 to 65535"},
		{"certificate of another key", func(o *Options) { o.TLSCert, o.TLSKey = cert, otherKey }, "private key does not match"},
		{"certificate without key", func(o *Options) { o.TLSCert = cert }, "give both"},
		{"no such certificate", func(o *Options) { o.TLSCert, o.TLSKey = filepath.Join(dir, "none"), key }, "none: no such file"},
		{"exposed", func(o *Options) { o.Listen = "0.0.0.0:0" }, "without a key"},
		{"exposed by default", func(o *Options) { o.Listen = ":0" }, "without a key"},
		{"unencrypted", func(o *Options) { o.Listen, o.Token = ":0", write("token", strings.Repeat("x", 20)) }, "without encryption"},
		{"page exposed", func(o *Options) { o.HTTP = ":0" }, "set --http-token and --tls-cert"},
		{"weak token", func(o *Options) { o.Token = short }, "16 characters or more"},
		{"token without a file", func(o *Options) { o.Token = filepath.Join(dir, "none") }, "no such file"},
		{"keys without a file", func(o *Options) { o.Keys = filepath.Join(dir, "none") }, "no such file"},
		{"unknown role", func(o *Options) { o.Keys = keys }, `key 1: a: role "king"`},
		{"keys not in JSON", func(o *Options) { o.Keys = short }, "short: line 1: invalid character"},
	} {
		o := serverAt(filepath.Join(dir, "store"))
		c.edit(&o)
		s, err := Serve(t.Context(), o)
		must.Fail(t, err, c.want, c.name)
		if err == nil {
			s.Close()
		}
	}
	// A failed start has unlocked the store.
	serve(t, serverAt(filepath.Join(dir, "store")))
	_, err := Serve(t.Context(), serverAt(filepath.Join(dir, "store")))
	must.Fail(t, err, "another server uses this folder")
}

// A server that other machines can reach without keys or TLS requires a flag.
func TestServeInsecure(t *testing.T) {
	t.Parallel()
	o := serverAt(t.TempDir())
	o.Listen, o.Insecure = ":0", true
	s := serve(t, o)
	if host := must.Get(os.Hostname())(t); !strings.Contains(s.URL(), host) {
		t.Errorf("URL %s does not name the machine %s", s.URL(), host)
	}
}

// Any bytes that are sent to the port leave the server running.
func TestServeGarbage(t *testing.T) {
	t.Parallel()
	var log logBuffer
	o := serverAt(t.TempDir())
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	s := serve(t, o)
	for _, c := range []struct{ send, logged string }{
		{"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "parser ERROR"},
		{"\x00\xff\x16\x03\x01 hello\r\n", "parser ERROR"},
		{strings.Repeat("x", 1<<20), "parser ERROR"},
		{"CONNECT {}\r\nPUB work.a.b.1.0 1073741824\r\n", "Bad or Missing Size"},
		{"CONNECT {}\r\nPUB work.a.b.1.0 1048577\r\n", "maximum payload exceeded: 1048577"},
	} {
		log.Reset()
		conn := must.Get(net.Dial("tcp", strings.TrimPrefix(s.URL(), "nats://")))(t)
		must.OK(t, conn.SetDeadline(time.Now().Add(pooltest.Long)))
		_, _ = conn.Write([]byte(c.send)) // the server may close amid
		if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%.20q: the connection stays", c.send)
		}
		if !strings.Contains(log.String(), c.logged) {
			t.Errorf("%.20q: logged %q, want %s", c.send, log.String(), c.logged)
		}
		conn.Close()
	}
	conn, _ := connect(t, s)
	if err := conn.Publish("work.a.b.1.0", make([]byte, 1<<30)); !errors.Is(err, nats.ErrMaxPayload) {
		t.Errorf("a message of 1 GiB: %v", err)
	}
	must.OK(t, conn.Flush())
}

func BenchmarkServe(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		store := b.TempDir()
		b.StartTimer()
		s := must.Get(Serve(context.Background(), serverAt(store)))(b)
		b.StopTimer()
		must.OK(b, s.Close())
		b.StartTimer()
	}
}
