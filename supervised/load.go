package supervised

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/digest"
	"gammonlab/internal/setting"
)

// Files are the paths of a run's input files, or their digests.
type Files struct {
	Training string `json:"data" path:"in" group:"Data" help:"training database <FILE>, required without --resume"`
	// More are read after Training. Unlike in a merged database, a position that is in several files counts each time.
	More []string `json:"more_data,omitempty" path:"in" group:"Data" needs:"data" help:"also learn from training database <FILE>, such as that of an earlier generation; a position that is in several files counts each time"`

	Validation string `json:"validation,omitempty" path:"in" group:"Data" help:"validation database <FILE>, instead of --holdout"` // "" to hold out a share of the training data

	// Benchmarks of the model during the training, without effect on the weights. The caller
	// reads them and measures by Hooks.Measure.
	Values    []string `json:"bench_values,omitempty" path:"in" group:"Checkpoints and measurement" help:"measure the equity error on the labelled positions in <FILE>, a database or text for dataset import"`
	Decisions []string `json:"bench_decisions,omitempty" path:"in" group:"Checkpoints and measurement" help:"measure the error rate on the plays in <FILE>, a gnubg benchmark file (.bm)"`
}

// training returns the names of the training databases.
func (f Files) training() string { return strings.Join(append([]string{f.Training}, f.More...), ", ") }

// digests returns the digests of the files.
func (f Files) digests() (sums Files, err error) {
	of := func(path string) (sum string) {
		if path != "" && err == nil {
			sum, err = digest.File(path)
		}
		return sum
	}
	sums = Files{Training: of(f.Training), Validation: of(f.Validation)}
	for _, path := range f.More {
		sums.More = append(sums.More, of(path))
	}
	for _, path := range f.Values {
		sums.Values = append(sums.Values, of(path))
	}
	for _, path := range f.Decisions {
		sums.Decisions = append(sums.Decisions, of(path))
	}
	return sums, err
}

// Data are the positions of a run in memory.
type Data struct {
	Left LeftOut // counts of skipped rows

	files   Files
	digests Files // digests of the files
	table   positionRows
	rows    [2]rowsByClass // training rows, validation rows
}

// rowsByClass are rows of a table by the class of their positions.
type rowsByClass [engine.Contact + 1][]int32

// LeftOut counts the rows that were skipped, by reason.
type LeftOut struct {
	Over       int   // the game is over
	Unlabelled int   // the position has no label
	Shared     int   // training rows whose positions are also in the validation data
	Bad        int64 // damaged
	FirstBad   error // error of the first damaged row
}

const (
	toTrain = iota
	toValidate
)

// Load reads the databases of a run and takes the digests of all its files, with the given number of goroutines. Progress, if it is not
// nil, receives the number of rows read and the total.
func Load(ctx context.Context, cfg *Config, files Files, goroutines int, progress func(done, total int64)) (*Data, error) {
	switch {
	case files.Validation == "" && cfg.Holdout == 0:
		return nil, errors.New("no validation data: name a validation database, or hold out a share of the training data")
	case files.Validation != "" && cfg.Holdout != 0:
		return nil, setting.Errorf("%s is %v, but there is a validation database", setting.Name("holdout"), cfg.Holdout)
	}
	variant, err := board.ParseVariant(cfg.Variant)
	if err != nil {
		return nil, err
	}
	l := &loader{ctx: ctx, cfg: cfg, progress: progress, data: &Data{files: files, table: positionRows{variant: variant}}}
	if l.data.digests, err = (Files{Values: files.Values, Decisions: files.Decisions}).digests(); err != nil {
		return nil, fmt.Errorf("benchmark: %w", err)
	}
	if err := l.load(); err != nil {
		return nil, err
	}
	if cfg.Differences > 0 {
		switch err := l.data.table.findRolls(ctx, goroutines, l.reportRolls); {
		case errors.Is(err, errNoRolls):
			return nil, setting.Errorf("%s is %v, but in %s %w", setting.Name("differences"), cfg.Differences, files.training(), err)
		case err != nil:
			return nil, err
		}
	}
	return l.data, nil
}

// loader reads databases.
type loader struct {
	ctx         context.Context
	cfg         *Config
	data        *Data
	progress    func(done, total int64)
	done, total int64
	validating  datasets.KeySet // positions of the validation database
}

