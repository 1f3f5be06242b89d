package tournament

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/farm"
	"gammonlab/farm/farmtest"
	"gammonlab/internal/must"
)

// TestPools wants the same files of tests, tournaments and matches, wherever
// games are played.
func TestPools(t *testing.T) {
	tour := func(games int) func(ctx context.Context, l *Ledger, pool farm.Pool) any {
		return func(ctx context.Context, l *Ledger, pool farm.Pool) any {
			must.OK(t, (&Tournament{Players: named.Players{good, bad, worse}, Conditions: settings.Conditions, Games: games, Pool: pool}).Run(ctx, l))
			return must.Get(l.Table())(t)
		}
	}
	for name, work := range map[string]func(ctx context.Context, l *Ledger, pool farm.Pool) any{
		"test": func(ctx context.Context, l *Ledger, pool farm.Pool) any {
			test := closeTest(2)
			test.Pool = pool
			return must.Get(test.Run(ctx, l))(t)
		},
		"tournament": tour(230),
		"tournament that grows": func(ctx context.Context, l *Ledger, pool farm.Pool) any {
			tour(34)(ctx, l, pool)
			return tour(110)(ctx, l, pool)
		},
		"match": func(ctx context.Context, l *Ledger, pool farm.Pool) any {
			m := &evalbench.Match{A: good, B: bad, Games: 40, Conditions: evalbench.Conditions{Seed: settings.Seed}, Pool: pool}
			must.OK(t, l.Match(m))
			r := must.Get(m.Run(ctx))(t)
			r.Elapsed = 0
			return r
		},
	} {
		t.Run(name, func(t *testing.T) {
			run := func(pool farm.Pool) (any, []byte) {
				path := filepath.Join(t.TempDir(), "ledger")
				l := open(t, path)
				verdict := work(t.Context(), l, pool)
				must.OK(t, l.Close())
				return verdict, must.Get(os.ReadFile(path))(t)
			}
			want, file := run(nil)
			got, other := run(farmtest.NewPool(t, evalbench.Kind()))
			if !reflect.DeepEqual(got, want) || !bytes.Equal(other, file) {
				t.Errorf("elsewhere %+v\nwant %+v; files of %d and %d bytes, equal: %t", got, want, len(other), len(file), bytes.Equal(other, file))
			}
		})
	}
}

// TestDurableLedger checks that games are on the disk when the pool removes
// them.
func TestDurableLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	l := open(t, path)
	most := 0
	pool := watchingPool{farmtest.NewPool(t, evalbench.Kind()), func() { most = len(must.Get(os.ReadFile(path))(t)) }}
	must.OK(t, (&Tournament{Players: named.Players{good, bad}, Conditions: settings.Conditions, Games: 100, Pool: pool}).Run(t.Context(), l))
	if whole := len(must.Get(os.ReadFile(path))(t)); most != whole {
		t.Errorf("%d bytes are durable, want all %d", most, whole)
	}
}

// watchingPool watches a pool make results durable.
type watchingPool struct {
	farm.Pool
	durable func()
}

func (w watchingPool) Run(ctx context.Context, job *farm.Job, next farm.Source, take func(farm.Shard, []byte) error, durable func() error) error {
	return w.Pool.Run(ctx, job, next, take, func() error {
		err := durable()
		w.durable()
		return err
	})
}
