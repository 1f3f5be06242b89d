package submit

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// spoiled returns the options of a worker with a fault.
func spoiled(spoil func(farm.Shard, []byte) ([]byte, error)) worker.Options {
	return worker.Options{Kinds: []farm.Kind{pooltest.Kind(spoil, nil)}}
}

// afterFirst returns a fault that begins after the first shard, the canary.
func afterFirst(spoil func(farm.Shard, []byte) ([]byte, error)) func(farm.Shard, []byte) ([]byte, error) {
	var calls atomic.Int64
	return func(s farm.Shard, result []byte) ([]byte, error) {
		if calls.Add(1) == 1 {
			return result, nil
		}
		return spoil(s, result)
	}
}

// A worker that does not fit, or whose result of the canary differs, computes
// no shard and reports the reason.
func TestUnfit(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	pooltest.StartWorker(t, pooltest.Join(t, s, "good"), worker.Options{})
	for name, o := range map[string]worker.Options{
		"kernel":   {Class: "go-arm64"},
		"revision": {Toolkit: "0.2.0", Revision: "0123-modified"},
		"toolkit":  {Toolkit: "0.0.9"},
		"kind":     {Kinds: []farm.Kind{{Name: "other/1"}}},
		"canary":   spoiled(pooltest.Flipping(0)),
		"fails":    spoiled(pooltest.Failing),
		"panics":   spoiled(pooltest.Panicking),
	} {
		pooltest.StartWorker(t, pooltest.Join(t, s, name), o)
	}
	c := pooltest.Join(t, s, "submitter")
	why := map[string]string{}
	b := &pooltest.Book{T: t, OnTake: func(n uint64) error {
		if n >= 1000 && len(why) == 0 {
			pooltest.Wait(t, "the workers' reasons", func() bool {
				workers, _ := c.Workers(t.Context())
				for _, w := range workers {
					for _, reason := range w.Unfit {
						why[w.Key] = reason
					}
				}
				return len(why) == 7
			})
		}
		return nil
	}}
	o := quick()
	o.Audit = 0.02
	o.Ledger = t.TempDir() + "/pool.jsonl"
	spec := pooltest.Spec{Salt: "unfit", Took: time.Millisecond}
	source := pooltest.Numbers(0, 2000)
	must.OK(t, New(c, o).Run(t.Context(), pooltest.Job(spec, nil), func(n int) (farm.Shard, error) { return source(min(n, 30)) }, b.Take, b.Sync))
	b.Want(spec, 2000)
	for name, part := range map[string]string{"kernel": "needs kernel simd", "revision": "0123-modified", "toolkit": "0.0.9", "kind": "no jobs of kind",
		"canary": "canary: the result here", "fails": "canary: this machine fails", "panics": "canary: panic: this machine panics"} {
		if !strings.Contains(why[name], part) {
			t.Errorf("%s: got %q", name, why[name])
		}
	}
	if text := pooltest.ReadText(t, o.Ledger); strings.Contains(text, eventRefused) {
		t.Errorf("a worker that said itself that it does not fit was refused: %s", text)
	}
}

// A worker that fails at shards which others can do is refused, and the output is right.
func TestFailingWorkers(t *testing.T) {
	t.Parallel()
	late := func(spoil func(farm.Shard, []byte) ([]byte, error)) func(farm.Shard, []byte) ([]byte, error) {
		return func(s farm.Shard, result []byte) ([]byte, error) {
			if s.First < 500 {
				return result, nil
			}
			return spoil(s, result)
		}
	}
	for name, spoil := range map[string]func(farm.Shard, []byte) ([]byte, error){
		"fails":  pooltest.Failing,
		"panics": pooltest.Panicking,
		"short":  func(_ farm.Shard, result []byte) ([]byte, error) { return result[1:], nil },
		"large":  func(farm.Shard, []byte) ([]byte, error) { return make([]byte, 1<<26), nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := pooltest.StartNATS(t)
			pooltest.StartWorker(t, pooltest.Join(t, s, "good"), worker.Options{})
			pooltest.StartWorker(t, pooltest.Join(t, s, "bad"), spoiled(late(spoil)))
			o := quick()
			o.Audit = 0.02
			o.Ledger = t.TempDir() + "/pool.jsonl"
			spec := pooltest.Spec{Salt: name, Took: time.Millisecond}
			b := &pooltest.Book{T: t}
			source := pooltest.NumbersUntil(3000, refused(t, o.Ledger, "bad"))
			err := New(pooltest.Join(t, s, "submitter"), o).Run(t.Context(), pooltest.Job(spec, nil), source, b.Take, b.Sync)
			if name == "short" && errors.As(err, new(*TaintedError)) {
				return // what it sent before cannot be trusted, either
			}
			must.OK(t, err)
			b.Want(spec, b.Next)
		})
	}
}

