package farm_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gammonlab/farm"
)

// squarer squares the numbers of a shard.
type squarer struct {
	open *atomic.Int64 // clones
	fail int           // the clone with this number cannot be made; 0 for none
}

func (q squarer) Clone() (farm.Doer, error) {
	if int(q.open.Add(1)) == q.fail {
		q.open.Add(-1)
		return nil, errors.New("no more")
	}
	return q, nil
}

func (q squarer) Close() error {
	q.open.Add(-1)
	return nil
}

func (q squarer) Do(_ context.Context, s farm.Shard, dst []byte) ([]byte, error) {
	for i := range s.Items {
		n := s.First + i
		dst = binary.LittleEndian.AppendUint64(dst, n*n)
	}
	return dst, nil
}

// numbers returns a source of numbers below n.
func numbers(n uint64) farm.Source {
	first := uint64(0)
	return func(items int) (farm.Shard, error) {
		if first == n {
			return farm.Shard{}, io.EOF
		}
		s := farm.Shard{First: first, Items: min(uint64(items), n-first)}
		first += s.Items
		return s, nil
	}
}

func ExampleLocal() {
	job := &farm.Job{Doer: squarer{open: new(atomic.Int64)}}
	err := farm.Local{Workers: 2}.Run(context.Background(), job, numbers(5), func(s farm.Shard, result []byte) error {
		fmt.Println(s.First, binary.LittleEndian.Uint64(result))
		return nil
	}, nil)
	fmt.Println(err)
	// Output:
	// 0 0
	// 1 1
	// 2 4
	// 3 9
	// 4 16
	// <nil>
}

func TestLocalDurable(t *testing.T) {
	q := squarer{open: new(atomic.Int64)}
	var calls []string
	failed := errors.New("the disk is full")
	err := farm.Local{Workers: 3}.Run(t.Context(), &farm.Job{Doer: q}, numbers(2), func(farm.Shard, []byte) error {
		calls = append(calls, "take")
		return nil
	}, func() error {
		calls = append(calls, "durable")
		return failed
	})
	if !errors.Is(err, failed) || !slices.Equal(calls, []string{"take", "take", "durable"}) {
		t.Errorf("%v, calls %v", err, calls)
	}
	if n := q.open.Load(); n != 0 {
		t.Errorf("%d clones are not closed", n)
	}
}

func TestLocalCannotClone(t *testing.T) {
	q := squarer{open: new(atomic.Int64), fail: 3}
	err := farm.Local{Workers: 4}.Run(t.Context(), &farm.Job{Doer: q}, numbers(2), func(farm.Shard, []byte) error { return nil }, nil)
	if err == nil || !strings.Contains(err.Error(), "no more") || q.open.Load() != 0 {
		t.Errorf("%v, %d clones are not closed", err, q.open.Load())
	}
}
