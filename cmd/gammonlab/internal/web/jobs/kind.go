// Package jobs starts long work from a page or a call: a form and a body that follow from
// the settings of the work, a page with the result so far, and the calls under
// /api/v1/jobs. A kind of work needs only an entry in [Kinds].
package jobs

import (
	"context"
	"fmt"
	"path/filepath"

	"gammonlab/cmd/gammonlab/internal/web/api"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/label"
	"gammonlab/engine/named"
	"gammonlab/engine/rollout"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/evalbench/openings"
	"gammonlab/internal/evalbench/positions"
	"gammonlab/internal/evalbench/suite"
	"gammonlab/rating/simulate"
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
	Show    func(soFar func() *Result) // shows the result so far
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
	return []Kind{{
		Name: "bench-match", Title: "Match",
		Purpose: "Play two players against each other: money games or matches. " + playerPurpose,
		New:     func() Settings { return new(evalbench.Match) },
		Run:     runMatch,
	}, {
		Name: "bench-sprt", Title: "Sequential test",
		Purpose: "Play two players until a sequential test decides which is better. " + playerPurpose,
		New:     func() Settings { return new(tournament.Test) },
		Run:     runTest,
	}, {
		Name: "bench-tournament", Title: "Tournament",
		Purpose: "Play matches between many players, joined by commas, and rate them. " + playerPurpose,
		New:     func() Settings { return new(tournament.Tournament) },
		Run:     runTournament,
	}, {
		Name: "bench-positions-run", Title: "Error rates",
		Purpose: "Measure the error rates of players, joined by commas, on the benchmark of rolled-out decisions that comes with the program. " + playerPurpose,
		New:     func() Settings { return new(positions.Exam) },
		Run:     runExam,
	}, {
		Name: "rollout", Title: "Rollout",
		Purpose: "Roll out a position, plays of a roll or a cube decision, at the score and the cube of the position.",
		New:     func() Settings { return new(api.Rollout) },
		Run:     runRollout,
	}, {
		Name: "bench-suite", Title: "Test suites",
		Purpose: "Test a player on the positions with known answers that come with the program. " + playerPurpose,
		New:     func() Settings { return new(suite.Runner) },
		Run:     runSuite,
	}, {
		Name: "bench-positions-build", Title: "Benchmark of decisions",
		Purpose: "Roll out decisions of self-play games, for measurements of error rates. " + playerPurpose,
		New:     func() Settings { return new(positions.Settings) },
		File:    "decisions.jsonl",
		Run:     runBuild,
	}, {
		Name: "rating-simulate", Title: "Rating study",
		Purpose: "Play matches between players with set error rates: a part of the study in the manual of GNU Backgammon. The file is for rating fit.",
		New:     func() Settings { return new(simulate.Settings) },
		File:    "study.parquet",
		Run:     runSimulation,
	}, {
		Name: "openings-build", Title: "Opening book",
		Purpose: "Roll out the plays of the opening rolls, and the replies to them.",
		New:     func() Settings { return new(openings.Settings) },
		File:    "openings.json",
		Run:     runOpenings,
	}, {
		Name: "dataset-generate", Title: "Positions",
		Purpose: "Collect positions from games between players, or from databases that jobs of this server have made, into a database. " + playerPurpose,
		New:     func() Settings { return new(generate.Settings) },
		Run:     runGenerate,
		Out:     func(s Settings) string { return s.(*generate.Settings).Out },
	}, {
		Name: "dataset-label", Title: "Labels",
		Purpose: "Label the positions of a database that a job of this server has made.",
		New:     func() Settings { return new(label.Job) },
		Run:     runLabel,
		Out:     func(s Settings) string { return s.(*label.Job).Out },
	}}
}

const playerPurpose = "A player is net:MODEL with a model of this server, pubeval or random; options such as plies=1 follow the model after commas."

func runMatch(ctx context.Context, settings Settings, by Means) (*Result, error) {
	m := settings.(*evalbench.Match)
	m.Workers = by.Workers
	m.Observers = []evalbench.Observer{evalbench.OnProgress(func(r *evalbench.Result) error {
		by.Show(func() *Result { return &Result{r, r.Text()} })
		return nil
	})}
	r, err := m.Run(ctx)
	if r == nil || r.Games == 0 {
		return nil, err
	}
	return &Result{r, r.Text()}, err
}

func runTest(ctx context.Context, settings Settings, by Means) (*Result, error) {
	t := settings.(*tournament.Test)
	t.Workers = by.Workers
	t.Progress = func(v *tournament.Verdict) {
		by.Show(func() *Result { return &Result{t.Record(v), t.Text(v)} })
	}
	v, err := t.Run(ctx, tournament.NewLedger(t.Settings()))
	if v == nil || v.Pairs == 0 {
		return nil, err
	}
	return &Result{t.Record(v), t.Text(v)}, err
}

