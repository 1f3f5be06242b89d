package bench

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/internal/evalbench/suite"
)

func suiteCommand() *cli.Command {
	return &cli.Command{
		Name:      "suite",
		Usage:     "test a player on positions with known answers",
		ArgsUsage: "[FILE...]",
		Description: `Runs test suites on a player: plays, doubles, takes and probabilities. FILE is a suite
(docs/suites.md) or the name of a shipped suite:
` + strings.Join(suite.Names(), ", ") + `. Without FILE all shipped suites run.

The result of a test is passed or failed, and PASSED or FAILED if the suite expects the
opposite. The shipped suites expect the results of the net default at 0 plies. Unexpected
results are printed with the board. The exit code is 1 if a test FAILED or the player did
not answer. Cube tests are skipped for players without a cube.

Example:
   gammonlab bench suite
   gammonlab bench suite --player net:default,plies=2 --all race
   gammonlab bench suite --tests 101-115,210 opening`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "player", Value: "net:default", Usage: "`PLAYER` to test, as in bench match"},
			&cli.StringFlag{Name: "tests", Usage: "run only tests with these `NUMBERS`, such as 10-20,31"},
			&cli.BoolFlag{Name: "all", Usage: "print all results"},
			cliutil.BearoffFlag(), cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(suite.Report{}),
		},
		Action: runSuite,
	}
}

// errSuite is the error of a run in which a test failed that was expected to pass.
var errSuite = errors.New("bench suite: tests have failed")

// runSuite runs the command.
func runSuite(c *cli.Context) error {
	tests, err := suiteTests(c)
	if err != nil {
		return err
	}
	runner, err := suiteRunner(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "suite", "tests")
	bar.Begin(0, int64(len(tests)))
	var done atomic.Int64
	runner.Progress = func() { bar.Set(done.Add(1)) }
	report, err := runner.Run(bar.Watch(c.Context), tests)
	bar.Finish()
	if err != nil {
		return err
	}
	err = cliutil.PrintEither(c, report, func() string { return report.Text(c.Bool("all")) })
	if err == nil && !report.OK() {
		err = fmt.Errorf("%w: %d of %d, and %d could not be asked", errSuite,
			report.Count(suite.Failed), len(tests), report.Count(suite.Errored))
	}
	return err
}

// suiteTests reads the suites that the arguments name.
func suiteTests(c *cli.Context) ([]suite.Test, error) {
	var numbers suite.Numbers
	var err error
	if c.IsSet("tests") {
		if numbers, err = suite.ParseNumbers(c.String("tests")); err != nil {
			return nil, cliutil.Usagef("--tests: %w", err)
		}
	}
	names := c.Args().Slice()
	if len(names) == 0 {
		names = suite.Names()
	}
	var all []suite.Test
	for _, name := range names {
		tests, err := suite.Open(name)
		if err != nil {
			return nil, err
		}
		all = append(all, numbers.Choose(tests)...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("bench suite: no test of %s has one of the numbers", strings.Join(names, ", "))
	}
	return all, nil
}

// suiteRunner returns a runner of tests for the player of the flag. For values it uses
// the player's net at the same search depth.
func suiteRunner(c *cli.Context) (*suite.Runner, error) {
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return nil, err
	}
	runner := &suite.Runner{Workers: cliutil.Workers(c), Seed: c.Uint64("seed")}
	var static *engine.Static
	spec := c.String("player")
	runner.Player, err = games.ParseSpec(c, "player", spec, func(name string) (engine.Evaluator, error) {
		model, err := cliutil.OpenModel(name)
		if err != nil {
			return nil, err
		}
		static = engine.NewStatic(model, databases)
		return static, nil
	})
	if err != nil || static == nil {
		return runner, err
	}
	searcher, err := search.New(static.Clone(), search.Options{Plies: pliesOf(spec)})
	runner.Values = searcher
	return runner, err
}

// pliesOf returns the search depth in the spec of a player, which must be valid.
func pliesOf(spec string) int {
	plies := 0
	for _, option := range strings.Split(spec, ",")[1:] {
		if text, ok := strings.CutPrefix(option, "plies="); ok {
			plies, _ = strconv.Atoi(text)
		}
	}
	return plies
}
