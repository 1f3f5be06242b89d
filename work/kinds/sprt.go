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
	tournament.Selection
	point
	ledger
	page
}

func testKind() work.Kind[testWork, *shown] {
	return work.Kind[testWork, *shown]{
		Name: "bench sprt", Title: "Sequential test", Unit: "games",
		Usage: "play two players until a sequential test decides which is better",
		About: "Play two players until a sequential test decides which is better, or several against one until the best is known. " + playerAbout,
		Help: `Plays pairs of games as bench match does, until a sequential probability ratio test (SPRT)
accepts one of two hypotheses: H0, player a scores at most the first bound, or H1, player a
scores at least the second bound. The test accepts H1 wrongly with probability alpha, and H0
wrongly with probability beta. Bounds are points per game (--equity) or differences of Elo
ratings (--elo), by the share of games won.

The number of games depends on the results; closer bounds need more games. The result does
not depend on the number of workers, nor on interruptions if --results keeps the games.
--html writes a page with the verdict, the course of the test, figures and settings.

With several --a, finds the best of these candidates if it is better than player b. The candidate with
the highest likelihood ratio plays; the others wait. Alpha is then the probability that any candidate
is accepted wrongly, and --max-games counts the games of all. With --left N, the worst candidates are
dropped until N are left, whatever they score against b. See docs/statistics.md.

Example:
   gammonlab bench sprt --a net:new.safetensors --b net:default
   gammonlab bench sprt --a net:first.safetensors --a net:second.safetensors --b net:default
   gammonlab bench sprt --a net:new.safetensors --b net:default --equity -0.01,0.01 --results new.sprt`,
		Farm: evalbench.Kind, FarmNote: noPrograms, Results: []any{tournament.Record{}, tournament.SelectionRecord{}}, Run: runTest,
	}
}

// Validate returns an error for the first invalid setting, by its name.
func (t *testWork) Validate() error { return cmp.Or(t.check(&t.Rules), t.Selection.Validate()) }

func runTest(ctx context.Context, t *testWork, env *work.Env) (*shown, error) {
	t.Workers, t.Pool = env.Workers, env.Pool
	games, err := t.open(t.Settings(), env)
	if err != nil {
		return nil, err
	}
	if len(t.A) > 1 {
		return t.choose(ctx, games, env)
	}
	return t.decide(ctx, games, env)
}

// decide tests the only candidate.
func (t *testWork) decide(ctx context.Context, games *tournament.Ledger, env *work.Env) (*shown, error) {
	test, trace := t.Test(0), new(report.TestTrace)
	if t.HTML != "" {
		test.Each = trace.Add
	}
	result := func(v *tournament.Verdict) *shown { return &shown{test.Record(v), test.Text(v)} }
	test.Progress = func(v *tournament.Verdict) {
		env.Progress(work.Progress{
			Done: 2 * int64(v.Pairs), Total: int64(v.Expected(t.MaxGames)), Note: v.Note(), Result: func() work.Result { return result(v) },
		})
	}
	v, err := test.Run(ctx, games)
	err = errors.Join(err, games.Close())
	if v == nil || v.Pairs == 0 {
		return nil, err
	}
	return result(v), errors.Join(err, t.write(func(w io.Writer) error {
		return report.Test(w, test, v, trace, report.SettingsOf(env.Command, test))
	}))
}

// choose finds the best of several candidates.
func (t *testWork) choose(ctx context.Context, games *tournament.Ledger, env *work.Env) (*shown, error) {
	traces := make([]report.TestTrace, len(t.A))
	if t.HTML != "" {
		t.Each = func(candidate int, v *tournament.Verdict) { traces[candidate].Add(v) }
	}
	result := func(now *tournament.Standing) *shown { return &shown{now.Record(), now.Text()} }
	t.Progress = func(now *tournament.Standing) {
		env.Progress(work.Progress{
			Done: int64(now.Games()), Total: int64(now.Expected()), Note: now.Note(), Result: func() work.Result { return result(now) },
		})
	}
	now, err := t.Selection.Run(ctx, games)
	err = errors.Join(err, games.Close())
	if now == nil || now.Games() == 0 {
		return nil, err
	}
	return result(now), errors.Join(err, t.write(func(w io.Writer) error {
		return report.Selection(w, now, traces, report.SettingsOf(env.Command, &t.Selection))
	}))
}
