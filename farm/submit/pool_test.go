package submit

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
	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
)

// Workers do a job of a hundred shards, and the server keeps nothing of it.
func TestPool(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			s := pooltest.StartNATS(t)
			c := pooltest.Join(t, s, "submitter")
			var done atomic.Int64
			for i := range workers {
				pooltest.StartWorker(t, pooltest.Join(t, s, fmt.Sprintf("worker%d", i)), worker.Options{Kinds: []farm.Kind{pooltest.Kind(nil, &done)}})
			}
			spec := pooltest.Spec{Salt: "pool", Took: time.Millisecond}
			b := &pooltest.Book{T: t}
			must.OK(t, New(c, quick()).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 3000), b.Take, b.Sync))
			b.Want(spec, 3000)
			if n := done.Load(); n < 2500 {
				t.Errorf("the workers did %d items", n)
			}
			pooltest.Left(t, c)
		})
	}
}

// Without workers a submitter with local goroutines computes everything.
func TestLocalWorkers(t *testing.T) {
	t.Parallel()
	c := pooltest.Join(t, pooltest.StartNATS(t), "submitter")
	spec := pooltest.Spec{Salt: "local", Took: time.Millisecond}
	b := &pooltest.Book{T: t}
	o := quick()
	o.LocalWorkers, o.Quorum = 3, 2
	must.OK(t, New(c, o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 2000), b.Take, b.Sync))
	b.Want(spec, 2000)
}

// Two jobs that differ in their data alone do not disturb each other.
func TestJobsOfOtherData(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{})
	spec := pooltest.Spec{Salt: "data", Took: time.Millisecond}
	books, errs := [2]*pooltest.Book{{T: t}, {T: t}}, [2]error{}
	var group sync.WaitGroup
	for i, b := range books {
		job := pooltest.Job(spec, nil)
		describe := job.Describe
		job.Describe = func() (*farm.Description, error) {
			d, err := describe()
			d.Data = fmt.Sprint(i)
			return d, err
		}
		c := pooltest.Join(t, s, "submitter")
		group.Go(func() { errs[i] = New(c, quick()).Run(t.Context(), job, pooltest.Numbers(0, 1500), b.Take, b.Sync) })
	}
	group.Wait()
	for i, b := range books {
		must.OK(t, errs[i])
		b.Want(spec, 1500)
	}
}

// Results of jobs that do not exist are removed when a command begins, and while it runs.
func TestJunkIsSwept(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	box, c := pooltest.Join(t, s, "worker"), pooltest.Join(t, s, "submitter")
	pooltest.StartWorker(t, box, worker.Options{})
	must.OK(t, c.MakeStreams(t.Context()))
	junk := func() {
		for i := range 10 {
			must.Get(box.JetStream().Publish(t.Context(), fmt.Sprintf("result.submitter.0123456789abcdef.%d.worker", i), make([]byte, 1000)))(t)
		}
	}
	swept := func() bool {
		return len(must.Get(c.Subjects(t.Context(), "result.submitter.0123456789abcdef.>"))(t)) == 0
	}
	junk()
	var rounds atomic.Int64
	b := &pooltest.Book{T: t, OnTake: func(n uint64) error { // it must not wait: the loop of the job sweeps
		if n >= 200 && rounds.Load() < 3 && swept() {
			rounds.Add(1)
			junk()
		}
		return nil
	}}
	spec := pooltest.Spec{Salt: "junk", Took: time.Millisecond}
	o := quick()
	o.AckWait = 200 * time.Millisecond
	must.OK(t, New(c, o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.NumbersUntil(1500, func() bool { return rounds.Load() >= 3 }), b.Take, b.Sync))
	b.Want(spec, b.Next)
	pooltest.Left(t, c)
}

// A job of fewer items than it takes to measure them ends without workers.
func TestSmallJob(t *testing.T) {
	t.Parallel()
	c := pooltest.Join(t, pooltest.StartNATS(t), "submitter")
	for _, items := range []uint64{0, 1, 3} {
		b := &pooltest.Book{T: t}
		must.OK(t, New(c, Options{}).Run(t.Context(), pooltest.Job(pooltest.Spec{}, nil), pooltest.Numbers(0, items), b.Take, b.Sync))
		b.Want(pooltest.Spec{}, items)
	}
}

