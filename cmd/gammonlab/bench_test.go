package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

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
	out := succeed(t, append([]string{"bench", "match", "--json"}, args...)...)
	var r matchResult
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return r
}

func TestMatchDoesNotDependOnWorkers(t *testing.T) {
	args := []string{"--a", "net:" + tiny, "--b", "pubeval", "--games", "200", "--seed", "5"}
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
	args := []string{"--a", "pubeval", "--b", "net:" + tiny + ",plies=0", "--games", "20", "--cubeful"}
	plain := benchResult(t, args...)
	out := succeed(t, append([]string{"bench", "match", "--json", "--luck", tiny, "--judge", "0", "--judge-model", "b"}, args...)...)
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
	must.OK(t, json.Unmarshal([]byte(out), &r))
	r.GamesPerSecond, plain.GamesPerSecond = 0, 0
	if r.matchResult != plain || r.Luck.PPG == 0 || r.Luck.Factor == 0 || r.Errors["a"].Error == 0 || r.Errors["b"].Error != 0 {
		t.Errorf("got %+v, without luck and judge %+v", r, plain)
	}
}

// A match resumes from its file, which identifies the players by their nets.
func TestMatchResultsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "match")
	args := []string{"--a", "net:" + tiny, "--b", "pubeval", "--seed", "5", "--games"}
	want := benchResult(t, append(args, "60")...)
	args = append([]string{"--results", file}, args...)
	benchResult(t, append(args, "20")...)
	got := benchResult(t, append(args, "60")...)
	want.GamesPerSecond, got.GamesPerSecond = 0, 0
	if got != want {
		t.Errorf("in two pieces %+v, in one %+v", got, want)
	}
	args[3] = "net:default"
	_, errOut, code := command(t, "", append([]string{"bench", "match"}, append(args, "60")...)...)
	if code != exitFailed || !strings.Contains(errOut, "another match with the same dice") {
		t.Errorf("exit code %d, want %d:\n%s", code, exitFailed, errOut)
	}
}

// The result names the match equity table and the beavers, and a file of
// results is refused for other rules.
func TestMatchRules(t *testing.T) {
	net := "net:" + tiny
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
			out, errOut, code := command(t, "", append(args, append(c.rules, "--json")...)...)
			if code != exitOK && code != exitFailed || !strings.Contains(out, c.text) {
				t.Errorf("%s: exit code %d, want %q in\n%s%s", name, code, c.text, out, errOut)
			}
			_, errOut, code = command(t, "", append(args, c.rules[:len(c.rules)-2]...)...)
			if code != exitFailed || !strings.Contains(errOut, c.flag) {
				t.Errorf("%s: exit code %d, want other rules refused:\n%s", name, code, errOut)
			}
		}
	}
}

// Games are saved for other commands to read.
func TestMatchSavesGames(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "games")
	benchResult(t, "--a", "net:"+tiny, "--b", "pubeval", "--games", "4", "--match", "3", "--save", folder)
	for _, name := range []string{"000001a.mat", "000001b.mat", "000002a.mat", "000002b.mat"} {
		out, errOut, code := command(t, "", "analyze", "--model", tiny, "--plies", "0", filepath.Join(folder, name))
		if code != exitOK || !strings.Contains(out, "pubeval") {
			t.Errorf("%s: exit code %d\n%s%s", name, code, out, errOut)
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
	for _, test := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"one player", []string{"--a", "pubeval"}, exitUsage, "--b is required"},
		{"an unknown player", []string{"--a", "pubeval", "--b", "hal"}, exitUsage, `"hal"`},
		{"a missing net", []string{"--a", "pubeval", "--b", "net:nowhere.safetensors"}, exitFailed, "nowhere.safetensors"},
		{"two forms", []string{"--a", "pubeval", "--b", "random", "--cubeful", "--dmp"}, exitUsage, "want no --match"},
		{"two lengths", []string{"--a", "pubeval", "--b", "random", "--match", "3", "--dmp"}, exitUsage, "only one of them"},
		{"a long match", []string{"--a", "pubeval", "--b", "random", "--match", "65"}, exitUsage, "1 to 64 points"},
		{"Jacoby without a cube", []string{"--a", "pubeval", "--b", "random", "--jacoby"}, exitUsage, "needs --cubeful"},
		{"beavers without a cube", []string{"--a", "pubeval", "--b", "random", "--match", "3", "--max-beavers", "1"}, exitUsage, "--max-beavers needs --cubeful"},
		{"too many beavers", []string{"--a", "pubeval", "--b", "random", "--cubeful", "--max-beavers", "15"}, exitUsage, "--max-beavers is 15, want 0 to 14"},
		{"a match equity table for money games", []string{"--a", "pubeval", "--b", "random", "--cubeful", "--met", "zadeh"}, exitUsage, "--met needs --match"},
		{"an unknown table", []string{"--a", "pubeval", "--b", "random", "--match", "3", "--met", "nowhere"}, exitFailed, `no match equity table "nowhere"`},
		{"luck without an evaluator", []string{"--a", "pubeval", "--b", "random", "--luck", "a"}, exitUsage, "--luck is a, whose player pubeval is not a net"},
		{"a judge with too many plies", []string{"--a", "pubeval", "--b", "random", "--judge", "9"}, exitUsage, "0 to 4 plies"},
		{"a model without a judge", []string{"--a", "pubeval", "--b", "random", "--judge-model", "a"}, exitUsage, "needs --judge"},
		{"half a pair", []string{"--a", "pubeval", "--b", "random", "--games", "3"}, exitUsage, "even number"},
		{"an unknown game", []string{"--a", "pubeval", "--b", "random", "--variant", "chess"}, exitUsage, `"chess"`},
	} {
		out, errOut, code := command(t, "", append([]string{"bench", "match"}, test.args...)...)
		if code != test.code || !strings.Contains(errOut, test.want) {
			t.Errorf("%s: exit code %d, want %d, and %q in\n%s", test.name, code, test.code, test.want, errOut)
		}
		if out != "" {
			t.Errorf("%s: output %q, want none", test.name, out)
		}
	}
}

func TestSpeedMeasuresEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("the training before a measurement takes long under the race detector")
	}
	out := succeed(t, "bench", "speed", "--model", tiny, "--time", "1ms", "--json")
	var report map[string]any
	must.OK(t, json.Unmarshal([]byte(out), &report))
	for _, key := range []string{
		"rolls_per_second", "evals_per_second", "targets_per_second", "games_per_second", "train_100_games_per_second",
		"train_256_games_per_second", "train_100_games_per_second_all_workers",
	} {
		if v, ok := report[key].(float64); !ok || v <= 0 {
			t.Errorf("%s is %v, want more than 0", key, report[key])
		}
	}
}
