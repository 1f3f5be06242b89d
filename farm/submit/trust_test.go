package submit

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
)

// Results are in doubt when all workers that vouch for them are refused, in any order, and at
// least one of them for a wrong result.
func TestInDoubt(t *testing.T) {
	for _, c := range []struct {
		refused string // + for a wrong result, - for another reason
		first   uint64
		doubt   bool
	}{
		{"", 0, false}, {"+b/1", 0, false}, {"+a/1", 30, true}, {"-a/1", 0, false}, {"-a/1 +a/1", 30, true},
		{"+a/1 +b/1", 10, true}, {"-b/1 +a/1", 10, true}, {"+a/1 -b/1", 10, true}, {"+b/1 +c/1", 0, false},
		{"-d/1 -d/2 -d/3", 0, false}, {"-d/1 -d/2 +d/3", 40, true}, // refuse the key, and so its machine 9
	} {
		trust := newTrust()
		trust.note([]string{"b/1", "a/1"}, 20)
		trust.note([]string{"a/1", "b/1"}, 10)
		trust.note([]string{"a/1"}, 30)
		trust.note([]string{"a/1", "b/1", "c/1"}, 5)
		trust.note([]string{"d/9"}, 40)
		for _, who := range strings.Fields(c.refused) {
			trust.refuse(who[1:], "it lies", who[0] == '+')
		}
		if first, doubt := trust.inDoubt(); first != c.first || doubt != c.doubt {
			t.Errorf("refused %s: doubt from item %d on, %v; want %d, %v", c.refused, first, doubt, c.first, c.doubt)
		}
	}
}

// A run knows from the ledger who vouches for results of earlier runs, if its journal has
// them: what a later run has taken again does not count.
func TestVouchersOfEarlierRuns(t *testing.T) {
	shards := func(firsts ...uint64) farm.Source {
		return func(int) (farm.Shard, error) {
			if len(firsts) == 0 {
				return farm.Shard{}, io.EOF
			}
			first := firsts[0]
			firsts = firsts[1:]
			return farm.Shard{First: first, Items: 10}, nil
		}
	}
	type taking struct {
		first uint64
		by    string
	}
	for name, c := range map[string]struct {
		runs [][]taking // shards that the runs take
		last []uint64   // shards that the last run draws, with the later ones when all are drawn
		then []uint64
		want string // in doubt when b is refused after a: from which item, before and after all shards are drawn
	}{
		"its journal has them":        {[][]taking{{{0, "a b"}, {10, "a b"}}}, []uint64{20}, nil, "0 0"},
		"one of them":                 {[][]taking{{{0, "a c"}, {10, "a b"}}}, []uint64{20}, nil, "10 10"},
		"lost and taken again":        {[][]taking{{{0, "a b"}, {10, "a b"}}, {{0, "c d"}, {10, "c d"}}}, []uint64{20}, nil, "- -"},
		"taken again by this process": {[][]taking{{{0, "a b"}, {10, "a b"}}, {{0, ""}, {10, "a c"}}}, []uint64{20}, nil, "- -"},
		"drawn again":                 {[][]taking{{{0, "a b"}, {10, "a b"}}}, []uint64{0}, []uint64{10}, "- -"},
		"in turns":                    {[][]taking{{{0, "c d"}, {100, "a b"}}}, []uint64{10}, []uint64{110}, "- 100"},
		"nothing is left":             {[][]taking{{{0, "a b"}}}, nil, nil, "- 0"},
	} {
		path := t.TempDir() + "/pool.jsonl"
		for _, taken := range c.runs {
			l := must.Get(openLedger(path, "job"))(t)
			for _, one := range taken {
				s := &slot{own: one.by == ""}
				s.shard.First, s.shard.Items = one.first, 10
				var by []*candidate
				for _, who := range strings.Fields(one.by) {
					by = append(by, &candidate{Outcome: new(wire.Outcome), key: who})
				}
				l.took(s, by)
			}
			must.OK(t, l.close())
		}
		open := func() *run {
			r := &run{outer: t.Context(), trust: newTrust(), ledger: must.Get(openLedger(path, "job"))(t)}
			for _, e := range r.ledger.refused {
				r.trust.refuse(e.Workers[0], e.Reason, e.Wrong)
			}
			return r
		}
		draw := func(r *run, firsts []uint64, last bool) string {
			r.more, r.local, r.next = true, &localCores{}, shards(firsts...)
			r.window = window{waiting: map[string][]*slot{}, orphans: map[string][]*candidate{}}
			for range firsts {
				r.window.slots = nil // there is room
				r.fill()
			}
			if r.window.slots = nil; last {
				r.fill()
			}
			if r.failure == nil {
				return "-"
			}
			return fmt.Sprint(r.failure.(*TaintedError).First)
		}
		r := open()
		draw(r, c.last, false)
		r.fault("a", "it lies")
		if r.failure != nil {
			t.Errorf("%s: in doubt although b is not refused: %v", name, r.failure)
		}
		r.fault("b", "it lies")
		got := draw(r, nil, false)
		if got += " " + draw(r, c.then, true); got != c.want {
			t.Errorf("%s: in doubt from item %s on, want %s", name, got, c.want)
		}
		must.OK(t, r.ledger.close())
		r = open() // another process of the same command
		if got := draw(r, append(c.last, c.then...), true); got != strings.Fields(c.want)[1] {
			t.Errorf("%s: then in doubt from item %s on, want %s", name, got, c.want)
		}
		must.OK(t, r.ledger.close())
	}
}

// Memory for the names of machines is limited.
func TestNamesOfOneKey(t *testing.T) {
	trust := newTrust()
	for i := range 3 * mostNames {
		if who := fmt.Sprint("key/", i); trust.tells(who) {
			trust.of(who)
		}
		trust.refuses(fmt.Sprint("key/", i)) // creates no record
	}
	if len(trust.workers) != mostNames || !trust.tells("key/7") || trust.tells("key/new") || !trust.tells("other/new") {
		t.Errorf("%d machines are told apart", len(trust.workers))
	}
}
