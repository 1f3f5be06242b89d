package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gammonlab/evalbench/tournament"
	"gammonlab/internal/must"
	"gammonlab/nets/kernel"
)

// speed matches the text that differs between reports of the same games.
var speed = regexp.MustCompile(`\S+ games/s .*`)

// Files of results of earlier versions are converted: their games equal those
// of this version and are not played again. The files of testdata/results were
// made by these commands, those of matches with two or four games less.
// "match-1" and "judged-2" are from versions in which matches and tests had
// different kinds of files.
func TestOldResults(t *testing.T) {
	if kernel.Class() != "simd" {
		t.Skip("the files are of SIMD kernels")
	}
	for _, c := range []struct {
		name, command string
		holds         int    // games in the file
		games         string // in the report
		plays         bool   // compare the report with that of a new match
		bits          bool   // compare the files, too; figures of a judge may differ by rounding
	}{
		{"match-1", "match --a net:" + tiny + " --b pubeval --games 8", 6, "8 games", true, true},
		{"judged-2", "match --a pubeval --b net:" + tiny + " --games 6 --judge 0 --judge-model b", 4, "6 games", true, false},
		{"pairs-1-match", "match --a pubeval --b net:" + tiny + " --games 6 --luck b", 4, "6 games", false, false},
		{"pairs-1-sprt", "sprt --a net:" + tiny + " --b pubeval --max-games 30 --equity=-0.01,0.01", 30, "30 games", true, true},
		{"pairs-1-tournament", "tournament --players net:" + tiny + ",pubeval,random --games 24", 3 * 24, " 48", true, true},
	} {
		dir := t.TempDir()
		old, again := filepath.Join(dir, "old"), filepath.Join(dir, "again")
		must.OK(t, os.WriteFile(old, []byte(readFile(t, filepath.Join("testdata", "results", c.name))), 0o666))
		if got := gamesIn(t, old); got != c.holds {
			t.Errorf("%s: %d games, want %d", c.name, got, c.holds)
		}
		run := func(results string) (report, file string) {
			args := append([]string{"bench"}, strings.Fields(c.command)...)
			out, errOut, code := command(t, "", append(args, "--bearoff", "none", "--seed", "5", "--results", results)...)
			if code != exitOK && !strings.Contains(out, "undecided") || !strings.Contains(out, c.games) {
				t.Fatalf("%s: exit code %d, want %q in %s%s", c.name, code, c.games, out, errOut)
			}
			return speed.ReplaceAllString(out, ""), readFile(t, results)
		}
		report, converted := run(old)
		if !strings.HasPrefix(converted, "gammonlab results 2\n") {
			t.Errorf("%s: not converted: %.100q", c.name, converted)
		}
		if !c.plays {
			continue
		}
		wantReport, want := run(again)
		if c.bits && converted != want {
			t.Errorf("%s: becomes\n%s\nand this version writes\n%s", c.name, converted, want)
		}
		if report != wantReport {
			t.Errorf("%s: the report is\n%s\nand of games of this version\n%s", c.name, report, wantReport)
		}
	}
}

// gamesIn returns how many games a file of results holds.
func gamesIn(t *testing.T, path string) int {
	t.Helper()
	ledger, _, err := tournament.Open(path, tournament.Settings{Seed: 5})
	must.OK(t, err)
	defer ledger.Close()
	table := must.Get(ledger.Table())(t)
	games := 0
	for _, row := range table.Rows {
		games += row.Games
	}
	return games / 2 // each is in the rows of two players
}
