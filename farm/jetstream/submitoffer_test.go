package jetstream

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/farm"
	"gammonlab/internal/must"
)

// Shards that the server has lost are offered again, in either of two ways.
// Without both ways the job does not end, so the test depends on them.
func TestForgotten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ noOffer, noHurry bool }{{false, false}, {false, true}, {true, false}, {true, true}} {
		t.Run(fmt.Sprintf("offer=%v,hurry=%v", !c.noOffer, !c.noHurry), func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			purged, held := make(chan struct{}), atomic.Bool{}
			hold := func(s farm.Shard, result []byte) ([]byte, error) {
				if s.First >= 300 {
					held.Store(true)
					<-purged
				}
				return result, nil
			}
			const cores = 2
			startWorker(t, join(t, s, "worker"), WorkerOptions{Kinds: []farm.Kind{hashKind(hold, nil)}, Cores: cores})
			submitter, admin := join(t, s, "submitter"), join(t, s, "admin")
			o := quick()
			o.AckWait, o.noOffer, o.noHurry = 200*time.Millisecond, c.noOffer, c.noHurry
			const items = 1500
			spec := hashSpec{Salt: "forgotten", Took: time.Millisecond}
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			var taken atomic.Uint64
			b := &book{t: t, onTake: func(n uint64) error { taken.Store(n); return nil }}
			ended := make(chan error, 1)
			go func() { ended <- submitter.Pool(o).Run(ctx, hashJob(spec, nil), numbers(0, items), b.take, b.sync) }()
			wait(t, "more shards than the worker has in hand", func() bool {
				waiting, err := admin.Subjects(ctx, "work.submitter.>")
				return err == nil && held.Load() && len(waiting) > 2*cores
			})
			must.OK(t, admin.Purge(ctx, "work.submitter.>"))
			close(purged)
			if !c.noOffer || !c.noHurry {
				must.OK(t, <-ended)
				b.want(spec, items)
				return
			}
			stuck := errors.New("stuck")
			wait(t, "the end of what the worker has in hand", func() bool {
				before := taken.Load()
				time.Sleep(2 * time.Second)
				return taken.Load() == before
			})
			cancel(stuck)
			if err := <-ended; !errors.Is(err, stuck) {
				t.Errorf("got %v: nothing is offered again, and the job went on", err)
			}
		})
	}
}
