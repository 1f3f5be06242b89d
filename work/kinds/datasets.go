package kinds

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/setting"
	"gammonlab/internal/version"
	"gammonlab/work"
)

// databaseOut is the database that work writes.
type databaseOut struct {
	Out string `json:"out" required:"true" path:"out" file:"positions.parquet" help:"output database <FILE>"`
}

// importDataWork has the settings of the command dataset import.
type importDataWork struct {
	Files []string `json:"files" required:"true" path:"in" place:"FILE..." help:"<FILE>s to import"`
	exchange.ImportOptions
	databaseOut
}

// Validate returns an error for the first invalid setting.
func (w *importDataWork) Validate() error {
	if i := slices.Index(w.Files, "-"); i >= 0 && slices.Contains(w.Files[i+1:], "-") {
		return errors.New("standard input is given twice")
	}
	return w.ImportOptions.Validate()
}

// inputs returns the files; "-" is standard input.
func (w *importDataWork) inputs(in io.Reader) []exchange.Input {
	var inputs []exchange.Input
	for _, file := range w.Files {
		input := exchange.Input{Name: file, Open: func() (io.ReadCloser, error) { return os.Open(file) }}
		if file == "-" {
			input = exchange.Input{Name: "standard input", Stream: true,
				Open: func() (io.ReadCloser, error) { return io.NopCloser(in), nil }}
		}
		inputs = append(inputs, input)
	}
	return inputs
}

func importDataKind() work.Kind[importDataWork, *exchange.Report] {
	return work.Kind[importDataWork, *exchange.Report]{
		Name: "dataset import", Title: "Positions of other programs", Unit: "rows",
		Usage: "import labelled positions of other programs into a database",
		Help: `Imports labelled positions from files, or from standard input for -. The formats are

   gnubg-nn   the training text of gnubg's nets
   bm         benchmark files of gnubg's nets: the rollouts in them
   wildbg     wildbg's tables of rolled-out positions
   csv        tables with the columns that dataset export writes, or the six
              that features ablate reads
   parquet    such tables in Parquet files of other programs

The format is detected from the beginning of a file unless --format is given. Of several rows
of a position, the one with the best label is kept, as in dataset merge. An invalid row ends
the import; with --skip-bad it is skipped and counted. A label is invalid, too, if the rules of
the game exclude it: a gammon after checkers are off, a backgammon in a race without a checker
in the winner's home board, a loss in a won position. --rule-out corrects such labels.

Example:
   gammonlab dataset import contact-train-data --method ply2 --out contact.parquet
   gammonlab dataset import --format csv --tolerance 0.02 bench.csv --out bench.parquet
   gammonlab dataset import own.parquet --columns position_id=board,win=p_win --out all.parquet`,
		Local: true, Serial: true, Run: runImportData,
	}
}

func runImportData(ctx context.Context, w *importDataWork, env *work.Env) (*exchange.Report, error) {
	w.Progress = env.Add(0)
	done, err := exchange.Import(ctx, w.Out, w.inputs(env.In), w.ImportOptions)
	for _, fault := range done.Faults {
		env.Note(fmt.Sprintf("left out: %v", fault))
	}
	switch {
	case errors.As(err, new(*datasets.ExcludedLabel)):
		return nil, fmt.Errorf("%w (%s corrects such labels)", err, "--rule-out")
	case err != nil:
		return nil, err
	}
	return &exchange.Report{File: w.Out, Imported: done}, nil
}

// exportDataWork has the settings of the command dataset export.
type exportDataWork struct {
	File   string          `json:"file" required:"true" path:"in" place:"FILE" help:"database <FILE>"`
	Format exchange.Format `json:"format" help:"<FORMAT> to write, required: gnubg-nn, bm, wildbg, csv"`
	Out    string          `json:"out" default:"-" path:"out" file:"out.parquet" help:"output <FILE>, or - for standard output"`
}

// Validate returns an error for the first invalid setting.
func (w *exportDataWork) Validate() error {
	switch name := setting.Name("format"); w.Format {
	case "":
		return setting.Errorf("%s is required", name)
	case exchange.Parquet:
		return setting.Errorf("%s: a database is a Parquet file already: other programs read it as it is", name)
	}
	return nil
}

// check returns an error if the format lacks what the rows have.
func (w *exportDataWork) check(db *datasets.File) error {
	name := setting.Name("format")
	switch {
	case w.Format == exchange.CSV:
		return nil
	case db.Weighted():
		return setting.Errorf("%s %s: %s has weights of positions, want csv, or drop the weights first (%s)", name, w.Format, w.File, "dataset merge --drop-weights")
	case db.Meta().Cubes:
		return setting.Errorf("%s %s: %s has equities by the state of the cube, want csv", name, w.Format, w.File)
	}
	return nil
}

