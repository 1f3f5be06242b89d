package kinds

import (
	"cmp"
	"context"
	"errors"
	"io"

	"gammonlab/evalbench"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/tournament"
	"gammonlab/work"
)

// testWork is a sequential test with its files.
type testWork struct {
	tournament.Test
	point
	ledger
	page
}

func testKind() work.Kind[testWork, *shown] {
	return work.Kind[testWork, *shown]{
		Name: "bench sprt", Title: "Sequential test", Unit: "games",
		Usage: "play two players until a sequential test decides which is better",
		About: "Play two players until a sequential test decides which is better. " + playerAbout,
		Help: `Plays pairs of games as bench match does, until a sequential probability ratio test (SPRT)
accepts one of two hypotheses: H0, player a scores at most the first bound, or H1, player a
scores at least the second bound. The test accepts H1 wrongly with probability alpha, and H0
wrongly with probability beta. Bounds are points per game (--equity) or differences of Elo
ratings (--elo), by the share of games won.

The number of games depends on the results; closer bounds need more games. The result does
not depend on the number of workers, nor on interruptions if --results keeps the games.
--html writes a page with the verdict, the course of the test, figures and settings.

Example:
   gammonlab bench sprt --a net:new.safetensors --b net:default
   gammonlab bench sprt --a net:new.safetensors --b net:default --equity -0.01,0.01 --results new.sprt`,
		Farm: evalbench.Kind, FarmNote: noPrograms, Results: []any{tournament.Record{}}, Run: runTest,
	}
}

// Validate returns an error for the first invalid setting, by its name.
func (t *testWork) Validate() error { return cmp.Or(t.check(&t.Rules), t.Test.Validate()) }

// result returns the result of a verdict.
func (t *testWork) result(v *tournament.Verdict) *shown { return &shown{t.Record(v), t.Text(v)} }

func runTest(ctx context.Context, t *testWork, env *work.Env) (*shown, error) {
	t.Workers, t.Pool = env.Workers, env.Pool
	trace := new(report.TestTrace)
	if t.HTML != "" {
		t.Each = trace.Add
	}
	games, err := t.open(t.Settings(), env)
	if err != nil {
		return nil, err
	}
	t.Progress = func(v *tournament.Verdict) {
		env.Progress(work.Progress{
			Done: 2 * int64(v.Pairs), Total: int64(t.MaxGames), Note: v.Note(), Result: func() work.Result { return t.result(v) },
		})
	}
	v, err := t.Test.Run(ctx, games)
	err = errors.Join(err, games.Close())
	if v == nil || v.Pairs == 0 {
		return nil, err
	}
	return t.result(v), errors.Join(err, t.write(func(w io.Writer) error {
		return report.Test(w, &t.Test, v, trace, report.SettingsOf(env.Command, &t.Test))
	}))
}
