// Package farm runs long work in shards: on the goroutines of this process, see [Local],
// or on the workers of a server, see package jetstream. It is independent of backgammon.
//
// A command reads its input and divides it into shards, which a [Doer] computes. The
// command receives the results in the order of the shards and writes them. Its own
// journal lets it resume after an interruption. Equal shards give equal bytes on every
// machine. The output therefore does not depend on the pool, and computing a shard twice
// does no harm.
package farm

import (
	"context"
	"encoding/json"
	"io"

	"gammonlab/internal/workers"
)

// Errors that steer a pool; see [workers.Ordered].
var (
	ErrEnough = workers.ErrEnough // of the take of [Pool]: no more results are wanted
	ErrLater  = workers.ErrLater  // of a [Source]: call again after the next take
)

// Shard is a number of consecutive items of the work, such as rows to label or games
// to play.
type Shard struct {
	First, Items uint64
	Payload      []byte // what a Doer needs besides the job's description
}

// Source returns the next shard with about the given number of items: at least one, and
// at most the next multiple of the items that belong together. It returns [io.EOF] after
// the last shard, and [ErrLater] if the next one depends on results that are not taken.
type Source func(items int) (Shard, error)

// Doer computes the shards of a job. It serves one goroutine. If it is also an
// [io.Closer], the code that cloned it closes it.
type Doer interface {
	Clone() (Doer, error)

	// Do appends the result of the shard to dst. Equal shards give equal bytes.
	Do(ctx context.Context, s Shard, dst []byte) ([]byte, error)
}

// Job is the work that a [Pool] runs.
type Job struct {
	// Doer does shards in this process. A pool clones it for each goroutine.
	Doer Doer

	// Check reports why bytes from another machine cannot be the result of the shard.
	// It serves any number of goroutines.
	Check func(s Shard, result []byte) error

	// Describe returns what other machines need to do shards, or an error if they
	// cannot, for example because an evaluator is not a net. A pool of this process
	// does not call it.
	Describe func() (*Description, error)

	// Items returns the approximate number of items of all shards of the run, 0 while it
	// is unknown. Items is nil if the number is never known. With AtMost the work may end
	// with fewer. The number is only for display. The goroutine of take calls Items.
	Items  func() uint64
	AtMost bool

	// Ahead is the maximal number of items for each goroutine that are distributed and
	// not taken, for work with expensive items; 0 for the bound of the pool.
	Ahead int
}

// Description contains everything, except the shards, that the results of a job depend
// on. Equal descriptions give equal results.
type Description struct {
	Kind  string          `json:"kind"`  // the name and version of the [Kind] that reads Spec, such as "label/1"
	Spec  json.RawMessage `json:"spec"`  // settings, with the files by their digests
	Class string          `json:"class"` // of kernels, see package kernel
	Files []File          `json:"files"`
}

// File is a file that other machines need, such as a model.
type File struct {
	SHA256 string `json:"sha256"`
	Name   string `json:"name"` // for people
	Size   int64  `json:"size"` // bytes

	// Open opens the content on the machine that submits the job.
	Open func() (io.ReadCloser, error) `json:"-"`
}

// Files returns the path of a file of a job, given its digest, on the machine that
// computes the shards.
type Files func(ctx context.Context, sha256 string) (path string, err error)

// Kind creates doers of jobs from their descriptions. Callers clone the Doer that Open
// returns; it computes no shards itself.
type Kind struct {
	Name string // as in [Description]
	Open func(ctx context.Context, spec json.RawMessage, files Files) (Doer, error)
}

// Pool runs jobs.
type Pool interface {
	// Run computes the shards of next and passes each result to take, in the order of
	// next. It returns when all results are taken, at the first error of next or take, or
	// when ctx ends. When take returns, the caller's journal contains the result; durable,
	// if not nil, writes all taken results to the disk, for the last time before Run returns.
	//
	// One goroutine at a time calls each of next, take and durable. take and durable never
	// run at the same time; next may run while they do.
	Run(ctx context.Context, job *Job, next Source, take func(s Shard, result []byte) error, durable func() error) error
}
