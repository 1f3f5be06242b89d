package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
)

// Workers do a job of a hundred shards, and the server keeps nothing of it.
func TestPool(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			s := startServer(t)
			c := join(t, s, "submitter")
			var done atomic.Int64
			for i := range workers {
				startWorker(t, join(t, s, fmt.Sprintf("worker%d", i)), WorkerOptions{Kinds: []farm.Kind{hashKind(nil, &done)}})
			}
			spec := hashSpec{Salt: "pool", Took: time.Millisecond}
			b := &book{t: t}
			must.OK(t, c.Pool(quick()).Run(t.Context(), hashJob(spec, nil), numbers(0, 3000), b.take, b.sync))
			b.want(spec, 3000)
			if n := done.Load(); n < 2500 {
				t.Errorf("the workers did %d items", n)
			}
			left(t, c)
		})
	}
}

// Without workers a submitter with local goroutines computes everything.
func TestLocalWorkers(t *testing.T) {
	t.Parallel()
	c := join(t, startServer(t), "submitter")
	spec := hashSpec{Salt: "local", Took: time.Millisecond}
	b := &book{t: t}
	o := quick()
	o.LocalWorkers, o.Quorum = 3, 2
	must.OK(t, c.Pool(o).Run(t.Context(), hashJob(spec, nil), numbers(0, 2000), b.take, b.sync))
	b.want(spec, 2000)
}

// Two jobs that differ in their data alone do not disturb each other.
func TestJobsOfOtherData(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	startWorker(t, join(t, s, "worker"), WorkerOptions{})
	spec := hashSpec{Salt: "data", Took: time.Millisecond}
	books, errs := [2]*book{{t: t}, {t: t}}, [2]error{}
	var group sync.WaitGroup
	for i, b := range books {
		job := hashJob(spec, nil)
		describe := job.Describe
		job.Describe = func() (*farm.Description, error) {
			d, err := describe()
			d.Data = fmt.Sprint(i)
			return d, err
		}
		c := join(t, s, "submitter")
		group.Go(func() { errs[i] = c.Pool(quick()).Run(t.Context(), job, numbers(0, 1500), b.take, b.sync) })
	}
	group.Wait()
	for i, b := range books {
		must.OK(t, errs[i])
		b.want(spec, 1500)
	}
}

// Results of jobs that do not exist are removed when a command begins, and while it runs.
func TestJunkIsSwept(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	worker, c := join(t, s, "worker"), join(t, s, "submitter")
	startWorker(t, worker, WorkerOptions{})
	must.OK(t, c.MakeStreams(t.Context()))
	junk := func() {
		for i := range 10 {
			must.Get(worker.js.Publish(t.Context(), fmt.Sprintf("result.submitter.0123456789abcdef.%d.worker", i), make([]byte, 1000)))(t)
		}
	}
	swept := func() bool {
		return len(must.Get(c.Subjects(t.Context(), "result.submitter.0123456789abcdef.>"))(t)) == 0
	}
	junk()
	var rounds atomic.Int64
	b := &book{t: t, onTake: func(n uint64) error { // it must not wait: the loop of the job sweeps
		if n >= 200 && rounds.Load() < 3 && swept() {
			rounds.Add(1)
			junk()
		}
		return nil
	}}
	spec := hashSpec{Salt: "junk", Took: time.Millisecond}
	o := quick()
	o.AckWait = 200 * time.Millisecond
	must.OK(t, c.Pool(o).Run(t.Context(), hashJob(spec, nil), numbersUntil(1500, func() bool { return rounds.Load() >= 3 }), b.take, b.sync))
	b.want(spec, b.next)
	left(t, c)
}

// A job of fewer items than it takes to measure them ends without workers.
func TestSmallJob(t *testing.T) {
	t.Parallel()
	c := join(t, startServer(t), "submitter")
	for _, items := range []uint64{0, 1, 3} {
		b := &book{t: t}
		must.OK(t, c.Pool(PoolOptions{}).Run(t.Context(), hashJob(hashSpec{}, nil), numbers(0, items), b.take, b.sync))
		b.want(hashSpec{}, items)
	}
}

