package submit

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
	"gammonlab/internal/version"
)

// Shards grow with the time that the job has run, fit into messages, and end at
// multiples of their size.
func TestSizes(t *testing.T) {
	z := sizes{aim: 16 * time.Second, since: time.Now()}
	shard := farm.Shard{Items: 1}
	for first := uint64(0); !z.try(shard, make([]byte, 10*shard.Items), 10*time.Millisecond*time.Duration(shard.Items)); {
		first += shard.Items
		shard = farm.Shard{First: first, Items: uint64(z.want())}
	}
	if z.items != 64 { // of the 100 that take a second
		t.Errorf("at first %d items", z.items)
	}
	z.end = 100
	if got := z.want(); got != 28 {
		t.Errorf("%d items follow item 100", got)
	}
	z.since = time.Now().Add(-time.Hour)
	if !z.set() || z.items != 1024 {
		t.Errorf("then %d items", z.items)
	}
	if z.set() {
		t.Errorf("the size changes without a reason to %d", z.items)
	}
	z.see(farm.Shard{Items: 1}, make([]byte, 10<<10))
	if !z.set() || z.items != 16 {
		t.Errorf("%d items of 10 KiB", z.items)
	}
	z.ahead = 4
	if !z.set() || z.items != 2 {
		t.Errorf("%d items where 4 may be ahead", z.items)
	}
}

// The window is limited in number and in bytes, whatever workers announce, and a large window
// does not keep the run from its messages.
func TestWindowIsLimited(t *testing.T) {
	fill := func(payload int) int {
		r := &run{job: new(farm.Job), options: Options{Quorum: 2}}
		r.window = window{waiting: map[string][]*slot{}}
		r.link.attached, r.sizes.known, r.state.Cores = true, true, 1e9
		for r.room() {
			r.window.add(&slot{bytes: slotBytes + payload})
		}
		return len(r.window.slots)
	}
	if n := fill(0); n != windowPerCore*2*windowCores || n < windowPerCore*10000 {
		t.Errorf("%d small shards", n)
	}
	if n := fill(300 << 10); n > windowBytes/(300<<10)+1 {
		t.Errorf("%d large shards", n)
	}
	r := &run{outer: t.Context(), job: new(farm.Job), options: Options{Quorum: 1, LocalWorkers: 1}, more: true, trust: newTrust(),
		ledger: must.Get(openLedger("", "job"))(t), local: &localCores{}, next: pooltest.Numbers(0, 1<<40)}
	r.window = window{waiting: map[string][]*slot{}, orphans: map[string][]*candidate{}}
	r.sizes.known, r.state.Cores, r.link.attached = true, 1e9, true
	r.window.add(&slot{computing: true})
	r.client = wire.Over(nil, unreachable{}, "", "")
	more, err := r.advance()
	if n := len(r.window.slots); n != 1+drawsAtOnce || !more || err != nil {
		t.Errorf("%d shards at once, %v, %v", n, more, err)
	}
}

// unreachable is a server that takes no messages.
type unreachable struct{ jetstream.JetStream }

func (unreachable) PublishMsgAsync(*nats.Msg, ...jetstream.PublishOpt) (jetstream.PubAckFuture, error) {
	return nil, nats.ErrTimeout
}

// Workers of another version do not count, and the reason is shown.
func TestCountOfOtherVersions(t *testing.T) {
	r := &run{desc: &farm.Description{Kind: "hash/1"}, trust: newTrust()}
	fits := wire.Worker{Key: "k", Kinds: []string{"hash/1"}, Cores: 2, Toolkit: version.Toolkit, Revision: version.Build()}
	older := fits
	older.Revision = "older"
	r.count([]wire.Worker{fits, older})
	if r.state.Workers != 1 || r.state.Cores != 2 || len(r.link.unfit) != 1 || !strings.Contains(r.link.unfit[0], "another version") {
		t.Errorf("%d workers, %q do not fit", r.state.Workers, r.link.unfit)
	}
	fits.Cores = 1e9
	var hostile wire.Worker
	must.OK(t, json.Unmarshal(must.Get(json.Marshal(&fits))(t), &hostile))
	if r.count([]wire.Worker{hostile}); r.state.Workers != 1 || r.state.Cores != wire.MostCores {
		t.Errorf("%d cores count", r.state.Cores)
	}
}
