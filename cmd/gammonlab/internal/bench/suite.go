package bench

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/suite"
)

func suiteCommand() *cli.Command {
	return &cli.Command{
		Name:      "suite",
		Usage:     "test players on positions with known answers",
		ArgsUsage: "[FILE...]",
		Description: `Runs test suites on a player: plays, doubles, takes and probabilities. FILE is a suite
(docs/suites.md) or the name of a shipped suite, and may have numbers of tests after a colon:
` + strings.Join(suite.Names(), ", ") + `. Without FILE all shipped suites run.

The result of a test is passed or failed, and PASSED or FAILED if the suite expects the
opposite. The shipped suites expect the results of the net default at 0 plies. Unexpected
results are printed with the board. The exit code is 1 if a test FAILED or the player did
not answer. Cube tests are skipped for players without a cube.

With several --player, they are shown side by side: the right answers in each suite, and the
flips, the tests that one player passes and another one fails. Then the exit code is 1 only if
a player did not answer. --html writes a page with the boards of flips or of failed tests.

Example:
   gammonlab bench suite
   gammonlab bench suite --player net:default,plies=2 --all race
   gammonlab bench suite opening:101-115,210 race
   gammonlab bench suite --player net:default --player net:fast --html flips.html`,
		Flags:  append(cliutil.FlagsOf(new(suite.Settings)), htmlFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(suite.Report{}, suite.Comparison{})),
		Action: runSuite,
	}
}

// errSuite is the error of a run in which a test failed that was expected to pass.
var errSuite = errors.New("bench suite: tests have failed")

// runSuite runs the command.
func runSuite(c *cli.Context) error {
	settings := new(suite.Settings)
	if err := cliutil.ReadSettings(c, settings, nil); err != nil {
		return err
	}
	tests, err := settings.Tests(c.Args().Slice()...)
	if err != nil {
		return err
	}
	if err := cliutil.Opened(settings.Open(cliutil.Opener(c))); err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "suite", "tests")
	bar.Begin(0, int64(len(settings.Players)*len(tests)))
	var done atomic.Int64
	result, err := settings.Compare(bar.Watch(c.Context), tests, cliutil.Workers(c), func() { bar.Set(done.Add(1)) })
	bar.Finish()
	if err != nil {
		return err
	}
	page := func(w io.Writer) error { return report.Suite(w, result, suiteSettings(c, settings)) }
	if err := writeHTML(c, page); err != nil {
		return err
	}
	return printSuite(c, settings, result)
}

// suiteSettings returns the settings for the page.
func suiteSettings(c *cli.Context, of *suite.Settings) report.Settings {
	s := report.SettingsOf(cliutil.CommandLine(c), of)
	for _, name := range c.Args().Slice() {
		s.List = append(s.List, [2]string{"suite", name})
	}
	return s
}

// printSuite prints the report of one player, or the comparison of several. It returns an
// error if tests failed or were not answered.
func printSuite(c *cli.Context, s *suite.Settings, result *suite.Comparison) error {
	shown, text := result.Result(s.All)
	if err := cliutil.PrintEither(c, shown, func() string { return text }); err != nil {
		return err
	}
	one := result.Players[0].Report
	switch errored := result.Errored(); {
	case len(result.Players) > 1 && errored > 0:
		return fmt.Errorf("%w: %d could not be asked", errSuite, errored)
	case len(result.Players) == 1 && !one.OK():
		return fmt.Errorf("%w: %d of %d, and %d could not be asked", errSuite, one.Count(suite.Failed), one.Tests, errored)
	}
	return nil
}
