package farm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"gammonlab/farm"
)

// pair is a record.
type pair struct {
	Number, Square uint64
}

// pairs computes the squares of numbers below most. It counts the pieces that it encodes.
type pairs struct {
	farm.RecordCodec[pair]
	open    *atomic.Int64 // clones
	encoded *atomic.Int64
}

const most = 1000

func newPairs() pairs {
	return pairs{farm.RecordCodec[pair]{
		CheckItems: func(first, items uint64) error {
			if first >= most || items > most-first {
				return fmt.Errorf("numbers %d to %d, want less than %d", first, first+items, most)
			}
			return nil
		},
		CheckRecord: func(item uint64, p *pair) error {
			if p.Number != item {
				return fmt.Errorf("the square of %d, want that of %d", p.Number, item)
			}
			return nil
		},
	}, new(atomic.Int64), new(atomic.Int64)}
}

func (w pairs) Clone() (farm.Worker[*farm.Records[pair]], error) {
	w.open.Add(1)
	return w, nil
}

func (w pairs) Close() error {
	w.open.Add(-1)
	return nil
}

func (w pairs) Do(_ context.Context, p *farm.Records[pair]) error {
	for i := range p.Items {
		n := p.First + i
		p.Results = append(p.Results, pair{n, n * n})
	}
	return nil
}

func (w pairs) AppendResult(dst []byte, p *farm.Records[pair]) ([]byte, error) {
	w.encoded.Add(1)
	return w.RecordCodec.AppendResult(dst, p)
}

// elsewhere is a pool of another machine, which takes shards of 7 items.
type elsewhere struct{ farm.Local }

func (e elsewhere) Run(ctx context.Context, job *farm.Job, next farm.Source, take func(farm.Shard, []byte) error, durable func() error) error {
	return e.Local.Run(ctx, job, func(int) (farm.Shard, error) { return next(7) }, take, durable)
}

// Every pool passes the same pieces on, in order; only other machines get bytes.
func TestWork(t *testing.T) {
	for _, c := range []struct {
		pool         farm.Pool
		taken, bytes int
	}{{farm.Of(nil, 3), 100, 0}, {elsewhere{farm.Local{Workers: 3}}, 15, 15}} {
		w := newPairs()
		work := farm.NewWork(w, nil)
		next, sum, taken, durable := uint64(0), uint64(0), 0, 0
		err := work.Run(t.Context(), c.pool, func(items int) (*farm.Records[pair], error) {
			if next == 100 {
				return nil, io.EOF
			}
			p := &farm.Records[pair]{First: next, Items: min(uint64(items), 100-next)}
			next += p.Items
			return p, nil
		}, func(p *farm.Records[pair]) error {
			for i, r := range p.Results {
				if sum += r.Square; r.Number != p.First+uint64(i) {
					t.Errorf("item %d has the number %d", p.First+uint64(i), r.Number)
				}
			}
			taken++
			return nil
		}, func() error { durable++; return nil })
		if err != nil || sum != 328350 || taken != c.taken || durable != 1 { // the sum by the formula n(n-1)(2n-1)/6
			t.Errorf("%T: a sum of %d in %d pieces, durable %d times, %v", c.pool, sum, taken, durable, err)
		}
		if n := w.encoded.Load(); n != int64(c.bytes) || w.open.Load() != 0 {
			t.Errorf("%T: %d results were encoded, want %d; %d workers are open", c.pool, n, c.bytes, w.open.Load())
		}
	}
}

// Errors of the source and of the receiver end the work.
func TestWorkStops(t *testing.T) {
	broken := errors.New("broken")
	for _, pool := range []farm.Pool{farm.Local{Workers: 2}, elsewhere{}} {
		w := newPairs()
		work := farm.NewWork(w, nil)
		one := func(int) (*farm.Records[pair], error) { return &farm.Records[pair]{Items: 1}, nil }
		none := func(int) (*farm.Records[pair], error) { return nil, broken }
		for name, err := range map[string]error{
			"next": work.Run(t.Context(), pool, none, func(*farm.Records[pair]) error { return nil }, nil),
			"take": work.Run(t.Context(), pool, one, func(*farm.Records[pair]) error { return broken }, nil),
		} {
			if !errors.Is(err, broken) || w.open.Load() != 0 {
				t.Errorf("%T, %s: %v; %d workers are open", pool, name, err, w.open.Load())
			}
		}
	}
}

// Results of other machines are checked, and must be written as a worker writes them.
func TestWorkCheck(t *testing.T) {
	w := newPairs()
	job := farm.NewWork(w, nil).Job
	s := farm.Shard{First: 2, Items: 2}
	good, err := job.Doer.Do(t.Context(), s, nil)
	if want := []byte("\x02\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x09\x00\x00\x00\x00\x00\x00\x00"); err != nil || !bytes.Equal(good, want) {
		t.Fatalf("%q, %v", good, err)
	}
	other := bytes.Clone(good)
	other[0]++
	for _, c := range []struct {
		job    farm.Job
		shard  farm.Shard
		result []byte
		want   string
	}{
		{job, s, good, ""},
		{job, s, other, "the square of 3, want that of 2"},
		{job, s, good[1:], "31 bytes for 2 items, want 16 each"},
		{job, farm.Shard{First: 999, Items: 2}, good, "numbers 999 to 1001, want less than 1000"},
		{job, farm.Shard{First: 1, Items: 1<<64 - 1}, good, "want less than 1000"},
		{farm.NewWork(loose{w}, nil).Job, s, append(bytes.Clone(good), 7), "not in canonical form"},
	} {
		if err := c.job.Check(c.shard, c.result); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("shard %+v, result %q: %v, want %q", c.shard, c.result, err, c.want)
		}
	}
}

// loose also reads results with bytes at the end.
type loose struct{ pairs }

func (l loose) ReadResult(data []byte, p *farm.Records[pair]) error {
	return l.pairs.ReadResult(data[:16*p.Items], p)
}
