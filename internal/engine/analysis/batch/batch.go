package batch

import (
	"context"
	"fmt"
	"io"
	"os"

	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/internal/workers"
)

// Options are the options of an analysis of several records.
type Options struct {
	// Analysis has the options for each record. Its Workers is the total number of
	// goroutines; its Progress is ignored.
	Analysis analysis.Options

	// Prepare, if not nil, is called before the analysis of a record to set rules
	// that the record does not state. It may change only the Jacoby rule.
	Prepare func(*record.Match)

	Cache *Cache // nil for none

	// Pool analyses the records; nil for goroutines of this process.
	Pool farm.Pool

	// Progress, if not nil, is called with the numbers of completed and of all
	// files.
	Progress func(done, total int64)
}

// Result is the result for a file. Match is nil if it could not be read; Report
// is nil if there is an error, which names the file.
type Result struct {
	File   string
	Digest string // of the file's bytes
	Match  *record.Match
	Report *analysis.Report
	Cached bool // the report comes from the cache
	Err    error
}

// Analyse analyses the records in files and calls take with the results in the
// order of the files, never concurrently. A file that cannot be read or
// analysed gives a result with an error. Analyse returns an error when take
// does, and when ctx ends; results that are already in the cache are reused by
// the next call. Results do not depend on the number of workers.
func Analyse(ctx context.Context, files []string, o Options, take func(*Result) error) error {
	if o.Pool != nil {
		return analyseByPool(ctx, files, &o, take)
	}
	all := analysers(o.Analysis, len(files))
	do := func(ctx context.Context, w analysis.Options, i int) (*Result, error) {
		r := analyse(ctx, files[i], w, &o)
		return r, ctx.Err()
	}
	return workers.Ordered(ctx, all, workers.Numbers(0, len(files)), do, func(i int, r *Result) error {
		err := take(r)
		if o.Progress != nil {
			o.Progress(int64(i+1), int64(len(files)))
		}
		return err
	})
}

// analysers returns the options for the workers, each of which analyses one
// file at a time. If there are fewer files than workers, the workers share the
// decisions of a match.
func analysers(o analysis.Options, files int) []analysis.Options {
	total := max(1, o.Workers)
	n := max(1, min(total, files))
	o.Workers, o.Progress = total/n, nil
	all := []analysis.Options{o}
	for len(all) < n {
		o.Model.Evaluator = engine.NewFull(o.Model.Evaluator).Clone()
		all = append(all, o)
	}
	return all
}

// read reads a record and computes the digest of its file. It reads the file as a stream,
// because a path may name a file of any size.
func read(path string) (*record.Match, string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	sum := digest.New()
	all := io.TeeReader(file, sum)
	match, err := record.Read(path, all)
	if err != nil {
		return nil, "", err
	}
	if _, err := io.Copy(io.Discard, all); err != nil {
		return nil, "", err
	}
	return match, sum.String(), nil
}

// Known reads a file and returns its result, with a report only if the cache has it.
func Known(path string, o Options) *Result { return known(path, o.Analysis, &o) }

// known is [Known] with the options of a worker.
func known(path string, o analysis.Options, all *Options) *Result {
	r := &Result{File: path}
	if r.Match, r.Digest, r.Err = read(path); r.Err != nil {
		return r
	}
	if all.Prepare != nil {
		all.Prepare(r.Match)
	}
	if all.Cache != nil {
		r.Report = all.Cache.load(r.Digest, r.Match, o)
		r.Cached = r.Report != nil
	}
	return r
}

// One analyses the record in one file, with all workers, and reports the progress of
// its decisions.
func One(ctx context.Context, path string, o Options) *Result {
	return analyse(ctx, path, o.Analysis, &o)
}

// analyse returns the result of a file.
func analyse(ctx context.Context, path string, o analysis.Options, all *Options) *Result {
	r := known(path, o, all)
	if r.Err != nil || r.Cached {
		return r
	}
	var err error
	if r.Report, err = analysis.Analyse(ctx, r.Match, o); err != nil {
		r.Err = fmt.Errorf("%s: %w", path, err)
		return r
	}
	if all.Cache != nil {
		all.Cache.keep(r.Digest, r.Match, r.Report)
	}
	return r
}
