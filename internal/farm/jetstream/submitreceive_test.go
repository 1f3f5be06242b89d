package jetstream

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
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
	r.client, r.trust = new(Client), newTrust()
	r.trust.refuse(identity("banned", "box"))
	r.window.done = map[string]*taken{"shard": {sum: digest.Bytes([]byte("right"))[:16], sure: true}}
	acks := 0
	for _, c := range []struct{ key, result string }{{"good", "right"}, {"bad", "wrong"}, {"banned", "wrong"}} {
		o := outcome{Result: []byte(c.result), Machine: "box"}
		r.receive(arrived{message: o.message("result.me.job.shard." + c.key), acks: &acks})
	}
	must.OK(t, r.ledger.close())
	text := readText(t, path)
	if acks != 3 || r.state.Faults != 1 || strings.Count(text, `"event":"differs"`) != 1 || !strings.Contains(text, `"bad/box"`) || !r.trust.refuses("bad/box") || r.trust.refuses("good/box") {
		t.Errorf("%d are acknowledged, %d faults, ledger %s", acks, r.state.Faults, text)
	}
}

// A late result differs from one that a single worker gave: this process computes the shard,
// and the worker that was wrong is refused. If its result was taken, the job ends.
func TestLateResultIsSettled(t *testing.T) {
	spec := hashSpec{Salt: "late"}
	doer := &hashDoer{spec: spec}
	shard := farm.Shard{First: 36, Items: 3}
	right := must.Get(doer.Do(t.Context(), shard, nil))(t)
	for _, c := range []struct{ taken, late, wrong string }{
		{string(right), "another", "late/b"}, {"another", string(right), "first/a"}, {"another", "a third", "first/a"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		r := &run{ctx: ctx, client: new(Client), posts: make(chan func(), 1), trust: newTrust(), ledger: must.Get(openLedger("", "job"))(t)}
		r.local = must.Get(openLocalCores(ctx, doer, 1, r.post))(t)
		r.window = window{waiting: map[string][]*slot{}, done: map[string]*taken{}}
		s := &slot{shard: shard, token: "shard", need: 1}
		r.window.add(s)
		r.window.pop([]byte(c.taken), []*candidate{{outcome: &outcome{Machine: "a"}, key: "first"}})
		acks := 0
		o := outcome{Result: []byte(c.late), Machine: "b"}
		r.receive(arrived{message: o.message("result.me.job.shard.late"), acks: &acks})
		if r.more, r.window.slots = false, nil; r.over() {
			t.Error("the job is over while a result is in doubt")
		}
		(<-r.posts)()
		ends := errors.As(r.failure, new(*TaintedError))
		if !r.trust.refuses(c.wrong) || ends != (c.wrong == "first/a") || !r.over() {
			t.Errorf("%q is taken, %q late: refused %v, %v", c.taken, c.late, r.trust.list(), r.failure)
		}
		cancel()
		must.OK(t, r.local.close())
	}
}

// Machines that share a key are refused one by one, the key after three of them.
func TestMachinesOfOneKey(t *testing.T) {
	trust := newTrust()
	for i, machine := range []string{"a", "b", "b", "c"} {
		if trust.refuse("key/" + machine); trust.refuses("key/d") != (i == 3) || trust.refuses("other/"+machine) {
			t.Errorf("after refusing %s: %v", machine, trust.list())
		}
	}
	if got := strings.Join(trust.list(), " "); got != "key key/a key/b key/c" {
		t.Errorf("refused are %s", got)
	}
}
