package submit

import (
	"context"
	"time"

	"gammonlab/farm/wire"
)

// periodic runs the actions that are due.
func (r *run) periodic(now time.Time) {
	due := func(i int, every time.Duration) bool {
		if now.Sub(r.lastRun[i]) < every {
			return false
		}
		r.lastRun[i] = now
		return true
	}
	if now.Sub(r.lastSync) >= commitEvery {
		save := r.ledger.flush
		if len(r.unsure) > 0 {
			save = r.commit
		}
		if err := save(); err != nil {
			r.fail(err)
		}
	}
	r.keepAttached(now)
	if r.link.attached {
		r.offer(now)
		if due(dueSurvey, min(surveyEvery+time.Duration(r.state.Workers)*surveyWorker, r.options.AckWait)) {
			r.survey()
		}
		if due(dueRenewal, renewEvery) {
			r.renew()
		}
		r.mendFiles(now)
		if due(dueSweep, sweepWaits*r.options.AckWait) {
			r.sweep()
		}
		if due(dueFiles, filesEvery) {
			go func() { _ = r.keepFiles(false) }() // after an error, a worker reports what it lacks
		}
	}
	if r.options.Status != nil && due(dueStatus, time.Second) {
		r.options.Status(r.status(now))
	}
}

// sweep removes results of the submitter's jobs that do not exist: anyone who has a worker's
// key can send them, and they would fill the server's store.
func (r *run) sweep() {
	go func() { _ = r.client.Sweep(r.ctx, r.addr.Owner) }() // after an error the next one follows
}

// leave removes the job from the server.
func (r *run) leave() {
	r.link.close()
	if r.link.lost || !r.link.known || !r.client.Conn().IsConnected() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.outer), wire.CallTimeout)
	defer cancel()
	// On an error, the server removes the job after JobAge; workers take no shards
	// without a job.
	_ = r.client.Forget(ctx, r.addr)
}
