package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gammonlab/evalbench/tournament"
	"gammonlab/internal/must"
)

// sprtResult is what scripts read of bench sprt.
type sprtResult struct {
	Decision string   `json:"decision"`
	Games    int      `json:"games"`
	LLR      float64  `json:"llr"`
	Upper    float64  `json:"llr_upper"`
	PPG      *float64 `json:"ppg"`
	Elo      *float64 `json:"elo"`
	Variant  string   `json:"variant"`
	Form     string   `json:"form"`
	Seed     uint64   `json:"seed"`
}

func sprt(t *testing.T, args ...string) sprtResult {
	t.Helper()
	out := succeed(t, append([]string{"bench", "sprt", "--json", "--bearoff", "none"}, args...)...)
	var r sprtResult
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return r
}

// TestSPRT decides by points and by Elo, with the same result for any number of
// workers, and continues with the games in a file.
func TestSPRT(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results")
	args := []string{"--a", "pubeval", "--b", "random", "--equity", "0,0.5", "--results", file}
	first := sprt(t, append(args, "--workers", "3")...)
	again := sprt(t, append(args, "--workers", "1")...)
	if first.Decision != "H1" || first.LLR < first.Upper || first.PPG == nil || again.LLR != first.LLR || again.Games != first.Games {
		t.Errorf("first %+v, again %+v, want H1 twice", first, again)
	}
	if r := sprt(t, "--a", "random", "--b", "pubeval", "--elo", "0,50"); r.Decision != "H0" || r.Games > 1000 ||
		r.Variant != "backgammon" || r.Form != "cubeless" || r.Seed != 1 {
		t.Errorf("%+v, want H0 soon", r)
	}
	out, errOut, code := command(t, "", "bench", "sprt", "--bearoff", "none", "--a", "pubeval", "--b", "net:"+tiny, "--equity", "-0.001,0.001", "--max-games", "40")
	if code != exitOK || !strings.Contains(out, "undecided between H0") || !strings.Contains(out, "40 games in 20 pairs") {
		t.Errorf("exit code %d\n%s%s", code, out, errOut)
	}
}

// TestSPRTOfEquals plays a net against itself by another name.
func TestSPRTOfEquals(t *testing.T) {
	out, errOut, code := command(t, "", "bench", "sprt", "--bearoff", "none", "--equity", "0,0.2",
		"--a", "net:"+tiny, "--b", "net:"+tiny+",plies=0")
	if code != exitOK || !strings.Contains(out, "H0 accepted") || !strings.Contains(out, "are equal") || strings.Contains(out, "expected") {
		t.Errorf("exit code %d, want H0, a warning and no number of games that were expected\n%s%s", code, out, errOut)
	}
	if out, _, _ := command(t, "", "bench", "sprt", "--bearoff", "none", "--a", "pubeval", "--b", "random", "--max-games", "2"); !strings.Contains(out, "undecided") || strings.Contains(out, "NaN") {
		t.Errorf("one pair: %s", out)
	}
}

func TestTournamentCommand(t *testing.T) {
	dir := t.TempDir()
	list, file := filepath.Join(dir, "players"), filepath.Join(dir, "results")
	must.OK(t, os.WriteFile(list, []byte("# who plays\npubeval\n\nrandom # any play\n"), 0o666))
	args := []string{"bench", "tournament", "--bearoff", "none", "--players", list, "--games", "40", "--results", file}
	first, errOut, code := command(t, "", args...)
	if code != exitOK || !strings.Contains(first, "1  pubeval") || !strings.Contains(first, "2  random") {
		t.Fatalf("exit code %d\n%s%s", code, first, errOut)
	}
	if again, errOut, _ := command(t, "", args...); again != first || errOut != "" {
		t.Errorf("again\n%s%s\nwant\n%s", again, errOut, first)
	}
	out, errOut, code := command(t, "", append(args, "--gauntlet", "net:"+tiny, "--json")...)
	var table tournament.TableRecord
	if err := json.Unmarshal([]byte(out), &table); err != nil || code != exitOK {
		t.Fatalf("%v, exit code %d\n%s%s", err, code, out, errOut)
	}
	i := slices.IndexFunc(table.Players, func(p tournament.RatingRecord) bool { return p.Player == "net:"+tiny })
	if len(table.Players) != 3 || len(table.Pairings) != 3 || table.Form != "cubeless" || i < 0 || table.Players[i].Games != 80 || len(table.Players[i].Digest) != 64 {
		t.Errorf("table %+v, want the net to have 80 games", table)
	}
	whole := must.Get(os.ReadFile(file))(t)
	must.OK(t, os.WriteFile(file, whole[:len(whole)-30], 0o666))
	cut, errOut, code := command(t, "", append(args, "--gauntlet", "net:"+tiny, "--json")...)
	if code != exitOK || cut != out || !strings.Contains(errOut, "was cut short and is dropped") {
		t.Errorf("cut short: exit code %d\n%s%s\nwant\n%s", code, cut, errOut, out)
	}
}

