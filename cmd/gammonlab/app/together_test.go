package app

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/supervised/ablate"
)

// The tests here run commands of several groups: one reads what another has written.

// Players with trained nets for cube efficiencies and without play matches.
func TestPlayersWithCubeNets(t *testing.T) {
	out := filepath.Join(t.TempDir(), "cube.safetensors")
	program.OK(t, "weights", "cube", "--data", clitest.Played(t, 1500), "--positions", "1000", "--rounds", "1", "--epochs", "1", "--hidden", "3", "--bearoff", "none", "--out", out, tiny)
	for _, player := range []string{"net:" + out, "net:" + out + ",cube=gnubg", "net:" + out + ",cube=fitted", "net:" + tiny + ",cube=gnubg"} {
		text := program.OK(t, "bench", "match", "--cubeful", "--a", player, "--b", "net:"+tiny, "--games", "20", "--bearoff", "none")
		clitest.Wants(t, text, "with the cube")
	}
	program.Fails(t, 2, "the model has no nets for cube efficiencies", "bench", "match", "--a", "net:"+tiny+",cube=learned", "--b", "random", "--games", "2", "--bearoff", "none")
}

// weights cube trains the same nets from labels of the cube as from targets of its own, and
// also from labels of games.
func TestCubeNetsOfLabels(t *testing.T) {
	dir := t.TempDir()
	data, labelled, traced := clitest.Played(t, 1500), filepath.Join(dir, "labelled.parquet"), filepath.Join(dir, "traced.parquet")
	program.OK(t, "dataset", "label", data, "--method", "ply1", "--cubeful", "--seed", "3", "--model", tiny, "--bearoff", "none", "--out", labelled)
	program.OK(t, "dataset", "generate", "--trace", "0.7", "--cubeful", "--epsilon", "0.2", "--positions", "1500", "--player", "net:"+tiny, "--bearoff", "none", "--out", traced)
	train := func(flags ...string) []float32 {
		out := filepath.Join(t.TempDir(), "cube.safetensors")
		command := []string{"weights", "cube", "--epochs", "1", "--hidden", "3", "--seed", "3", "--bearoff", "none", "--out", out}
		program.OK(t, append(append(command, flags...), tiny)...)
		return must.Get(nets.Load(out))(t).Nets[nets.CubeContact].Params()
	}
	want, got := train("--data", data, "--rounds", "1"), train("--data", labelled, "--labels")
	if !slices.Equal(got, want) {
		t.Error("labels give other weights")
	}
	if slices.Equal(train("--data", traced, "--labels"), want) {
		t.Error("labels of other positions give the same weights")
	}
	program.Fails(t, 1, "has no labels by the state of the cube", "weights", "cube", "--data", data, "--labels", "--bearoff", "none", "--out", filepath.Join(dir, "none.safetensors"), tiny)
	program.Fails(t, 2, "--rounds is 2, want 1 with --labels", "weights", "cube", "--data", labelled, "--labels", "--rounds", "2", "--bearoff", "none", "--out", filepath.Join(dir, "none.safetensors"), tiny)
	program.Fails(t, 2, "has equities by the state of the cube, want csv", "dataset", "export", "--format", "wildbg", labelled)
}

// rating predict reads what analyze prints, and gives the ratings that analyze prints. A money
// session has none.
func TestRatingsOfAnalyses(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	text, _ := program.Reads(t, contest, analyzed("--html", page, "-")...)
	analysis, _ := program.Reads(t, contest, analyzed("--json", "-")...)
	predicted, _ := program.Reads(t, analysis+analysis, "rating", "predict", "--fit", "manual", "-")
	clitest.SameAsFile(t, "rating-predict", predicted)
	predicted, _ = program.Reads(t, analysis, "rating", "predict", "--fit", "manual", "-")
	fields := strings.Fields(strings.Split(predicted, "\n")[3])
	rating := fields[0] + " ± " + fields[1]
	clitest.Wants(t, text, rating)
	clitest.Wants(t, clitest.File(t, page), rating)
	clitest.Wants(t, analysis, `"interval95":`)
	if money, _ := program.Reads(t, session, analyzed("--keep-going", "-")...); strings.Contains(money, "FIBS") {
		t.Errorf("a money session has a rating:\n%s", money)
	}
}

// features ablate takes the output of eval as labels, and the same net then differs from the
// labels only by their rounding to six decimals.
func TestAblateOnAnswersOfEval(t *testing.T) {
	table, _ := program.Reads(t, start+"\nzx8AAFVozwSgSQ\nHwAAAGwAAAAAAA\n"+finished+"\n",
		"eval", "--model", tiny, "--bearoff", "none", "--format", "csv", "-")
	text, _ := program.Reads(t, table, "features", "ablate", "--json", "--model", tiny, "--data", "-")
	var a ablate.Report
	must.OK(t, json.Unmarshal([]byte(text), &a))
	if a.Positions != 3 || a.Over != 1 || len(a.Nets) != 1 || a.Permutations != 5 {
		t.Fatalf("got %+v, want 3 positions, 1 where the game is over, one net", a)
	}
	if n := a.Nets[0]; n.Divergence > 1e-5 || n.Equity > 0.01 {
		t.Errorf("loss %v, %v mEq, want next to nothing", n.Divergence, n.Equity)
	}
}

