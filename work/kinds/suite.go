package kinds

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"gammonlab/evalbench/report"
	"gammonlab/evalbench/suite"
	"gammonlab/work"
)

// suiteWork is a run of suites with its files.
type suiteWork struct {
	suite.Settings
	File []string `json:"file,omitempty" place:"[FILE...]" input:"command" help:"suite <FILE>, or the name of a shipped suite"`
	page
}

func suiteKind() work.Kind[suiteWork, *suiteResult] {
	return work.Kind[suiteWork, *suiteResult]{
		Name: "bench suite", Title: "Test suites", Unit: "tests",
		Usage: "test players on positions with known answers",
		About: "Test players, joined by commas, on the positions with known answers that come with the program. " + playerAbout,
		Help: `Runs test suites on a player: plays, doubles, takes and probabilities. FILE is a suite
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
		Results: []any{suite.Report{}, suite.Comparison{}}, Run: runSuite,
	}
}

// suiteResult is the report of one player, or the comparison of several.
type suiteResult struct {
	shown
	of *suite.Comparison
}

// errSuite is the error of a command in which a test failed that was expected to pass.
var errSuite = errors.New("bench suite: tests have failed")

// Failure returns an error if tests failed or were not answered.
func (r *suiteResult) Failure() error {
	one := r.of.Players[0].Report
	switch errored := r.of.Errored(); {
	case len(r.of.Players) > 1 && errored > 0:
		return fmt.Errorf("%w: %d could not be asked", errSuite, errored)
	case len(r.of.Players) == 1 && !one.OK():
		return fmt.Errorf("%w: %d of %d, and %d could not be asked", errSuite, one.Count(suite.Failed), one.Tests, errored)
	}
	return nil
}

func runSuite(ctx context.Context, s *suiteWork, env *work.Env) (*suiteResult, error) {
	tests, err := s.Tests(s.File...)
	if err != nil {
		return nil, err
	}
	now := work.Progress{Total: int64(len(s.Players) * len(tests))}
	env.Progress(now)
	var mu sync.Mutex
	c, err := s.Compare(ctx, tests, env.Workers, func() {
		mu.Lock()
		defer mu.Unlock()
		now.Done++
		env.Progress(now)
	})
	if err != nil {
		return nil, err
	}
	settings := report.SettingsOf(env.Command, &s.Settings)
	for _, name := range s.File {
		settings.List = append(settings.List, [2]string{"suite", name})
	}
	if err := s.write(func(w io.Writer) error { return report.Suite(w, c, settings) }); err != nil {
		return nil, err
	}
	value, text := c.Result(s.All)
	return &suiteResult{shown{value, text}, c}, nil
}
