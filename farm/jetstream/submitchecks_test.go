package jetstream

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
	"gammonlab/internal/must"
)

// spoiled returns the options of a worker with a fault.
func spoiled(spoil func(farm.Shard, []byte) ([]byte, error)) WorkerOptions {
	return WorkerOptions{Kinds: []farm.Kind{hashKind(spoil, nil)}}
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
	s := startServer(t)
	startWorker(t, join(t, s, "good"), WorkerOptions{})
	for name, o := range map[string]WorkerOptions{
		"kernel":   {Class: "go-arm64"},
		"revision": {Toolkit: "0.2.0", Revision: "0123-modified"},
		"toolkit":  {Toolkit: "0.0.9"},
		"kind":     {Kinds: []farm.Kind{{Name: "other/1"}}},
		"canary":   spoiled(flipping(0)),
		"fails":    spoiled(failing),
		"panics":   spoiled(panicking),
	} {
		startWorker(t, join(t, s, name), o)
	}
	c := join(t, s, "submitter")
	why := map[string]string{}
	b := &book{t: t, onTake: func(n uint64) error {
		if n >= 1000 && len(why) == 0 {
			wait(t, "the workers' reasons", func() bool {
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
	spec := hashSpec{Salt: "unfit", Took: time.Millisecond}
	source := numbers(0, 2000)
	must.OK(t, c.Pool(o).Run(t.Context(), hashJob(spec, nil), func(n int) (farm.Shard, error) { return source(min(n, 30)) }, b.take, b.sync))
	b.want(spec, 2000)
	for name, part := range map[string]string{"kernel": "needs kernel simd", "revision": "0123-modified", "toolkit": "0.0.9", "kind": "no jobs of kind",
		"canary": "canary: the result here", "fails": "canary: this machine fails", "panics": "canary: panic: this machine panics"} {
		if !strings.Contains(why[name], part) {
			t.Errorf("%s: got %q", name, why[name])
		}
	}
	if text := readText(t, o.Ledger); strings.Contains(text, eventRefused) {
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
		"fails":  failing,
		"panics": panicking,
		"short":  func(_ farm.Shard, result []byte) ([]byte, error) { return result[1:], nil },
		"large":  func(farm.Shard, []byte) ([]byte, error) { return make([]byte, 1<<26), nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			startWorker(t, join(t, s, "good"), WorkerOptions{})
			startWorker(t, join(t, s, "bad"), spoiled(late(spoil)))
			o := quick()
			o.Audit = 0.02
			o.Ledger = t.TempDir() + "/pool.jsonl"
			spec := hashSpec{Salt: name, Took: time.Millisecond}
			b := &book{t: t}
			source := numbersUntil(3000, refused(t, o.Ledger, "bad"))
			err := join(t, s, "submitter").Pool(o).Run(t.Context(), hashJob(spec, nil), source, b.take, b.sync)
			if name == "short" && errors.As(err, new(*TaintedError)) {
				return // what it sent before cannot be trusted, either
			}
			must.OK(t, err)
			b.want(spec, b.next)
		})
	}
}

// refused returns a condition: the ledger contains the refusals of the workers.
func refused(t testing.TB, ledger string, workers ...string) func() bool {
	return func() bool {
		text := readText(t, ledger)
		return !slices.ContainsFunc(workers, func(worker string) bool {
			return !strings.Contains(text, fmt.Sprintf(`"event":"refused","first":0,"workers":["%s"],"reason"`, worker))
		})
	}
}

// No result is taken from a worker that flips bits in every result after the
// canary.
func TestFirstAudit(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	for i := range 3 {
		startWorker(t, join(t, s, fmt.Sprintf("good%d", i)), WorkerOptions{})
		startWorker(t, join(t, s, fmt.Sprintf("bad%d", i)), spoiled(afterFirst(flipping(0))))
	}
	o := quick()
	o.Audit = 0.001
	o.Ledger = t.TempDir() + "/pool.jsonl"
	spec := hashSpec{Salt: "audit", Took: time.Millisecond}
	b := &book{t: t}
	source := numbersUntil(4000, refused(t, o.Ledger, "bad0", "bad1", "bad2"))
	must.OK(t, join(t, s, "submitter").Pool(o).Run(t.Context(), hashJob(spec, nil), source, b.take, b.sync))
	b.want(spec, b.next)
}

// Audits find a worker that begins to flip bits, in all results or in a tenth
// of them. If the journal contains its results, the job ends with an error that
// names the first of them. After the journal is removed or truncated there, the
// job is completed without this worker; an unchanged journal is refused.
func TestTainted(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(farm.Shard, []byte) ([]byte, error){"all": flipping(0), "a tenth": sometimes(10)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			startWorker(t, join(t, s, "bad"), spoiled(func(s farm.Shard, result []byte) ([]byte, error) {
				if s.First < 1500 {
					return result, nil
				}
				return spoil(s, result)
			}))
			startWorker(t, join(t, s, "good"), WorkerOptions{})
			c := join(t, s, "submitter")
			o := quick()
			o.Audit, o.Ledger = 0.2, t.TempDir()+"/pool.jsonl"
			spec := hashSpec{Salt: "tainted", Took: time.Millisecond}
			b := &book{t: t}
			run := func(items uint64) error {
				return c.Pool(o).Run(t.Context(), hashJob(spec, nil), numbers(b.next, items), b.take, b.sync)
			}
			err := run(1 << 20) // more than can be done before the worker is found
			tainted := new(TaintedError)
			if !errors.As(err, &tainted) || tainted.Worker != "bad" || tainted.First >= b.next {
				t.Fatalf("got %v, %d items were taken", err, b.next)
			}
			must.Fail(t, err, "remove the journal, keep "+o.Ledger)
			for _, more := range []uint64{10, 0} {
				again := new(TaintedError)
				if err := run(b.next + more); !errors.As(err, &again) || *again != *tainted {
					t.Errorf("%d more items: got %v want %v", more, err, tainted)
				}
			}
			items := b.next + 100
			b.data, b.next = b.data[:8*tainted.First], tainted.First
			must.OK(t, run(items))
			b.want(spec, items)
			b.data, b.next = nil, 0
			must.OK(t, run(items))
			b.want(spec, items)
		})
	}
}

// Two workers that send the same wrong results pass a quorum until a third one contradicts
// them. When the submitter's own computations have refused both, the journal is in doubt from
// their first common result on. Another process of the same command knows this too.
func TestQuorumOfLiars(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	for _, name := range []string{"bad1", "bad2"} {
		startWorker(t, join(t, s, name), spoiled(flipping(500)))
	}
	c := join(t, s, "submitter")
	o := quick()
	o.Quorum, o.Ledger = 2, t.TempDir()+"/pool.jsonl"
	spec := hashSpec{Salt: "liars", Took: time.Millisecond}
	b := &book{t: t}
	b.onTake = func(n uint64) error {
		if n >= 1000 {
			startWorker(t, join(t, s, "good"), WorkerOptions{})
			b.onTake = nil
		}
		return nil
	}
	run := func(items uint64) error {
		return c.Pool(o).Run(t.Context(), hashJob(spec, nil), numbers(b.next, items), b.take, b.sync)
	}
	tainted, again := new(TaintedError), new(TaintedError)
	if err := run(1 << 20); !errors.As(err, &tainted) || !strings.HasPrefix(tainted.Worker, "bad") || tainted.First >= b.next {
		t.Fatalf("got %v, %d items were taken", err, b.next)
	}
	if err := run(b.next + 10); !errors.As(err, &again) || *again != *tainted {
		t.Errorf("got %v want %v", err, tainted)
	}
	if refused(t, o.Ledger, "good")() || !refused(t, o.Ledger, "bad1", "bad2")() {
		t.Errorf("the wrong workers are refused:\n%s", readText(t, o.Ledger))
	}
	startWorker(t, join(t, s, "good2"), WorkerOptions{})
	items := b.next + 100
	b.data, b.next = b.data[:8*tainted.First], tainted.First
	must.OK(t, run(items))
	b.want(spec, items)
}

// With --audit 1 or a quorum the output is right for any results of a worker, and
// the job ends without help.
func TestAllChecked(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(*PoolOptions){
		"audit":  func(o *PoolOptions) { o.Audit = 1 },
		"quorum": func(o *PoolOptions) { o.Quorum = 2 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			for name, o := range map[string]WorkerOptions{"a": {}, "b": spoiled(sometimes(10)), "c": {}} {
				startWorker(t, join(t, s, name), o)
			}
			o := quick()
			edit(&o)
			spec := hashSpec{Salt: name, Took: time.Millisecond}
			b := &book{t: t}
			must.OK(t, join(t, s, "submitter").Pool(o).Run(t.Context(), hashJob(spec, nil), numbers(0, 2000), b.take, b.sync))
			b.want(spec, 2000)
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
	text := readText(t, path)
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
