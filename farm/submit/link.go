package submit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/internal/digest"
	"gammonlab/internal/version"
)

// link is the run's view of its job on the server.
type link struct {
	attached bool      // the server has what the job needs
	known    bool      // the job was on the server
	lost     bool      // another process runs the job now
	retry    time.Time // when to try to attach again
	session  string
	earlier  []string // sessions that ran the job before this session
	since    time.Time
	canary   *wire.Canary
	reader   jetstream.MessagesContext
	note     string // why the job is not attached, or why it waits

	work       jetstream.Consumer
	surveying  bool
	emptySince time.Time // zero while shards wait for workers
	unfit      []string  // why workers do not work on the job
	damaged    bool      // a worker could not read a file of the job
	mending    bool      // the files are being uploaded again
	mended     time.Time // when that was last begun
}

func newCanary(s farm.Shard, result []byte) *wire.Canary {
	return &wire.Canary{Shard: s, Result: digest.Bytes(result)}
}

func (l *link) close() {
	if l.reader != nil {
		l.reader.Stop()
		l.reader = nil
	}
}

// begin checks whether the server still has the job of a killed submitter. If so, it
// divides the work into the same shards as that submitter, so that waiting results fit.
func (r *run) begin() {
	r.link.session, r.link.since = rand.Text(), time.Now().UTC()
	var earlier wire.Job
	var canary wire.Canary
	if ok, err := r.client.Read(r.ctx, r.addr.Subject(wire.TokenJob), &earlier); !ok || err != nil {
		return // if the server is unreachable, keepAttached tries again
	}
	if ok, err := r.client.Read(r.ctx, r.addr.Subject(wire.TokenCanary), &canary); !ok || err != nil {
		return
	}
	r.link.canary, r.link.since = &canary, earlier.Since
	r.link.takeOver(&earlier)
	r.sizes.known, r.sizes.items, r.sizes.since = true, r.sizes.fit(earlier.Items), earlier.Since
}

// keepAttached attaches the job to the server if the job is not attached.
func (r *run) keepAttached(now time.Time) {
	if r.link.attached || r.link.canary == nil || now.Before(r.link.retry) || r.link.lost {
		return
	}
	err := r.attach()
	switch {
	case err == nil:
		r.link.attached, r.link.known, r.link.note = true, true, ""
		r.lastRun[dueRenewal] = now.Add(time.Second - renewEvery) // the workers are known then
		for _, s := range r.window.slots {
			s.again = time.Time{} // the server may have lost the shard
		}
	case errors.Is(err, wire.ErrRefused):
		r.fail(err)
	case errors.Is(err, wire.ErrFull) && !r.link.known: // a running job waits for room
		r.fail(err)
	default:
		r.link.note = "the server is away"
		if r.client.Conn().IsConnected() {
			r.link.note = err.Error()
		}
		r.link.retry = now.Add(time.Second)
	}
}

// attach creates on the server everything that the job needs and the server lacks.
func (r *run) attach() error {
	if !r.client.Conn().IsConnected() {
		return errors.New("there is no connection")
	}
	if err := r.client.MakeStreams(r.ctx); err != nil {
		return err
	}
	if err := r.keepFiles(false); err != nil {
		return err
	}
	var there wire.Job
	if ok, err := r.client.Read(r.ctx, r.addr.Subject(wire.TokenJob), &there); err != nil && !errors.Is(err, wire.ErrUnreadable) {
		return err
	} else if ok && r.link.lostTo(&there) {
		r.lose(&there)
		return nil
	} else if ok { // another process must read the new job, if it still runs, before its consumer is removed
		r.link.takeOver(&there)
		if err := r.client.Write(r.ctx, r.addr.Subject(wire.TokenJob), r.onServer()); err != nil {
			return err
		}
	}
	if err := r.makeConsumers(); err != nil {
		return err
	}
	if err := r.client.Write(r.ctx, r.addr.Subject(wire.TokenCanary), r.link.canary); err != nil {
		return err
	}
	if err := r.client.Write(r.ctx, r.addr.Subject(wire.TokenJob), r.onServer()); err != nil {
		return err
	}
	return r.client.Poke(r.addr)
}

// lostTo reports whether the process that wrote the job has taken it over from this one.
// The job on the server may also be of an older session, if the server lost the last update.
func (l *link) lostTo(there *wire.Job) bool { return slices.Contains(there.Earlier, l.session) }

const earlierKept = 64

