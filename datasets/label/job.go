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
	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/internal/identity"
	"gammonlab/internal/journal"
	"gammonlab/internal/setting"
	"gammonlab/internal/version"
	"gammonlab/nets/kernel"
)

// Job is the labelling of a database. Rows without a label, or with a worse label than
// the labeller's, get a new label; other rows stay unchanged. The new database has all
// rows in the order of the old one.
//
// The fields with JSON keys are the only description of such work, see [setting.Field];
// [Job.Open] finds what they name. Otherwise the caller sets Labeller.
type Job struct {
	In        string           `json:"in" required:"true" path:"in" place:"FILE" help:"database <FILE> whose positions are labelled"`
	Out       string           `json:"out" required:"true" path:"journal" file:"out.parquet" help:"output database <FILE>"`
	Classes   engine.ClassList `json:"class,omitempty" help:"only positions of these <CLASSES>, joined by commas: contact, crashed, race"`
	Relabel   bool             `json:"relabel,omitempty" help:"also label positions that have a label as good"`
	SkipBad   bool             `json:"skip_bad,omitempty" help:"leave out bad rows instead of stopping at the first"`
	named.Net `group:"Model and search" without:"variant"`
	Settings  `without:"stop_jsd opening_roll"` // there is one alternative

	Replace  bool      `json:"-"` // replace an existing Out at the end
	Labeller *Labeller `json:"-"`

	Workers  int              `json:"-"` // goroutines, 0 for one per processor; the output does not depend on it
	Pool     farm.Pool        `json:"-"` // labels positions; nil for goroutines of this process
	Progress func(r *Summary) `json:"-"` // if not nil, called regularly; it must not keep r
}

// Validate returns errors for invalid settings, by their names.
func (j *Job) Validate() error {
	const none = "none"
	return errors.Join(
		setting.Check("variant", j.Net.Variant == nil, "has no effect: the database has the variant"),
		setting.Check("bearoff", j.By != datasets.Bearoff || j.Net.Bearoff.Name != none, "is %s, but %s %v asks databases", none, nameMethod, j.By),
		j.Settings.Validate(),
	)
}

// Open finds the files, the model and the databases that the settings name.
func (j *Job) Open(o *named.Opener) error {
	if j.By == datasets.Bearoff {
		j.Model = named.Model{}
	}
	if err := named.Open(j, o); err != nil {
		return err
	}
	var static engine.Evaluator
	if j.By != datasets.Bearoff {
		net := j.Static()
		if static = net; j.Prune && !net.Prunes() {
			return setting.Errorf("%s: the model %s has no pruning nets, see weights prune", setting.Name("prune"), j.Model.Name)
		}
	}
	var err error
	j.Labeller, err = newLabeller(static, j.Net.Bearoff.Databases, j.Settings)
	return err
}

// Summary counts rows by their treatment.
type Summary struct {
	Wanted     int64 `json:"-"`                                                                    // total number of rows to label
	Rows       int64 `json:"rows" unit:"positions" meaning:"positions that were read and written"` // read and written so far
	Labelled   int64 `json:"labelled" unit:"positions" meaning:"positions that were labelled"`     // so far
	Kept       int64 `json:"kept"`                                                                 // rows so far that keep a label as good
	OtherClass int64 `json:"other_class"`                                                          // rows so far of other classes
	Unknown    int64 `json:"unknown"`                                                              // rows so far that the method cannot label

	Bad      int64 `json:"bad"` // bad rows skipped
	FirstBad error `json:"-"`   // error of the first bad row

	Change *float64 `json:"mean_change_from_0ply" unit:"points" meaning:"mean absolute difference of the labels from the model at 0 plies"`    // mean absolute difference of the labels' equities from the model's at 0 plies; nil without a model
	Error  *float64 `json:"mean_equity_error" unit:"points" better:"lower" meaning:"mean standard error of the labels, as far as it is known"` // mean of the known standard errors of the equity, for rollouts and games; nil if none is known
}

