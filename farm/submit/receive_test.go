package submit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
	"gammonlab/internal/version"
)

// arrived is a message of RESULTS in tests.
type arrived struct {
	jetstream.Msg
	message *nats.Msg
	acks    *int
}

func (m arrived) Subject() string      { return m.message.Subject }
func (m arrived) Headers() nats.Header { return m.message.Header }
func (m arrived) Data() []byte         { return m.message.Data }
func (m arrived) Ack() error           { *m.acks++; return nil }

// A further result of a taken shard is dropped, and logged if it differs.
func TestLateResultDiffers(t *testing.T) {
	path := t.TempDir() + "/pool.jsonl"
	r := &run{ledger: must.Get(openLedger(path, "job"))(t)}
	r.client, r.trust = new(wire.Client), newTrust()
	r.trust.refuse(wire.Identity("banned", "box"), "it lies", true)
	r.window.done = map[string]*taken{"shard": {sum: digest.Bytes([]byte("right"))[:16]}}
	acks := 0
	for _, c := range []struct{ key, result string }{{"good", "right"}, {"bad", "wrong"}, {"banned", "wrong"}} {
		o := wire.Outcome{Result: []byte(c.result), Machine: "box"}
		r.receive(arrived{message: o.Message("result.me.job.shard." + c.key), acks: &acks})
	}
	must.OK(t, r.ledger.close())
	text := pooltest.ReadText(t, path)
	if acks != 3 || r.state.Faults != 1 || strings.Count(text, `"event":"differs"`) != 1 || !strings.Contains(text, `"bad/box"`) || !r.trust.refuses("bad/box") || r.trust.refuses("good/box") {
		t.Errorf("%d are acknowledged, %d faults, ledger %s", acks, r.state.Faults, text)
	}
}

// A late result differs from one that a single worker gave: this process computes the shard,
// and the worker that was wrong is refused. If its result was taken, the job ends.
func TestLateResultIsSettled(t *testing.T) {
	spec := pooltest.Spec{Salt: "late"}
	doer := pooltest.Job(spec, nil).Doer
	shard := farm.Shard{First: 36, Items: 3}
	right := must.Get(doer.Do(t.Context(), shard, nil))(t)
	for _, c := range []struct {
		taken string
		by    []string
		late  string
		wrong []string
	}{
		{string(right), []string{"first/a"}, "another", []string{"late/b"}},
		{"another", []string{"first/a"}, string(right), []string{"first/a"}},
		{"another", []string{"first/a"}, "a third", []string{"first/a", "late/b"}},
		{"another", []string{"first/a", "second/c"}, string(right), []string{"first/a", "second/c"}},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		r := &run{ctx: ctx, client: new(wire.Client), posts: make(chan func(), 1), trust: newTrust(), ledger: must.Get(openLedger("", "job"))(t)}
		r.local = must.Get(openLocalCores(ctx, doer, 1, r.post))(t)
		r.window = window{waiting: map[string][]*slot{}, done: map[string]*taken{}}
		s := &slot{shard: shard, token: "shard", need: 1}
		r.window.add(s)
		r.trust.note(c.by, 30)
		r.window.pop([]byte(c.taken), c.by)
		acks := 0
		o := wire.Outcome{Result: []byte(c.late), Machine: "b"}
		for range 3 { // it is computed once
			r.receive(arrived{message: o.Message("result.me.job.shard.late"), acks: &acks})
		}
		if r.more, r.window.slots = false, nil; r.over() {
			t.Error("the job is over while a result is in doubt")
		}
		(<-r.posts)()
		tainted := new(TaintedError)
		ends := errors.As(r.failure, &tainted)
		if !slices.Equal(r.trust.list(), c.wrong) || ends != (c.taken == "another") || ends && tainted.First != 30 || !r.over() {
			t.Errorf("%q is taken, %q late: refused %v, %v", c.taken, c.late, r.trust.list(), r.failure)
		}
		cancel()
		must.OK(t, r.local.close())
	}
}

