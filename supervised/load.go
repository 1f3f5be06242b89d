package supervised

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/digest"
	"gammonlab/internal/setting"
	"gammonlab/internal/workers"
)

// Files are the paths of a run's input files, or their digests.
type Files struct {
	Training string `json:"data" main:"true" path:"in" group:"Data" help:"training database <FILE>, required without --resume"`
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
	l := &loader{ctx: ctx, cfg: cfg, goroutines: max(1, goroutines), progress: progress, data: &Data{files: files, table: positionRows{variant: variant}}}
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
	ctx        context.Context
	cfg        *Config
	data       *Data
	goroutines int
	progress   func(done, total int64)
	total      int64
	validating datasets.KeySet // positions of the validation database

	mu   sync.Mutex // for progress
	done int64
}

// part is what one database contributes.
type part struct {
	table positionRows
	rows  [2]rowsByClass // of the table
	left  LeftOut
	sum   string // digest of the file
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
	if d.files.Validation != "" {
		p, err := l.read(opened[0], l.validationRow)
		if err != nil {
			return err
		}
		d.digests.Validation = p.sum
		d.join(p)
	}
	var sums []string
	err := workers.Ordered(l.ctx, make([]struct{}, l.goroutines), workers.Numbers(0, len(training)),
		func(_ context.Context, _ struct{}, i int) (*part, error) { return l.read(training[i], l.trainingRow) },
		func(_ int, p *part) error {
			sums = append(sums, p.sum)
			d.join(p)
			return nil
		})
	if err != nil {
		return err
	}
	d.digests.Training = sums[0]
	if d.files.More != nil {
		d.digests.More = sums[1:]
	}
	rows := slices.Concat(d.rows[toTrain][:]...)
	if l.cfg.Weighting == InverseVariance && len(rows) > 0 && !d.table.knowsWeights(rows) {
		return setting.Errorf("%s is %s, but no label of %s has a standard error", setting.Name("weighting"), InverseVariance, d.files.training())
	}
	return nil
}

// newPart returns a part with room for the given number of rows.
func (l *loader) newPart(rows int64) *part {
	p := new(part)
	p.table.keys, p.table.labels = make([]board.Key, 0, rows), make([]engine.Probabilities, 0, rows)
	if l.cfg.Weighting != Unweighted {
		p.table.weights = make([]float32, 0, rows)
	}
	return p
}

// join appends a part.
func (d *Data) join(p *part) {
	if before := int32(len(d.table.keys)); before == 0 {
		p.table.variant = d.table.variant
		d.table, d.rows = p.table, p.rows
	} else {
		d.table.keys, d.table.labels = append(d.table.keys, p.table.keys...), append(d.table.labels, p.table.labels...)
		d.table.weights = append(d.table.weights, p.table.weights...)
		for side := range p.rows {
			for class, rows := range p.rows[side] {
				for _, i := range rows {
					d.rows[side][class] = append(d.rows[side][class], before+i)
				}
			}
		}
	}
	d.Left.add(&p.left)
}

// add adds the counts of another database, read later.
func (l *LeftOut) add(o *LeftOut) {
	l.Over, l.Unlabelled, l.Shared, l.Bad = l.Over+o.Over, l.Unlabelled+o.Unlabelled, l.Shared+o.Shared, l.Bad+o.Bad
	if l.FirstBad == nil {
		l.FirstBad = o.FirstBad
	}
}

// reportEvery is the number of rows between progress reports.
const reportEvery = 1 << 13

// read reads a database and takes its digest. Several goroutines may read.
func (l *loader) read(f *datasets.File, side func(*part, *datasets.Row) int) (*part, error) {
	p := l.newPart(f.Len())
	var err error
	if p.sum, err = digest.File(f.Path()); err != nil {
		return nil, err
	}
	if l.cfg.SkipBad {
		f.SkipBad()
	}
	n := int64(0)
	for row, err := range datasets.Rows(f) {
		if err != nil {
			return nil, err
		}
		if n == reportEvery {
			if err := l.ctx.Err(); err != nil {
				return nil, err
			}
			l.reportProgress(n)
			n = 0
		}
		l.take(p, &row, side)
		n++
	}
	l.reportProgress(n)
	p.left.Bad, p.left.FirstBad = f.Skipped()
	return p, nil
}

// reportProgress calls progress when more rows have been read.
func (l *loader) reportProgress(rows int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done += rows; l.progress != nil {
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

// take adds a row to a part, or counts it as skipped.
func (l *loader) take(p *part, row *datasets.Row, side func(*part, *datasets.Row) int) {
	switch {
	case row.Class == engine.Over:
		p.left.Over++
		return
	case row.Method == datasets.Unlabelled:
		p.left.Unlabelled++
		return
	}
	if s := side(p, row); s != neither {
		p.rows[s][row.Class] = append(p.rows[s][row.Class], int32(len(p.table.keys)))
		p.table.add(row, l.cfg.Weighting, l.cfg.WeightFloor)
	}
}

func (l *loader) validationRow(_ *part, row *datasets.Row) int {
	l.validating.Add(row.Position.Key())
	return toValidate
}

func (l *loader) trainingRow(p *part, row *datasets.Row) int {
	key := row.Position.Key()
	if l.validating.Has(key) {
		p.left.Shared++
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
