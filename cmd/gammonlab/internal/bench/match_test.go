package bench

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// matchResult is what scripts read of bench match.
type matchResult struct {
	Games          int     `json:"games"`
	PPG            float64 `json:"ppg"`
	Low            float64 `json:"ppg_low"`
	High           float64 `json:"ppg_high"`
	GammonShare    float64 `json:"a_gammon_share"`
	GamesPerSecond float64 `json:"games_per_second"`
}

func benchResult(t *testing.T, args ...string) matchResult {
	t.Helper()
	var r matchResult
	program.JSON(t, &r, append([]string{"bench", "match", "--json"}, args...)...)
	return r
}

func TestMatchDoesNotDependOnWorkers(t *testing.T) {
	args := []string{"--a", "net:" + clitest.Tiny, "--b", "pubeval", "--games", "200", "--seed", "5"}
	one := benchResult(t, append(args, "--workers", "1")...)
	three := benchResult(t, append(args, "--workers", "3")...)
	one.GamesPerSecond, three.GamesPerSecond = 0, 0
	if one != three {
		t.Errorf("1 worker: %+v, 3 workers: %+v", one, three)
	}
	if one.Games != 200 || !(one.Low < one.PPG && one.PPG < one.High) || one.GammonShare <= 0 {
		t.Errorf("an odd result: %+v", one)
	}
}

// Luck adjustment and a judge do not change the games, and add their figures to
// the result.
func TestMatchWithLuckAndJudge(t *testing.T) {
	args := []string{"--a", "pubeval", "--b", "net:" + clitest.Tiny + ",plies=0", "--games", "20", "--cubeful"}
	plain := benchResult(t, args...)
	withLuck := append([]string{"bench", "match", "--json", "--luck", clitest.Tiny, "--judge", "0", "--judge-model", "b"}, args...)
	var r struct {
		matchResult
		Luck struct {
			PPG    float64 `json:"ppg"`
			Factor float64 `json:"variance_factor"`
		} `json:"luck_adjusted"`
		Errors map[string]struct {
			Error float64 `json:"play_error"`
		} `json:"errors"`
	}
	program.JSON(t, &r, withLuck...)
	r.GamesPerSecond, plain.GamesPerSecond = 0, 0
	if r.matchResult != plain {
		t.Errorf("got %+v, without luck and judge %+v", r.matchResult, plain)
	}
	if r.Luck.PPG == 0 || r.Luck.Factor == 0 {
		t.Errorf("luck %+v", r.Luck)
	}
	if r.Errors["a"].Error == 0 || r.Errors["b"].Error != 0 {
		t.Errorf("errors %+v, want some of a alone", r.Errors)
	}
}

// A match resumes from its file, which identifies the players by their nets.
func TestMatchResultsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "match")
	args := []string{"--a", "net:" + clitest.Tiny, "--b", "pubeval", "--seed", "5", "--games"}
	want := benchResult(t, append(args, "60")...)
	args = append([]string{"--results", file}, args...)
	benchResult(t, append(args, "20")...)
	got := benchResult(t, append(args, "60")...)
	want.GamesPerSecond, got.GamesPerSecond = 0, 0
	if got != want {
		t.Errorf("in two pieces %+v, in one %+v", got, want)
	}
	args[3] = "net:default"
	program.Fails(t, 1, "another match with the same dice", append([]string{"bench", "match"}, append(args, "60")...)...)
}

// The result names the match equity table and the beavers, and a file of
// results is refused for other rules.
func TestMatchRules(t *testing.T) {
	net := "net:" + clitest.Tiny
	for _, c := range []struct {
		rules      []string
		text, flag string
	}{
		{[]string{"--match", "3", "--met", "woolsey"}, "3-point matches, table Kit Woolsey (", "--met: "},
		{[]string{"--cubeful", "--max-beavers", "2"}, "with the cube, Jacoby rule, at most 2 beavers", "--max-beavers: "},
	} {
		for name, players := range map[string][]string{
			"match":      {"--a", net, "--b", "pubeval", "--games", "4"},
			"sprt":       {"--a", net, "--b", "pubeval", "--max-games", "4"},
			"tournament": {"--players", net + ",pubeval", "--games", "4"},
		} {
			args := append([]string{"bench", name, "--results", filepath.Join(t.TempDir(), "results")}, players...)
			clitest.Wants(t, program.OK(t, append(args, append(c.rules, "--json")...)...), c.text)
			program.Fails(t, 1, c.flag, append(args, c.rules[:len(c.rules)-2]...)...)
		}
	}
}

// Double match point is a match, so a match equity table has a meaning.
func TestMatchToOnePoint(t *testing.T) {
	args := []string{"bench", "match", "--a", "pubeval", "--b", "random", "--bearoff", "none", "--games", "4"}
	clitest.Wants(t, program.OK(t, append(args, "--dmp", "--met", "zadeh")...), "1-point matches, table Zadeh (")
}

// Games are saved for other commands to read.
func TestMatchSavesGames(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "games")
	benchResult(t, "--a", "net:"+clitest.Tiny, "--b", "pubeval", "--games", "4", "--match", "3", "--save", folder)
	for _, name := range []string{"000001a.mat", "000001b.mat", "000002a.mat", "000002b.mat"} {
		if m := must.Get(record.Load(filepath.Join(folder, name)))(t); !slices.Contains(m.Names[:], "pubeval") || len(m.Games) == 0 {
			t.Errorf("%s: %d games of %q", name, len(m.Games), m.Names)
		}
	}
}

