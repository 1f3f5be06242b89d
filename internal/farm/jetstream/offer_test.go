package jetstream

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gammonlab/internal/must"
)

// Shards that the server forgets are offered again, in either of two ways. Without both
// the job does not end: what the test does is what they are for.
func TestForgotten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ noOffer, noHurry bool }{{false, false}, {false, true}, {true, false}, {true, true}} {
		t.Run(fmt.Sprintf("offer=%v,hurry=%v", !c.noOffer, !c.noHurry), func(t *testing.T) {
			t.Parallel()
			s := startServer(t)
			startWorker(t, join(t, s, "worker"), WorkerOptions{})
			submitter, admin := join(t, s, "submitter"), join(t, s, "admin")
			o := quick()
			o.AckWait, o.noOffer, o.noHurry = 200*time.Millisecond, c.noOffer, c.noHurry
			const items = 1500
			spec := hashSpec{Salt: "forgotten", Took: time.Millisecond}
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			stuck := errors.New("stuck")
			var last atomic.Int64 // when something was taken
			last.Store(time.Now().UnixNano())
			forgotten := false
			b := &book{t: t, onTake: func(n uint64) error {
				last.Store(time.Now().UnixNano())
				if forgotten || n < 300 {
					return nil
				}
				forgotten = true
				return admin.purge(t.Context(), StreamWork, "work.>")
			}}
			patience := 20 * time.Second
			if c.noOffer && c.noHurry {
				patience = 2 * time.Second
			}
			go func() {
				for ctx.Err() == nil {
					if time.Since(time.Unix(0, last.Load())) > patience {
						cancel(stuck)
					}
					time.Sleep(10 * time.Millisecond)
				}
			}()
			err := submitter.Pool(o).Run(ctx, hashJob(spec, nil), numbers(0, items), b.take, b.sync)
			if c.noOffer && c.noHurry {
				if err == nil || context.Cause(ctx) != stuck || !forgotten {
					t.Errorf("got %v: nothing is offered again, and the job went on", err)
				}
				return
			}
			must.OK(t, err)
			b.want(spec, items)
		})
	}
}
