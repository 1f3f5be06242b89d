package rating

import (
	"math"
	"regexp"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/rating/fit"
)

func TestFit(t *testing.T) {
	one, two := clitest.Study(t, "1"), clitest.Study(t, "2")
	out := program.Quietly(t, "rating", "fit", "--bootstrap", "50", one, two)
	clitest.Wants(t, out,
		"R = (", "(8798 + 25526/N)·EPM + (863 - 519/N)·EPC in the manual", "The bilinear model predicts held-out matches",
		"7 points, EPC", "linear, fitted to equal pairs", "DEPD·2·lesser rate", "when both players err at N = 3, 7",
	)
	if bad := regexp.MustCompile(`.*(NaN|Inf|%!).*`).FindString(out); bad != "" {
		t.Errorf("line %q", bad)
	}

	var r fit.Report
	program.JSON(t, &r, "rating", "fit", one, two, "--json", "--bootstrap", "50", "--estimator", "wls", "--lengths", "7,3", "--workers", "1")
	if a := r.Bilinear.Trends[0].Constant; math.Abs(*a.Deviation) > 4 {
		t.Errorf("constant of EPM %+v", a)
	}
	if r.Matches != 24*2*22 || r.Method != fit.WLS || len(r.Points) != 44 {
		t.Errorf("%d matches, %d points, method %s", r.Matches, len(r.Points), r.Method)
	}

	// With one length of one part the report has no trends and no bilinear
	// model, and states this.
	clitest.Wants(t, program.OK(t, "rating", "fit", "--bootstrap", "50", "--lengths", "3", one), "There is no bilinear model", "has one length")
}

func TestFitMistakes(t *testing.T) {
	one := clitest.Study(t, "1")
	program.Mistakes(t, "rating fit", []clitest.Mistake{
		{nil, 2, "no file given"},
		{[]string{"--estimator", "lasso", one}, 2, `method "lasso"`},
		{[]string{"--pairs", "3", one}, 2, `part "3"`},
		{[]string{"--bootstrap", "0", one}, 2, "--bootstrap 0"},
		{[]string{"--bootstrap", "5", one}, 2, "5 resamples"},
		{[]string{"--confidence", "90", one}, 2, "confidence 90"},
		{[]string{"--lengths", "3,x", one}, 2, `--lengths is "3,x"`},
		{[]string{"--lengths", "0", one}, 2, "length 0"},
		{[]string{"--workers", "0", one}, 2, "--workers is 0"},
		{[]string{"--lengths", "5", one}, 1, "no matches"},
		{[]string{"--pairs", "2", one}, 1, "no pairs of part 2"},
		{[]string{one, one}, 1, "occurs twice"},
		{[]string{"missing.parquet"}, 1, "missing.parquet"},
		{[]string{"fit_test.go"}, 1, "fit_test.go"},
	})
}
