package submit

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/pooltest"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// Shards that the server has lost are offered again, in either of two ways.
// Without both ways the job does not end, so the test depends on them.
func TestForgotten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ noOffer, noHurry bool }{{false, false}, {false, true}, {true, false}, {true, true}} {
		t.Run(fmt.Sprintf("offer=%v,hurry=%v", !c.noOffer, !c.noHurry), func(t *testing.T) {
			t.Parallel()
			s := pooltest.StartNATS(t)
			purged, held := make(chan struct{}), atomic.Bool{}
			hold := func(s farm.Shard, result []byte) ([]byte, error) {
				if s.First >= 300 {
					held.Store(true)
					<-purged
				}
				return result, nil
			}
			const cores = 2
			pooltest.StartWorker(t, pooltest.Join(t, s, "worker"), worker.Options{Kinds: []farm.Kind{pooltest.Kind(hold, nil)}, Cores: cores})
			submitter, admin := pooltest.Join(t, s, "submitter"), pooltest.Join(t, s, "admin")
			o := quick()
			o.AckWait, o.noOffer, o.noHurry = 200*time.Millisecond, c.noOffer, c.noHurry
			const items = 1500
			spec := pooltest.Spec{Salt: "forgotten", Took: time.Millisecond}
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			var taken atomic.Uint64
			b := &pooltest.Book{T: t, OnTake: func(n uint64) error { taken.Store(n); return nil }}
			ended := make(chan error, 1)
			go func() {
				ended <- New(submitter, o).Run(ctx, pooltest.Job(spec, nil), pooltest.Numbers(0, items), b.Take, b.Sync)
			}()
			pooltest.Wait(t, "more shards than the worker has in hand", func() bool {
				waiting, err := admin.Subjects(ctx, "work.submitter.>")
				return err == nil && held.Load() && len(waiting) > 2*cores
			})
			must.OK(t, admin.Purge(ctx, "work.submitter.>"))
			close(purged)
			if !c.noOffer || !c.noHurry {
				must.OK(t, <-ended)
				b.Want(spec, items)
				return
			}
			stuck := errors.New("stuck")
			pooltest.Wait(t, "the end of what the worker has in hand", func() bool {
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
