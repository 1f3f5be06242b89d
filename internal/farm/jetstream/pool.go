package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gammonlab/internal/digest"
	"gammonlab/internal/farm"
)

// PoolOptions say how a [Pool] has its jobs done.
type PoolOptions struct {
	// LocalWorkers is the number of goroutines of this process that do shards, too.
	LocalWorkers int

	// Audit is the share of the workers' results that this process checks by doing the
	// shard itself. Each worker's first is checked if it is above 0.
	Audit float64

	// Quorum is the number of workers with different keys that must agree on a result;
	// 1 if it is 0.
	Quorum int

	// Ledger is a file of JSON lines to which it adds who did what; none if empty.
	Ledger string

	// Status, if not nil, is called every second.
	Status func(Status)

	// Shard is how long a core takes at most, about, for a shard; 15 s if it is 0. A job
	// begins with shorter ones.
	Shard time.Duration

	// AckWait is how long a worker may be silent before its shard is given to another;
	// 30 s if it is 0.
	AckWait time.Duration

	// For tests, which show that jobs do not end without them.
	noOffer, noHurry bool // do not publish a shard again that has no answer, that is late
}

// Status is how a job fares, for people.
type Status struct {
	Workers, Cores int     // those that fit
	Rate           float64 // items/s
	Note           string  // why nothing goes on; "" if it does
}

// Pool is a [farm.Pool] of the workers of a server. The process that runs a job is
// called its submitter.
//
// A result that comes from a worker is taken only if all of this holds:
//   - it is for this very shard: its subject carries the shard's digest;
//   - the worker has the job's toolkit, revision and class of kernels;
//   - Check of the job accepts it;
//   - the worker's first result was done again by the submitter with the same bytes,
//     where Audit is above 0 and Quorum is 1;
//   - as many workers of different keys as Quorum agree on it; where two disagree, the
//     submitter does the shard itself.
//
// Of the results, the share Audit is done again by the submitter, chosen at random. A
// worker whose result is wrong is refused for the rest of the job, none of its results
// that are not taken is taken, and their shards are offered again. If results of it
// that nobody has checked are in the caller's journal, Run ends with a [TaintedError],
// which says where they begin, since nothing else could keep the output right.
//
// So with Quorum 2 an output is wrong only if two keys send the same wrong bytes. With
// Quorum 1 it is wrong only if a worker's wrong results were all missed by audits:
// one that falsifies n shards is not found with chance (1-Audit)^n.
type Pool struct {
	client  *Client
	options PoolOptions
}

// Pool returns a pool of the server's workers.
func (c *Client) Pool(o PoolOptions) *Pool {
	o.Quorum = max(o.Quorum, 1)
	if o.Shard == 0 {
		o.Shard = 15 * time.Second
	}
	if o.AckWait == 0 {
		o.AckWait = 30 * time.Second
	}
	return &Pool{client: c, options: o}
}

// TaintedError is the error of a job whose journal holds results of a worker that was
// found to be wrong.
type TaintedError struct {
	Worker string // key
	First  uint64 // item from which on the journal may be wrong
	Fault  string // what was found
	Ledger string // file by which the worker stays refused, "" for none
}

func (e *TaintedError) Error() string {
	do := "revoke its key (gammonlab server key revoke), remove the journal and run the same command again"
	if e.Ledger != "" {
		do = fmt.Sprintf("remove the journal, but not %s, by which this worker stays refused, and run the same command again", e.Ledger)
	}
	return fmt.Sprintf("worker %s returned a wrong result (%s), and results of it that nobody has checked are in the journal "+
		"from item %d on: %s; with --audit 1 or --quorum 2 no result gets there unchecked", e.Worker, e.Fault, e.First, do)
}

// errCancelled is that of a job that somebody has cancelled.
var errCancelled = errors.New("the job was cancelled on the server")

// Run implements [farm.Pool]. The job stays on the server only as long as Run runs.
// If the process is killed, the workers do the shards that are there, and the same
// command finds their results.
func (p *Pool) Run(ctx context.Context, job *farm.Job, next farm.Source, take func(s farm.Shard, result []byte) error, durable func() error) error {
	if job.Describe == nil {
		return errors.New("this work cannot be done by other machines")
	}
	d, err := job.Describe()
	if err != nil {
		return err
	}
	id, err := jobID(d, p.client.key)
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

// jobID returns the number of a job, the same for equal jobs of a submitter.
func jobID(d *farm.Description, key string) (string, error) {
	sum, err := digest.JSON(struct {
		Description *farm.Description
		Owner       string
	}{d, key})
	if err != nil {
		return "", err
	}
	return sum[:16], nil
}
