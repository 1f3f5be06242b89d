package submit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/internal/workers"
)

const (
	tick          = 100 * time.Millisecond
	commitEvery   = 500 * time.Millisecond
	commitBytes   = 1 << 20
	surveyEvery   = 3 * time.Second // of the workers and the queue; longer with many workers
	surveyWorker  = 10 * time.Millisecond
	renewEvery    = 5 * time.Second // of the job on the server
	filesEvery    = time.Hour       // of the check whether the server has the files
	sweepWaits    = 2               // results of jobs that do not exist are removed after this multiple of AckWait
	mendEvery     = 5 * time.Minute // between two uploads on a worker's report
	drawsAtOnce   = 256             // shards between which messages are read
	windowLeast   = 64              // shards
	windowPerCore = 2               // shards
)

// Periodic actions.
const (
	dueSurvey = iota
	dueRenewal
	dueFiles
	dueSweep
	dueStatus
)

// run is a job while its submitter runs it. Only the goroutine of loop uses its fields;
// other goroutines post functions, which the goroutine of loop calls.
type run struct {
	ctx     context.Context // ends with the run
	stop    context.CancelCauseFunc
	outer   context.Context // the caller's
	client  *wire.Client
	options Options
	job     *farm.Job
	desc    *farm.Description
	addr    wire.Address
	next    farm.Source
	take    func(farm.Shard, []byte) error
	durable func() error

	posts  chan func()
	local  *localCores
	ledger *ledger
	link   link
	window window
	trust  trust
	sizes  sizes
	state  wire.Progress
	rates  rates

	more, later bool  // the source has more shards; the source waits for a take
	enough      bool  // take wants no more results
	settling    int   // number of taken shards that this process computes again
	failure     error // ends the run at once

	unsure   []*candidate // taken results that are not yet on the disk
	unsureN  int          // size of the results of unsure in bytes
	lastSync time.Time
	lastRun  [dueStatus + 1]time.Time
}

func newRun(outer context.Context, p *Pool, job *farm.Job, d *farm.Description, id string) (*run, error) {
	r := &run{outer: outer, client: p.client, options: p.options, job: job, desc: d, addr: wire.Address{Owner: p.client.Key(), ID: id},
		posts: make(chan func(), 256), more: true, lastSync: time.Now()}
	r.ctx, r.stop = context.WithCancelCause(context.WithoutCancel(outer))
	r.sizes = sizes{aim: p.options.Shard, since: time.Now(), ahead: job.Ahead}
	r.window = window{waiting: map[string][]*slot{}, orphans: map[string][]*candidate{}, done: map[string]*taken{}}
	r.trust = newTrust()
	var err error
	if r.ledger, err = openLedger(p.options.Ledger, id); err != nil {
		r.stop(err)
		return nil, err
	}
	for _, e := range r.ledger.refused {
		for _, who := range e.Workers {
			r.trust.refuse(who, e.Reason, e.Wrong)
		}
	}
	if r.local, err = openLocalCores(r.ctx, job.Doer, p.options.LocalWorkers, r.post); err != nil {
		r.stop(err)
		return nil, errors.Join(err, r.ledger.close())
	}
	return r, nil
}

// post queues f; the goroutine of loop calls it.
func (r *run) post(f func()) {
	select {
	case r.posts <- f:
	case <-r.ctx.Done():
	}
}

// fail ends the run with the error, unless an earlier error ends it.
func (r *run) fail(err error) {
	if r.failure == nil {
		r.failure = err
	}
}

// run runs the job to its end and cleans up.
func (r *run) run() error {
	status := r.client.Conn().StatusChanged(nats.CONNECTED)
	defer r.client.Conn().RemoveStatusListener(status)
	orders, err := r.client.Conn().Subscribe(r.addr.Subject(wire.TokenOrder), func(m *nats.Msg) {
		switch string(m.Data) {
		case wire.OrderCancel:
			r.post(func() { r.fail(errCancelled) })
		case wire.OrderLook:
			_ = r.client.Poke(r.addr) // workers look again by themselves, only later
		}
	})
	if err == nil {
		err = r.loop(status)
		err = errors.Join(err, orders.Unsubscribe())
	}
	if errors.Is(err, farm.ErrEnough) {
		err = nil
	}
	err = errors.Join(err, r.commit())
	r.stop(errors.New("the run is over"))
	r.leave()
	return errors.Join(err, r.local.close(), r.ledger.close())
}

// loop runs the job until all results are taken.
func (r *run) loop(connected <-chan nats.Status) error {
	r.begin()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	ready := make(chan struct{})
	close(ready)
	for {
		more, err := r.advance()
		if err != nil || r.over() {
			return err
		}
		var again chan struct{}
		if more {
			again = ready
		}
		select {
		case <-again:
		case f := <-r.posts:
			f()
		case <-connected:
			r.link.attached = false
			r.link.retry = time.Time{}
		case <-ticker.C:
			r.periodic(time.Now())
		case <-r.client.Closed():
			r.fail(r.client.ClosedBy())
		case <-r.outer.Done():
		}
	}
}

// over reports whether the results of all shards are taken, and none is in doubt.
func (r *run) over() bool {
	return r.settling == 0 && (r.enough || !r.more && len(r.window.slots) == 0)
}

// advance takes the results of settled shards and distributes the next shards. It reports
// whether it could distribute more: a large window must not keep the run from its messages.
func (r *run) advance() (more bool, err error) {
	for draws := 0; ; {
		switch {
		case r.failure != nil:
			return false, r.failure
		case r.outer.Err() != nil:
			return false, workers.Interrupted(r.outer)
		case draws == drawsAtOnce:
			return true, nil
		}
		taken, err := r.takeNext()
		if err != nil {
			return false, err
		}
		if taken {
			r.later = false
			continue
		}
		if drawn := r.fill(); !drawn {
			r.assist(time.Now())
			return false, r.failure
		}
		draws++
	}
}

// takeNext takes the result of the first shard, if this shard is settled.
func (r *run) takeNext() (bool, error) {
	if len(r.window.slots) == 0 {
		return false, nil
	}
	s := r.window.slots[0]
	result, by, ok := r.settled(s)
	switch {
	case s.err != nil:
		return false, s.err
	case !ok:
		return false, nil
	}
	if err := r.take(s.shard, result); err != nil {
		r.enough = errors.Is(err, farm.ErrEnough)
		return false, err
	}
	workers := vouchers(s, by)
	if len(workers) > 0 {
		r.trust.note(workers, s.shard.First)
	}
	r.window.pop(result, workers)
	r.unsure = append(r.unsure, s.candidates...)
	r.unsureN += len(result)
	r.ledger.took(s, by)
	r.state.Shards++
	r.state.Items += s.shard.Items
	r.rates.add(time.Now(), s.shard.Items)
	if r.unsureN >= commitBytes {
		return true, r.commit()
	}
	return true, nil
}

// commit writes the taken results to the disk and then acknowledges them; see release. The
// ledger is first: later runs must know who vouches for what the journal contains. If take
// returned an error, the last taken result is not in unsure.
func (r *run) commit() error {
	r.lastSync = time.Now()
	if err := r.ledger.flush(); err != nil {
		return err
	}
	if r.durable != nil {
		if err := r.durable(); err != nil {
			return fmt.Errorf("journal: %w", err)
		}
	}
	for _, c := range r.unsure {
		c.ack()
	}
	r.unsure, r.unsureN = nil, 0
	return nil
}