// Run labels a database. The new database appears when it is complete; until then a
// journal beside it keeps its rows. If interrupted, call Run again for the same job to
// resume. Run returns an error for a journal of another job.
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
		return nil, err
	}
	defer part.Close()
	part.Cubes = in.meta.Cubes || j.Labeller.settings.cubes()
	if done, _ := part.Done(); there && done < uint64(in.rows) {
		return nil, journal.Exists(j.Out)
	}
	summary, err := j.work(ctx, part, in)
	if err == nil {
		err = part.Finish(ctx, provenance(in.meta.Provenance, settings))
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return summary, err
	}
	return summary, nil
}

// check checks the job before it reads any rows, and reports whether the new database
// exists. It may exist together with its journal, if only the removal of the journal is
// left.
func (j *Job) check() (there bool, err error) {
	if j.Labeller.nameless != nil {
		return false, j.Labeller.nameless
	}
	in, err := os.Stat(j.In)
	if err != nil {
		return false, err
	}
	out, err := os.Stat(j.Out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case os.SameFile(in, out):
		return false, fmt.Errorf("%s is the input: write the labels to another file", j.Out)
	}
	if there, err = journal.Finished(j.Out, j.Replace); err != nil {
		return false, err
	}
	return there, nil
}

// input has the digest and the counts of the old database.
type input struct {
	meta   datasets.Meta
	digest string // digest of its valid rows
	rows   int64  // number of valid rows
	wanted int64  // valid rows to label
}

// survey reads the whole old database, so that errors are found before the work begins.
func (j *Job) survey(ctx context.Context) (*input, error) {
	file, err := j.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	in := &input{meta: file.Meta()}
	if by := j.Labeller.static; by != nil {
		if err := by.CheckVariant(in.meta.Variant); err != nil {
			return nil, fmt.Errorf("%s: %w", j.In, err)
		}
	}
	sum := unfinished.NewSum(in.meta.Variant)
	for row, err := range datasets.Rows(file) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		sum.Add(file.Key(), &row)
		if in.rows++; j.wants(&row) == wanted {
			in.wanted++
		}
	}
	if in.rows == 0 {
		return nil, fmt.Errorf("%s has no rows to label", j.In)
	}
	in.digest = sum.String()
	return in, nil
}

func (j *Job) open() (*datasets.File, error) {
	file, err := datasets.Open(j.In)
	if err != nil {
		return nil, err
	}
	if j.SkipBad {
		file.SkipBad()
	}
	return file, nil
}

// choice is what the job does with a row, and what it has done.
type choice uint8

const (
	wanted choice = iota
	labelled
	unknownLabel // a wanted row that the method cannot label
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

// describe returns all settings that the new database depends on.
func (j *Job) describe(in *input) map[string]string {
	d := j.Labeller.settings.describe()
	if j.Labeller.digest != "" {
		d["model"] = j.Labeller.digest
		d[identity.Kernel] = kernel.Class()
	}
	d["bearoff"] = strings.Join(j.Labeller.databases.Names(), ", ")
	d["input_rows"] = in.digest
	d["relabel"], d["skip_bad"], d["class"] = strconv.FormatBool(j.Relabel), strconv.FormatBool(j.SkipBad), j.Classes.String()
	return d
}

// provenance adds the labelling to the provenance of the old database. If the provenance
// already has a labelling, the keys get a number.
func provenance(old, settings map[string]string) map[string]string {
	all := maps.Clone(old)
	if all == nil {
		all = map[string]string{}
	}
	prefix := ""
	for n := 1; ; n++ {
		prefix = fmt.Sprintf("label.%d.", n)
		if _, there := all[prefix+"method"]; !there {
			break
		}
	}
	for key, value := range settings {
		all[prefix+key] = value
	}
	all["made_by"], all["toolkit"] = "gammonlab dataset label", version.Toolkit
	return all
}
