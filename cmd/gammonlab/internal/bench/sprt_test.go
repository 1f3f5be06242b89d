package bench

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
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
	var r sprtResult
	program.JSON(t, &r, append([]string{"bench", "sprt", "--json", "--bearoff", "none"}, args...)...)
	return r
}

// TestSPRT decides by points and by Elo, with the same result for any number of
// workers, and continues with the games in a file.
func TestSPRT(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results")
	args := []string{"--a", "pubeval", "--b", "random", "--equity", "0,0.5", "--results", file}
	first := sprt(t, append(args, "--workers", "3")...)
	again := sprt(t, append(args, "--workers", "1")...)
	if first.Decision != "H1" || first.LLR < first.Upper || first.PPG == nil {
		t.Errorf("%+v, want H1", first)
	}
	if again.LLR != first.LLR || again.Games != first.Games {
		t.Errorf("again %+v, want %+v", again, first)
	}
	r := sprt(t, "--a", "random", "--b", "pubeval", "--elo", "0,50")
	if r.Decision != "H0" || r.Games > 1000 {
		t.Errorf("%+v, want H0 soon", r)
	}
	if r.Variant != "backgammon" || r.Form != "cubeless" || r.Seed != 1 {
		t.Errorf("settings %+v", r)
	}
	clitest.Wants(t, program.OK(t, "bench", "sprt", "--bearoff", "none", "--a", "pubeval", "--b", "net:"+clitest.Tiny, "--equity", "-0.001,0.001", "--max-games", "40"), "undecided between H0", "40 games in 20 pairs")
}

// TestSPRTOfSeveral finds the best of two players, by flags and by a config, with a file of games and a
// page.
func TestSPRTOfSeveral(t *testing.T) {
	dir := t.TempDir()
	file, page, config := filepath.Join(dir, "results"), filepath.Join(dir, "page.html"), filepath.Join(dir, "config")
	clitest.Write(t, config, `{"a": ["net:`+clitest.Tiny+`,noise=0.5", "pubeval"], "b": "random", "equity": "0,0.5", "bearoff": "none"}`)
	args := []string{"bench", "sprt", "--bearoff", "none", "--a", "net:" + clitest.Tiny + ",noise=0.5", "--a", "pubeval",
		"--b", "random", "--equity", "0,0.5", "--results", file}
	text := program.OK(t, append(args, "--workers", "3", "--html", page)...)
	clitest.Wants(t, text, "pubeval is the best: it scores +500 mEq or more against random", "behind pubeval", "alpha 0.05 for all candidates together")
	clitest.Wants(t, clitest.File(t, page), "The best of 2 candidates", ",noise=0.5 --a=pubeval")
	if again := program.OK(t, "bench", "sprt", "--config", config, "--workers", "1"); again != text {
		t.Errorf("by a config\n%s\nwant\n%s", again, text)
	}
	clitest.Write(t, config, `{"a": "pubeval", "b": "random", "equity": "0,0.5", "bearoff": "none"}`)
	one := program.OK(t, "bench", "sprt", "--config", config)
	if want := program.OK(t, "bench", "sprt", "--bearoff", "none", "--a", "pubeval", "--b", "random", "--equity", "0,0.5"); one != want {
		t.Errorf("one player by a config\n%s\nwant\n%s", one, want)
	}
	var r tournament.SelectionRecord
	program.JSON(t, &r, append(args, "--json")...)
	if r.Best == nil || *r.Best != "pubeval" || r.Decision != "H1" || *r.PPG.Value != *r.Candidates[1].PPG.Value || len(r.Candidates) != 2 || r.Candidates[1].Place != "best" {
		t.Errorf("%+v", r)
	}
}

// TestSPRTOfEquals plays a net against itself by another name.
func TestSPRTOfEquals(t *testing.T) {
	out := program.OK(t, "bench", "sprt", "--bearoff", "none", "--equity", "0,0.2", "--a", "net:"+clitest.Tiny, "--b", "net:"+clitest.Tiny+",plies=0")
	clitest.Wants(t, out, "H0 accepted", "are equal")
	if strings.Contains(out, "expected") {
		t.Errorf("a number of games that were expected in\n%s", out)
	}
	pair := program.OK(t, "bench", "sprt", "--bearoff", "none", "--a", "pubeval", "--b", "random", "--max-games", "2")
	clitest.Wants(t, pair, "undecided")
	if strings.Contains(pair, "NaN") {
		t.Errorf("one pair: %s", pair)
	}
}

func TestTournamentCommand(t *testing.T) {
	dir := t.TempDir()
	list, file := filepath.Join(dir, "players"), filepath.Join(dir, "results")
	clitest.Write(t, list, "# who plays\npubeval\n\nrandom # any play\n")
	args := []string{"bench", "tournament", "--bearoff", "none", "--players", list, "--games", "40", "--results", file}
	first := program.OK(t, args...)
	clitest.Wants(t, first, "1  pubeval", "2  random")
	if again := program.Quietly(t, args...); again != first {
		t.Errorf("again\n%s\nwant\n%s", again, first)
	}
	gauntlet := append(args, "--gauntlet", "net:"+clitest.Tiny, "--json")
	out := program.OK(t, gauntlet...)
	var table tournament.TableRecord
	must.OK(t, json.Unmarshal([]byte(out), &table))
	i := slices.IndexFunc(table.Players, func(p tournament.RatingRecord) bool { return p.Player == "net:"+clitest.Tiny })
	if len(table.Players) != 3 || len(table.Pairings) != 3 || table.Form != "cubeless" || i < 0 || table.Players[i].Games != 80 || len(table.Players[i].Digest) != 64 {
		t.Errorf("table %+v, want the net to have 80 games", table)
	}
	whole := clitest.File(t, file)
	clitest.Write(t, file, whole[:len(whole)-30])
	cut, errOut := program.Reads(t, "", gauntlet...)
	clitest.Wants(t, errOut, "was cut short and is dropped")
	if cut != out {
		t.Errorf("cut short:\n%s\nwant\n%s", cut, out)
	}
}