// takeOver records that this process takes the job over from the process that wrote it.
func (l *link) takeOver(there *wire.Job) {
	for _, session := range append(slices.Clone(there.Earlier), there.Session) {
		if session != l.session && !slices.Contains(l.earlier, session) {
			l.earlier = append(l.earlier, session)
		}
	}
	l.earlier = l.earlier[max(0, len(l.earlier)-earlierKept):]
}

// lose ends the run because another process runs the job.
func (r *run) lose(other *wire.Job) {
	r.link.lost = true
	r.fail(fmt.Errorf("the same job was submitted by another process on %s", other.Host))
}

// makeConsumers creates the consumer of shards if the server lacks it, and always a new
// consumer of results: results that another process has not acknowledged then arrive at
// once.
func (r *run) makeConsumers() error {
	r.link.close()
	ctx, cancel := context.WithTimeout(r.ctx, 2*wire.CallTimeout)
	defer cancel()
	config := jetstream.ConsumerConfig{Durable: r.addr.ID, FilterSubject: r.addr.Shards(), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: r.options.AckWait, MaxDeliver: -1, MaxAckPending: wire.Pending, MaxWaiting: wire.Pending, InactiveThreshold: wire.JobAge}
	var err error
	if r.link.work, err = r.client.JetStream().CreateOrUpdateConsumer(ctx, r.addr.Stream(wire.StreamWork), config); err != nil {
		return r.client.Explain(err, "$JS.API.CONSUMER.CREATE."+r.addr.Stream(wire.StreamWork)+"."+r.addr.ID+"."+config.FilterSubject)
	}
	if err := r.client.DropConsumer(ctx, r.addr.Stream(wire.StreamResults), r.addr.ID); err != nil {
		return err
	}
	// A result stays unacknowledged until all shards before it are taken.
	config.FilterSubject, config.AckWait = r.addr.Results(), wire.JobAge
	results, err := r.client.JetStream().CreateOrUpdateConsumer(ctx, r.addr.Stream(wire.StreamResults), config)
	if err != nil {
		return r.client.Explain(err, "$JS.API.CONSUMER.CREATE."+r.addr.Stream(wire.StreamResults)+"."+r.addr.ID+"."+config.FilterSubject)
	}
	reader, err := results.Messages(jetstream.PullMaxMessages(64))
	if err != nil {
		return err
	}
	r.link.reader = reader
	go r.readResults(reader)
	return nil
}

// readResults posts results to the run until the consumer is removed.
func (r *run) readResults(reader jetstream.MessagesContext) {
	for {
		m, err := reader.Next()
		if err != nil {
			r.post(func() {
				if r.link.reader == reader {
					r.link.attached = false
				}
			})
			return
		}
		r.post(func() { r.receive(m) })
	}
}

// onServer returns the job as stored on the server.
func (r *run) onServer() *wire.Job {
	host, _ := os.Hostname()
	j := &wire.Job{Owner: r.addr.Owner, ID: r.addr.ID, Description: *r.desc, Protocol: wire.Protocol, Toolkit: version.Toolkit, Revision: version.Build(),
		Canary: r.link.canary.Result, Items: r.sizes.want(), AckWait: r.options.AckWait, Quorum: r.options.Quorum,
		Session: r.link.session, Earlier: r.link.earlier, Host: host, Since: r.link.since}
	j.Refused = r.trust.list()
	return j
}

// renew publishes the progress of the job, and checks that the server still has the job.
func (r *run) renew() {
	job, progress := r.onServer(), r.state
	if r.job.Items != nil {
		progress.Of, progress.AtMost = r.job.Items(), r.job.AtMost
	}
	progress.InFlight, progress.Seen, progress.Note, progress.Rate =
		len(r.window.slots), time.Now().UTC(), r.status(time.Now()).Note, r.rates.perSecond(time.Now())
	go func() {
		var there wire.Job
		ok, err := r.client.Read(r.ctx, r.addr.Subject(wire.TokenJob), &there)
		switch {
		case err != nil && !errors.Is(err, wire.ErrUnreadable):
			return
		case !ok:
			r.post(func() { r.link.attached = false })
			return
		case there.Session != job.Session:
			r.post(func() {
				if r.link.attached = false; r.link.lostTo(&there) {
					r.lose(&there)
				}
			})
			return
		}
		if there.Items != job.Items || !slices.Equal(there.Refused, job.Refused) {
			if r.client.Write(r.ctx, r.addr.Subject(wire.TokenJob), job) == nil {
				_ = r.client.Poke(r.addr)
			}
		}
		_ = r.client.Write(r.ctx, r.addr.Subject(wire.TokenProgress), progress)
	}()
}