func exportDataKind() work.Kind[exportDataWork, *exchange.Exported] {
	return work.Kind[exportDataWork, *exchange.Exported]{
		Name: "dataset export", Title: "Positions for other programs", Unit: "rows",
		Usage: "export a database to the format of another program",
		Help: `Exports the rows of a database to a format of another program, see dataset import. A csv table
contains all columns of a database, also weights and states of the cube, which the other formats lack. The other formats contain positions and probabilities:
gnubg-nn with five decimals, bm as rolled-out positions for cube decisions. They omit and count
rows without a label.

Example:
   gammonlab dataset export --format gnubg-nn contact.parquet --out contact.txt
   gammonlab dataset export --format csv contact.parquet | head`,
		Local: true, Serial: true, Run: runExportData,
	}
}

func runExportData(ctx context.Context, w *exportDataWork, env *work.Env) (*exchange.Exported, error) {
	if w.Out == "-" && env.Out == nil {
		return nil, work.Refused(setting.Errorf("%s prints the result on standard output: give %s a file", setting.Name("json"), setting.Name("out")))
	}
	db, err := datasets.Open(w.File)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if err := w.check(db); err != nil {
		return nil, work.Refused(err)
	}
	done, err := w.export(ctx, db, env)
	if err != nil {
		return nil, err
	}
	if done.Unlabelled > 0 {
		env.Note(fmt.Sprintf("left out: %d %s without a label", done.Unlabelled, plaintext.Noun(done.Unlabelled, "row", "rows")))
	}
	if w.Out == "-" {
		return nil, nil
	}
	done.Out, done.Format = w.Out, w.Format
	return &done, nil
}

// export writes the rows to standard output or to a file, which appears when it is complete.
func (w *exportDataWork) export(ctx context.Context, db *datasets.File, env *work.Env) (done exchange.Exported, err error) {
	progress := env.Add(db.Len())
	export := func(to io.Writer) error {
		done, err = exchange.Export(ctx, to, db, w.Format, progress)
		return err
	}
	if w.Out == "-" {
		err = export(env.Out)
	} else {
		err = atomicfile.Write(w.Out, export)
	}
	return done, err
}

// mergeWork has the settings of the command dataset merge.
type mergeWork struct {
	Files []string `json:"files" required:"true" path:"in" place:"FILE..." help:"database <FILE>s"`
	databaseOut
	Without     string `json:"without" help:"omit positions of these <KINDS>, joined by commas, as in docs/kinds.md"`
	DropWeights bool   `json:"drop_weights" help:"write no weights of positions"`
	SkipBad     bool   `json:"skip_bad" help:"skip and count invalid rows"`

	without []board.Kind // after Validate
}

// Validate returns an error for an unknown kind of positions.
func (w *mergeWork) Validate() (err error) {
	if w.Without != "" {
		w.without, err = board.ParseKinds(w.Without)
	}
	return setting.In("without", err)
}

// inputs returns the number of rows in the files, and the digests of the files.
func (w *mergeWork) inputs() (total int64, digests []string, err error) {
	for _, path := range w.Files {
		f, err := datasets.Open(path)
		if err != nil {
			return 0, nil, err
		}
		total += f.Len()
		f.Close()
		sum, err := digest.File(path)
		if err != nil {
			return 0, nil, err
		}
		digests = append(digests, sum)
	}
	return total, digests, nil
}

func mergeKind() work.Kind[mergeWork, *upkeep.Merged] {
	return work.Kind[mergeWork, *upkeep.Merged]{
		Name: "dataset merge", Title: "Merging databases", Unit: "rows",
		Usage: "merge databases, with the best label of each position",
		Help: `Writes a database with all positions of several databases of one variant. Of several rows of a
position, it keeps a labelled one; then the one with the smallest standard error of the equity,
a known error before an unknown one; without errors, by method in the order bearoff, rollout,
ply2, trace, ply1, static, imported, game; then the first one. It needs about 28 bytes of memory
per position.

Either all databases must have weights of positions, or none; --drop-weights omits the weights.

--without omits positions of these kinds (see dataset generate --kind), for example back games
with older labels.

Example:
   gammonlab dataset merge --out all.parquet first.parquet second.parquet
   gammonlab dataset merge --without backgame,stuck --out rest.parquet old.parquet`,
		Local: true, Serial: true, Run: runMerge,
	}
}

func runMerge(ctx context.Context, w *mergeWork, env *work.Env) (*upkeep.Merged, error) {
	total, digests, err := w.inputs()
	if err != nil {
		return nil, err
	}
	provenance := map[string]string{
		"made_by": "gammonlab dataset merge", "toolkit": version.Toolkit, "merged": strings.Join(digests, " "),
	}
	if w.without != nil {
		provenance["without"] = w.Without
	}
	if w.DropWeights {
		provenance["weights"] = "dropped"
	}
	result, err := upkeep.Merge(ctx, w.Out, w.Files, upkeep.MergeOptions{
		Provenance: provenance, Unweighted: w.DropWeights, SkipBad: w.SkipBad, Progress: env.Add(2 * total),
		LeaveOut: func(r *datasets.Row) bool { return board.IsOneOf(w.without, &r.Position) },
	})
	if err != nil {
		return nil, err
	}
	return &result, nil
}
