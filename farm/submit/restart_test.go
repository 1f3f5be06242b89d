package submit

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// A restart of the server, with or without its store, costs only time.
func TestServerRestarts(t *testing.T) {
	t.Parallel()
	for _, keep := range []bool{true, false} {
		t.Run(fmt.Sprintf("keep=%v", keep), func(t *testing.T) {
			t.Parallel()
			folder, port := t.TempDir(), pooltest.FreePort(t)
			start := func() *server.Server {
				return pooltest.StartNATSAt(t, &server.Options{Host: "127.0.0.1", Port: port, StoreDir: folder})
			}
			s := start()
			o := wire.Options{URL: fmt.Sprintf("nats://127.0.0.1:%d", port)}
			client := func(name string) *wire.Client {
				o.Name = name
				c := must.Get(wire.Dial(t.Context(), o))(t)
				t.Cleanup(c.Close)
				return c
			}
			for i := range 2 {
				pooltest.StartWorker(t, client(fmt.Sprintf("worker%d", i)), worker.Options{})
			}
			spec := pooltest.Spec{Salt: "again", Took: time.Millisecond}
			restarts, most := 0, 1
			if keep {
				most = 2
			}
			b := &pooltest.Book{T: t, OnTake: func(n uint64) error {
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
			must.OK(t, New(client("submitter"), quick()).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 3000), b.Take, b.Sync))
			b.Want(spec, 3000)
			if restarts != most {
				t.Errorf("%d restarts", restarts)
			}
		})
	}
}

// After a kill, the restarted submitter receives the results of the meantime.
func TestSubmitterRestarts(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	var done atomic.Int64
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{Kinds: []farm.Kind{pooltest.Kind(nil, &done)}})
	spec := pooltest.Spec{Salt: "killed", Took: time.Millisecond}
	b := &pooltest.Book{T: t}
	admin := pooltest.Join(t, s, "admin")
	o := quick()
	o.AckWait, o.noHurry = 10*time.Second, true // so that no item is computed twice on a busy machine
	const items = 4000
	for kills := uint64(1); ; kills++ {
		c := pooltest.Join(t, s, "submitter")
		b.OnTake = func(n uint64) error {
			if kills <= 3 && n >= 1000*kills {
				c.Close()
			}
			return nil
		}
		err := New(c, o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(b.Next, items), b.Take, b.Sync)
		if err == nil {
			break
		}
		if !errors.Is(err, wire.ErrClosed) {
			t.Fatal(err)
		}
		pooltest.Wait(t, "the results of what was offered", func() bool {
			waiting, err := admin.Subjects(t.Context(), "work.submitter.>")
			return err == nil && len(waiting) == 0
		})
	}
	b.Want(spec, items)
	if n := done.Load(); n > items*3/2 {
		t.Errorf("%d items were done for %d", n, items)
	}
}

// If a server loses its last writes, an earlier submitter's job may reappear; it does not
// stop the present job.
func TestOldJobReappears(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{})
	c := pooltest.Join(t, s, "submitter")
	spec, shown := pooltest.Spec{Salt: "light", Took: time.Millisecond}, false
	b := &pooltest.Book{T: t, OnTake: func(n uint64) error {
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
		return c.Write(t.Context(), old.Address().Subject(wire.TokenJob), old)
	}}
	must.OK(t, New(c, quick()).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 12000), b.Take, b.Sync))
	b.Want(spec, 12000)
	if !shown {
		t.Error("the old job was not shown")
	}
}

// A second submitter takes over a job, and the first one reports this.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{})
	spec := pooltest.Spec{Salt: "twice", Took: time.Millisecond}
	first := make(chan error, 1)
	begun := make(chan struct{})
	b := &pooltest.Book{T: t, OnTake: func(n uint64) error {
		if n > 100 && begun != nil {
			close(begun)
			begun = nil
		}
		return nil
	}}
	wait := begun
	go func() {
		first <- New(pooltest.Join(t, s, "submitter"), quick()).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 1<<40), b.Take, b.Sync)
	}()
	<-wait
	other := &pooltest.Book{T: t}
	must.OK(t, New(pooltest.Join(t, s, "submitter"), quick()).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 3000), other.Take, other.Sync))
	other.Want(spec, 3000)
	must.Fail(t, <-first, "submitted by another process")
}
