package suite_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// shipped returns the tests of all shipped suites.
func shipped(t *testing.T) []suite.Test {
	t.Helper()
	var all []suite.Test
	for _, name := range suite.Names() {
		tests := must.Get(suite.Shipped(name))(t)
		all = append(all, tests...)
	}
	return all
}

// backed matches the last line of evidence: a database, or a rollout with the
// model's digest, its settings and its seed.
var backed = regexp.MustCompile(`^exact, two-sided database$|^one-sided database|` +
	`rollout by \S+ [0-9a-f]{12}: cube(less|ful), 0-ply, luck quick, seed \d+$`)

// measured is a line of evidence from a rollout, with standard error and trials.
var measured = regexp.MustCompile(`[+-]?\d\.\d+ ± \d\.\d+`)

func TestShippedSuites(t *testing.T) {
	all := shipped(t)
	if len(all) < 250 {
		t.Errorf("%d tests are shipped, want 250 at least", len(all))
	}
	seen := map[int]bool{}
	for i := range all {
		test := &all[i]
		checkTest(t, test) // answers were found legal when they were read
		if seen[test.Number] {
			t.Errorf("%v: the number is there twice", test)
		}
		seen[test.Number] = true
		n := len(test.Evidence)
		if n < 2 || !backed.MatchString(test.Evidence[n-1]) {
			t.Errorf("%v: evidence %q, want figures and where they come from", test, test.Evidence)
			continue
		}
		if strings.Contains(test.Evidence[n-1], "rollout") && !measured.MatchString(test.Evidence[0]) {
			t.Errorf("%v: evidence %q, want a standard error", test, test.Evidence[0])
		}
		if test.Ignored || test.Expected.Not {
			t.Errorf("%v: ignored, or anything but an answer", test)
		}
	}
}

// The suite of openings has all rolls that begin a game.
func TestShippedOpenings(t *testing.T) {
	var rolls []string
	for _, test := range shipped(t) {
		if strings.Contains(test.Text, " start play ") {
			rolls = append(rolls, test.Roll.String())
		}
	}
	slices.Sort(rolls)
	want := "21 31 32 41 42 43 51 52 53 54 61 62 63 64 65"
	if got := strings.Join(rolls, " "); got != want {
		t.Errorf("openings %s, want %s", got, want)
	}
}

func TestShippedRefusesUnknown(t *testing.T) {
	if _, err := suite.Shipped("nosuch"); err == nil {
		t.Error("a suite that is not shipped is there")
	}
	must.Fail(t, must.Err(suite.Open(filepath.Join(t.TempDir(), "nosuch.tst"))), "nosuch.tst")
}

// The shipped net fails exactly the tests at 0 plies that the suites mark as
// failures. After a change of the net or of the play, write new marks: go run
// ./tools/suitegen -mark. Short runs check only a part of the tests.
func TestShippedNetMeetsTheSuites(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector: it makes databases of endings")
	}
	model := must.Get(nets.LoadShipped(nets.DefaultNet))(t)
	static := engine.NewStatic(model, enginetest.Databases(t, 6, 6)) // those that the program has by default
	all := shipped(t)
	runner := &suite.Runner{
		Player: named.Of("default", player.NewGreedy(static)), Workers: 2,
		Values: static,
	}
	report := must.Get(runner.Run(t.Context(), all))(t)
	if !report.OK() || report.Count(suite.PassedUnexpectedly) > 0 || report.Count(suite.NotAsked) > 0 {
		t.Errorf("the marks are not those of the shipped net:\n%s", report.Text(false))
	}
}
