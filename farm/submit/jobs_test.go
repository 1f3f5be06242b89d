package submit

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// Jobs are listed, paused and cancelled.
func TestJobs(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	c := pooltest.Join(t, s, "submitter")
	if _, err := c.Jobs(t.Context()); !errors.Is(err, wire.ErrNoFarm) {
		t.Errorf("got %v", err)
	}
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{Name: "the machine"})
	ended := make(chan error, 1)
	var taken atomic.Uint64
	b := &pooltest.Book{T: t, OnTake: func(n uint64) error { taken.Store(n); return nil }}
	go func() {
		job := pooltest.Job(pooltest.Spec{Took: time.Millisecond}, nil)
		job.Items, job.AtMost = func() uint64 { return 1 << 40 }, true
		ended <- New(c, quick()).Run(t.Context(), job, pooltest.Numbers(0, 1<<40), b.Take, b.Sync)
	}()
	var job wire.JobState
	pooltest.Wait(t, "the job", func() bool {
		jobs, _ := c.Jobs(t.Context())
		if len(jobs) == 1 {
			job = jobs[0]
		}
		return len(jobs) == 1 && taken.Load() > 100
	})
	if got := must.Get(c.Job(t.Context(), job.ID[:4]))(t); got.Description.Kind != "hash/1" || got.Paused {
		t.Errorf("got %+v", got)
	}
	var workers []wire.Worker
	pooltest.Wait(t, "the worker", func() bool {
		workers, _ = c.Workers(t.Context())
		return len(workers) > 0
	})
	if len(workers) != 1 || workers[0].Name != "the machine" || workers[0].Cores != 2 {
		t.Errorf("got %+v", workers)
	}
	must.OK(t, c.Pause(t.Context(), job.Job, true))
	pooltest.Wait(t, "the pause", func() bool {
		before := taken.Load()
		time.Sleep(200 * time.Millisecond)
		return taken.Load() == before
	})
	pooltest.Wait(t, "what the submitter says", func() bool {
		got, err := c.Job(t.Context(), job.ID)
		return err == nil && got.Paused && got.Progress.Of == 1<<40 && got.Progress.AtMost
	})
	before := taken.Load()
	must.OK(t, c.Pause(t.Context(), job.Job, false))
	pooltest.Wait(t, "going on", func() bool { return taken.Load() > before })
	must.OK(t, c.Cancel(t.Context(), job.Job))
	if err := <-ended; !errors.Is(err, errCancelled) {
		t.Errorf("got %v", err)
	}
	must.Fail(t, must.Err(c.Job(t.Context(), job.ID)), "0 jobs")
}

// The ledger lists who computed what, as JSON lines.
func TestLedger(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{})
	o := quick()
	o.Ledger, o.Audit = t.TempDir()+"/out.pool.jsonl", 0.1
	b := &pooltest.Book{T: t}
	spec := pooltest.Spec{Salt: "ledger", Took: time.Millisecond}
	must.OK(t, New(pooltest.Join(t, s, "submitter"), o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 2000), b.Take, b.Sync))
	b.Want(spec, 2000)
	covered, audits := uint64(0), 0
	for line := range strings.Lines(pooltest.ReadText(t, o.Ledger)) {
		var e entry
		must.OK(t, json.Unmarshal([]byte(line), &e))
		switch e.Event {
		case eventShard:
			covered += e.Items
		case eventRight:
			audits++
		default:
			t.Errorf("unexpected: %s", line)
		}
	}
	if covered != 2000 || audits == 0 {
		t.Errorf("the ledger has %d items and %d audits", covered, audits)
	}
}

// Messages that are no jobs, or jobs of another owner, stop neither the workers nor the lists.
func TestUnreadableJobs(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	c := pooltest.Join(t, s, "submitter")
	must.OK(t, c.MakeStreams(t.Context()))
	for subject, text := range map[string]string{
		"job.submitter.a": "{", "job.submitter.b": `{"owner": 7}`, "job.submitter.c": `{"owner": "other", "id": "c", "protocol": 2}`,
		"progress.submitter.a": "[", "worker.submitter.x": "{", "worker.submitter.y": `{"key": "other"}`,
	} {
		must.OK(t, c.Conn().Publish(subject, []byte(text)))
	}
	must.OK(t, c.Conn().Flush())
	pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{})
	spec := pooltest.Spec{Salt: "unreadable", Took: 20 * time.Microsecond}
	b := &pooltest.Book{T: t}
	must.OK(t, New(c, quick()).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 3000), b.Take, b.Sync))
	b.Want(spec, 3000)
	state := must.Get(c.State(t.Context()))(t)
	var faults []string
	for _, j := range state.Jobs {
		faults = append(faults, j.ID+" "+j.Fault)
	}
	slices.Sort(faults)
	for i, want := range []string{"a unreadable: job.submitter.a: ", "b unreadable: job.submitter.b: ", "c unreadable: job.submitter.c: the job says that it is c of other"} {
		if i >= len(faults) || !strings.HasPrefix(faults[i], want) {
			t.Errorf("got %q, want %q", faults, want)
		}
	}
	if len(state.Problems()) < 3 {
		t.Errorf("the problems are %q", state.Problems())
	}
	job := must.Get(c.Job(t.Context(), "a"))(t)
	must.OK(t, c.Cancel(t.Context(), job.Job))
	if left := must.Get(c.Jobs(t.Context()))(t); len(left) != 2 {
		t.Errorf("%d jobs are left after one was cancelled", len(left))
	}
}