// analyzed returns the command with a net whose figures never change.
func analyzed(more ...string) []string {
	return append([]string{"analyze", "--model", tiny, "--bearoff", "none", "--workers", "2", "--plies", "0"}, more...)
}

// A player with the judge's own net has no errors by this judge: the report mentions
// this and has no rating.
func TestAnalyzeOfTheJudge(t *testing.T) {
	folder := t.TempDir()
	program.OK(t, "bench", "match", "--a", "net:"+tiny, "--b", "net:"+tiny+",noise=0.3",
		"--match", "3", "--games", "2", "--save", folder, "--bearoff", "none")
	file, page := filepath.Join(folder, "000001a.mat"), filepath.Join(folder, "page.html")
	out := program.OK(t, analyzed("--by-game", "--html", page, file)...)
	for _, text := range []string{strings.ReplaceAll(out, "'", "&#39;"), clitest.File(t, page)} {
		clitest.Wants(t, text, "not judged: it is the judge", "made the judge&#39;s own choice in each of ")
	}
	if strings.Contains(out, "2050") {
		t.Errorf("the judge has a rating:\n%s", out)
	}
	text := program.OK(t, analyzed("--json", file)...)
	clitest.Wants(t, text, `"is_judge":true`, `"is_judge":false`)
	out, errOut := program.Reads(t, text, "rating", "predict", "-")
	clitest.Wants(t, errOut, "the player is their judge")
	if strings.Contains(out, "net_testdata_tiny.safetensors\n") {
		t.Errorf("rating predict rates the judge: %s", out)
	}
	both := strings.ReplaceAll(text, `"is_judge":false`, `"is_judge":true`)
	program.FailsOn(t, both, 1, "every player is the judge", "rating", "predict", "-")
}

// bench match and analyze report the same luck for the same games, for money
// games with the cube and for matches.
func TestSameLuck(t *testing.T) {
	for form, scale := range map[string]float64{"--cubeful": 1, "--match=3": 2} { // of chances to points, 1 for a match won
		folder := t.TempDir()
		args := []string{"bench", "match", "--a", "net:" + tiny, "--b", "pubeval", form, "--games", "6",
			"--luck", tiny, "--variance-reduction", "full", "--save", folder, "--json"}
		var match struct {
			Luck struct {
				PPG float64 `json:"ppg"`
			} `json:"luck_adjusted"`
		}
		program.JSON(t, &match, args...)
		files, err := filepath.Glob(filepath.Join(folder, "*.mat"))
		if err != nil || len(files) != 6 {
			t.Fatalf("%d files, %v, want 6", len(files), err)
		}
		sum := 0.0
		for _, file := range files {
			args := []string{"analyze", "--model", tiny, "--plies", "0", "--json", file}
			if form == "--cubeful" {
				args = append(args, "--jacoby-rule", "on")
			}
			var report struct {
				Statistics [2]struct {
					Overall struct {
						Adjusted float64 `json:"luck_adjusted_result"`
					} `json:"overall"`
				} `json:"statistics"`
			}
			program.JSON(t, &report, args...)
			sum += report.Statistics[0].Overall.Adjusted
		}
		if got := scale * sum / 6; math.Abs(got-match.Luck.PPG) > 1e-4 {
			t.Errorf("%s: %.5f without the luck that analyze tells, %.5f by bench match", form, got, match.Luck.PPG)
		}
	}
}

// eval states the errors that bench values has measured, of the class or the kind of a position,
// and refuses those of another model.
func TestErrorsOfValues(t *testing.T) {
	file := filepath.Join(t.TempDir(), "errors.json")
	clitest.Write(t, file, program.OK(t, "bench", "values", "--json", "--model", tiny, "--bearoff", "none", gnubgTable))
	var report []struct {
		Parts []struct {
			Part string
			RMSE float64 `json:"equity_rmse"`
		}
	}
	must.OK(t, json.Unmarshal([]byte(clitest.File(t, file)), &report))
	i := slices.IndexFunc(report[0].Parts, func(p struct {
		Part string
		RMSE float64 `json:"equity_rmse"`
	}) bool {
		return p.Part == "opening"
	})
	evaluate := func(args ...string) string {
		return program.OK(t, append([]string{"eval", "--model", tiny, "--bearoff", "none", "--errors", file}, args...)...)
	}
	clitest.Wants(t, evaluate(start), fmt.Sprintf(" ± %.3f (RMSE of the model in opening positions)", report[0].Parts[i].RMSE))
	csv := evaluate("--format", "csv", start)
	clitest.Wants(t, csv, "equity,equity_rmse\n", fmt.Sprintf(",%.6f\n", report[0].Parts[i].RMSE))
	program.Fails(t, 1, "no errors of \""+tiny+", 1-ply\" by class", "eval", "--model", tiny, "--plies", "1", "--bearoff", "none", "--errors", file, start)
}
