package fit

import (
	"fmt"
	"math"
	"strings"

	"gammonlab/internal/plaintext"
)

// Text returns the results: first the formulas, then the tables behind them.
func (r *Report) Text() string {
	w := &writer{r: r}
	w.formulas()
	w.verdicts()
	w.coefficients()
	w.model(r.Linear)
	w.levels()
	w.model(r.Bilinear)
	w.heldOut()
	for i, note := range r.Notes {
		if i == 0 {
			w.line("\nNotes")
		}
		w.line("  %s", note)
	}
	return w.String()
}

// writer writes a report.
type writer struct {
	strings.Builder
	r *Report
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// table writes rows of cells after a blank line, unless there is only the header.
func (w *writer) table(rows [][]string) {
	if len(rows) > 1 {
		t := plaintext.Table{Indent: "  ", Left: []int{0}, Rows: rows}
		w.line("\n%s", strings.TrimSuffix(t.Text(), "\n"))
	}
}

// linearInManual and bilinearInManual are the manual's coefficients in the format of
// formula.
const (
	linearInManual   = "(11971 + 23681/N)·DEPD"
	bilinearInManual = "(8798 + 25526/N)·EPM + (863 - 519/N)·EPC"
)

// formulas writes the fitted formulas and those of the manual.
func (w *writer) formulas() {
	w.line("Rating difference R in matches to N points, fitted to %d %s (%s)", w.r.Matches, plaintext.Noun(w.r.Matches, "match", "matches"), w.r.Method)
	for _, m := range []struct {
		model  *Model
		manual string
	}{{w.r.Linear, linearInManual}, {w.r.Bilinear, bilinearInManual}} {
		if m.model == nil || len(m.model.Trends) == 0 {
			continue
		}
		w.line("\n  R = %s\n      %s in the manual", formula(m.model), m.manual)
	}
	w.line("")
}

// formula formats the trends of a model.
func formula(m *Model) string {
	var terms []string
	for i, t := range m.Trends {
		sign := "+"
		inverse := t.Inverse.Value
		if inverse < 0 {
			sign, inverse = "-", -inverse
		}
		terms = append(terms, fmt.Sprintf("(%.0f %s %.0f/N)·%s", t.Constant.Value, sign, inverse, m.Predictors[i]))
	}
	return strings.Join(terms, " + ")
}

// surely is the significance level of the tests of all lengths together; each test gets
// an equal share (Bonferroni).
const surely = 0.05

// verdicts writes the results in words.
func (w *writer) verdicts() {
	for i, m := range []*Model{w.r.Linear, w.r.Bilinear} {
		if m == nil {
			w.line("There is no bilinear model: see the notes.")
			continue
		}
		least, at := 1.0, 0
		for _, l := range m.Lengths {
			if l.R2 <= least {
				least, at = l.R2, l.Length
			}
		}
		w.line("The %s model explains at least %.1f %% of the variance of R (at %s).", [...]string{"linear", "bilinear"}[i], 100*least, points(at))
	}
	w.besideManual()
	w.tests()
	if h := w.r.HeldOut; h != nil {
		w.line("The bilinear model predicts held-out matches %.2f times as well as the linear one (%s).", h.Factor.Value, w.interval(&h.Factor, "%.2f"))
	}
}

// tests writes the results of the tests of [Level].
func (w *writer) tests() {
	var known, curved, level []string
	for _, l := range w.r.Linear.Lengths {
		if l.Level == nil {
			continue
		}
		known = append(known, fmt.Sprint(l.Length))
		for _, test := range []struct {
			p  float64
			at *[]string
		}{{l.Level.PCurvature, &curved}, {l.Level.PLevel, &level}} {
			if test.p < surely/float64(len(w.r.Linear.Lengths)) {
				*test.at = append(*test.at, fmt.Sprintf("%d (p %s)", l.Length, probability(test.p)))
			}
		}
	}
	if len(known) == 0 {
		return
	}
	for _, test := range []struct {
		at            []string
		found, absent string
	}{
		{curved, "R does not rise evenly with the difference of errors at N = %s.", "R is not seen to rise unevenly with the difference of errors at N = %s."},
		{level, "The same difference counts otherwise when both players err at N = %s.", "The same difference is not seen to count otherwise when both players err at N = %s."},
	} {
		if len(test.at) > 0 {
			w.line(test.found, strings.Join(test.at, ", "))
		} else {
			w.line(test.absent, strings.Join(known, ", "))
		}
	}
}

// besideManual writes the ratio of the fitted coefficients to the manual's at each
// length.
func (w *writer) besideManual() {
	for _, m := range []*Model{w.r.Linear, w.r.Bilinear} {
		for j := 0; m != nil && j < len(m.Predictors); j++ {
			low, high := math.Inf(1), math.Inf(-1)
			for _, l := range m.Lengths {
				c := &l.Coefficients[j]
				low, high = min(low, c.Value / *c.Manual), max(high, c.Value / *c.Manual)
			}
			w.line("The coefficient of %s is %.2f to %.2f times that of the manual's formula.", m.Predictors[j], low, high)
		}
	}
}

// points formats a match length.
func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", n)
}

// probability formats a probability; small ones by their order of magnitude.
func probability(p float64) string {
	if p < 0.001 {
		return fmt.Sprintf("%.0e", p)
	}
	return fmt.Sprintf("%.3f", p)
}

// interval formats the ends of an interval.
func (w *writer) interval(e *Estimate, format string) string {
	return fmt.Sprintf("%g %%: "+format+" to "+format, 100*w.r.Confidence, e.Low, e.High)
}

// cells returns the cells of an estimate in a table: value, ends, manual, difference.
func cells(e *Estimate) []string {
	row := []string{fmt.Sprintf("%.0f", e.Value), fmt.Sprintf("%.0f", e.Low), fmt.Sprintf("%.0f", e.High), "", ""}
	if e.Manual != nil {
		row[3] = fmt.Sprintf("%.0f", *e.Manual)
	}
	if e.Deviation != nil {
		row[4] = fmt.Sprintf("%+.1f", *e.Deviation)
	}
	return row
}

// estimateHeader returns the headings above cells.
func (w *writer) estimateHeader() []string {
	return []string{"value", fmt.Sprintf("%g %% from", 100*w.r.Confidence), "to", "manual", "std errors off"}
}