// load reads the validation database first, if there is one, because its positions must
// not be trained on.
func (l *loader) load() error {
	d := l.data
	var opened []*datasets.File
	defer func() {
		for _, f := range opened {
			f.Close()
		}
	}()
	paths := append([]string{d.files.Training}, d.files.More...)
	if d.files.Validation != "" {
		paths = slices.Insert(paths, 0, d.files.Validation)
	}
	for _, path := range paths {
		f, err := datasets.Open(path)
		if err != nil {
			return err
		}
		opened = append(opened, f)
		if got := f.Meta().Variant; got != d.table.variant {
			return fmt.Errorf("%s holds positions of %v, the run is for %v", path, got, d.table.variant)
		}
		if l.total += f.Len(); l.total > math.MaxInt32 {
			return fmt.Errorf("%d positions exceed the maximum, %d", l.total, math.MaxInt32)
		}
	}
	training := opened[len(opened)-len(d.files.More)-1:]
	for _, f := range training {
		if l.cfg.Weighting == RowWeights && !f.Weighted() {
			return setting.Errorf("%s is %s, but %s has no weights", setting.Name("weighting"), RowWeights, f.Path())
		}
	}
	d.table.grow(int(l.total), l.cfg.Weighting != Unweighted)
	if d.files.Validation != "" {
		if err := l.read(opened[0], &d.digests.Validation, l.validationRow); err != nil {
			return err
		}
	}
	if d.files.More != nil {
		d.digests.More = make([]string, len(d.files.More))
	}
	for i, f := range training {
		sum := &d.digests.Training
		if i > 0 {
			sum = &d.digests.More[i-1]
		}
		if err := l.read(f, sum, l.trainingRow); err != nil {
			return err
		}
	}
	rows := slices.Concat(d.rows[toTrain][:]...)
	if l.cfg.Weighting == InverseVariance && len(rows) > 0 && !d.table.knowsWeights(rows) {
		return setting.Errorf("%s is %s, but no label of %s has a standard error", setting.Name("weighting"), InverseVariance, d.files.training())
	}
	return nil
}

// grow makes room for the given number of rows.
func (t *positionRows) grow(rows int, weighted bool) {
	t.keys, t.labels = make([]board.Key, 0, rows), make([]engine.Probabilities, 0, rows)
	if weighted {
		t.weights = make([]float32, 0, rows)
	}
}

// reportEvery is the number of rows between progress reports.
const reportEvery = 1 << 13

// read reads a database and takes its digest.
func (l *loader) read(f *datasets.File, sum *string, side func(*datasets.Row) int) error {
	var err error
	if *sum, err = digest.File(f.Path()); err != nil {
		return err
	}
	if l.cfg.SkipBad {
		f.SkipBad()
	}
	for row, err := range datasets.Rows(f) {
		if err != nil {
			return err
		}
		if l.done%reportEvery == 0 {
			if err := l.ctx.Err(); err != nil {
				return err
			}
			l.reportProgress()
		}
		l.take(&row, side)
		l.done++
	}
	l.reportProgress()
	bad, first := f.Skipped()
	l.data.Left.Bad += bad
	if l.data.Left.FirstBad == nil {
		l.data.Left.FirstBad = first
	}
	return nil
}

// reportProgress calls progress with the rows read so far.
func (l *loader) reportProgress() {
	if l.progress != nil {
		l.progress(l.done, l.steps())
	}
}

// reportRolls reports positions whose rolls have been played, after all rows have been read.
func (l *loader) reportRolls(done int) {
	if l.progress != nil {
		l.progress(l.total+int64(done)*l.total/int64(len(l.data.table.keys)), l.steps())
	}
}

// steps returns the total that progress receives.
func (l *loader) steps() int64 {
	if l.cfg.Differences > 0 {
		return 2 * l.total
	}
	return l.total
}

// neither is the side of a row that is left out.
const neither = -1

// take adds a row, or counts it as skipped.
func (l *loader) take(row *datasets.Row, side func(*datasets.Row) int) {
	d := l.data
	switch {
	case row.Class == engine.Over:
		d.Left.Over++
		return
	case row.Method == datasets.Unlabelled:
		d.Left.Unlabelled++
		return
	}
	if s := side(row); s != neither {
		d.rows[s][row.Class] = append(d.rows[s][row.Class], int32(len(d.table.keys)))
		d.table.add(row, l.cfg.Weighting, l.cfg.WeightFloor)
	}
}

func (l *loader) validationRow(row *datasets.Row) int {
	l.validating.Add(row.Position.Key())
	return toValidate
}

func (l *loader) trainingRow(row *datasets.Row) int {
	key := row.Position.Key()
	if l.validating.Has(key) {
		l.data.Left.Shared++
		return neither
	}
	if datasets.Share(key, 0) < l.cfg.Holdout {
		return toValidate
	}
	return toTrain
}

// Variant returns the variant of the positions.
func (d *Data) Variant() board.Variant { return d.table.variant }

// Rows returns the numbers of training and validation positions.
func (d *Data) Rows() (training, validation int) {
	for _, class := range engine.Classes() {
		training += len(d.rows[toTrain][class])
		validation += len(d.rows[toValidate][class])
	}
	return training, validation
}

// of returns the rows of the classes on a side, or an error that names the file and the
// classes if there are none.
func (d *Data) of(side int, classes []engine.Class) ([]int32, error) {
	var rows []int32
	for _, c := range classes {
		rows = append(rows, d.rows[side][c]...)
	}
	if len(rows) > 0 {
		slices.Sort(rows)
		return rows, nil
	}
	what, path := "", d.files.training()
	if side == toValidate {
		what = " held out for validation"
		if d.files.Validation != "" {
			path = d.files.Validation
		}
	}
	names := classes[len(classes)-1].String()
	for i := len(classes) - 2; i >= 0; i-- {
		names = classes[i].String() + map[bool]string{true: " or ", false: ", "}[i == len(classes)-2] + names
	}
	return nil, fmt.Errorf("no labelled rows of class %s%s in %s", names, what, path)
}
