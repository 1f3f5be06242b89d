package wire_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
	"gammonlab/internal/version"
)

// What a worker says of itself counts within limits.
func TestAnnouncementsAreLimited(t *testing.T) {
	t.Parallel()
	s := pooltest.StartNATS(t)
	c, worker := pooltest.Join(t, s, "submitter"), pooltest.Join(t, s, "hostile")
	must.OK(t, c.MakeStreams(t.Context()))
	long, future := "\x1b[2J\u202e"+strings.Repeat("x", 5000), time.Now().Add(1000*time.Hour)
	said := wire.Worker{Key: "hostile", Name: long, Class: long, Toolkit: version.Toolkit, Revision: version.Build(), Kinds: []string{"hash/1"}, Jobs: make([]string, 3000),
		Cores: 1e9, CoreSeconds: 1e300, Error: long, Unfit: map[string]string{"job": long}, Since: future, Seen: future}
	for _, instance := range []string{"a", "b"} {
		said.Instance = instance
		must.OK(t, worker.Write(t.Context(), wire.WorkerSubject("hostile", instance), &said))
		said.Cores, said.CoreSeconds = -1e9, -1
	}
	workers := must.Get(c.Workers(t.Context()))(t)
	if len(workers) != 2 || workers[0].Cores != wire.MostCores || workers[1].Cores != 0 || workers[0].CoreSeconds > 1e9 || workers[1].CoreSeconds != 0 {
		t.Fatalf("%d workers: %+v", len(workers), workers)
	}
	w := workers[0]
	for _, text := range []string{w.Name, w.Class, w.Error, w.Unfit["job"]} {
		if len(text) < wire.MostName-10 || len(text) > wire.MostText+10 || strings.ContainsAny(text, "\x1b\u202e") {
			t.Errorf("%d bytes: %.40q", len(text), text)
		}
	}
	if len(w.Jobs) > wire.MostList || w.Seen.After(time.Now()) || w.Since.After(time.Now()) {
		t.Errorf("%d jobs, seen at %v, since %v", len(w.Jobs), w.Seen, w.Since)
	}
}

// What a submitter says of its job is shown within limits.
func TestProgressIsLimited(t *testing.T) {
	future := time.Now().Add(1000 * time.Hour)
	text := must.Get(json.Marshal(wire.Progress{Items: 5, Of: 7, Workers: -1, Cores: math.MaxInt, CoreSeconds: -570, Rate: 1e300, Note: "\x1b" + strings.Repeat("x", 5000), Seen: future}))(t)
	var p wire.Progress
	must.OK(t, json.Unmarshal(text, &p))
	if p.Items != 5 || p.Of != 7 || p.Workers != 0 || p.Cores != math.MaxInt32 || p.CoreSeconds != 0 || p.Rate > 1e12 ||
		len(p.Note) > wire.MostText+10 || strings.Contains(p.Note, "\x1b") || p.Seen.After(time.Now()) {
		t.Errorf("%+v", p)
	}
}

// Workers refuse shards without items, with more than they can count, and of odd numbers.
func TestShardsAreLimited(t *testing.T) {
	for _, c := range []struct {
		first, items string
		right        bool
	}{
		{"0", "1", true}, {fmt.Sprint(1 << 60), fmt.Sprint(1 << 20), true}, {"0", "0", false}, {"0", "-1", false},
		{"0", fmt.Sprint(uint64(1 << 63)), false}, {fmt.Sprint(uint64(math.MaxUint64)), "2", false}, {fmt.Sprint(math.MaxInt64), "2", false},
	} {
		m := nats.NewMsg("work.me.job.shard.0")
		m.Header.Set(wire.HeaderFirst, c.first)
		m.Header.Set(wire.HeaderItems, c.items)
		_, err := wire.ReadShard(m, "me", "token")
		if right := err != nil && strings.Contains(err.Error(), "digest"); right != c.right {
			t.Errorf("%s items from %s on: %v", c.items, c.first, err)
		}
	}
}
