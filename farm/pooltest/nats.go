package pooltest

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
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// Long is how long tests wait for events; a busy machine is faster.
const Long = 15 * time.Minute

// StartNATS starts a server in this process, without keys and without a port.
func StartNATS(t testing.TB) *server.Server {
	t.Helper()
	return StartNATSAt(t, &server.Options{DontListen: true, StoreDir: t.TempDir()})
}

// StartNATSAt starts a server with the options, and with JetStream.
func StartNATSAt(t testing.TB, o *server.Options) *server.Server {
	t.Helper()
	o.JetStream, o.NoSigs, o.NoLog = true, true, true
	s := must.Get(server.NewServer(o))(t)
	s.Start()
	if !s.ReadyForConnections(Long) {
		t.Fatal("the server is not ready")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// Join connects to a server of this process, by that name.
func Join(t testing.TB, s *server.Server, name string) *wire.Client {
	t.Helper()
	c := must.Get(wire.Dial(t.Context(), wire.Options{Within: s, Name: name}))(t)
	t.Cleanup(c.Close)
	return c
}

// StartWorker starts a worker, and returns what ends it and waits for it.
func StartWorker(t testing.TB, c *wire.Client, o worker.Options) (stop func() error) {
	t.Helper()
	if o.Class == "" {
		o.Class = "simd"
	}
	if o.Kinds == nil {
		o.Kinds = []farm.Kind{Kind(nil, nil)}
	}
	if o.Cache == "" {
		o.Cache = t.TempDir()
	}
	if o.Cores == 0 {
		o.Cores = 2
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- worker.Run(ctx, c, o) }()
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
			t.Logf("worker %s: %v", c.Key(), err)
		}
	})
	return stop
}

// Wait is waittest.Until with the limit [Long].
func Wait(t testing.TB, what string, ready func() bool) {
	t.Helper()
	waittest.Within(t, Long, what, ready)
}

// Left fails the test if the server has messages of the client's jobs. Late
// results may arrive after the end of a job, so it removes them as the next job
// does.
func Left(t testing.TB, c *wire.Client) {
	t.Helper()
	if _, err := c.JetStream().Stream(t.Context(), wire.StreamOf(wire.StreamJobs, c.Key())); errors.Is(err, jetstream.ErrStreamNotFound) {
		return // no job came so far
	}
	for _, subject := range []string{"work.", "*."} {
		if subjects := must.Get(c.Subjects(t.Context(), subject+c.Key()+".>"))(t); len(subjects) > 0 {
			t.Errorf("the server still has %v", subjects)
		}
	}
	Wait(t, "no results of the job", func() bool {
		must.OK(t, c.Sweep(t.Context(), c.Key()))
		return len(must.Get(c.Subjects(t.Context(), "result."+c.Key()+".>"))(t)) == 0
	})
}

// ReadText returns the content of the file.
func ReadText(t testing.TB, path string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(path))(t))
}

// Damage flips a bit of the file.
func Damage(t testing.TB, path string) {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	data[len(data)/2] ^= 1
	must.OK(t, os.WriteFile(path, data, 0o666))
}

// FreePort returns a free port on loopback. It is below the range from which
// systems choose ports, since another socket could otherwise take it before the
// test listens there, or during a restart of its server.
func FreePort(t testing.TB) int {
	t.Helper()
	draw := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(os.Getpid())))
	for range 100 {
		port := 10000 + draw.IntN(20000)
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			must.OK(t, l.Close())
			return port
		}
	}
	t.Fatal("no free port")
	return 0
}
