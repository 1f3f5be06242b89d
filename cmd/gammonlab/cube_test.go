package main

import (
	"encoding/json"
	"math"
	"testing"

	"gammonlab/engine/cube"
	"gammonlab/internal/must"
)

// withTiny returns arguments with a fixed net and without databases, so that
// figures do not depend on shipped nets.
func withTiny(args ...string) []string {
	return append(append([]string{"cube", "show"}, args...), "--model", tiny, "--bearoff", "none")
}

func TestCubeShow(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
	}{
		{"cube-show-match", []string{"cube", "show", "--match", "7", "--score", "3-0", "--gammons", "19,22", "--met", "woolsey"}},
		{"cube-show-money", []string{"cube", "show", "--gammons", "19,22", "--jacoby=false", "--cube", "2", "--owner", "player"}},
		{"cube-show-crawford", []string{"cube", "show", "--match", "7", "--score", "6-3", "--crawford"}},
		{"cube-show-position", withTiny("--match", "7", "--score", "3-0", "--position", start)},
		{"cube-show-json", withTiny("--json", "--position", "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:0:0:5:10")},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := succeed(t, c.args...)
			golden(t, c.name, out)
		})
	}
}

// The figures are those of gnubg's "show marketwindow 19 22" at 3-0 to 7 with
// Woolsey's table.
func TestCubeShowIsGnubgs(t *testing.T) {
	out, errOut, code := command(t, "", "cube", "show", "--json", "--match", "7", "--score", "3-0",
		"--gammons", "19,22", "--met", "woolsey")
	if code != exitOK {
		t.Fatal(errOut)
	}
	var r cube.Report
	must.OK(t, json.Unmarshal([]byte(out), &r))
	if len(r.Windows) != 5 {
		t.Fatalf("%d windows", len(r.Windows))
	}
	for i, want := range [][2]float64{{0.6472, 0.7100}, {0.7549, 0.7307}, {0.7795, 0.6175}} {
		w := &r.Windows[i]
		if math.Abs(*w.Player.Cash-want[0]) > 5e-5 || math.Abs(*w.Opponent.Cash-want[1]) > 5e-5 {
			t.Errorf("window %d: cash points %v and %v, want %v", i, *w.Player.Cash, *w.Opponent.Cash, want)
		}
	}
	if math.Abs(r.Player.GammonValue-0.75) > 1e-9 {
		t.Errorf("gammon value %v, want 0.75", r.Player.GammonValue)
	}
}

func TestCubeShowMistakes(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"score", []string{"--match", "7", "--score", "3"}, exitUsage, `--score is "3", want two numbers`},
		{"score outside of the match", []string{"--match", "7", "--score", "7-0"}, exitUsage, "the player on roll has 7 of 7 points"},
		{"score without a match", []string{"--score", "3-0"}, exitUsage, "have no effect without --match"},
		{"length", []string{"--match", "65"}, exitUsage, "match length 65"},
		{"Crawford game", []string{"--match", "7", "--crawford"}, exitUsage, "the Crawford game at 7-away"},
		{"cube", []string{"--cube", "3"}, exitUsage, "cube at 3"},
		{"cube without an owner", []string{"--match", "7", "--cube", "2"}, exitUsage, "cube at 2 in the middle"},
		{"dead cube", []string{"--match", "7", "--score", "6-0", "--cube", "2", "--owner", "opponent"}, exitUsage, "dead cube"},
		{"owner", []string{"--owner", "me"}, exitUsage, `--owner: owner of the cube is "me"`},
		{"gammons", []string{"--gammons", "20,101"}, exitUsage, `--gammons is "20,101"`},
		{"gammons of a position", []string{"--gammons", "1,2", "--position", start}, exitUsage, "--gammons contradicts"},
		{"position", []string{"--position", "4HPw"}, exitUsage, "4 characters"},
		{"finished game", []string{"--position", finished}, exitFailed, "the game is over"},
		{"table", []string{"--match", "7", "--met", "testdata/none.xml"}, exitFailed, "kazaross-xg2, rockwell-kazaross"},
		{"not a table", []string{"--match", "7", "--met", tiny}, exitFailed, "tiny.safetensors: match equity table"},
		{"argument", []string{start}, exitUsage, "unexpected argument"},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkMistake(t, "", append([]string{"cube", "show"}, c.args...), c.code, c.want)
		})
	}
}
