package jetstream

import (
	"strings"
	"testing"
	"time"

	"gammonlab/farm"
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

// Workers of another version do not count, and the reason is shown.
func TestCountOfOtherVersions(t *testing.T) {
	r := &run{desc: &farm.Description{Kind: "hash/1"}, trust: newTrust()}
	fits := Worker{Key: "k", Kinds: []string{"hash/1"}, Cores: 2, Toolkit: version.Toolkit, Revision: version.Build()}
	older := fits
	older.Revision = "older"
	r.count([]Worker{fits, older})
	if r.state.Workers != 1 || r.state.Cores != 2 || len(r.link.unfit) != 1 || !strings.Contains(r.link.unfit[0], "another version") {
		t.Errorf("%d workers, %q do not fit", r.state.Workers, r.link.unfit)
	}
}