// refused returns a condition: the ledger contains the refusals of the workers.
func refused(t testing.TB, ledger string, workers ...string) func() bool {
	return func() bool {
		text := pooltest.ReadText(t, ledger)
		return !slices.ContainsFunc(workers, func(worker string) bool {
			return !strings.Contains(text, fmt.Sprintf(`"event":"refused","first":0,"workers":["%s"],"reason"`, worker))
		})
	}
}

// No result is taken from a worker that flips bits in every result after the
// canary.
func TestFirstAudit(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	for i := range 3 {
		pooltest.StartWorker(t, pooltest.Join(t, s, fmt.Sprintf("good%d", i)), worker.Options{})
		pooltest.StartWorker(t, pooltest.Join(t, s, fmt.Sprintf("bad%d", i)), spoiled(afterFirst(pooltest.Flipping(0))))
	}
	o := quick()
	o.Audit = 0.001
	o.Ledger = t.TempDir() + "/pool.jsonl"
	spec := pooltest.Spec{Salt: "audit", Took: time.Millisecond}
	b := &pooltest.Book{T: t}
	source := pooltest.NumbersUntil(4000, refused(t, o.Ledger, "bad0", "bad1", "bad2"))
	must.OK(t, New(pooltest.Join(t, s, "submitter"), o).Run(t.Context(), pooltest.Job(spec, nil), source, b.Take, b.Sync))
	b.Want(spec, b.Next)
}

// Audits find a worker that begins to flip bits, in all results or in a tenth
// of them. If the journal contains its results, the job ends with an error that
// names the first of them. After the journal is removed or truncated there, the
// job is completed without this worker; an unchanged journal is refused.
func TestTainted(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(farm.Shard, []byte) ([]byte, error){"all": pooltest.Flipping(0), "a tenth": pooltest.Sometimes(10)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := pooltest.StartNATS(t)
			pooltest.StartWorker(t, pooltest.Join(t, s, "bad"), spoiled(func(s farm.Shard, result []byte) ([]byte, error) {
				if s.First < 1500 {
					return result, nil
				}
				return spoil(s, result)
			}))
			pooltest.StartWorker(t, pooltest.Join(t, s, "good"), worker.Options{})
			c := pooltest.Join(t, s, "submitter")
			o := quick()
			o.Audit, o.Ledger = 0.2, t.TempDir()+"/pool.jsonl"
			spec := pooltest.Spec{Salt: "tainted", Took: time.Millisecond}
			b := &pooltest.Book{T: t}
			run := func(items uint64) error {
				return New(c, o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(b.Next, items), b.Take, b.Sync)
			}
			err := run(1 << 20) // more than can be done before the worker is found
			tainted := new(TaintedError)
			if !errors.As(err, &tainted) || tainted.Worker != "bad" || tainted.First >= b.Next {
				t.Fatalf("got %v, %d items were taken", err, b.Next)
			}
			must.Fail(t, err, "remove the journal, keep "+o.Ledger)
			for _, more := range []uint64{10, 0} {
				again := new(TaintedError)
				if err := run(b.Next + more); !errors.As(err, &again) || *again != *tainted {
					t.Errorf("%d more items: got %v want %v", more, err, tainted)
				}
			}
			items := b.Next + 100
			b.Data, b.Next = b.Data[:8*tainted.First], tainted.First
			must.OK(t, run(items))
			b.Want(spec, items)
			b.Data, b.Next = nil, 0
			must.OK(t, run(items))
			b.Want(spec, items)
		})
	}
}