func TestSPRTAndTournamentRefuse(t *testing.T) {
	program.Mistakes(t, "bench", []clitest.Mistake{
		{[]string{"sprt", "--a", "pubeval"}, 2, "--b is required"},
		{[]string{"sprt", "--a", "pubeval", "--b", "pubeval"}, 2, "the same player"},
		{[]string{"sprt", "--a", "pubeval", "--a", "pubeval", "--b", "random", "--bearoff", "none"}, 2, "--a: pubeval is there twice"},
		{[]string{"sprt", "--a", "pubeval", "--a", "random", "--b", "random"}, 2, "--a and --b are the same player"},
		{[]string{"sprt", "--a", "pubeval", "--a", "hal", "--b", "random", "--bearoff", "none"}, 2, `"hal"`},
		{[]string{"sprt", "--a", "pubeval", "--b", "random", "--equity", "0.1"}, 2, `--equity: "0.1"`},
		{[]string{"sprt", "--a", "pubeval", "--b", "random", "--equity", "0.62,1.42"}, 2, `--equity: "1.42", want 1.42mEq for thousandths, or 1420mEq for points`},
		{[]string{"sprt", "--a", "pubeval", "--b", "random", "--equity", "0.2,0.1"}, 2, `--equity: "0.2,0.1", want the lower number first`},
		{[]string{"sprt", "--a", "pubeval", "--b", "random", "--elo", "0,x"}, 2, `--elo: "x", want a difference of ratings such as 20`},
		{[]string{"sprt", "--a", "pubeval", "--b", "random", "--elo", "5,0"}, 2, `--elo: "5,0"`},
		{[]string{"sprt", "--a", "pubeval", "--b", "random", "--elo", "0,5", "--equity", "0,0.1"}, 2, "contradicts"},
		{[]string{"sprt", "--a", "pubeval", "--b", "random", "--alpha", "0.7"}, 2, "--alpha is 0.7"},
		{[]string{"sprt", "--a", "pubeval", "--b", "random", "--max-games", "3"}, 2, "even number"},
		{[]string{"sprt", "--a", "pubeval", "--b", "random", "--bearoff", "none", "--results", clitest.Tiny}, 1, `not a gammonlab file of the kind "results"`},
		{[]string{"tournament"}, 2, "--players is required"},
		{[]string{"tournament", "--players", "pubeval"}, 2, "at least 2 players, found 1"},
		{[]string{"tournament", "--bearoff", "none", "--players", "pubeval,random,pubeval"}, 2, "pubeval is there twice"},
		{[]string{"tournament", "--bearoff", "none", "--players", "pubeval,hal"}, 2, `"hal"`},
		{[]string{"tournament", "--players", "pubeval,random", "--games", "5"}, 2, "even number"},
	})
}

// Matches, tests and tournaments have the same kind of file: a test continues
// the games of a match, and a match those of a test.
func TestResultsOfMatchAndTest(t *testing.T) {
	slow(t)
	file := filepath.Join(t.TempDir(), "results")
	play := func(command string, more ...string) (out, errOut string) {
		t.Helper()
		players := []string{"--a", "net:" + clitest.Tiny, "--b", "pubeval"}
		if command == "tournament" {
			players = []string{"--players", "net:" + clitest.Tiny + ",pubeval"}
		}
		return program.Reads(t, "", append(append([]string{"bench", command, "--bearoff", "none"}, players...), more...)...)
	}
	match := func(games string, more ...string) string {
		out, _ := play("match", append(more, "--json", "--games", games)...)
		return regexp.MustCompile(`.*(per_second|"seconds").*`).ReplaceAllString(out, "")
	}
	match("20", "--results", file)
	out, _ := play("sprt", "--equity", "-0.01,0.01", "--max-games", "30", "--results", file)
	clitest.Wants(t, out, "30 games in 15 pairs")
	if got, want := match("40", "--results", file), match("40"); got != want {
		t.Errorf("the match after the test\n%s\nwithout a file\n%s", got, want)
	}
	out, errOut := play("tournament", "--games", "40", "--results", file)
	clitest.Wants(t, out, "40")
	if strings.Contains(errOut, "0/40") {
		t.Errorf("the tournament plays the games again: %s", errOut)
	}
	test := filepath.Join(t.TempDir(), "test")
	play("sprt", "--max-games", "4", "--results", test)
	program.Fails(t, 1, "were begun by a test or a tournament", "bench", "match", "--a", "net:"+clitest.Tiny, "--b", "pubeval", "--bearoff", "none", "--games", "4", "--results", test)
}
