package recipe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/filelock"
	"gammonlab/internal/result"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/version"
	"gammonlab/internal/workers"
)

// Runner does the work of a plan.
type Runner struct {
	Recipe *Recipe
	Store  *Store
	To     string                      // step after which the work ends, "" for all steps
	Jobs   int                         // pieces of work at a time
	On     Machine                     // for the records of the work
	Flags  func(*Kind) []string        // flags that do not matter for the result, such as --workers
	Errors func(name string) io.Writer // for messages and progress of the work, which has the name
	Began  func(w *Work, point string) // nil, or called before work begins, with the point of the sweep, if any
	Waits  func(w *Work)               // nil, or called once if only work of other processes is left
	Adopt  map[string]string           // folders of runs that are there, by the labels of the work whose results they are

	plan   *Plan
	ledger ledger
}

// finished is the end of a piece of work.
type finished struct {
	work *Work
	err  error
}

// errBusy is the error of work that another process is doing.
var errBusy = errors.New("another process is at work")

// Run does all work that the store does not contain yet. Other processes, also on other
// machines that share the folder of the store, may do a part of it at the same time. After the
// first error Run stops the other work, which resumes when Run is called again.
func (r *Runner) Run(ctx context.Context, works []*Work) error {
	if err := r.Store.create(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	waiting, done, busy := slices.Clone(works), map[*Work]bool{}, map[*Work]bool{}
	ends := make(chan finished)
	var failed error
	for running := 0; ; {
		for failed == nil && running < max(r.Jobs, 1) {
			i := slices.IndexFunc(waiting, func(w *Work) bool {
				return !busy[w] && !slices.ContainsFunc(w.Needs, func(n *Work) bool { return !done[n] })
			})
			if i < 0 {
				break
			}
			w := waiting[i]
			waiting = slices.Delete(waiting, i, i+1)
			running++
			go func() { ends <- finished{w, workers.Guard(func() error { return r.do(ctx, w) })} }()
		}
		if running == 0 && (failed != nil || len(busy) == 0) {
			return failed
		}
		if running == 0 {
			if failed = r.wait(ctx, waiting, busy); failed == nil {
				clear(busy)
			}
			continue
		}
		end := <-ends
		running--
		switch {
		case errors.Is(end.err, errBusy):
			busy[end.work], waiting = true, append(waiting, end.work)
		case end.err == nil:
			done[end.work] = true
			clear(busy)
		case failed == nil:
			failed = end.err
			cancel(end.err)
		}
	}
}

// wait waits a second for other processes that are at work.
func (r *Runner) wait(ctx context.Context, waiting []*Work, busy map[*Work]bool) error {
	i := slices.IndexFunc(waiting, func(w *Work) bool { return busy[w] })
	if r.Waits != nil {
		r.Waits(waiting[i])
		r.Waits = nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return nil
	}
}

// do does a piece of work, unless the store contains it.
func (r *Runner) do(ctx context.Context, w *Work) error {
	record, err := r.Store.Find(w)
	if err != nil || record != nil {
		return err
	}
	return r.locked(ctx, w)
}

// locked does a piece of work of which no other process is doing it, unless one has done it.
func (r *Runner) locked(ctx context.Context, w *Work) error {
	unlock, err := r.Store.lock(w)
	if err != nil {
		return err
	}
	defer unlock()
	if record, err := r.Store.Find(w); err != nil || record != nil {
		return err
	}
	if r.over() {
		return ErrBudget
	}
	if r.Began != nil {
		r.Began(w, r.plan.PointOf(w))
	}
	part := r.Store.part(w)
	if err = r.attempt(ctx, w, part); err != nil && ctx.Err() == nil {
		atomicfile.WriteFile(filepath.Join(part, errorName), []byte(err.Error()+"\n")) // for status only
	}
	return err
}

// lock locks work for this process, also while its folder gets its name, and returns the
// function that unlocks it. The error is errBusy if another process is at work, or has just
// finished.
func (s *Store) lock(w *Work) (unlock func(), err error) {
	file, err := os.OpenFile(s.lockFile(w), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := filelock.Try(file); err != nil {
		defer file.Close()
		if filelock.Taken(err) {
			return nil, errBusy
		}
		return nil, fmt.Errorf("locking the step %s: %w", w.Label, err)
	}
	return func() {
		file.Close()
		os.Remove(s.lockFile(w)) // for tidiness; a process that has it open finds finished work
	}, nil
}

// attempt runs the command of the work in its folder, and renames the folder when all is
// there.
func (r *Runner) attempt(ctx context.Context, w *Work, part string) error {
	read, err := r.inputs(w)
	if err != nil {
		return err
	}
	again, err := read.begin(part)
	if err != nil {
		return err
	}
	if again {
		fmt.Fprintln(r.Errors(w.folder()), "begins again: inputs changed after the interruption")
	}
	undo, err := r.adopt(w, part)
	if err != nil {
		return err
	}
	kept, err := w.clear(part)
	if err != nil {
		return err
	}
	kind, meter := w.Step.Kind, r.meter(w, part, kept)
	args := slices.Insert(w.Args(r.Store.dirOf(w), part), len(strings.Fields(kind.Name)), slices.Concat(r.Flags(kind), kind.Always)...)
	var out bytes.Buffer
	if err := r.command(ctx, meter, args, &out); err != nil {
		if ctx.Err() == nil && !errors.Is(err, ErrBudget) {
			err = undo(err)
		}
		return err
	}
	if err := r.unchanged(w, read); err != nil {
		os.Remove(filepath.Join(part, inputsName)) // nothing of this may be continued
		return err
	}
	record := &Record{
		Step: w.Label, Recipe: r.Recipe.Name, Command: kind.Name, Digest: w.Digest, Settings: w.settings(relative), Inputs: map[string]string{}, External: read.digests,
		Kernel: r.Recipe.program.Class, Toolkit: version.Toolkit, Finished: time.Now().UTC().Truncate(time.Second),
	}
	record.Seconds, record.Cores = meter.read()
	record.Machine = r.On
	r.ledger.set(w, record.Cores)
	for _, n := range w.Needs {
		record.Inputs[n.Digest] = n.Label
	}
	record.Dir = r.Store.named(w.folder(), w.Digest)
	printed := bytes.ReplaceAll(out.Bytes(), []byte(part), []byte(record.Dir))
	if err := record.finish(w, part, printed); err != nil {
		return fmt.Errorf("finishing the step %s: %w", w.Label, err)
	}
	return nil
}

// command runs the command of the work of a meter. The error is ErrBudget if the budget is used.
func (r *Runner) command(ctx context.Context, m *meter, args []string, out io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		m.watch(ctx, cancel)
	}()
	err := r.Recipe.program.Run(ctx, args, out, r.Errors(m.work.folder()))
	spent := errors.Is(context.Cause(ctx), ErrBudget)
	cancel(nil)
	<-watched
	switch {
	case err == nil:
		return nil
	case spent:
		err = ErrBudget
	default:
		err = m.work.Step.at.errorf("%w", err)
	}
	m.note()
	return err
}

// finish completes the record of work in a folder with what the command has printed, and
// gives the folder its name.
func (r *Record) finish(w *Work, part string, printed []byte) error {
	name := filepath.Join(part, ResultName(w.Step.Kind))
	if err := atomicfile.WriteFile(name, printed); err != nil {
		return err
	}
	var err error
	if r.Results, err = result.Numbers(printed); err != nil && filepath.Ext(name) == ".json" {
		return fmt.Errorf("%s: %w", name, err)
	}
	if r.Model, err = w.model(part); err != nil {
		return err
	}
	if err := r.addFiles(part); err != nil {
		return err
	}
	if err := r.Write(part); err != nil {
		return err
	}
	err = os.Rename(part, r.Dir)
	for _, name := range notes { // not before: without them the work would begin again
		os.Remove(filepath.Join(r.Dir, name))
	}
	return err
}

// runs returns the run folders of the work that its command continues.
func (w *Work) runs(part string) (all []*runfolder.Folder) {
	for _, v := range w.values {
		if v.Output == "" || v.Keeps == nil {
			continue
		}
		if f := runfolder.New(filepath.Join(part, v.values[0])); f.Begun() {
			all = append(all, f)
		}
	}
	return all
}

// clear removes the rest of an interrupted run that the command does not continue, and reports
// whether there is something that it continues.
func (w *Work) clear(part string) (kept bool, err error) {
	for _, v := range w.values {
		if v.Output == "" {
			continue
		}
		path := filepath.Join(part, v.values[0])
		if v.Keeps != nil && v.Keeps(path) {
			if _, err := os.Stat(path); err == nil {
				kept = true
			}
			continue
		}
		if err := os.RemoveAll(path); err != nil {
			return false, err
		}
	}
	return kept, nil
}

// dirOf returns the function for the folders of the work that a piece of work needs, which is
// finished, by their digests.
func (s *Store) dirOf(w *Work) func(identity string) string {
	names := map[string]string{}
	for _, n := range w.Needs {
		names[n.Digest] = n.folder()
	}
	return func(identity string) string {
		dir, _ := s.folder(names[identity], identity)
		return dir
	}
}

// relative returns the folder of work as records name it, so that stores can be moved.
func relative(identity string) string { return identity[:shortDigest] }

// settings returns the settings of the work for its record.
func (w *Work) settings(dir func(string) string) map[string]any {
	all := map[string]any{}
	for _, v := range w.values {
		if v.Output != "" {
			continue
		}
		values := v.paths(dir, "")
		if len(values) == 1 && v.Type != List {
			all[v.Name] = values[0]
		} else {
			all[v.Name] = values
		}
	}
	return all
}

// model returns the digest of the net that the work made, "" if it made none.
func (w *Work) model(part string) (string, error) {
	kind := w.Step.Kind
	for _, v := range w.values {
		if v.Name != kind.Main {
			continue
		}
		if name := filepath.Join(v.values[0], kind.Result); filepath.Ext(name) == ".safetensors" {
			return digest.File(filepath.Join(part, name))
		}
	}
	return "", nil
}