// Errors of the source, the journal and the Doers end a job in the order of the
// shards. The results before the error are on the disk.
func TestPoolErrors(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{})
	errHere := errors.New("here")
	at := func(i uint64) func(farm.Shard, []byte) ([]byte, error) {
		return func(s farm.Shard, result []byte) ([]byte, error) {
			if s.First+s.Items > i {
				return nil, errHere
			}
			return result, nil
		}
	}
	spec := pooltest.Spec{Took: time.Millisecond}
	for _, who := range []string{"source", "first take", "take", "doer", "durable"} {
		t.Run(who, func(t *testing.T) {
			c := pooltest.Join(t, s, "submitter-"+who)
			b := &pooltest.Book{T: t}
			next, job, sync := pooltest.Numbers(0, 2000), pooltest.Job(spec, nil), b.Sync
			switch who {
			case "source":
				next = func(n int) (farm.Shard, error) {
					if b.Next >= 1000 {
						return farm.Shard{}, errHere
					}
					return pooltest.Numbers(b.Next, 2000)(n)
				}
				sequential := next
				var drawn uint64
				next = func(n int) (farm.Shard, error) {
					if drawn > b.Next {
						return farm.Shard{}, farm.ErrLater
					}
					s, err := sequential(n)
					drawn = s.First + s.Items
					return s, err
				}
			case "first take":
				b.OnTake = func(uint64) error { return errHere }
			case "take":
				b.OnTake = func(n uint64) error {
					if n >= 1000 {
						return errHere
					}
					return nil
				}
			case "doer":
				job = pooltest.Job(spec, at(1000))
				pooltest.StartWorker(t, pooltest.Join(t, s, "failing"), worker.Options{Kinds: []farm.Kind{pooltest.Kind(at(1000), nil)}})
			case "durable":
				sync = func() error { return errHere }
			}
			if err := New(c, quick()).Run(t.Context(), job, next, b.Take, sync); !errors.Is(err, errHere) {
				t.Fatalf("got %v", err)
			}
			if who != "durable" && b.Durable != b.Next {
				t.Errorf("%d items were taken, %d are durable", b.Next, b.Durable)
			}
			pooltest.Left(t, c)
		})
	}
}

// If take returns ErrEnough, the job ends early.
func TestEnough(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{})
	c := pooltest.Join(t, s, "submitter")
	b := &pooltest.Book{T: t, OnTake: func(n uint64) error {
		if n >= 200 {
			return farm.ErrEnough
		}
		return nil
	}}
	job := pooltest.Job(pooltest.Spec{Took: time.Millisecond}, nil)
	job.Ahead = 10
	var furthest uint64
	source := pooltest.Numbers(0, 1<<40)
	next := func(n int) (farm.Shard, error) {
		s, err := source(n)
		furthest = s.First + s.Items
		return s, err
	}
	must.OK(t, New(c, quick()).Run(t.Context(), job, next, b.Take, b.Sync))
	if furthest > b.Next+10*2 {
		t.Errorf("items up to %d were handed out, %d were taken", furthest, b.Next)
	}
	pooltest.Left(t, c)
}

// The end of the context stops a job, which another call resumes.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{})
	c := pooltest.Join(t, s, "submitter")
	spec := pooltest.Spec{Salt: "stop", Took: time.Millisecond}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped by hand")
	b := &pooltest.Book{T: t, OnTake: func(n uint64) error {
		if n > 1000 {
			cancel(stopped)
		}
		return nil
	}}
	pool := New(c, quick())
	if err := pool.Run(ctx, pooltest.Job(spec, nil), pooltest.Numbers(0, 2000), b.Take, b.Sync); !errors.Is(err, stopped) {
		t.Fatalf("got %v", err)
	}
	pooltest.Left(t, c)
	b.OnTake = nil
	must.OK(t, pool.Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(b.Next, 2000), b.Take, b.Sync))
	b.Want(spec, 2000)
}

// Work without a description is refused, and so is a job that another process
// has taken over.
func TestRefusedJobs(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	c := pooltest.Join(t, s, "submitter")
	local := &farm.Job{Doer: pooltest.Job(pooltest.Spec{}, nil).Doer}
	must.Fail(t, New(c, quick()).Run(t.Context(), local, pooltest.Numbers(0, 5), nil, nil), "other machines")
	refused := errors.New("an external player")
	local.Describe = func() (*farm.Description, error) { return nil, refused }
	if err := New(c, quick()).Run(t.Context(), local, pooltest.Numbers(0, 5), nil, nil); !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
}

// Files are copied to the worker's cache, and again if they are damaged there or on the server.
func TestFiles(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	c := pooltest.Join(t, s, "submitter")
	content := bytes.Repeat([]byte("a file of several pieces\n"), 60000)
	job, sum := pooltest.JobWithFile("files", content), digest.Bytes(content)
	folder := t.TempDir()
	for i := range 4 {
		switch i {
		case 2: // a piece has other bytes
			must.Get(c.JetStream().Publish(t.Context(), wire.PieceSubject("submitter", sum, 1), []byte("damaged")))(t)
		case 3: // a piece is lost
			must.OK(t, c.Purge(t.Context(), wire.PieceSubject("submitter", sum, 1)))
		}
		stop := pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{Cache: folder})
		b := &pooltest.Book{T: t}
		must.OK(t, New(c, quick()).Run(t.Context(), job, pooltest.Numbers(0, 2000), b.Take, b.Sync))
		if b.Next != 2000 {
			t.Errorf("%d items", b.Next)
		}
		must.OK(t, stop())
		pooltest.Damage(t, folder+"/"+sum)
	}
}

// quick are options of pools whose shards take about 30 ms.
func quick() Options {
	return Options{Shard: 30 * time.Millisecond, AckWait: time.Second}
}
