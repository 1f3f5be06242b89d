package rating

import (
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/rating"
)

func TestPredict(t *testing.T) {
	program.Golden(t, "predict-json", "", "rating", "predict",
		"--play-errors", "0.0254102", "--cube-errors", "0.0873401", "--match", "7", "--plays", "400", "--fit", "manual", "--json")
}

// TestPredictFit: other coefficients, whose errors widen the interval.
func TestPredictFit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fit.json")
	text := `{"coefficients": {"play_a": 10000}, "covariance": [[1e6,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}`
	clitest.Write(t, file, text)
	clitest.Wants(t, program.OK(t, "rating", "predict", "--fit", file, "--perfect", "2000",
		"--play-errors", "0.01", "--cube-errors", "0", "--match", "5", "--plays", "1000000000", "--cubes", "50"), "    1900     20 ", "fit.json; errorless play 2000")
}

// TestPredictLinear: 11971 + 23681/7 points per unit in matches to 7, by the manual.
func TestPredictLinear(t *testing.T) {
	linear := []string{"rating", "predict", "--law", "linear", "--fit", "manual", "--match", "7"}
	clitest.Wants(t, program.OK(t, append(linear, "--errors", "0.01")...), "manual, (11971 + 23681/N)·EPD", "    1896      -  0.0100      not known", "no interval")
	both := program.OK(t, append(linear, "--play-errors", "0.008", "--plays", "400", "--cube-errors", "0.018", "--cubes", "100")...)
	clitest.Wants(t, both, "    1896  ", "  0.0100             98           55  0.0080    400  0.0180    100")
}

// TestPredictWithoutMixedPairs: a fit of part 1 of the study has the linear law only.
func TestPredictWithoutMixedPairs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fit.json")
	clitest.Write(t, file, `{"bilinear": null, "linear": {"predictors": ["DEPD"], "trends": [{"constant": {"value": 10000}, "inverse": {"value": 7000}}]}}`)
	args := []string{"rating", "predict", "--fit", file, "--match", "7", "--play-errors", "0.008", "--cube-errors", "0.018"}
	program.Fails(t, 1, "needs the numbers of plays and of cube decisions", args...)
	clitest.Wants(t, program.OK(t, append(args, "--plays", "400", "--cubes", "100")...), "fit.json, (10000 + 7000/N)·EPD", "    1940  ")
}

// TestPredictOnePoint: the manual has a coefficient for matches to 1 point, which have no cube.
func TestPredictOnePoint(t *testing.T) {
	clitest.Wants(t, program.OK(t, "rating", "predict", "--fit", "manual", "--play-errors", "0.01", "--cube-errors", "0.01", "--match", "1"),
		"    1671      -            379            0 ", "matches to 1 point have no cube")
}

func TestPredictMistakes(t *testing.T) {
	rates := func(more ...string) []string {
		return append([]string{"--play-errors", "0.01", "--cube-errors", "0.02", "--match", "7"}, more...)
	}
	program.Mistakes(t, "rating predict", []clitest.Mistake{
		{nil, 2, "want files"},
		{rates("-"), 2, "not both"},
		{rates("--law", "cubic"), 2, "want bilinear or linear"},
		{rates("--law", "linear"), 1, "needs the numbers of plays and of cube decisions"},
		{rates("--law", "linear", "--errors", "0.1"), 2, "want --errors or --play-errors"},
		{rates("--errors", "0.1"), 2, "--errors has no effect without --law linear"},
		{[]string{"--law", "linear", "--errors", "9", "--match", "7"}, 2, "--errors is 9"},
		{[]string{"--cube-errors", "0.02", "--match", "7"}, 2, "--play-errors is required"},
		{[]string{"--play-errors", "0.02", "--match", "7"}, 2, "--cube-errors is required"},
		{[]string{"--play-errors", "0.02", "--cube-errors", "0.02"}, 2, "--match is 0"},
		{rates("--play-errors", "8"), 2, "8 mEq are 0.008"},
		{rates("--cube-errors", "-0.1"), 2, "--cube-errors is -0.1"},
		{rates("--cube-errors", "NaN"), 2, "--cube-errors is NaN"},
		{rates("--plays", "0"), 2, "--plays is 0"},
		{rates("--cubes", "-1"), 2, "--cubes is -1"},
		{rates("--perfect", "Inf"), 2, "--perfect is +Inf"},
		{rates("--play-errors", "0.3"), 1, "no rating: the error per unforced play is 7.7 times"},
		{rates("--fit", "missing.json"), 1, "missing.json"},
		{[]string{"missing.json"}, 1, "missing.json"},
	})
	program.FailsOn(t, "hello", 1, "standard input: analysis 1", "rating", "predict", "-")
	program.FailsOn(t, `{"statistics": [{}, {}]}`, 1, "a money session", "rating", "predict", "-")
}

func TestTable(t *testing.T) {
	for _, table := range rating.Tables() {
		clitest.Wants(t, program.OK(t, "rating", "table", table.Name), table.Title)
	}
	var table struct {
		Lengths []int
		Rows    []struct {
			Difference int
			Values     []float64
		}
	}
	program.JSON(t, &table, "rating", "table", "--json", "average")
	if n := len(table.Rows); n != 13 || table.Rows[n-1].Difference != 480 || len(table.Rows[0].Values) != len(table.Lengths) || table.Rows[0].Values[0] != 0.5 {
		t.Errorf("as JSON %+v", table)
	}
	program.Golden(t, "table", "", "rating", "table", "average")
	for _, args := range [][]string{{}, {"mean"}, {"ratio", "average"}} {
		program.Fails(t, 2, "favorite, underdog, ratio, average", append([]string{"rating", "table"}, args...)...)
	}
}
