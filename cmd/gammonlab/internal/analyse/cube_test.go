package analyse

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine/cube"
	"gammonlab/internal/must"
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

// Given probabilities have the values of a position with them.
func TestCubeShowProbabilities(t *testing.T) {
	var given, position struct{ Value cube.Valuation }
	program.JSON(t, &position, append(withTiny("--match", "7", "--score", "3-0", "--position", clitest.Start), "--json")...)
	p := position.Value.Probabilities
	list := fmt.Sprintf("%v,%v,%v,%v,%v", p.Win, p.WinGammon, p.WinBackgammon, p.LoseGammon, p.LoseBackgammon)
	program.JSON(t, &given, "cube", "show", "--match", "7", "--score", "3-0", "--probabilities", list, "--json")
	if given.Value.Probabilities != p || math.Abs(*given.Value.NoDouble.MWC-*position.Value.NoDouble.MWC) > 1e-6 || *given.Value.Efficiency != 0.68 {
		t.Errorf("%+v, the position has %+v", given, position)
	}
	text := program.OK(t, "cube", "show", "--probabilities", "0.7,0,0,0,0", "--efficiency", "0.6", "--jacoby=false")
	clitest.Wants(t, text, "no double             +0.560       0.600", "double, take          +0.620       0.600", "Double, take")
}

// The conversions of gnubg's eq2mwc and mwc2eq: at 3-0 to 7 with Woolsey's table a win is
// worth 76 %, a loss 64 %.
func TestCubeShowConverts(t *testing.T) {
	text := program.OK(t, "cube", "show", "--match", "7", "--score", "3-0", "--met", "woolsey", "--equity", "1,-1,0", "--mwc", "0.70")
	clitest.Wants(t, text, "+1.0000    76.000%", "-1.0000    64.000%", "+0.0000    70.000%\n+0.0000    70.000%")
}

func TestCubeShowPlots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "equity.svg")
	program.OK(t, "cube", "show", "--gammons", "20,20", "--plot", path)
	clitest.Wants(t, string(must.Get(os.ReadFile(path))(t)), "<svg", "double, take", "efficiency 0.68")
}

func TestCubeMET(t *testing.T) {
	clitest.Wants(t, program.OK(t, "cube", "met", "--met", "woolsey", "--length", "4"), "Kit Woolsey: Inside Backgammon", "   4  17.00  32.00  41.00  50.00")
	clitest.Wants(t, program.OK(t, "cube", "met", "--met", "woolsey", "--format", "csv"), "crawford_over,away,opponent_away,mwc\n", "\nfalse,4,2,0.320000\n")
	var r cube.METReport
	program.JSON(t, &r, "cube", "met", "--json")
	if r.Length != 25 || len(r.PreCrawford) != 25 || len(r.PostCrawford) != 25 || r.PreCrawford[0][0] != 0.5 {
		t.Errorf("as JSON %+v", r)
	}
	clitest.Wants(t, program.OK(t, "cube", "met", "--met", "woolsey", "--length", "20"), "scores of more than 15 points are extrapolated")
	program.Mistakes(t, "cube met", []clitest.Mistake{
		{[]string{"--length", "65"}, 2, "--length is 65, want 1 to 64"},
		{[]string{"--met", "none.xml"}, 1, "kazaross-xg2, rockwell-kazaross"},
		{[]string{"--format", "xml"}, 2, "want one of text, csv, json"},
		{[]string{"more"}, 2, "unexpected argument"},
	})
}

func TestCubeShowMistakes(t *testing.T) {
	program.Mistakes(t, "cube show", []clitest.Mistake{
		{[]string{"--match", "7", "--score", "3"}, 2, `--score: "3", want two numbers`},
		{[]string{"--match", "7", "--score", "7-0"}, 2, "the player on roll has 7 of 7 points"},
		{[]string{"--score", "3-0"}, 2, "--score needs --match"},
		{[]string{"--match", "65"}, 2, "--match is 65, want 0 to 64"},
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
		{[]string{"--probabilities", "0.5,0.1"}, 2, "--probabilities has 2 numbers, want 5"},
		{[]string{"--probabilities", "60,20,1,10,0"}, 2, "60 % are 0.6"},
		{[]string{"--probabilities", "0.5,0,0,0,0", "--position", clitest.Start}, 2, "not both"},
		{[]string{"--probabilities", "0.5,0,0,0,0", "--gammons", "1,2"}, 2, "--gammons contradicts --probabilities"},
		{[]string{"--efficiency", "0.5"}, 2, "--efficiency has no effect without"},
		{[]string{"--efficiency", "2", "--plot", "a.svg"}, 2, "--efficiency is 2"},
		{[]string{"--equity", "0.5"}, 2, "--equity needs --match"},
		{[]string{"--match", "7", "--mwc", "60"}, 2, "want 0 to 1"},
		{[]string{"--match", "7", "--equity", "a"}, 2, "want numbers with commas"},
		{[]string{"--plot", "a.eps"}, 2, "ends in .png, .svg or .pdf"},
	})
}
