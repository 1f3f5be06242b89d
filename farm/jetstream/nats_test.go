package jetstream

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// long is how long tests wait for events; a busy machine is faster.
const long = 15 * time.Minute

// startServer starts a server in this process, without keys and without a port.
func startServer(t testing.TB) *server.Server {
	t.Helper()
	return startServerAt(t, &server.Options{DontListen: true, StoreDir: t.TempDir()})
}

func startServerAt(t testing.TB, o *server.Options) *server.Server {
	t.Helper()
	o.JetStream, o.NoSigs, o.NoLog = true, true, true
	s := must.Get(server.NewServer(o))(t)
	s.Start()
	if !s.ReadyForConnections(long) {
		t.Fatal("the server is not ready")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// join connects to a server of this process, by that name.
func join(t testing.TB, s *server.Server, name string) *Client {
	t.Helper()
	c := must.Get(Dial(t.Context(), Options{Within: s, Name: name}))(t)
	t.Cleanup(c.Close)
	return c
}

// startWorker starts a worker, and returns what ends it and waits for it.
func startWorker(t testing.TB, c *Client, o WorkerOptions) (stop func() error) {
	t.Helper()
	if o.Class == "" {
		o.Class = "simd"
	}
	if o.Kinds == nil {
		o.Kinds = []farm.Kind{hashKind(nil, nil)}
	}
	if o.Cache == "" {
		o.Cache = t.TempDir()
	}
	if o.Cores == 0 {
		o.Cores = 2
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- c.Work(ctx, o) }()
	stopped := false
	stop = func() error {
		cancel()
		if stopped {
			return nil
		}
		stopped = true
		return <-ended
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Logf("worker %s: %v", c.key, err)
		}
	})
	return stop
}

// wait is waittest.Until with the limit long.
func wait(t testing.TB, what string, ready func() bool) {
	t.Helper()
	waittest.Within(t, long, what, ready)
}

// left fails the test if the server has messages of the client's jobs. Late
// results may arrive after the end of a job, so it removes them as the next job
// does.
func left(t testing.TB, c *Client) {
	t.Helper()
	if _, err := c.js.Stream(t.Context(), StreamOf(StreamJobs, c.key)); errors.Is(err, jetstream.ErrStreamNotFound) {
		return // no job came so far
	}
	for _, subject := range []string{"work.", "*."} {
		if subjects := must.Get(c.Subjects(t.Context(), subject+c.key+".>"))(t); len(subjects) > 0 {
			t.Errorf("the server still has %v", subjects)
		}
	}
	wait(t, "no results of the job", func() bool {
		must.OK(t, c.Sweep(t.Context(), c.key))
		return len(must.Get(c.Subjects(t.Context(), "result."+c.key+".>"))(t)) == 0
	})
}

func readText(t testing.TB, path string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(path))(t))
}

// damage flips a bit of the file.
func damage(t testing.TB, path string) {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	data[len(data)/2] ^= 1
	must.OK(t, os.WriteFile(path, data, 0o666))
}

// freePort returns a free port on loopback. It is below the range from which
// systems choose ports, since another socket could otherwise take it before the
// test listens there, or during a restart of its server.
func freePort(t testing.TB) int {
	t.Helper()
	for range 100 {
		port := 10000 + rand.IntN(20000)
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			must.OK(t, l.Close())
			return port
		}
	}
	t.Fatal("no free port")
	return 0
}