// If this process can no longer compute a shard, workers that contradict each other are
// checked again: those of whom a result waits at once. Nobody is refused for what another says,
// and nobody who was not checked is believed.
func TestSuspicion(t *testing.T) {
	for _, late := range []string{"checked", "unknown"} {
		r := counting(t, "")
		r.local = &localCores{}
		r.trust.note([]string{"first"}, 0)
		for _, who := range []string{"first", "checked"} {
			r.trust.of(who).checked = true
		}
		waiting := r.window.slots[0]
		waiting.candidates = []*candidate{{Outcome: new(wire.Outcome), key: "first"}}
		r.window.done = map[string]*taken{"taken": {sum: digest.Bytes([]byte("result"))[:16], by: []string{"first"}}}
		o := wire.Outcome{Result: []byte("another")}
		r.receive(arrived{message: o.Message("result.me.job.taken." + late), acks: new(int)})
		if again := !r.trust.of("first").checked; again != (late == "checked") || waiting.computing != again || r.failure != nil || len(r.trust.list()) > 0 {
			t.Errorf("%s: checked again %v, at once %v, refused %v, %v", late, again, waiting.computing, r.trust.list(), r.failure)
		}
	}
}

// Machines that share a key contradict each other: this process computes the shard, and the
// one that was wrong is refused.
func TestMachinesOfOneKeyDisagree(t *testing.T) {
	spec := pooltest.Spec{Salt: "rivals"}
	doer := pooltest.Job(spec, nil).Doer
	right := string(must.Get(doer.Do(t.Context(), farm.Shard{Items: 1}, nil))(t))
	for _, results := range [][2]string{{right, "wrong"}, {"wrong", right}} {
		ctx, cancel := context.WithCancel(t.Context())
		r := counting(t, "")
		r.ctx, r.posts = ctx, make(chan func(), 1)
		r.local = must.Get(openLocalCores(ctx, doer, 1, r.post))(t)
		for i, machine := range []string{"a", "b"} {
			o := wire.Outcome{Toolkit: version.Toolkit, Revision: version.Build(), Class: "simd", Machine: machine, Result: []byte(results[i])}
			r.receive(arrived{message: o.Message("result.me.job.shard.key"), acks: new(int)})
		}
		(<-r.posts)()
		if want := map[bool]string{true: "key/b", false: "key/a"}[results[0] == right]; !slices.Equal(r.trust.list(), []string{want}) {
			t.Errorf("refused %v, want %s", r.trust.list(), want)
		}
		cancel()
		must.OK(t, r.local.close())
	}
}

// counting returns a run that waits for the result of a shard, published a minute ago.
func counting(t *testing.T, ledger string) *run {
	r := &run{client: new(wire.Client), trust: newTrust(), desc: &farm.Description{Class: "simd"}, job: new(farm.Job), ledger: must.Get(openLedger(ledger, "job"))(t), more: true}
	r.sizes, r.options.Quorum, r.link.since = sizes{aim: time.Second, since: time.Now(), own: time.Second}, 2, time.Now().Add(-time.Hour)
	r.window = window{waiting: map[string][]*slot{}, orphans: map[string][]*candidate{}, done: map[string]*taken{}}
	r.window.add(&slot{shard: farm.Shard{Items: 1}, token: "shard", need: 2, published: time.Now().Add(-time.Minute)})
	return r
}

// sendTo has the run receive a result with some headers changed, and returns how often it was
// acknowledged.
func sendTo(r *run, shard, key string, headers map[string]string) int {
	acks := 0
	o := wire.Outcome{Toolkit: version.Toolkit, Revision: version.Build(), Class: "simd", Result: []byte("result")}
	m := o.Message("result.me.job." + shard + "." + key)
	for name, value := range headers {
		m.Header.Set(name, value)
	}
	r.receive(arrived{message: m, acks: &acks})
	return acks
}

// What workers say of their time counts at most as the time since the shard was published.
func TestTimesOfWorkers(t *testing.T) {
	for said, most := range map[string]float64{
		"-1": 0, "-9223372036854775808": 0, "1e9": 0, "": 0, "0": 0, "5000": 5,
		"3600000": 120, "140737488355327": 120, "9223372036854775807": 120, "9223372036855": 120,
	} {
		r := counting(t, "")
		sendTo(r, "shard", "worker", map[string]string{wire.HeaderTime: said})
		if got := r.state.CoreSeconds; got < min(most, 59) || got > most || r.sizes.perItem < 0 || r.sizes.perItem > time.Minute {
			t.Errorf("%s ms count as %g s, and %v for each item", said, got, r.sizes.perItem)
		}
	}
	r := counting(t, "")
	for i := range 1000 {
		sendTo(r, "shard", fmt.Sprint("worker", i), map[string]string{wire.HeaderTime: "0"})
	}
	if r.sizes.perItem < time.Second/mostFactor-time.Millisecond {
		t.Errorf("after workers that take no time, an item takes %v", r.sizes.perItem)
	}
}

