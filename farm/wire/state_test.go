package wire_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
)

// The state of a farm can be read as soon as the server runs, and again after its restart.
// Without a server the client returns an error with the reason, at once. The same holds for
// a server that refuses the client for a while.
func TestStateAfterRestart(t *testing.T) {
	t.Parallel()
	port := pooltest.FreePort(t)
	c := must.Get(wire.Dial(t.Context(), wire.Options{URL: fmt.Sprintf("nats://127.0.0.1:%d", port), Name: "page", Wait: true, Keep: true}))(t)
	t.Cleanup(c.Close)
	isAway := func(why string) {
		t.Helper()
		pooltest.Wait(t, why, func() bool {
			begun := time.Now()
			_, err := c.State(t.Context())
			return err != nil && strings.Contains(err.Error(), why) && time.Since(begun) < time.Second
		})
	}
	for round := range 2 {
		isAway("nobody listens there")
		stranger := pooltest.StartNATSAt(t, &server.Options{Host: "127.0.0.1", Port: port, StoreDir: t.TempDir(), Authorization: "secret"})
		isAway("give --key or --token")
		time.Sleep(time.Second) // several refusals
		stranger.Shutdown()
		stranger.WaitForShutdown()
		s := pooltest.StartNATSAt(t, &server.Options{Host: "127.0.0.1", Port: port, StoreDir: t.TempDir()})
		pooltest.Wait(t, fmt.Sprintf("round %d: no streams", round), func() bool {
			_, err := c.State(t.Context())
			return err != nil && strings.Contains(err.Error(), "no streams of a farm")
		})
		for _, stream := range append(wire.StreamsOf("me", 0), wire.SharedStreams()...) {
			must.Get(c.JetStream().CreateStream(t.Context(), stream))(t)
		}
		must.OK(t, c.Write(t.Context(), wire.WorkerSubject("k", "1"), wire.Worker{Key: "k", Instance: "1", Name: "box", Cores: 3}))
		var state *wire.State
		pooltest.Wait(t, "the state", func() bool {
			var err error
			state, err = c.State(t.Context())
			return err == nil
		})
		if len(state.Workers) != 1 || state.Headline() != "0 jobs and 1 worker with 3 cores" {
			t.Errorf("round %d: %+v", round, state)
		}
		s.Shutdown()
		s.WaitForShutdown()
	}
}

// The table of workers has the jobs that a worker does not fit, with the
// reasons.
func TestWorkerTable(t *testing.T) {
	t.Parallel()
	s := wire.State{At: time.Now(), Workers: []wire.Worker{{Name: "box", Unfit: map[string]string{"b": "class", "a": "toolkit"}}}}
	row := strings.Join(s.Tables()[1].Rows[0], "|")
	if want := "|a: toolkit; b: class|"; !strings.Contains(row, want) {
		t.Errorf("got %s, want %s in it", row, want)
	}
}
