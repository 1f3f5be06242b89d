package submit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gammonlab/farm"
	"gammonlab/farm/wire"
)

// Options are the settings of a [Pool].
type Options struct {
	// LocalWorkers is the number of goroutines of this process that also compute shards.
	LocalWorkers int

	// Audit is the share of the workers' results that this process checks by computing the
	// shard again. If Audit is above 0, it also checks the first result of each worker.
	Audit float64

	// Quorum is the number of workers with different keys that must agree on a result; 0
	// means 1.
	Quorum int

	// Ledger is a file of JSON lines that records which worker computed what; "" for none.
	Ledger string

	// Status, if not nil, is called every second.
	Status func(Status)

	// Shard is the approximate maximal time of one core for a shard; 0 means 15 s. A job
	// begins with shorter shards.
	Shard time.Duration

	// AckWait is the time without a message from a worker after which the server gives the
	// worker's shard to another worker; 0 means 30 s.
	AckWait time.Duration

	// For tests, which show that jobs do not end without these repetitions.
	noOffer, noHurry bool // do not publish a shard again if it has no answer; if it is late
}

// Status is the status of a job, for display.
type Status struct {
	Workers, Cores int     // numbers of workers that fit, and of their cores
	Rate           float64 // items/s
	Note           string  // why the job waits; "" if the job does not wait
}

// Pool is a [farm.Pool] of the workers of a server. The process that runs a job is
// called its submitter.
//
// The submitter takes a worker's result only if all conditions hold:
//   - the result is for this shard: its subject contains the shard's digest;
//   - the worker has the job's toolkit, revision and class of kernels;
//   - Check of the job accepts the result;
//   - if Audit is above 0 and Quorum is 1, the submitter computed the worker's first
//     result again and got the same bytes;
//   - Quorum workers with different keys agree on the result; if two workers disagree,
//     the submitter computes the shard itself.
//
// The submitter computes a random share of the results again, the share Audit. If a
// worker's result is wrong, the submitter refuses the worker for the rest of the job: it
// drops the worker's results that are not taken yet, and offers their shards again. If
// workers agreed on a wrong result, it refuses all of them. If the caller's journal contains
// results for which only refused workers vouch, Run ends with a [TaintedError], because the
// output may be wrong from the first such item on. The error contains this item.
//
// So with Quorum 2 an output is wrong only if two keys send the same wrong bytes, and no
// audit finds it. With
// Quorum 1 it is wrong only if the audits miss all wrong results of a worker: they miss a
// worker that falsifies n shards with probability (1-Audit)^n.
type Pool struct {
	client  *wire.Client
	options Options
}

// New returns a pool of the server's workers.
func New(c *wire.Client, o Options) *Pool {
	o.Quorum = max(o.Quorum, 1)
	if o.Shard == 0 {
		o.Shard = 15 * time.Second
	}
	if o.AckWait == 0 {
		o.AckWait = 30 * time.Second
	}
	return &Pool{client: c, options: o}
}

// TaintedError is the error of a job whose journal contains results that this process did
// not compute, and for which only refused workers vouch.
type TaintedError struct {
	Worker string // the last of them that returned a wrong result, as KEY/MACHINE
	First  uint64 // item from which on the journal may be wrong
	Fault  string // fault of the wrong result
	Ledger string // file that records the refusal for later runs; "" for none
}

// Error implements error; it says what to do.
func (e *TaintedError) Error() string {
	do := "revoke its key (gammonlab server key revoke), remove the journal and run the same command again"
	if e.Ledger != "" {
		do = fmt.Sprintf("remove the journal, keep %s, which keeps refused workers refused, and run the same command again", e.Ledger)
	}
	return fmt.Sprintf("worker %s returned a wrong result (%s), and from item %d on the journal contains unchecked results that only "+
		"refused workers computed: %s; with --audit 1 all results are checked", e.Worker, e.Fault, e.First, do)
}

// errCancelled is the error of a cancelled job.
var errCancelled = errors.New("the job was cancelled on the server")

// Run implements [farm.Pool]. When it ends, it removes the job from the server. If the
// process is killed, workers still compute the shards on the server; the same command finds
// their results when it runs again.
func (p *Pool) Run(ctx context.Context, job *farm.Job, next farm.Source, take func(s farm.Shard, result []byte) error, durable func() error) error {
	if job.Describe == nil {
		return errors.New("other machines cannot do this work")
	}
	d, err := job.Describe()
	if err != nil {
		return err
	}
	id, err := wire.JobID(d, p.client.Key())
	if err != nil {
		return err
	}
	r, err := newRun(ctx, p, job, d, id)
	if err != nil {
		return err
	}
	r.next, r.take, r.durable = next, take, durable
	return r.run()
}
