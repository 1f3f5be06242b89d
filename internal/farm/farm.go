// Package farm has long work done in shards: by the goroutines of this process, see
// [Local], or by the workers of a server, see package jetstream. It knows nothing of
// backgammon.
//
// A command reads its input and cuts it into shards, which a [Doer] does. The
// results come back in the order of the shards, and the command writes them, with
// a journal of its own that makes it resume where it was interrupted. Equal shards
// give equal bytes wherever they are done, so that the output does not depend on
// the pool, and a shard that is done twice does no harm.
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

// Source returns the next shard, of about so many items: at least one, and at most
// the next multiple of the items that belong together. It returns [io.EOF] after the
// last shard and [ErrLater] if the next one depends on results that are not taken.
type Source func(items int) (Shard, error)

// Doer does the shards of a job. It serves one goroutine. A Doer that is an
// [io.Closer], too, is closed by whoever has cloned it.
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

	// Items returns how many items all shards of the run have, about, 0 while that is
	// not known; nil if it never is. With AtMost the work may end with fewer. It is only
	// shown to people. The goroutine of take calls it.
	Items  func() uint64
	AtMost bool

	// Ahead bounds how many items for each goroutine may be distributed beyond those
	// taken, where unused items are expensive; 0 for the pool's own bound only.
	Ahead int
}

// Description is all that the results of a job depend on besides the shards. Equal
// descriptions give equal results.
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

// Files finds the files of a job on the machine that does its shards: it returns the
// path of a file by its digest.
type Files func(ctx context.Context, sha256 string) (path string, err error)

// Kind makes the doers of jobs from their descriptions. What Open returns is cloned and
// does no shards itself.
type Kind struct {
	Name string // as in [Description]
	Open func(ctx context.Context, spec json.RawMessage, files Files) (Doer, error)
}

// Pool does jobs.
type Pool interface {
	// Run has the shards of next done and hands each result to take, in the order of
	// next. It returns when all are taken, or with the first error of next or take, or
	// when ctx ends. When take returns, the caller has the result in its journal, and
	// durable, if not nil, puts all that was taken on the disk.
	//
	// next, take and durable are each called by one goroutine at a time; take and
	// durable never run at once, but next may run beside them.
	Run(ctx context.Context, job *Job, next Source, take func(s Shard, result []byte) error, durable func() error) error
}
