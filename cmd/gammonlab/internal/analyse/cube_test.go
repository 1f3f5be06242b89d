package analyse

import (
	"math"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine/cube"
)

// withTiny returns arguments with a fixed net and without databases, so that
// figures do not depend on shipped nets.
func withTiny(args ...string) []string {
	return append(append([]string{"cube", "show"}, args...), "--model", clitest.Tiny, "--bearoff", "none")
}

func TestCubeShow(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
	}{
		{"cube-show-match", []string{"cube", "show", "--match", "7", "--score", "3-0", "--gammons", "19,22", "--met", "woolsey"}},
		{"cube-show-money", []string{"cube", "show", "--gammons", "19,22", "--jacoby=false", "--cube", "2", "--owner", "player"}},
		{"cube-show-crawford", []string{"cube", "show", "--match", "7", "--score", "6-3", "--crawford"}},
		{"cube-show-position", withTiny("--match", "7", "--score", "3-0", "--position", clitest.Start)},
		{"cube-show-json", withTiny("--json", "--position", "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:0:0:5:10")},
	} {
		t.Run(c.name, func(t *testing.T) { program.Golden(t, c.name, "", c.args...) })
	}
}

// The figures are those of gnubg's "show marketwindow 19 22" at 3-0 to 7 with
// Woolsey's table.
func TestCubeShowIsGnubgs(t *testing.T) {
	var r cube.Report
	program.JSON(t, &r, "cube", "show", "--json", "--match", "7", "--score", "3-0", "--gammons", "19,22", "--met", "woolsey")
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
	program.Mistakes(t, "cube show", []clitest.Mistake{
		{[]string{"--match", "7", "--score", "3"}, 2, `--score: "3", want two numbers`},
		{[]string{"--match", "7", "--score", "7-0"}, 2, "the player on roll has 7 of 7 points"},
		{[]string{"--score", "3-0"}, 2, "--score needs --match"},
		{[]string{"--match", "65"}, 2, "match length 65"},
		{[]string{"--match", "7", "--crawford"}, 2, "the Crawford game at 7-away"},
		{[]string{"--cube", "3"}, 2, "cube at 3"},
		{[]string{"--match", "7", "--cube", "2"}, 2, "cube at 2 in the middle"},
		{[]string{"--match", "7", "--score", "6-0", "--cube", "2", "--owner", "opponent"}, 2, "dead cube"},
		{[]string{"--owner", "me"}, 2, `--owner: "me", want player`},
		{[]string{"--gammons", "20,101"}, 2, `--gammons is "20,101"`},
		{[]string{"--gammons", "1,2", "--position", clitest.Start}, 2, "--gammons contradicts"},
		{[]string{"--position", "4HPw"}, 2, "4 characters"},
		{[]string{"--position", clitest.Finished}, 1, "the game is over"},
		{[]string{"--match", "7", "--met", "none.xml"}, 1, "kazaross-xg2, rockwell-kazaross"},
		{[]string{"--match", "7", "--met", clitest.Tiny}, 1, "tiny.safetensors: match equity table"},
		{[]string{clitest.Start}, 2, "unexpected argument"},
	})
}
