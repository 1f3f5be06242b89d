package submit

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gammonlab/farm/wire"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	offerWaits   = 3 // a shard is offered again after this multiple of AckWait
	mostAttempts = 6
	hurryLeast   = time.Second
	hurryTimes   = 4 // a shard is late after this multiple of the median time of a shard
	rescueWaits  = 4 // this process computes a shard that lacks a second worker after this multiple of AckWait
)

// publish offers the slot to workers.
func (r *run) publish(s *slot) {
	again := !s.published.IsZero()
	if !again {
		s.published = time.Now()
	}
	s.again = time.Now().Add(offerWaits * r.options.AckWait)
	for attempt := range s.attempts {
		r.send(s, attempt, again)
	}
}

// send publishes the slot's shard, for the first time or again. It does not wait.
func (r *run) send(s *slot, attempt int, again bool) {
	subject := r.addr.Shard(s.token, attempt)
	message := wire.ShardMessage(subject, s.shard)
	if err := r.client.Sign(message); err != nil {
		r.fail(err)
		return
	}
	future, err := r.client.JetStream().PublishMsgAsync(message, jetstream.WithExpectStream(r.addr.Stream(wire.StreamWork)))
	if err != nil {
		r.sent(s, err)
		return
	}
	go func() {
		var err error
		select {
		case <-future.Ok():
		case err = <-future.Err():
		case <-r.ctx.Done():
			return
		}
		err = r.client.Explain(err, subject)
		r.post(func() {
			if err == nil && again {
				r.state.Again++
			}
			r.sent(s, err)
		})
	}()
}

// sent records the server's answer to a published shard.
func (r *run) sent(s *slot, err error) {
	switch {
	case err == nil || wire.IsThere(err):
		if r.link.note == wire.ErrFull.Error() {
			r.link.note = ""
		}
	case errors.Is(err, nats.ErrMaxPayload):
		s.local = true
		r.redo(s)
	case errors.Is(err, wire.ErrRefused):
		r.fail(err)
	default:
		s.again = time.Now().Add(time.Second)
		if errors.Is(err, wire.ErrFull) {
			r.link.note = wire.ErrFull.Error()
		}
		if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
			r.link.attached = false
		}
	}
}

// offer publishes shards without a result again, because the server may have lost them. The
// server refuses shards that it still has.
func (r *run) offer(now time.Time) {
	for _, s := range r.window.slots {
		switch {
		case !s.wanted():
		case now.After(s.again) && (s.published.IsZero() || !r.options.noOffer):
			r.publish(s)
		case r.late(s, now) && !r.options.noHurry:
			s.hurried = now
			s.attempts++
			r.send(s, s.attempts-1, true)
		}
	}
}

// late reports whether the shard is late, so another worker may compute it sooner.
func (r *run) late(s *slot, now time.Time) bool {
	if r.link.emptySince.IsZero() || len(r.sizes.took) == 0 || s.attempts >= mostAttempts {
		return false
	}
	since := r.link.emptySince
	for _, t := range []time.Time{s.published, s.hurried} {
		if t.After(since) {
			since = t
		}
	}
	took := slices.Clone(r.sizes.took)
	slices.Sort(took)
	return now.Sub(since) > max(hurryTimes*took[len(took)/2], hurryLeast)
}

// assist computes shards of workers in this process if this process is idle.
func (r *run) assist(now time.Time) {
	for r.local.free() {
		s := r.rescue(now)
		if s == nil {
			return
		}
		r.redo(s)
	}
}

// rescue returns a shard for this process to compute: a shard that waits for a second
// worker or, with local workers, a shard that probably no worker is computing.
func (r *run) rescue(now time.Time) *slot {
	local := r.options.LocalWorkers > 0
	alone := !r.link.attached || r.state.Workers == 0
	var last *slot
	for _, s := range r.window.slots {
		switch {
		case !s.wanted():
		case len(s.candidates) > 0 && (s.need > r.options.Quorum || now.Sub(s.published) > rescueWaits*r.options.AckWait):
			return s
		case len(s.candidates) == 0 && local && (alone || r.late(s, now)):
			return s
		case len(s.candidates) == 0:
			last = s
		}
	}
	if local && r.link.emptySince.IsZero() {
		return last
	}
	return nil
}

// status returns the status of the job.
func (r *run) status(now time.Time) Status {
	s := Status{Workers: r.state.Workers, Cores: r.state.Cores, Rate: r.rates.perSecond(now), Note: r.link.note}
	switch {
	case s.Note != "":
	case !r.client.Conn().IsConnected():
		s.Note = "the server is away"
	case r.link.attached && s.Workers == 0 && len(r.link.unfit) > 0:
		s.Note = fmt.Sprintf("waiting for workers; of those there are %d do not fit: %s", len(r.link.unfit), r.link.unfit[0])
	case r.link.attached && s.Workers == 0:
		s.Note = "waiting for workers"
	}
	return s
}

// rates are the numbers of items taken recently.
type rates struct {
	since time.Time
	marks []mark
}

type mark struct {
	at    time.Time
	items uint64
}

const rateSpan = 30 * time.Second

func (x *rates) add(now time.Time, items uint64) {
	if x.since.IsZero() {
		x.since = now
	}
	if n := len(x.marks); n > 0 && now.Sub(x.marks[n-1].at) < time.Second {
		x.marks[n-1].items += items
		return
	}
	x.marks = append(x.marks, mark{now, items})
}

// perSecond returns the mean rate of the last half minute, in items per second.
func (x *rates) perSecond(now time.Time) float64 {
	x.marks = slices.DeleteFunc(x.marks, func(m mark) bool { return now.Sub(m.at) > rateSpan })
	var items uint64
	for _, m := range x.marks {
		items += m.items
	}
	span := min(now.Sub(x.since), rateSpan)
	if items == 0 || span < time.Second {
		return 0
	}
	return float64(items) / span.Seconds()
}
