package jetstream

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"gammonlab/farm"
	"gammonlab/internal/must"
)

// A restart of the server, with or without its store, costs only time.
func TestServerRestarts(t *testing.T) {
	t.Parallel()
	for _, keep := range []bool{true, false} {
		t.Run(fmt.Sprintf("keep=%v", keep), func(t *testing.T) {
			t.Parallel()
			folder, port := t.TempDir(), freePort(t)
			start := func() *server.Server {
				return startServerAt(t, &server.Options{Host: "127.0.0.1", Port: port, StoreDir: folder})
			}
			s := start()
			o := Options{URL: fmt.Sprintf("nats://127.0.0.1:%d", port)}
			client := func(name string) *Client {
				o.Name = name
				c := must.Get(Dial(t.Context(), o))(t)
				t.Cleanup(c.Close)
				return c
			}
			for i := range 2 {
				startWorker(t, client(fmt.Sprintf("worker%d", i)), WorkerOptions{})
			}
			spec := hashSpec{Salt: "again", Took: time.Millisecond}
			restarts, most := 0, 1
			if keep {
				most = 2
			}
			b := &book{t: t, onTake: func(n uint64) error {
				if restarts < most && n >= uint64(1000*(restarts+1)) {
					restarts++
					s.Shutdown()
					s.WaitForShutdown()
					if !keep {
						must.OK(t, os.RemoveAll(folder))
					}
					s = start()
				}
				return nil
			}}
			must.OK(t, client("submitter").Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(0, 3000), b.take, b.sync))
			b.want(spec, 3000)
			if restarts != most {
				t.Errorf("%d restarts", restarts)
			}
		})
	}
}

// After a kill, the restarted submitter receives the results of the meantime.
func TestSubmitterRestarts(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	var done atomic.Int64
	startWorker(t, join(t, s, "worker"), WorkerOptions{Kinds: []farm.Kind{hashKind(nil, &done)}})
	spec := hashSpec{Salt: "killed", Took: time.Millisecond}
	b := &book{t: t}
	admin := join(t, s, "admin")
	o := quick()
	o.AckWait, o.noHurry = 10*time.Second, true // so that no item is computed twice on a busy machine
	const items = 4000
	for kills := uint64(1); ; kills++ {
		c := join(t, s, "submitter")
		b.onTake = func(n uint64) error {
			if kills <= 3 && n >= 1000*kills {
				c.Close()
			}
			return nil
		}
		err := c.Pool(o).Run(t.Context(), hashJob(spec, nil), numbers(b.next, items), b.take, b.sync)
		if err == nil {
			break
		}
		if !errors.Is(err, ErrClosed) {
			t.Fatal(err)
		}
		wait(t, "the results of what was offered", func() bool {
			waiting, err := admin.Subjects(t.Context(), "work.submitter.>")
			return err == nil && len(waiting) == 0
		})
	}
	b.want(spec, items)
	if n := done.Load(); n > items*3/2 {
		t.Errorf("%d items were done for %d", n, items)
	}
}

// If a server loses its last writes, an earlier submitter's job may reappear; it does not
// stop the present job.
func TestOldJobReappears(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	startWorker(t, join(t, s, "worker"), WorkerOptions{})
	c := join(t, s, "submitter")
	spec, shown := hashSpec{Salt: "light", Took: time.Millisecond}, false
	b := &book{t: t, onTake: func(n uint64) error {
		if shown || n < 500 {
			return nil
		}
		jobs := must.Get(c.Jobs(t.Context()))(t)
		if len(jobs) == 0 {
			return nil
		}
		shown = true
		old := jobs[0].Job
		old.Session, old.Earlier = "of a process that was killed", nil
		return c.Write(t.Context(), old.Address().Subject(TokenJob), old)
	}}
	must.OK(t, c.Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(0, 12000), b.take, b.sync))
	b.want(spec, 12000)
	if !shown {
		t.Error("the old job was not shown")
	}
}

// A second submitter takes over a job, and the first one reports this.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	startWorker(t, join(t, s, "worker"), WorkerOptions{})
	spec := hashSpec{Salt: "twice", Took: time.Millisecond}
	first := make(chan error, 1)
	begun := make(chan struct{})
	b := &book{t: t, onTake: func(n uint64) error {
		if n > 100 && begun != nil {
			close(begun)
			begun = nil
		}
		return nil
	}}
	wait := begun
	go func() {
		first <- join(t, s, "submitter").Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(0, 1<<40), b.take, b.sync)
	}()
	<-wait
	other := &book{t: t}
	must.OK(t, join(t, s, "submitter").Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(0, 3000), other.take, other.sync))
	other.want(spec, 3000)
	must.Fail(t, <-first, "submitted by another process")
}