// Results of shards that nobody has published are dropped. An earlier process may have
// published those that are not drawn yet: their number and size are limited, and they are
// dropped when there are no more shards.
func TestJunkResults(t *testing.T) {
	r := counting(t, "")
	if acks := sendTo(r, "junk", "worker", nil); acks != 1 || len(r.window.orphans) > 0 {
		t.Errorf("a new job keeps %d results of unknown shards, %d is acknowledged", len(r.window.orphans), acks)
	}
	r.link.earlier = []string{"an earlier process"}
	acks := 0
	r.window.heldN = mostOrphans - 3
	for i := range 5 {
		acks += sendTo(r, fmt.Sprint("junk", i), "worker", nil)
	}
	if len(r.window.orphans) != 3 || acks != 2 {
		t.Errorf("%d are kept, %d acknowledged", len(r.window.orphans), acks)
	}
	r.next = func(int) (farm.Shard, error) { return farm.Shard{}, io.EOF }
	r.link.attached, r.sizes.known = true, true
	r.fill()
	large := candidate{Outcome: &wire.Outcome{Result: make([]byte, orphanBytes/2+1)}}
	if len(r.window.orphans) != 0 || !r.window.keep("a", &large) || r.window.keep("b", &large) {
		t.Errorf("%d are kept, of %d bytes", len(r.window.orphans), r.window.held)
	}
}

// Taken shards whose late results are compared are limited.
func TestTakenAreLimited(t *testing.T) {
	w := window{waiting: map[string][]*slot{}, done: map[string]*taken{}}
	for i := range mostTaken + 100 {
		w.add(&slot{token: fmt.Sprint(i)})
		w.pop(nil, nil)
	}
	if len(w.done) != mostTaken || len(w.tokens) != mostTaken || len(w.kept) != mostTaken || w.done["99"] != nil || w.done["100"] == nil {
		t.Errorf("%d are kept", len(w.done))
	}
}

// What workers write is recorded as readable lines, and not without end.
func TestTextsOfWorkers(t *testing.T) {
	path := t.TempDir() + "/pool.jsonl"
	r := counting(t, path)
	long := strings.Repeat("x", 1<<14)
	r.ledger.claims = mostClaims - 3
	for i := range 9 {
		sendTo(r, "shard", fmt.Sprint("worker", i), map[string]string{wire.HeaderTime: "\x1b[2J" + long})
	}
	sendTo(r, "shard", "worker", map[string]string{wire.HeaderMachine: "\x1b[2J" + long, wire.HeaderRevision: "\x07" + long})
	must.OK(t, r.ledger.close())
	lines := strings.Split(strings.TrimSpace(pooltest.ReadText(t, path)), "\n")
	if len(lines) != 4 || !strings.Contains(lines[2], "no more lines") || !strings.Contains(lines[3], eventRefused) {
		t.Errorf("%d lines, the last is %.300s", len(lines), lines[len(lines)-1])
	}
	for _, line := range lines {
		if len(line) > 3000 || strings.ContainsAny(line, "\x1b\x07") || strings.Contains(line, `\u001b`) {
			t.Fatalf("a line of %d bytes: %.300s", len(line), line)
		}
	}
}

// Machines that share a key are refused one by one, the key after three of them.
func TestMachinesOfOneKey(t *testing.T) {
	trust := newTrust()
	for i, machine := range []string{"a", "b", "b", "c"} {
		if trust.refuse("key/"+machine, "it lies", true); trust.refuses("key/d") != (i == 3) || trust.refuses("other/"+machine) {
			t.Errorf("after refusing %s: %v", machine, trust.list())
		}
	}
	if got := strings.Join(trust.list(), " "); got != "key key/a key/b key/c" {
		t.Errorf("refused are %s", got)
	}
}
