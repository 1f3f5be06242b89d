// Package jobs starts long work from a page or a call: a form and a body that follow from
// the settings of the work, a page with the result so far, and the calls under
// /api/v1/jobs. A kind of work needs only an entry in [Kinds].
package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/cmd/gammonlab/internal/training"
	"gammonlab/cmd/gammonlab/internal/web/work"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/label"
	"gammonlab/engine/named"
	"gammonlab/engine/rollout"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/engine/databases"
	"gammonlab/internal/evalbench/openings"
	"gammonlab/internal/evalbench/positions"
	"gammonlab/internal/evalbench/suite"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/supervised/cubenets"
	"gammonlab/internal/supervised/prune"
	"gammonlab/rating/simulate"
	"gammonlab/supervised/ablate"
)

// Kind is a kind of work.
type Kind struct {
	Name    string // the command's name with - for blanks, such as bench-match
	Title   string
	Purpose string

	// New returns the settings of new work.
	New func() Settings

	// File is the name of the file that the work makes, "" for none.
	File string

	// Out returns the path of the database that settings name as output; nil for none.
	Out func(Settings) string

	// Run does the work of settings that are open and returns its result. After an error
	// the result is nil or incomplete.
	Run func(ctx context.Context, settings Settings, m Means) (*Result, error)
}

// Means are what work has at its disposal.
type Means struct {
	Workers int
	Out     string                     // path of the file that the work makes
	Folder  string                     // folder in which an interrupted attempt keeps its results for the next one; "" for none
	Show    func(soFar func() *Result) // shows the result so far
}

// count returns the function that shows how much of the work is done.
func (m *Means) count(unit string) func(done, total int64) {
	return func(done, total int64) {
		m.Show(func() *Result {
			return &Result{map[string]int64{"done": done, "of": total}, fmt.Sprintf("%d of %d %s\n", done, total, unit)}
		})
	}
}

// keep returns the path of a file that keeps results for the next attempt, "" for none.
func (m *Means) keep(name string) string {
	if m.Folder == "" {
		return ""
	}
	return filepath.Join(m.Folder, name)
}

// ledger opens the ledger of the games of the work: in a file that the page of results shows,
// or in memory.
func (m *Means) ledger(s tournament.Settings) (*tournament.Ledger, error) {
	path := m.keep("games.results")
	if path == "" {
		return tournament.NewLedger(s), nil
	}
	l, _, err := tournament.Open(path, s)
	return l, err
}

// Settings is a pointer to a struct as [setting.Field] describes it.
type Settings interface {
	Open(*named.Opener) error // finds what the settings name
}

// Result is the result of work, as JSON and as text, as the command prints it.
type Result struct {
	JSON any
	Text string
}

