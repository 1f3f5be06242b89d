package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// Clients that the server refuses, or that do not trust it, get the reason.
func TestNoEntry(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.OK(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	token, other := file("token", strings.Repeat("x", 16)), file("other", strings.Repeat("y", 16))
	must.Get(KeysOf(dir).Add(RoleWorker, "stranger", filepath.Join(dir, "stranger.nk")))(t)
	keys := serveKeyed(t, "worker-1")
	tokens := serverAt(filepath.Join(dir, "tokens"))
	tokens.Token = token
	tokenURL := serve(t, tokens).URL()
	authority := newAuthority(t, dir)
	encrypted := serverAt(filepath.Join(dir, "encrypted"))
	encrypted.TLSCert, encrypted.TLSKey = authority.issue(t, "server")
	tlsURL := serve(t, encrypted).URL()
	plainURL := serve(t, serverAt(filepath.Join(dir, "plain"))).URL()
	for _, c := range []struct {
		name, words string
		o           wire.Options
	}{
		{"another key", "does not know the key, or it is revoked", wire.Options{URL: keys.URL(), Key: filepath.Join(dir, "stranger.nk")}},
		{"no key", "wants a key or a token", wire.Options{URL: keys.URL()}},
		{"a token for a server with keys", "has another token, or wants keys", wire.Options{URL: keys.URL(), Token: token}},
		{"another token", "has another token", wire.Options{URL: tokenURL, Token: other}},
		{"no token", "wants a key or a token", wire.Options{URL: tokenURL}},
		{"unknown authority", "give --ca", wire.Options{URL: tlsURL}},
		{"TLS not requested", "give --ca", wire.Options{URL: strings.Replace(tlsURL, "tls:", "nats:", 1)}},
		{"another name", "is for another name", wire.Options{URL: strings.Replace(tlsURL, "127.0.0.1", "localhost", 1), CA: authority.file}},
		{"server without TLS", "use nats://", wire.Options{URL: strings.Replace(plainURL, "nats:", "tls:", 1)}},
		{"no server", "nobody listens there", wire.Options{URL: fmt.Sprintf("nats://127.0.0.1:%d", pooltest.FreePort(t))}},
	} {
		_, err := wire.Dial(t.Context(), c.o)
		must.Fail(t, err, c.words, c.name)
		c.o.Wait = true
		client := must.Get(wire.Dial(t.Context(), c.o))(t)
		t.Cleanup(client.Close)
		ctx, cancel := context.WithCancel(t.Context())
		var log logBuffer
		go client.Watch(ctx, slog.New(slog.NewTextHandler(&log, nil)), time.Millisecond, time.Minute)
		pooltest.Wait(t, c.name, func() bool { return strings.Contains(log.String(), c.words) })
		cancel()
		if strings.Contains(log.String(), strings.Repeat("x", 16)) || strings.Contains(log.String(), strings.Repeat("y", 16)) {
			t.Errorf("%s: the log has the token: %s", c.name, log.String())
		}
	}
}

// A worker whose key is refused ends with the reason, also if the key is
// revoked during its work.
func TestRefusedWorker(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t, "worker-1")
	stranger := filepath.Join(k.dir, "stranger.nk")
	must.Get(KeysOf(filepath.Join(k.dir, "other")).Add(RoleWorker, "stranger", stranger))(t)
	work := func(key string) chan error {
		client := must.Get(wire.Dial(t.Context(), wire.Options{URL: k.URL(), Key: key, Wait: true}))(t)
		t.Cleanup(client.Close)
		ended := make(chan error, 1)
		go func() { ended <- worker.Run(t.Context(), client, worker.Options{Cores: 1}) }()
		return ended
	}
	refused, revoked := work(stranger), work(k.seed("worker-1"))
	must.Fail(t, <-refused, "does not know the key, or it is revoked")
	pooltest.Wait(t, "the worker", func() bool { all, _ := inside(t, k.Server, adminAccount).Workers(t.Context()); return len(all) == 1 })
	must.Get(k.keys.Revoke("worker-1"))(t)
	err := <-revoked
	must.Fail(t, err, "does not know the key, or it is revoked")
	if !errors.Is(err, wire.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// A worker logs once that it cannot reach its server, again after some time,
// and when it is connected.
func TestServerOutOfReach(t *testing.T) {
	t.Parallel()
	o := serverAt(t.TempDir())
	o.Listen = fmt.Sprintf("127.0.0.1:%d", pooltest.FreePort(t))
	client := must.Get(wire.Dial(t.Context(), wire.Options{URL: "nats://" + o.Listen, Wait: true}))(t)
	t.Cleanup(client.Close)
	var log logBuffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	count := func(text string) int { return strings.Count(log.String(), text) }
	ctx, cancel := context.WithCancel(t.Context())
	go client.Watch(ctx, logger, time.Millisecond, time.Hour)
	pooltest.Wait(t, "the first word", func() bool { return count("cannot reach the server") == 1 })
	time.Sleep(50 * time.Millisecond)
	s := must.Get(Serve(t.Context(), o))(t)
	pooltest.Wait(t, "the connection", func() bool { return count("connected to the server") == 1 })
	if n := count("cannot reach"); n != 1 {
		t.Errorf("%d times: %s", n, log.String())
	}
	must.OK(t, s.Close())
	pooltest.Wait(t, "the second word", func() bool { return count("cannot reach the server") == 2 })
	cancel()
	log.Reset()
	go client.Watch(t.Context(), logger, time.Millisecond, 20*time.Millisecond)
	pooltest.Wait(t, "more words", func() bool { return count("cannot reach the server") >= 3 })
}

// Dial waits for a server that is away, with messages, until the server is there or the
// caller stops. It does not wait for a server that refuses the client.
func TestDialPatiently(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t, "submitter-1")
	stranger := filepath.Join(k.dir, "stranger.nk")
	must.Get(KeysOf(filepath.Join(k.dir, "other")).Add(RoleSubmitter, "stranger", stranger))(t)
	unexpected := func(time.Duration, error) { t.Error("waits for a server that refuses the key") }
	_, err := wire.DialPatiently(t.Context(), wire.Options{URL: k.URL(), Key: stranger}, unexpected)
	must.Fail(t, err, "does not know the key")

	o := serverAt(t.TempDir())
	o.Listen = fmt.Sprintf("127.0.0.1:%d", pooltest.FreePort(t))
	url := "nats://" + o.Listen
	said := 0
	c, err := wire.DialPatiently(t.Context(), wire.Options{URL: url}, func(_ time.Duration, why error) {
		said++
		if !strings.Contains(why.Error(), url) || !strings.Contains(why.Error(), "nobody listens there") {
			t.Errorf("said %v", why)
		}
		serve(t, o)
	})
	must.OK(t, err)
	c.Close()
	if said != 1 {
		t.Errorf("said %d times", said)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped by hand")
	_, err = wire.DialPatiently(ctx, wire.Options{URL: fmt.Sprintf("nats://127.0.0.1:%d", pooltest.FreePort(t))}, func(time.Duration, error) { cancel(stopped) })
	if !errors.Is(err, stopped) {
		t.Errorf("got %v", err)
	}
}