func TestPubevalBeatsRandomPlay(t *testing.T) {
	r := benchResult(t, "--a", "pubeval", "--b", "random", "--games", "200")
	if r.Low < 1 {
		t.Errorf("pubeval scores %.2f (at least %.2f) against random play, want above 1: nearly every game, many of them gammons", r.PPG, r.Low)
	}
}

func TestMatchRefuses(t *testing.T) {
	program.Mistakes(t, "bench match", []clitest.Mistake{
		{[]string{"--a", "pubeval"}, 2, "--b is required"},
		{[]string{"--a", "pubeval", "--b", "hal"}, 2, `"hal"`},
		{[]string{"--a", "pubeval", "--b", "net:nowhere.safetensors"}, 1, "nowhere.safetensors"},
		{[]string{"--a", "pubeval", "--b", "random", "--cubeful", "--dmp"}, 2, "want no --match"},
		{[]string{"--a", "pubeval", "--b", "random", "--match", "3", "--dmp"}, 2, "only one of them"},
		{[]string{"--a", "pubeval", "--b", "random", "--match", "65"}, 2, "want 0 to 64"},
		{[]string{"--a", "pubeval", "--b", "random", "--jacoby"}, 2, "needs --cubeful"},
		{[]string{"--a", "pubeval", "--b", "random", "--match", "3", "--max-beavers", "1"}, 2, "--max-beavers needs --cubeful"},
		{[]string{"--a", "pubeval", "--b", "random", "--cubeful", "--max-beavers", "15"}, 2, "--max-beavers is 15, want 0 to 14"},
		{[]string{"--a", "pubeval", "--b", "random", "--cubeful", "--met", "zadeh"}, 2, "--met needs --match"},
		{[]string{"--a", "pubeval", "--b", "random", "--match", "3", "--met", "nowhere"}, 1, `no match equity table "nowhere"`},
		{[]string{"--a", "pubeval", "--b", "random", "--luck", "a"}, 2, "--luck is a, whose player pubeval is not a net"},
		{[]string{"--a", "pubeval", "--b", "random", "--judge", "9"}, 2, "0 to 4 plies"},
		{[]string{"--a", "pubeval", "--b", "random", "--judge-model", "a"}, 2, "needs --judge"},
		{[]string{"--a", "pubeval", "--b", "random", "--games", "3"}, 2, "even number"},
		{[]string{"--a", "pubeval", "--b", "random", "--variant", "chess"}, 2, `"chess"`},
	})
}

func TestSpeedMeasuresEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("the training before a measurement takes long under the race detector")
	}
	var report map[string]any
	program.JSON(t, &report, "bench", "speed", "--model", clitest.Tiny, "--time", "1ms", "--json")
	for _, key := range []string{
		"rolls_per_second", "evals_per_second", "targets_per_second", "games_per_second", "train_100_games_per_second",
		"train_256_games_per_second", "train_100_games_per_second_all_workers",
	} {
		if v, ok := report[key].(float64); !ok || v <= 0 {
			t.Errorf("%s is %v, want more than 0", key, report[key])
		}
	}
}

func TestSignatureJSON(t *testing.T) {
	var printed struct{ Signature string }
	program.JSON(t, &printed, "bench", "signature", "--json")
	if text := program.OK(t, "bench", "signature"); printed.Signature == "" || !strings.Contains(text, printed.Signature) {
		t.Errorf("%q as JSON, as text %s", printed.Signature, text)
	}
}

// Saved games are kept if they belong to the continued results, and games of
// other matches are not replaced.
func TestSavedGamesOfResults(t *testing.T) {
	dir := t.TempDir()
	saved := filepath.Join(dir, "games")
	match := func(games string, more ...string) []string {
		return append([]string{"bench", "match", "--a", "net:" + clitest.Tiny, "--b", "random", "--bearoff", "none",
			"--games", games, "--save", saved, "--results", filepath.Join(dir, "results")}, more...)
	}
	program.OK(t, match("4")...)
	first := clitest.File(t, saved, "000001a.mat")
	program.OK(t, match("8")...)
	clitest.Write(t, filepath.Join(saved, "000005a.mat"), "precious")
	if _, errOut, code := program.Run(t, "", match("12")...); code != 1 || !strings.Contains(errOut, "000005a.mat already exists and is of another game") {
		t.Errorf("over another game: exit code %d, %s", code, errOut)
	}
	if clitest.File(t, saved, "000005a.mat") != "precious" || clitest.File(t, saved, "000001a.mat") != first {
		t.Error("a game was replaced")
	}
	program.OK(t, match("12", "--force")...)
	if clitest.File(t, saved, "000005a.mat") == "precious" {
		t.Error("--force did not replace the other game")
	}
}

// Errors about other settings name the flags.
func TestOtherSettings(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	match := []string{"bench", "match", "--a", "random", "--b", "pubeval", "--games", "10", "--results", results}
	program.OK(t, match...)
	program.Fails(t, 1, "gammonlab bench match: --seed: "+results+" has 1, this command has 2\n", append(match, "--seed", "2")...)
	program.Fails(t, 1, "gammonlab bench match: --unpaired: "+results+" has off, this command has on\n", append(match, "--unpaired")...)
}