// Kinds lists the kinds of work that can be started.
func Kinds() []Kind {
	return []Kind{
		of("bench-match", "Match", "Play two players against each other: money games or matches. "+playerPurpose, runMatch),
		of("bench-sprt", "Sequential test", "Play two players until a sequential test decides which is better. "+playerPurpose, runTest),
		of("bench-tournament", "Tournament", "Play matches between many players, joined by commas, and rate them. "+playerPurpose, runTournament),
		of("bench-positions-run", "Error rates", "Measure the error rates of players, joined by commas, on the benchmark of rolled-out decisions that comes with the program. "+playerPurpose, runExam),
		of("rollout", "Rollout", "Roll out a position, plays of a roll or a cube decision, at the score and the cube of the position.", runRollout),
		of("bench-suite", "Test suites", "Test a player on the positions with known answers that come with the program. "+playerPurpose, runSuite),
		of("bench-positions-build", "Benchmark of decisions", "Roll out decisions of self-play games, for measurements of error rates. "+playerPurpose, runBuild).making("decisions.jsonl"),
		of("rating-simulate", "Rating study", "Play matches between players with set error rates: a part of the study in the manual of GNU Backgammon. The file is for rating fit.", runSimulation).making("study.parquet"),
		of("openings-build", "Opening book", "Roll out the plays of the opening rolls, and the replies to them.", runOpenings).making("openings.json"),
		of("analyze", "Analysis of records", "Analyse all records of the server's library, or of a folder in it, and profile a player. Finished analyses are kept, so an interrupted job continues.", runRecords),
		of("dataset-generate", "Positions", "Collect positions from games between players, or from databases that jobs of this server have made, into a database. "+playerPurpose, runGenerate).
			keeping(func(s Settings) string { return s.(*generate.Settings).Out }),
		of("dataset-label", "Labels", "Label the positions of a database that a job of this server has made.", runLabel).
			keeping(func(s Settings) string { return s.(*label.Job).Out }),
		of("bench-values", "Errors of models", "Measure models on labelled databases that jobs of this server have made.", runValues),
		of("features-ablate", "Importance of inputs", "Measure how much groups of inputs matter to the nets of a model, or to a net that the job trains, on a labelled database that a job of this server has made.", runAblate),
		of("train-td", "Self-play training", "Train nets by games against themselves. "+runPurpose, runTraining[*training.TD]("games")).
			keeping(func(s Settings) string { return filepath.Join(s.(*training.TD).Out, runfolder.ModelFile) }),
		of("train-supervised", "Training on a database", "Train nets on labelled positions of a database that a job of this server has made. "+runPurpose, runTraining[*training.Supervised]("examples")).
			keeping(func(s Settings) string { return filepath.Join(s.(*training.Supervised).Out, runfolder.ModelFile) }),
		of("weights-prune", "Pruning nets", "Train small nets that choose the plays which a model evaluates in searches.", runPrune).making("model.safetensors"),
		of("weights-cube", "Cube nets", "Train nets of cube efficiencies for a model, on positions of a database that a job of this server has made.", runCube).making("model.safetensors"),
		of("bearoff-generate-one-sided", "One-sided bear-offs", "Make a bear-off database with the distribution of the number of rolls.", runBearoff[*databases.OneSided]).making("one-sided.bd"),
		of("bearoff-generate-two-sided", "Two-sided bear-offs", "Make a bear-off database with equities, with and without the cube.", runBearoff[*databases.TwoSided]).making("two-sided.bd"),
		of("bearoff-generate-hyper", "Hypergammon", "Make a database of all positions of hypergammon.", runBearoff[*databases.Hyper]).making("hyper.bd"),
	}
}

// lane returns the queue of the kind: users wait for rollouts.
func (k *Kind) lane() work.Lane {
	if k.Name == "rollout" {
		return work.Quick
	}
	return work.Long
}