func runExam(ctx context.Context, settings Settings, by Means) (*Result, error) {
	e := settings.(*positions.Exam)
	e.Workers = by.Workers
	e.Progress = func(r *positions.Report) {
		by.Show(func() *Result { return &Result{r, r.Text()} })
	}
	r, err := e.Run(ctx)
	if err != nil {
		return nil, err
	}
	return &Result{r, r.Text()}, nil
}

func runSuite(ctx context.Context, settings Settings, by Means) (*Result, error) {
	r := settings.(*suite.Runner)
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

func runBuild(ctx context.Context, settings Settings, by Means) (*Result, error) {
	s := settings.(*positions.Settings)
	s.Workers, s.Out = by.Workers, by.Out
	name := filepath.Base(by.Out)
	s.Progress = func(done, total int64) {
		by.Show(func() *Result {
			return &Result{&positions.Built{Out: name}, fmt.Sprintf("%d of %d decisions\n", done, total)}
		})
	}
	set, err := positions.Build(ctx, *s)
	if err != nil {
		return nil, err
	}
	built := s.Built(set)
	built.Out = name
	return &Result{built, built.Text()}, nil
}

func runSimulation(ctx context.Context, settings Settings, by Means) (*Result, error) {
	s := settings.(*simulate.Settings)
	s.Workers = by.Workers
	name := filepath.Base(by.Out)
	s.Progress = func(done, total int64) {
		by.Show(func() *Result {
			return &Result{&simulate.Summary{Out: name, Matches: int(done)}, fmt.Sprintf("%d of %d matches\n", done, total)}
		})
	}
	study, err := s.Run(ctx, by.Out)
	if err != nil {
		return nil, err
	}
	summary := study.Summary(name)
	return &Result{summary, summary.Text()}, nil
}

func runTournament(ctx context.Context, settings Settings, by Means) (*Result, error) {
	t := settings.(*tournament.Tournament)
	t.Workers = by.Workers
	ledger := tournament.NewLedger(t.Settings())
	result := func() *Result {
		table, err := ledger.Table()
		if err != nil {
			return nil
		}
		return &Result{table.Record(t.Settings()), table.Text()}
	}
	t.Progress = func(_, _ int64) { by.Show(result) }
	err := t.Run(ctx, ledger)
	return result(), err
}

func runRollout(ctx context.Context, settings Settings, by Means) (*Result, error) {
	result := func(r *rollout.Report) *Result { return &Result{r, r.Text()} }
	r, err := settings.(*api.Rollout).Run(ctx, by.Workers, func(r *rollout.Report) error {
		by.Show(func() *Result { return result(r) })
		return nil
	})
	if r == nil {
		return nil, err
	}
	return result(r), err
}

func runOpenings(ctx context.Context, settings Settings, by Means) (*Result, error) {
	s := *settings.(*openings.Settings)
	s.Workers, s.Out = by.Workers, by.Out
	s.Progress = func(done, total int64) {
		by.Show(func() *Result {
			return &Result{map[string]int64{"done": done, "of": total}, fmt.Sprintf("%d of %d decisions\n", done, total)}
		})
	}
	book, err := openings.Build(ctx, s)
	if err != nil {
		return nil, err
	}
	return &Result{book, book.Text()}, nil
}

func runGenerate(ctx context.Context, settings Settings, by Means) (*Result, error) {
	s := settings.(*generate.Settings)
	s.Workers = by.Workers
	result := func(counts *generate.Counts) *Result {
		r := counts.Report(s)
		r.File = filepath.Base(r.File) // clients do not know the folder
		return &Result{r, r.Text()}
	}
	s.Progress = func(counts *generate.Counts) { by.Show(func() *Result { return result(counts) }) }
	counts, err := generate.Run(ctx, s)
	if counts == nil {
		return nil, err
	}
	return result(counts), err
}

func runLabel(ctx context.Context, settings Settings, by Means) (*Result, error) {
	j := *settings.(*label.Job)
	j.Workers = by.Workers
	result := func(s *label.Summary) *Result {
		r := &label.Report{Out: filepath.Base(j.Out), Summary: *s} // clients do not know the folder
		return &Result{r, r.Text()}
	}
	j.Progress = func(s *label.Summary) { by.Show(func() *Result { return result(s) }) }
	s, err := label.Run(ctx, j)
	if s == nil {
		return nil, err
	}
	return result(s), err
}
