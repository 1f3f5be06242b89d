package fit

import (
	"fmt"
	"strings"
)

// coefficients writes the trends with each weighting.
func (w *writer) coefficients() {
	rows := [][]string{append([]string{"Coefficients by length"}, w.estimateHeader()...)}
	for _, m := range []*Model{w.r.Linear, w.r.Bilinear} {
		if m == nil {
			continue
		}
		for _, kind := range []struct {
			trends []Trend
			word   string
		}{{m.Trends, ""}, {m.Unweighted, ", all lengths alike"}, {m.AsManual, ", as in the manual"}} {
			for i, t := range kind.trends {
				rows = append(rows,
					append([]string{m.Predictors[i] + ", constant" + kind.word}, cells(&t.Constant)...),
					append([]string{m.Predictors[i] + ", by 1/N" + kind.word}, cells(&t.Inverse)...))
			}
		}
	}
	w.table(rows)
}

// model writes the coefficients and the fit of a model at each length.
func (w *writer) model(m *Model) {
	if m == nil {
		return
	}
	rows := [][]string{append([]string{"R by " + strings.Join(m.Predictors, " and ")}, append(w.estimateHeader(), "with luck", "pairs", "matches", "R²", "RMS", "p of χ²")...)}
	for _, l := range m.Lengths {
		for j := range l.Coefficients {
			name := points(l.Length) + ", " + m.Predictors[j]
			row := append([]string{name}, cells(&l.Coefficients[j])...)
			raw := ""
			if len(l.Raw) > 0 {
				raw = fmt.Sprintf("%.0f", l.Raw[j])
			}
			row = append(row, raw)
			if j == 0 {
				row = append(row, fmt.Sprint(l.Points), fmt.Sprint(l.Matches), fmt.Sprintf("%.4f", l.R2), fmt.Sprintf("%.1f", l.RMS), probability(l.P))
			} else {
				row = append(row, "", "", "", "", "")
			}
			rows = append(rows, row)
		}
	}
	w.table(rows)
}

// levels writes the tests of [Level].
func (w *writer) levels() {
	from := fmt.Sprintf("%g %% from", 100*w.r.Confidence)
	rows := [][]string{{"R by DEPD and two more terms", "DEPD·|DEPD|", from, "to", "p", "DEPD·2·lesser rate", from, "to", "p", "F of both", "p"}}
	for _, l := range w.r.Linear.Lengths {
		if t := l.Level; t != nil {
			row := []string{points(l.Length)}
			for _, e := range []struct {
				*Estimate
				p float64
			}{{&t.Curvature, t.PCurvature}, {&t.Level, t.PLevel}} {
				row = append(row, fmt.Sprintf("%.0f", e.Value), fmt.Sprintf("%.0f", e.Low), fmt.Sprintf("%.0f", e.High), probability(e.p))
			}
			rows = append(rows, append(row, fmt.Sprintf("%.2f", t.F), probability(t.PF)))
		}
	}
	w.table(rows)
}

// heldOut writes the prediction errors on held-out matches.
func (w *writer) heldOut() {
	h := w.r.HeldOut
	if h == nil {
		return
	}
	rows := [][]string{{"Held-out matches", "RMS of R", "log loss", "squared error"}}
	for _, s := range h.Scores {
		rows = append(rows, []string{s.Model, fmt.Sprintf("%.1f", s.RMS), fmt.Sprintf("%.5f", s.LogLoss), fmt.Sprintf("%.5f", s.Squared)})
	}
	rows = append(rows, []string{"(chance in the predicted R)", fmt.Sprintf("%.1f", h.Noise), "", ""})
	w.table(rows)
	rows = [][]string{{"RMS of R by length", "linear", "bilinear", "factor"}}
	for _, l := range h.Lengths {
		rows = append(rows, []string{points(l.Length), fmt.Sprintf("%.1f", l.Linear), fmt.Sprintf("%.1f", l.Bilinear), fmt.Sprintf("%.2f", l.Factor)})
	}
	w.table(rows)
}