// Short returns the first sentence of the purpose.
func (k *Kind) Short() string {
	first, _, _ := strings.Cut(k.Purpose, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// group is a part of the list of kinds.
type group struct {
	Title string
	Kinds []Kind
}

// groups returns all kinds by what they do, which is the first word of their names.
func groups() []group {
	titles := []struct{ title, words string }{
		{"Play and measure", "bench rating rollout openings"}, {"Records", "analyze"}, {"Collect positions", "dataset"}, {"Train", "train features weights"}, {"Databases of endings", "bearoff"},
	}
	all := make([]group, len(titles))
	for i, of := range titles {
		all[i].Title = of.title
		for _, k := range Kinds() {
			word, _, _ := strings.Cut(k.Name, "-")
			if slices.Contains(strings.Fields(of.words), word) {
				all[i].Kinds = append(all[i].Kinds, k)
			}
		}
	}
	return all
}

// of returns a kind of work whose settings are of type S.
func of[S any, P interface {
	*S
	Settings
}](name, title, purpose string, run func(ctx context.Context, settings P, by Means) (*Result, error)) Kind {
	return Kind{
		Name: name, Title: title, Purpose: purpose,
		New: func() Settings { return P(new(S)) },
		Run: func(ctx context.Context, settings Settings, by Means) (*Result, error) {
			return run(ctx, settings.(P), by)
		},
	}
}

// making returns the kind of work with the name of the file that it makes.
func (k Kind) making(file string) Kind {
	k.File = file
	return k
}

// keeping returns the kind of work with the function for the database that settings name as
// output.
func (k Kind) keeping(out func(Settings) string) Kind {
	k.Out = out
	return k
}

// done returns the result of work that prints itself, or its error.
func done[R interface{ Text() string }](r R, err error) (*Result, error) {
	if err != nil {
		return nil, err
	}
	return resultOf(r), nil
}

// resultOf returns the result of work that prints itself.
func resultOf(r interface{ Text() string }) *Result { return &Result{r, r.Text()} }

const playerPurpose = "A player is net:MODEL with a model of this server, pubeval or random; options such as plies=1 follow the model after commas."

const runPurpose = "The same settings again continue an interrupted run. The file is the model."

func runMatch(ctx context.Context, m *evalbench.Match, by Means) (*Result, error) {
	m.Workers = by.Workers
	m.Observers = []evalbench.Observer{evalbench.OnProgress(func(r *evalbench.Result) error {
		by.Show(func() *Result { return resultOf(r) })
		return nil
	})}
	ledger, err := by.ledger(tournament.Settings{Conditions: m.Conditions, Unpaired: m.Unpaired})
	if err != nil {
		return nil, err
	}
	if err := ledger.Match(m); err != nil {
		return nil, errors.Join(err, ledger.Close())
	}
	r, err := m.Run(ctx)
	err = errors.Join(err, ledger.Close())
	if r == nil || r.Games == 0 {
		return nil, err
	}
	return resultOf(r), err
}

func runTest(ctx context.Context, t *tournament.Test, by Means) (*Result, error) {
	t.Workers = by.Workers
	t.Progress = func(v *tournament.Verdict) {
		by.Show(func() *Result { return &Result{t.Record(v), t.Text(v)} })
	}
	ledger, err := by.ledger(t.Settings())
	if err != nil {
		return nil, err
	}
	v, err := t.Run(ctx, ledger)
	err = errors.Join(err, ledger.Close())
	if v == nil || v.Pairs == 0 {
		return nil, err
	}
	return &Result{t.Record(v), t.Text(v)}, err
}

func runExam(ctx context.Context, e *positions.Exam, by Means) (*Result, error) {
	e.Workers, e.Results = by.Workers, by.keep("answers")
	e.Progress = func(r *positions.Report) {
		by.Show(func() *Result { return resultOf(r) })
	}
	return done(e.Run(ctx))
}

func runValues(ctx context.Context, v *evalbench.Values, by Means) (*Result, error) {
	v.Workers, v.Progress = by.Workers, by.count("evaluations")
	return done(v.Run(ctx))
}

func runAblate(ctx context.Context, j *ablate.Job, by Means) (*Result, error) {
	j.Workers = by.Workers
	j.Progress = func(step string, done, total int64) { by.count("positions, "+step)(done, total) }
	r, err := j.Run(ctx)
	if err != nil {
		return nil, err
	}
	r.Data = filepath.Base(r.Data) // clients do not know the folder
	return resultOf(r), nil
}

func runSuite(ctx context.Context, r *suite.Runner, by Means) (*Result, error) {
	r.Workers = by.Workers
	tests, err := r.Tests()
	if err != nil {
		return nil, err
	}
	report, err := r.Run(ctx, tests)
	if err != nil {
		return nil, err
	}
	return &Result{report, report.Text(r.All)}, nil
}

func runBuild(ctx context.Context, s *positions.Settings, by Means) (*Result, error) {
	s.Workers, s.Out = by.Workers, by.Out
	s.Progress = by.count("decisions")
	set, err := positions.Build(ctx, *s)
	if err != nil {
		return nil, err
	}
	built := s.Built(set)
	built.Out = filepath.Base(by.Out)
	return resultOf(built), nil
}

func runSimulation(ctx context.Context, s *simulate.Settings, by Means) (*Result, error) {
	s.Workers = by.Workers
	s.Progress = by.count("matches")
	study, err := s.Run(ctx, by.Out)
	if err != nil {
		return nil, err
	}
	return resultOf(study.Summary(filepath.Base(by.Out))), nil
}

func runTournament(ctx context.Context, t *tournament.Tournament, by Means) (*Result, error) {
	t.Workers = by.Workers
	ledger, err := by.ledger(t.Settings())
	if err != nil {
		return nil, err
	}
	result := func() *Result {
		table, err := ledger.Table()
		if err != nil {
			return nil
		}
		return &Result{table.Record(t.Settings()), table.Text()}
	}
	t.Progress = func(_, _ int64) { by.Show(result) }
	err = t.Run(ctx, ledger)
	return result(), errors.Join(err, ledger.Close())
}

func runRollout(ctx context.Context, w *Rollout, by Means) (*Result, error) {
	w.State = cmp.Or(w.State, by.keep("trials"))
	r, err := w.Run(ctx, by.Workers, func(soFar func() *rollout.Report) error {
		by.Show(func() *Result { return resultOf(soFar()) })
		return nil
	})
	if r == nil {
		return nil, err
	}
	return resultOf(r), err
}

func runOpenings(ctx context.Context, settings *openings.Settings, by Means) (*Result, error) {
	s := *settings
	s.Workers, s.Out = by.Workers, by.Out
	s.Progress = by.count("decisions")
	return done(openings.Build(ctx, s))
}

func runGenerate(ctx context.Context, s *generate.Settings, by Means) (*Result, error) {
	s.Workers = by.Workers
	result := func(counts *generate.Counts) *Result {
		r := counts.Report(s)
		r.File = filepath.Base(r.File) // clients do not know the folder
		return resultOf(r)
	}
	s.Progress = func(counts *generate.Counts) { by.Show(func() *Result { return result(counts) }) }
	counts, err := generate.Run(ctx, s)
	if counts == nil {
		return nil, err
	}
	return result(counts), err
}

func runLabel(ctx context.Context, settings *label.Job, by Means) (*Result, error) {
	j := *settings
	j.Workers = by.Workers
	result := func(s *label.Summary) *Result {
		r := &label.Report{Out: filepath.Base(j.Out), Summary: *s} // clients do not know the folder
		return resultOf(r)
	}
	j.Progress = func(s *label.Summary) { by.Show(func() *Result { return result(s) }) }
	s, err := label.Run(ctx, j)
	if s == nil {
		return nil, err
	}
	return result(s), err
}

func runPrune(ctx context.Context, j *prune.Job, by Means) (*Result, error) {
	j.Workers, j.Progress = by.Workers, by.count("positions")
	r, err := j.Run(ctx, by.Out)
	if err != nil {
		return nil, err
	}
	r.Out = filepath.Base(r.Out)
	return resultOf(r), nil
}

func runCube(ctx context.Context, j *cubenets.Job, by Means) (*Result, error) {
	j.Workers, j.Progress = by.Workers, by.count("positions")
	r, err := j.Run(ctx, by.Out)
	if err != nil {
		return nil, err
	}
	r.Out = filepath.Base(r.Out)
	return resultOf(r), nil
}

func runBearoff[S databases.Settings](ctx context.Context, s S, by Means) (*Result, error) {
	show := by.count("positions")
	if err := s.Make(ctx, by.Out, by.Workers, func(_ int, _ float64, done, total int64) { show(done, total) }); err != nil {
		return nil, err
	}
	made, err := databases.Read(by.Out)
	if err != nil {
		return nil, err
	}
	made.Out = filepath.Base(by.Out)
	return resultOf(made), nil
}

// runTraining returns the function that trains, with progress in the unit.
func runTraining[T training.Training](unit string) func(ctx context.Context, t T, by Means) (*Result, error) {
	return func(ctx context.Context, t T, by Means) (*Result, error) {
		run := t.Base()
		run.Workers, run.Progress = by.Workers, by.count(unit)
		run.Note, run.Say = func(string) {}, func(string) {}
		work, err := t.Start(ctx)
		if err == nil && work {
			err = t.Train(ctx)
		}
		if err != nil {
			return nil, err
		}
		r, err := t.Result(false)
		if err != nil {
			return nil, err
		}
		r.HideFolders()
		return resultOf(r), nil
	}
}
