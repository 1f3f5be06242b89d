package analyses

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

// Result is the result for a match. Match is nil if none could be read; Report
// is nil if there is an error, which names the file.
type Result struct {
	File   string // with the number of the match if the file has several, as in two.mat#2
	Digest string // of the file's bytes, and of that number from 2 on
	Match  *record.Match
	Report *analysis.Report
	Cached bool // the report comes from the cache
	Err    error

	// Fault is the reason for which Match and Report have only a part of the record,
	// nil if they are complete. Without KeepGoing it is Err.
	Fault error
}

// Analyse analyses the records in files and calls take with the results in the
// order of the files, never concurrently; a file with several matches gives
// several results. A file that cannot be read or
// analysed gives a result with an error. With KeepGoing, the part of a file before
// a fault is analysed. Analyse returns an error when take
// does, and when ctx ends; results that are already in the cache are reused by
// the next call. Results do not depend on the number of workers.
func Analyse(ctx context.Context, files []string, o Options, take func(*Result) error) error {
	if o.Pool != nil {
		return analyseByPool(ctx, files, &o, take)
	}
	all := analysers(o.Analysis, len(files))
	do := func(ctx context.Context, w analysis.Options, i int) ([]*Result, error) {
		r := analyse(ctx, files[i], w, &o)
		return r, ctx.Err()
	}
	return workers.Ordered(ctx, all, workers.Numbers(0, len(files)), do, func(i int, results []*Result) error {
		err := takeAll(results, take)
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

// takeAll calls take with the results of a file.
func takeAll(results []*Result, take func(*Result) error) error {
	for _, r := range results {
		if err := take(r); err != nil {
			return err
		}
	}
	return nil
}

// read reads the matches of a file and computes the digest of the file. It reads the file as
// a stream, because a path may name a file of any size. After a fault, the matches are those
// before it.
func read(path string) ([]*record.Match, string, error) {
	name, number := record.Numbered(path)
	file, err := os.Open(name)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	sum := digest.New()
	all := io.TeeReader(file, sum)
	matches, err := record.ReadNumbered(path, number, all)
	if len(matches) == 0 {
		return nil, "", err
	}
	// What follows a fault is of no interest, and may be of any size.
	if info, statErr := file.Stat(); err == nil || statErr == nil && info.Size() <= mostShared {
		if _, rest := io.Copy(io.Discard, all); rest != nil {
			return nil, "", rest
		}
	}
	text := sum.String()
	if number > 1 {
		text += fmt.Sprintf("#%d", number)
	}
	return matches, text, err
}

// results reads a file and returns the results of its matches without reports.
func results(path string, all *Options) []*Result {
	matches, sum, err := read(path)
	if len(matches) == 0 {
		return []*Result{{File: path, Err: err, Fault: err}}
	}
	var list []*Result
	for i, m := range matches {
		r := &Result{File: record.NameOf(path, i, len(matches)), Digest: sum, Match: m}
		if i > 0 {
			r.Digest += fmt.Sprintf("#%d", i+1)
		}
		if all.Prepare != nil {
			all.Prepare(m)
		}
		list = append(list, r)
	}
	last := list[len(list)-1]
	if last.Fault = err; !all.Analysis.KeepGoing {
		last.Err = err
	}
	return list
}

// Known reads a file and returns its result, with a report only if the cache has it. The
// path names one match.
func Known(path string, o Options) *Result { return one(path, known(path, o.Analysis, &o)) }

// one returns the only result of a file.
func one(path string, list []*Result) *Result {
	if len(list) > 1 {
		return &Result{File: path, Err: &record.SeveralError{Name: path, Matches: len(list)}}
	}
	return list[0]
}

// known returns the results of a file, with reports only if the cache has them, for the
// options of a worker.
func known(path string, o analysis.Options, all *Options) []*Result {
	list := results(path, all)
	for _, r := range list {
		if r.Err == nil && all.Cache != nil {
			r.Report = all.Cache.load(r.Digest, r.Match, o)
			r.Cached = r.Report != nil
		}
	}
	return list
}

// One analyses the match in one file, with all workers, and reports the progress of
// its decisions.
func One(ctx context.Context, path string, o Options) *Result {
	return one(path, analyse(ctx, path, o.Analysis, &o))
}

// analyse returns the results of a file.
func analyse(ctx context.Context, path string, o analysis.Options, all *Options) []*Result {
	list := known(path, o, all)
	for _, r := range list {
		r.analyse(ctx, o, all)
	}
	return list
}

// analyse adds the report to a result that has none.
func (r *Result) analyse(ctx context.Context, o analysis.Options, all *Options) {
	if r.Err != nil || r.Cached {
		return
	}
	var err error
	if r.Report, err = analysis.Analyse(ctx, r.Match, o); err != nil {
		r.Err = fmt.Errorf("%s: %w", r.File, err)
		return
	}
	if all.Cache != nil {
		all.Cache.keep(r.Digest, r.Match, r.Report)
	}
}
