package simulate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gammonlab/farm"
	"gammonlab/internal/journal"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// Run plays the grid and writes the study to path; the settings must be open. Progress is
// kept in [Unfinished] until the study is complete: if interrupted, call Run again with the
// same settings to resume. The study is identical for any interruption. If there is a study
// or a part with other settings, Run returns an error and does not change it.
func (s *Settings) Run(ctx context.Context, path string) (*Study, error) {
	r, err := newRun(s)
	if err != nil {
		return nil, err
	}
	if done, err := r.finished(path); done != nil || err != nil {
		return done, err
	}
	if err := r.openState(path); err != nil {
		return nil, err
	}
	if err := r.play(ctx, path); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	if err := Write(path, r.study); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	if err := r.file.Finish(); err != nil {
		return nil, err
	}
	return Read(path)
}

// run is a running simulation.
type run struct {
	*plan
	study *Study
	done  []bool // rows that are set
	count int
	file  *journal.Journal
}

// newRun checks the settings.
func newRun(s *Settings) (*run, error) {
	if s.Workers < 1 {
		return nil, fmt.Errorf("%d workers, want at least 1", s.Workers)
	}
	p, err := newPlan(s)
	if err != nil {
		return nil, err
	}
	if s.Model.Evaluator == nil {
		return nil, errors.New("the settings are not open")
	}
	identity, err := s.identity()
	if err != nil {
		return nil, err
	}
	return &run{
		plan: p, done: make([]bool, p.total),
		study: &Study{Settings: identity, Toolkit: version.Toolkit, Kernel: kernel.Class(), Rows: make([]Row, p.total)},
	}, nil
}

// finished returns the study at path if it has the same settings, nil if there is no
// file.
func (r *run) finished(path string) (*Study, error) {
	if _, err := os.Lstat(path); r.Replace || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	there, err := Read(path)
	if err != nil {
		return nil, err
	}
	if err := same(path, there, r.study); err != nil {
		return nil, fmt.Errorf("%s: another study, %w", path, err)
	}
	os.Remove(Unfinished(path)) // remains if a process was killed after Write and before Finish
	if r.Progress != nil {
		r.Progress(int64(len(there.Rows)), int64(len(there.Rows)))
	}
	return there, nil
}

// play plays the missing matches.
func (r *run) play(ctx context.Context, path string) error {
	r.reportProgress()
	job, left := r.job(), uint64(len(r.done)-r.count)
	job.Items = func() uint64 { return left }
	err := job.Run(ctx, farm.Of(r.Pool, r.Workers), r.newSource().shard, r.take, r.file.Sync)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("%d of %d matches are in %s; run the same command again to resume: %w",
			r.count, len(r.done), Unfinished(path), err)
	}
	return err
}

// reportProgress reports the number of matches played.
func (r *run) reportProgress() {
	if r.Progress != nil {
		r.Progress(int64(r.count), int64(len(r.done)))
	}
}