func TestSPRTAndTournamentRefuse(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"one player", []string{"sprt", "--a", "pubeval"}, exitUsage, "--b is required"},
		{"a player against itself", []string{"sprt", "--a", "pubeval", "--b", "pubeval"}, exitUsage, "the same player"},
		{"one bound", []string{"sprt", "--a", "pubeval", "--b", "random", "--equity", "0.1"}, exitUsage, `--equity: "0.1"`},
		{"bounds exchanged", []string{"sprt", "--a", "pubeval", "--b", "random", "--elo", "5,0"}, exitUsage, `--elo: "5,0"`},
		{"bounds of two kinds", []string{"sprt", "--a", "pubeval", "--b", "random", "--elo", "0,5", "--equity", "0,0.1"}, exitUsage, "contradicts"},
		{"alpha", []string{"sprt", "--a", "pubeval", "--b", "random", "--alpha", "0.7"}, exitUsage, "--alpha is 0.7"},
		{"half a pair", []string{"sprt", "--a", "pubeval", "--b", "random", "--max-games", "3"}, exitUsage, "even number"},
		{"no results", []string{"sprt", "--a", "pubeval", "--b", "random", "--bearoff", "none", "--results", tiny}, exitFailed, `not a gammonlab file of the kind "results"`},
		{"no players", []string{"tournament"}, exitUsage, "--players is required"},
		{"one only", []string{"tournament", "--players", "pubeval"}, exitUsage, "at least 2 players, found 1"},
		{"a player twice", []string{"tournament", "--bearoff", "none", "--players", "pubeval,random,pubeval"}, exitUsage, "pubeval is there twice"},
		{"an unknown player", []string{"tournament", "--bearoff", "none", "--players", "pubeval,hal"}, exitUsage, `"hal"`},
		{"half a pair of a tournament", []string{"tournament", "--players", "pubeval,random", "--games", "5"}, exitUsage, "even number"},
	} {
		out, errOut, code := command(t, "", append([]string{"bench"}, test.args...)...)
		if code != test.code || !strings.Contains(errOut, test.want) {
			t.Errorf("%s: exit code %d, want %d, and %q in\n%s", test.name, code, test.code, test.want, errOut)
		}
		if out != "" {
			t.Errorf("%s: output %q, want none", test.name, out)
		}
	}
}

// Matches, tests and tournaments have the same kind of file: a test continues
// the games of a match, and a match those of a test.
func TestResultsOfMatchAndTest(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results")
	match := func(games string) string {
		out, errOut, code := command(t, "", "bench", "match", "--a", "net:"+tiny, "--b", "pubeval", "--bearoff", "none", "--json",
			"--results", file, "--games", games)
		if code != exitOK {
			t.Fatalf("match: exit code %d, %s", code, errOut)
		}
		return regexp.MustCompile(`.*(per_second|"seconds").*`).ReplaceAllString(out, "")
	}
	whole, _, _ := command(t, "", "bench", "match", "--a", "net:"+tiny, "--b", "pubeval", "--bearoff", "none", "--json", "--games", "40")
	match("20")
	out, errOut, code := command(t, "", "bench", "sprt", "--a", "net:"+tiny, "--b", "pubeval", "--bearoff", "none", "--equity", "-0.01,0.01",
		"--max-games", "30", "--results", file)
	if code != exitOK && code != exitFailed || !strings.Contains(out, "30 games in 15 pairs") {
		t.Errorf("a test that continues a match: exit code %d, %s%s", code, out, errOut)
	}
	if got, want := match("40"), regexp.MustCompile(`.*(per_second|"seconds").*`).ReplaceAllString(whole, ""); got != want {
		t.Errorf("the match after the test\n%s\nwithout a file\n%s", got, want)
	}
	out, errOut, code = command(t, "", "bench", "tournament", "--players", "net:"+tiny+",pubeval", "--bearoff", "none", "--games", "40", "--results", file)
	if code != exitOK || !strings.Contains(out, "40") || strings.Contains(errOut, "0/40") {
		t.Errorf("a tournament of the two: exit code %d\n%s%s", code, out, errOut)
	}
	test := filepath.Join(t.TempDir(), "test")
	command(t, "", "bench", "sprt", "--a", "net:"+tiny, "--b", "pubeval", "--bearoff", "none", "--max-games", "4", "--results", test)
	_, errOut, code = command(t, "", "bench", "match", "--a", "net:"+tiny, "--b", "pubeval", "--bearoff", "none", "--games", "4", "--results", test)
	if code != exitFailed || !strings.Contains(errOut, "were begun by a test or a tournament") {
		t.Errorf("a match on a test's file: exit code %d, %s", code, errOut)
	}
}
