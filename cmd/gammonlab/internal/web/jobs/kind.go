// Package jobs starts long work from a page or a call: a form and a body that follow from
// the settings of the work, a page with the result so far, and the calls under
// /api/v1/jobs. A kind of work needs only an entry in [Kinds].
package jobs

import (
	"context"

	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/evalbench/positions"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Kind is a kind of work.
type Kind struct {
	Name    string // the command's name with - for blanks, such as bench-match
	Title   string
	Purpose string

	// New returns the settings of new work.
	New func() Settings

	// Run does the work of settings that are open and returns its result. It calls show
	// with the result so far. After an error the result is nil or incomplete.
	Run func(ctx context.Context, settings Settings, workers int, show func(soFar func() *Result)) (*Result, error)
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
	}}
}

const playerPurpose = "A player is net:MODEL with a model of this server, pubeval or random; options such as plies=1 follow the model after commas."

func runMatch(ctx context.Context, settings Settings, workers int, show func(func() *Result)) (*Result, error) {
	m := settings.(*evalbench.Match)
	m.Workers = workers
	m.Observers = []evalbench.Observer{evalbench.OnProgress(func(r *evalbench.Result) error {
		show(func() *Result { return &Result{r, r.Text()} })
		return nil
	})}
	r, err := m.Run(ctx)
	if r == nil || r.Games == 0 {
		return nil, err
	}
	return &Result{r, r.Text()}, err
}

func runTest(ctx context.Context, settings Settings, workers int, show func(func() *Result)) (*Result, error) {
	t := settings.(*tournament.Test)
	t.Workers = workers
	t.Progress = func(v *tournament.Verdict) {
		show(func() *Result { return &Result{t.Record(v), t.Text(v)} })
	}
	v, err := t.Run(ctx, tournament.NewLedger(t.Settings()))
	if v == nil || v.Pairs == 0 {
		return nil, err
	}
	return &Result{t.Record(v), t.Text(v)}, err
}

func runExam(ctx context.Context, settings Settings, workers int, show func(func() *Result)) (*Result, error) {
	e := settings.(*positions.Exam)
	e.Workers = workers
	e.Progress = func(r *positions.Report) {
		show(func() *Result { return &Result{r, r.Text()} })
	}
	r, err := e.Run(ctx)
	if err != nil {
		return nil, err
	}
	return &Result{r, r.Text()}, nil
}

func runTournament(ctx context.Context, settings Settings, workers int, show func(func() *Result)) (*Result, error) {
	t := settings.(*tournament.Tournament)
	t.Workers = workers
	ledger := tournament.NewLedger(t.Settings())
	result := func() *Result {
		table, err := ledger.Table()
		if err != nil {
			return nil
		}
		return &Result{table.Record(t.Settings()), table.Text()}
	}
	t.Progress = func(_, _ int) { show(result) }
	err := t.Run(ctx, ledger)
	return result(), err
}

// opener returns the opener of the server: of the models that it serves, its databases and
// the tables of the program. Clients start no programs and open no files.
func opener(m *models.Models) *named.Opener {
	return &named.Opener{
		Model: func(name string) (*nets.Model, error) {
			model, err := m.Find(name)
			if err != nil {
				return nil, err
			}
			return model.Net(), nil
		},
		Databases: func(names string) (*engine.Databases, error) {
			switch names {
			case "default":
				return m.Databases(), nil
			case "none":
				return nil, nil
			}
			return nil, problem.New(400, "bearoff is %q, want default or none", names)
		},
		MET:  cube.NamedMET,
		Only: "the server plays only nets, pubeval and random",
	}
}

// plain returns an error about a setting with the setting's name instead of a package.
func plain(err error) error {
	if of := setting.Errors(err); len(of) > 0 {
		return problem.New(400, "%s", of[0].Text(func(n setting.Name) string { return string(n) }))
	}
	return problem.Bad(err)
}
