package label

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"gammonlab/datasets"
	"gammonlab/datasets/unfinished"
	"gammonlab/engine"
	"gammonlab/internal/farm"
	"gammonlab/internal/identity"
	"gammonlab/internal/journal"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// Job is the labelling of a database. Rows without a label, or with a worse one
// than the labeller gives, get one; the others stay as they are. All rows stand
// in the new database, in the order of the old one.
type Job struct {
	In, Out  string // the databases; Out must not be there, unless
	Replace  bool   // it is to be replaced when all is done
	Labeller *Labeller

	Classes []engine.Class // of the positions to label; none for all
	Relabel bool           // label all of them, whatever label they have
	SkipBad bool           // leave bad rows out and count them

	Workers  int              // goroutines, 0 for one on each processor; the bytes do not depend on it
	Pool     farm.Pool        // who labels; nil for so many goroutines of this process
	Progress func(r *Summary) // if not nil, called now and then; must not keep r
}

// Summary says what became of the rows.
type Summary struct {
	Rows       int64 // read and written so far
	Wanted     int64 // to be labelled in all
	Labelled   int64 // of them so far
	Unknown    int64 // of them so far, those of which nothing can be said
	Kept       int64 // of the rows so far, those with as good a label
	OtherClass int64 // likewise, those of other classes

	Bad      int64 // rows left out
	FirstBad error // what is wrong with the first of them

	Change float64 // mean absolute difference of the labels' equities from those of the model at 0 plies; NaN without a model
	Error  float64 // mean standard error of the equity, of rollouts and games of which it is known; NaN without
}

// Run labels a database. The new one is there when all is done, or not at all:
// until then its rows are kept in a journal beside it, and if the work ends early,
// for whatever reason, Run goes on from there when it is called again for the same
// job. A journal of another job is refused.
func Run(ctx context.Context, j Job) (*Summary, error) {
	there, err := j.check()
	if err != nil {
		return nil, err
	}
	in, err := j.survey(ctx)
	if err != nil {
		return nil, err
	}
	settings := j.describe(in)
	part, err := unfinished.Open(j.Out, in.meta.Variant, settings, nil)
	if err != nil {
		return nil, fmt.Errorf("label: %w", err)
	}
	defer part.Close()
	if done, _ := part.Done(); there && done < uint64(in.rows) {
		return nil, fmt.Errorf("label: %w", journal.Exists(j.Out))
	}
	summary, err := j.work(ctx, part, in)
	if err == nil {
		err = part.Finish(ctx, provenance(in.meta.Provenance, settings))
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return summary, fmt.Errorf("label: %w", err)
	}
	return summary, nil
}

// check reports what can be seen before anything is read, and whether the new
// database is there. That is right if only its journal has not been removed yet.
func (j *Job) check() (there bool, err error) {
	if j.Labeller.nameless != nil {
		return false, fmt.Errorf("label: %w", j.Labeller.nameless)
	}
	in, err := os.Stat(j.In)
	if err != nil {
		return false, fmt.Errorf("label: %w", err)
	}
	out, err := os.Stat(j.Out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("label: %w", err)
	case os.SameFile(in, out):
		return false, fmt.Errorf("label: %s is the database to read: the labels go into another file", j.Out)
	}
	if there, err = journal.Finished(j.Out, j.Replace); err != nil {
		return false, fmt.Errorf("label: %w", err)
	}
	return there, nil
}

// input is what is known of the old database.
type input struct {
	meta   datasets.Meta
	digest string // of its good rows
	rows   int64  // good ones
	wanted int64  // of them, those to label
}

// survey reads the old database from end to end, so that what is wrong with it
// shows before the work and not after hours.
func (j *Job) survey(ctx context.Context) (*input, error) {
	file, err := j.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	in := &input{meta: file.Meta()}
	if by := j.Labeller.static; by != nil {
		if err := by.CheckVariant(in.meta.Variant); err != nil {
			return nil, fmt.Errorf("label: %s: %w", j.In, err)
		}
	}
	sum := unfinished.NewSum(in.meta.Variant)
	for row, err := range datasets.Rows(file) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, fmt.Errorf("label: %w", err)
		}
		sum.Add(file.Key(), &row)
		if in.rows++; j.wants(&row) == wanted {
			in.wanted++
		}
	}
	if in.rows == 0 {
		return nil, fmt.Errorf("label: %s has no rows to label", j.In)
	}
	in.digest = sum.String()
	return in, nil
}

func (j *Job) open() (*datasets.File, error) {
	file, err := datasets.Open(j.In)
	if err != nil {
		return nil, fmt.Errorf("label: %w", err)
	}
	if j.SkipBad {
		file.SkipBad()
	}
	return file, nil
}

// choice says what is to be done with a row.
type choice uint8

const (
	wanted choice = iota
	kept
	otherClass
)

func (j *Job) wants(r *datasets.Row) choice {
	switch {
	case len(j.Classes) > 0 && !slices.Contains(j.Classes, r.Class):
		return otherClass
	case j.Relabel || j.Labeller.settings.improves(r):
		return wanted
	}
	return kept
}

// describe returns all that the new database depends on.
func (j *Job) describe(in *input) map[string]string {
	d := j.Labeller.settings.describe()
	if j.Labeller.digest != "" {
		d["model"] = j.Labeller.digest
		d[identity.Kernel] = kernel.Class()
	}
	d["databases"] = strings.Join(j.Labeller.databases.Names(), ", ")
	d["input_rows"] = in.digest
	d["relabel"] = strconv.FormatBool(j.Relabel)
	d["skip_bad"] = strconv.FormatBool(j.SkipBad)
	var classes []string
	for _, c := range slices.SortedFunc(slices.Values(j.Classes), cmp.Compare[engine.Class]) {
		classes = append(classes, c.String())
	}
	d["classes"] = strings.Join(slices.Compact(classes), ", ")
	return d
}

// provenance adds what was done to what the old database says of itself, with a
// number for each time that it was labelled.
func provenance(old, settings map[string]string) map[string]string {
	all := maps.Clone(old)
	if all == nil {
		all = map[string]string{}
	}
	prefix := ""
	for n := 1; ; n++ {
		prefix = fmt.Sprintf("label.%d.", n)
		if _, there := all[prefix+"by"]; !there {
			break
		}
	}
	for key, value := range settings {
		all[prefix+key] = value
	}
	all["made_by"], all["toolkit"] = "gammonlab dataset label", version.Toolkit
	return all
}