// Errors of the source, the journal and the Doers end a job in the order of the
// shards. The results before the error are on the disk.
func TestPoolErrors(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	startWorker(t, join(t, s, "worker"), WorkerOptions{})
	errHere := errors.New("here")
	at := func(i uint64) func(farm.Shard, []byte) ([]byte, error) {
		return func(s farm.Shard, result []byte) ([]byte, error) {
			if s.First+s.Items > i {
				return nil, errHere
			}
			return result, nil
		}
	}
	spec := hashSpec{Took: time.Millisecond}
	for _, who := range []string{"source", "first take", "take", "doer", "durable"} {
		t.Run(who, func(t *testing.T) {
			c := join(t, s, "submitter-"+who)
			b := &book{t: t}
			next, job, sync := numbers(0, 2000), hashJob(spec, nil), b.sync
			switch who {
			case "source":
				next = func(n int) (farm.Shard, error) {
					if b.next >= 1000 {
						return farm.Shard{}, errHere
					}
					return numbers(b.next, 2000)(n)
				}
				sequential := next
				var drawn uint64
				next = func(n int) (farm.Shard, error) {
					if drawn > b.next {
						return farm.Shard{}, farm.ErrLater
					}
					s, err := sequential(n)
					drawn = s.First + s.Items
					return s, err
				}
			case "first take":
				b.onTake = func(uint64) error { return errHere }
			case "take":
				b.onTake = func(n uint64) error {
					if n >= 1000 {
						return errHere
					}
					return nil
				}
			case "doer":
				job = hashJob(spec, at(1000))
				startWorker(t, join(t, s, "failing"), WorkerOptions{Kinds: []farm.Kind{hashKind(at(1000), nil)}})
			case "durable":
				sync = func() error { return errHere }
			}
			if err := c.Pool(quick()).Run(t.Context(), job, next, b.take, sync); !errors.Is(err, errHere) {
				t.Fatalf("got %v", err)
			}
			if who != "durable" && b.durable != b.next {
				t.Errorf("%d items were taken, %d are durable", b.next, b.durable)
			}
			left(t, c)
		})
	}
}

// If take returns ErrEnough, the job ends early.
func TestEnough(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	startWorker(t, join(t, s, "worker"), WorkerOptions{})
	c := join(t, s, "submitter")
	b := &book{t: t, onTake: func(n uint64) error {
		if n >= 200 {
			return farm.ErrEnough
		}
		return nil
	}}
	job := hashJob(hashSpec{Took: time.Millisecond}, nil)
	job.Ahead = 10
	var furthest uint64
	source := numbers(0, 1<<40)
	next := func(n int) (farm.Shard, error) {
		s, err := source(n)
		furthest = s.First + s.Items
		return s, err
	}
	must.OK(t, c.Pool(quick()).Run(t.Context(), job, next, b.take, b.sync))
	if furthest > b.next+10*2 {
		t.Errorf("items up to %d were handed out, %d were taken", furthest, b.next)
	}
	left(t, c)
}

// The end of the context stops a job, which another call resumes.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	startWorker(t, join(t, s, "worker"), WorkerOptions{})
	c := join(t, s, "submitter")
	spec := hashSpec{Salt: "stop", Took: time.Millisecond}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped by hand")
	b := &book{t: t, onTake: func(n uint64) error {
		if n > 1000 {
			cancel(stopped)
		}
		return nil
	}}
	pool := c.Pool(quick())
	if err := pool.Run(ctx, hashJob(spec, nil), numbers(0, 2000), b.take, b.sync); !errors.Is(err, stopped) {
		t.Fatalf("got %v", err)
	}
	left(t, c)
	b.onTake = nil
	must.OK(t, pool.Run(t.Context(), hashJob(spec, nil), numbers(b.next, 2000), b.take, b.sync))
	b.want(spec, 2000)
}

// Work without a description is refused, and so is a job that another process
// has taken over.
func TestRefusedJobs(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	local := &farm.Job{Doer: hashJob(hashSpec{}, nil).Doer}
	must.Fail(t, c.Pool(quick()).Run(t.Context(), local, numbers(0, 5), nil, nil), "other machines")
	refused := errors.New("an external player")
	local.Describe = func() (*farm.Description, error) { return nil, refused }
	if err := c.Pool(quick()).Run(t.Context(), local, numbers(0, 5), nil, nil); !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
}

// Files are copied to the worker's cache, and again if they are damaged there or on the server.
func TestFiles(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	c := join(t, s, "submitter")
	content := bytes.Repeat([]byte("a file of several pieces\n"), 60000)
	job, sum := jobWithFile("files", content), digest.Bytes(content)
	folder := t.TempDir()
	for i := range 4 {
		switch i {
		case 2: // a piece has other bytes
			must.Get(c.js.Publish(t.Context(), PieceSubject("submitter", sum, 1), []byte("damaged")))(t)
		case 3: // a piece is lost
			must.OK(t, c.Purge(t.Context(), PieceSubject("submitter", sum, 1)))
		}
		stop := startWorker(t, join(t, s, "worker"), WorkerOptions{Cache: folder})
		b := &book{t: t}
		must.OK(t, c.Pool(quick()).Run(t.Context(), job, numbers(0, 2000), b.take, b.sync))
		if b.next != 2000 {
			t.Errorf("%d items", b.next)
		}
		must.OK(t, stop())
		damage(t, folder+"/"+sum)
	}
}

// quick are options of pools whose shards take about 30 ms.
func quick() PoolOptions {
	return PoolOptions{Shard: 30 * time.Millisecond, AckWait: time.Second}
}
