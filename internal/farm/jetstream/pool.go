package jetstream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gammonlab/internal/digest"
	"gammonlab/internal/farm"
)

// PoolOptions are the settings of a [Pool].
type PoolOptions struct {
	// LocalWorkers is the number of goroutines of this process that also compute shards.
	LocalWorkers int

	// Audit is the share of the workers' results that this process checks by computing the
	// shard again. If it is above 0, the first result of each worker is also checked.
	Audit float64

	// Quorum is the number of workers with different keys that must agree on a result; 0
	// stands for 1.
	Quorum int

	// Ledger is a file of JSON lines that records which worker computed what; "" for none.
	Ledger string

	// Status, if not nil, is called every second.
	Status func(Status)

	// Shard is the approximate maximal time of one core for a shard; 0 stands for 15 s. A
	// job begins with shorter ones.
	Shard time.Duration

	// AckWait is the time without a message from a worker after which another worker gets
	// its shard; 0 stands for 30 s.
	AckWait time.Duration

	// For tests, which show that jobs do not end without them.
	noOffer, noHurry bool // do not publish a shard again that has no answer, that is late
}

// Status is the status of a job, for display.
type Status struct {
	Workers, Cores int     // those that fit
	Rate           float64 // items/s
	Note           string  // why the job waits; "" if it does not
}

// Pool is a [farm.Pool] of the workers of a server. The process that runs a job is
// called its submitter.
//
// A result that comes from a worker is taken only if all of this holds:
//   - it is for this very shard: its subject carries the shard's digest;
//   - the worker has the job's toolkit, revision and class of kernels;
//   - Check of the job accepts it;
//   - if Audit is above 0 and Quorum is 1, the submitter computed the worker's first
//     result again and got the same bytes;
//   - Quorum workers with different keys agree on it; if two disagree, the submitter
//     computes the shard itself.
//
// The submitter computes a random share of the results again, the share Audit. A worker
// whose result is wrong is refused for the rest of the job: its results that are not taken
// are dropped, and their shards are offered again. If the caller's journal contains
// unchecked results of this worker, Run ends with a [TaintedError], which contains the
// first affected item, because the output may be wrong from there on.
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

// TaintedError is the error of a job whose journal contains unchecked results of a worker
// that returned a wrong result.
type TaintedError struct {
	Worker string // key
	First  uint64 // item from which on the journal may be wrong
	Fault  string // of the wrong result
	Ledger string // file that keeps the worker refused, "" for none
}

func (e *TaintedError) Error() string {
	do := "revoke its key (gammonlab server key revoke), remove the journal and run the same command again"
	if e.Ledger != "" {
		do = fmt.Sprintf("remove the journal, keep %s, which keeps this worker refused, and run the same command again", e.Ledger)
	}
	return fmt.Sprintf("worker %s returned a wrong result (%s), and the journal contains unchecked results of this worker "+
		"from item %d on: %s; with --audit 1 or --quorum 2 the journal contains only checked results", e.Worker, e.Fault, e.First, do)
}

// errCancelled is the error of a cancelled job.
var errCancelled = errors.New("the job was cancelled on the server")

// Run implements [farm.Pool]. It removes the job from the server when it ends. If the
// process is killed, workers compute the shards on the server, and the same command finds
// their results when it runs again.
func (p *Pool) Run(ctx context.Context, job *farm.Job, next farm.Source, take func(s farm.Shard, result []byte) error, durable func() error) error {
	if job.Describe == nil {
		return errors.New("other machines cannot do this work")
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
