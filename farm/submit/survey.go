package submit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm/wire"
	"gammonlab/internal/version"
)

// survey reads from the server the workers, the waiting shards, and the used space.
func (r *run) survey() {
	if r.link.surveying {
		return
	}
	r.link.surveying = true
	consumer := r.link.work
	go func() {
		all, err := r.client.Workers(r.ctx)
		ctx, cancel := context.WithTimeout(r.ctx, wire.CallTimeout)
		defer cancel()
		info, infoErr := consumer.Info(ctx)
		full := false
		if results, err := r.client.JetStream().Stream(ctx, r.addr.Stream(wire.StreamResults)); err == nil {
			most, now := results.CachedInfo().Config.MaxBytes, results.CachedInfo().State.Bytes
			full = most > 0 && now > uint64(most)/4*3
		}
		r.post(func() {
			r.link.surveying = false
			if err == nil {
				r.count(all)
			}
			if full {
				r.release()
				r.sweep()
			}
			r.seeQueue(info, infoErr)
		})
	}()
}

// seeQueue records whether shards wait for workers.
func (r *run) seeQueue(info *jetstream.ConsumerInfo, err error) {
	switch {
	case errors.Is(err, jetstream.ErrConsumerNotFound), errors.Is(err, jetstream.ErrStreamNotFound):
		r.link.attached = false
	case err != nil || info.NumPending > 0:
		r.link.emptySince = time.Time{}
	case r.link.emptySince.IsZero():
		r.link.emptySince = time.Now()
	}
}

// release acknowledges results that are not taken yet, because results of earlier shards
// are missing. Otherwise a full server would have no room for the missing results. If this
// process is killed now, workers compute the released shards again.
func (r *run) release() {
	r.window.clear()
	for _, s := range r.window.slots {
		for _, c := range s.candidates {
			c.ack()
		}
	}
}

// count counts the workers that fit the job.
func (r *run) count(all []wire.Worker) {
	r.state.Workers, r.state.Cores, r.link.unfit = 0, 0, nil
	for _, w := range all {
		why, unfit := w.Unfit[r.addr.ID]
		switch {
		case unfit:
			r.link.unfit = append(r.link.unfit, why)
			r.link.damaged = r.link.damaged || strings.Contains(why, wire.ErrFile.Error())
		case w.Toolkit != version.Toolkit || w.Revision != version.Build():
			r.link.unfit = append(r.link.unfit, fmt.Sprintf("they run another version: toolkit %s, revision %s", w.Toolkit, w.Revision))
		case !slices.Contains(w.Kinds, r.desc.Kind):
			r.link.unfit = append(r.link.unfit, "they do not do jobs of "+strings.SplitN(r.desc.Kind, "/", 2)[0])
		case !r.trust.refuses(wire.Identity(w.Key, w.Name)):
			r.state.Workers++
			r.state.Cores += w.Cores
		}
	}
}