// Two workers that send the same wrong results pass a quorum until a third one contradicts
// them. When the submitter's own computations have refused both, the journal is in doubt from
// their first common result on. Another process of the same command knows this too.
func TestQuorumOfLiars(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	for _, name := range []string{"bad1", "bad2"} {
		pooltest.StartWorker(t, pooltest.Join(t, s, name), spoiled(pooltest.Flipping(500)))
	}
	c := pooltest.Join(t, s, "submitter")
	o := quick()
	o.Quorum, o.Ledger = 2, t.TempDir()+"/pool.jsonl"
	spec := pooltest.Spec{Salt: "liars", Took: time.Millisecond}
	b := &pooltest.Book{T: t}
	b.OnTake = func(n uint64) error {
		if n >= 1000 {
			pooltest.StartWorker(t, pooltest.Join(t, s, "good"), worker.Options{})
			b.OnTake = nil
		}
		return nil
	}
	run := func(items uint64) error {
		return New(c, o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(b.Next, items), b.Take, b.Sync)
	}
	tainted, again := new(TaintedError), new(TaintedError)
	if err := run(1 << 20); !errors.As(err, &tainted) || !strings.HasPrefix(tainted.Worker, "bad") || tainted.First >= b.Next {
		t.Fatalf("got %v, %d items were taken", err, b.Next)
	}
	if err := run(b.Next + 10); !errors.As(err, &again) || *again != *tainted {
		t.Errorf("got %v want %v", err, tainted)
	}
	if refused(t, o.Ledger, "good")() || !refused(t, o.Ledger, "bad1", "bad2")() {
		t.Errorf("the wrong workers are refused:\n%s", pooltest.ReadText(t, o.Ledger))
	}
	pooltest.StartWorker(t, pooltest.Join(t, s, "good2"), worker.Options{})
	items := b.Next + 100
	b.Data, b.Next = b.Data[:8*tainted.First], tainted.First
	must.OK(t, run(items))
	b.Want(spec, items)
}

// With --audit 1 or a quorum the output is right for any results of a worker, and
// the job ends without help.
func TestAllChecked(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(*Options){
		"audit":  func(o *Options) { o.Audit = 1 },
		"quorum": func(o *Options) { o.Quorum = 2 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := pooltest.StartNATS(t)
			for name, o := range map[string]worker.Options{"a": {}, "b": spoiled(pooltest.Sometimes(10)), "c": {}} {
				pooltest.StartWorker(t, pooltest.Join(t, s, name), o)
			}
			o := quick()
			edit(&o)
			spec := pooltest.Spec{Salt: name, Took: time.Millisecond}
			b := &pooltest.Book{T: t}
			must.OK(t, New(pooltest.Join(t, s, "submitter"), o).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 2000), b.Take, b.Sync))
			b.Want(spec, 2000)
		})
	}
}

// In a ledger with an incomplete last line all other lines count.
func TestTornLedger(t *testing.T) {
	path := t.TempDir() + "/pool.jsonl"
	l := must.Get(openLedger(path, "job"))(t)
	l.fault("bad", "it lies", true)
	l.fault("worse", "it lies", true)
	must.OK(t, l.close())
	text := pooltest.ReadText(t, path)
	must.OK(t, os.WriteFile(path, []byte(text[:len(text)-5]), 0o666))
	l = must.Get(openLedger(path, "job"))(t)
	if len(l.refused) != 1 || l.refused[0].Workers[0] != "bad" {
		t.Errorf("got %v", l.refused)
	}
	l.fault("worst", "it lies", true)
	must.OK(t, l.close())
	if l = must.Get(openLedger(path, "job"))(t); len(l.refused) != 2 || l.refused[1].Workers[0] != "worst" {
		t.Errorf("got %v", l.refused)
	}
	must.OK(t, l.close())
	if l = must.Get(openLedger(path, "another"))(t); len(l.refused) > 0 {
		t.Errorf("a fault of another job counts: %v", l.refused)
	}
	must.OK(t, l.close())
}
