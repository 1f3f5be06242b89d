// Package farm runs long work in shards: on the goroutines of this process, see [Local],
// or on the workers of a server, see package submit. It is independent of backgammon.
//
// A command reads its input and divides it into pieces, see [Work]. The goroutines of this
// process compute pieces as they are. For other machines a piece is encoded as a [Shard],
// which a [Doer] computes. The command receives the results in the order of the pieces and
// writes them. Its own journal lets it resume after an interruption. Equal shards give equal
// bytes on every machine. The output therefore does not depend on the pool, and computing a
// shard twice does no harm.
package farm

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"

	"gammonlab/internal/digest"
	"gammonlab/internal/workers"
)

// Errors that steer a pool; see [workers.Ordered].
var (
	ErrEnough = workers.ErrEnough // returned by take of [Pool.Run]: no more results are wanted
	ErrLater  = workers.ErrLater  // returned by a [Source]: call it again after the next take
)

// Shard is a number of consecutive items of the work, such as rows to label or games
// to play. Different items have different numbers.
type Shard struct {
	First, Items uint64
	Payload      []byte // input of the Doer, in addition to the job's description
}

// Source returns the next shard with about the given number of items: at least one, and at
// most the given number rounded up to a whole group of items that belong together. It
// returns [io.EOF] after the last shard, and [ErrLater] if the next shard depends on
// results that are not taken yet.
type Source func(items int) (Shard, error)

// Doer computes the shards of a job. Only one goroutine may use it. If it is also an
// [io.Closer], the code that cloned it closes it.
type Doer interface {
	Clone() (Doer, error)

	// Do appends the result of the shard to dst. Equal shards give equal bytes.
	Do(ctx context.Context, s Shard, dst []byte) ([]byte, error)
}

// Job is the work that a [Pool] runs.
type Job struct {
	// Doer computes shards in this process. A pool clones it for each goroutine.
	Doer Doer

	// Check returns an error if bytes from another machine cannot be the result of the
	// shard. Any number of goroutines may call it at the same time.
	Check func(s Shard, result []byte) error

	// Describe returns what other machines need to compute shards. It returns an error
	// if they cannot compute them, for example because an evaluator is not a net.
	// [Local] does not call it.
	Describe func() (*Description, error)

	// Items returns the approximate number of items of all shards of the run, 0 while the
	// number is unknown. Items is nil if the number is never known. With AtMost the work
	// may end with fewer items. The number is only for display. The goroutine that calls
	// take also calls Items.
	Items  func() uint64
	AtMost bool

	// Ahead is the maximal number of items per goroutine that are distributed and not
	// taken yet, for work with expensive items; 0 for the limit of the pool.
	Ahead int
}

// Description contains all inputs of a job except the shards. Jobs with equal descriptions
// give equal results for equal shards. Jobs of different data have different descriptions.
type Description struct {
	Kind  string          `json:"kind"`  // the name and version of the [Kind] that reads Spec, such as "label/1"
	Spec  json.RawMessage `json:"spec"`  // settings; files are named by their digests
	Class string          `json:"class"` // class of the kernels, see package kernel
	Files []File          `json:"files"`
	Data  string          `json:"data,omitempty"` // digest of all else that the shards are drawn from, such as the rows to label
}

// File is a file that other machines need, such as a model.
type File struct {
	SHA256 string `json:"sha256"`
	Name   string `json:"name"` // for display
	Size   int64  `json:"size"` // bytes

	// Open opens the content of the file on the submitter's machine.
	Open func() (io.ReadCloser, error) `json:"-"`
}

// NewFile returns the file with the content.
func NewFile(name string, data []byte) File {
	return File{SHA256: digest.Bytes(data), Name: name, Size: int64(len(data)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(data)), nil
	}}
}

// Distinct removes repeated files: those with the digest of an earlier one.
func Distinct(files []File) []File {
	seen := map[string]bool{}
	return slices.DeleteFunc(files, func(f File) bool {
		again := seen[f.SHA256]
		seen[f.SHA256] = true
		return again
	})
}

// Files returns the path of a file of a job, given its digest, on the machine that
// computes the shards.
type Files func(ctx context.Context, sha256 string) (path string, err error)

// Kind creates the Doer of a job from the job's description. Callers clone the Doer that
// Open returns; this Doer computes no shards itself.
type Kind struct {
	Name string // as in [Description]
	Open func(ctx context.Context, spec json.RawMessage, files Files) (Doer, error)
}

// Pool runs jobs.
type Pool interface {
	// Run computes the shards that next returns and passes each result to take, in the
	// order of the shards. It returns when all results are taken, at the first error of
	// next or take, or when ctx ends. When take returns, the caller's journal contains the
	// result. If durable is not nil, it writes all taken results to the disk; Run calls it
	// the last time before it returns.
	//
	// Run calls each of next, take and durable from one goroutine at a time. It never calls
	// take and durable at the same time; next may run at the same time as either.
	Run(ctx context.Context, job *Job, next Source, take func(s Shard, result []byte) error, durable func() error) error
}
