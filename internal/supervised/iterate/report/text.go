package report

import (
	"fmt"
	"strings"

	"gammonlab/internal/plaintext"
	"gammonlab/internal/supervised/iterate"
)

// Line returns a line about the result of a generation.
func Line(p *iterate.Point) string {
	words := []string{fmt.Sprintf("labels differ by %.1f mEq from 0 plies", p.LabelChange)}
	for _, score := range []struct {
		against string
		score   *iterate.Score
	}{{"the best net", p.Match}, {"the initial model", p.Start}, {"pubeval", p.Pubeval}} {
		if score.score != nil {
			words = append(words, fmt.Sprintf("%s ppg against %s", ppgText(score.score), score.against))
		}
	}
	if p.Promoted {
		return strings.Join(words, ", ") + ": promoted"
	}
	return strings.Join(words, ", ") + ": not promoted"
}

// ppgText formats a score, luck-adjusted if available, with its 95% interval, "-" for
// none.
func ppgText(s *iterate.Score) string {
	if s == nil {
		return "-"
	}
	r := s.Result()
	return fmt.Sprintf("%+.4f ± %.4f", r.PPG, r.Margin())
}

// Text returns a table of the generations.
func Text(points []iterate.Point) string {
	t := plaintext.Table{Indent: "  "}
	t.Add("generation", "positions", "trained on", "label change", "loss", "RMSE", "ppg against best", "ppg against pubeval", "promoted")
	for _, p := range points {
		var losses, errs []string
		for _, n := range p.Nets {
			losses = append(losses, fmt.Sprintf("%.5f", n.ValidationLoss))
			errs = append(errs, fmt.Sprintf("%.1f", n.Equity))
		}
		columns := []string{fmt.Sprint(p.Generation), "-", "-", "-", "-", "-", ppgText(p.Match), ppgText(p.Pubeval), "start"}
		if p.Generation > 0 {
			copy(columns[1:], []string{
				fmt.Sprint(p.Positions), fmt.Sprint(p.Rows), fmt.Sprintf("%.1f", p.LabelChange),
				strings.Join(losses, "/"), strings.Join(errs, "/"),
			})
			columns[8] = map[bool]string{true: "yes", false: "no"}[p.Promoted]
		}
		t.Add(columns...)
	}
	return t.Text() + "label change: mean difference of the labels from 0 plies, mEq; RMSE: of the equity on validation positions, mEq; ± 95%\n"
}
