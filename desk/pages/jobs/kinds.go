//go:build !site

package jobs

import (
	"context"
	"errors"
	"path/filepath"

	"gammonlab/evalbench"
	"gammonlab/evalbench/positions"
	"gammonlab/evalbench/suite"
	"gammonlab/evalbench/tournament"
)

// Kinds lists the kinds of work that can be started.
func Kinds() []Kind {
	return append(catalogued(), []Kind{
		of("bench-match", "Match", "Play two players against each other: money games or matches. "+playerPurpose, runMatch),
		of("bench-sprt", "Sequential test", "Play two players until a sequential test decides which is better. "+playerPurpose, runTest),
		of("bench-tournament", "Tournament", "Play matches between many players, joined by commas, and rate them. "+playerPurpose, runTournament),
		of("bench-positions-run", "Error rates", "Measure the error rates of players, joined by commas, on the benchmark of rolled-out decisions that comes with the program. "+playerPurpose, runExam),
		rolloutKind(),
		of("bench-suite", "Test suites", "Test players, joined by commas, on the positions with known answers that come with the program. "+playerPurpose, runSuite),
		of("bench-positions-build", "Benchmark of decisions", "Roll out decisions of self-play games, for measurements of error rates. "+playerPurpose, runBuild).making("decisions.jsonl"),
		of("analyze", "Analysis of records", "Analyse all records of the server's library, or of a folder in it, and profile a player. Finished analyses are kept, so an interrupted job continues.", runRecords),
		of("bench-values", "Errors of models", "Measure models on labelled databases that jobs of this server have made.", runValues),
	}...)
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

// done returns the result of work that prints itself, or its error.
func done[R interface{ Text() string }](r R, err error) (*Result, error) {
	if err != nil {
		return nil, err
	}
	return resultOf(r), nil
}

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

func runSuite(ctx context.Context, s *suite.Settings, by Means) (*Result, error) {
	tests, err := s.Tests()
	if err != nil {
		return nil, err
	}
	c, err := s.Compare(ctx, tests, by.Workers, nil)
	if err != nil {
		return nil, err
	}
	result, text := c.Result(s.All)
	return &Result{result, text}, nil
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
