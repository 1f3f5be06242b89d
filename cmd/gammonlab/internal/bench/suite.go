package bench

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
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
		Flags:  append(cliutil.FlagsOf(new(suite.Runner)), cliutil.WorkersFlag(), cliutil.JSONFlag(suite.Report{})),
		Action: runSuite,
	}
}

// errSuite is the error of a run in which a test failed that was expected to pass.
var errSuite = errors.New("bench suite: tests have failed")

// runSuite runs the command.
func runSuite(c *cli.Context) error {
	runner := &suite.Runner{Workers: cliutil.Workers(c)}
	if err := cliutil.ReadSettings(c, runner, nil); err != nil {
		return err
	}
	tests, err := runner.Tests(c.Args().Slice()...)
	if err != nil {
		return err
	}
	if err := cliutil.Opened(runner.Open(cliutil.Opener(c))); err != nil {
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
	err = cliutil.PrintEither(c, report, func() string { return report.Text(runner.All) })
	if err == nil && !report.OK() {
		err = fmt.Errorf("%w: %d of %d, and %d could not be asked", errSuite,
			report.Count(suite.Failed), len(tests), report.Count(suite.Errored))
	}
	return err
}
