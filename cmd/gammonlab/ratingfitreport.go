package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"gammonlab/rating/fit"
)

// printFit prints what was found: first the formulas, then what they rest on.
func printFit(out io.Writer, r *fit.Report) error {
	w := &fitPrinter{out: out, r: r}
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
	return w.err
}

// fitPrinter prints a report; its first error sticks.
type fitPrinter struct {
	out io.Writer
	r   *fit.Report
	err error
}

func (w *fitPrinter) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.out, format+"\n", args...)
	}
}

// table prints rows of cells in columns, right-aligned but for the first.
func (w *fitPrinter) table(rows [][]string) {
	width := 0
	for _, row := range rows {
		width = max(width, len([]rune(row[0])))
	}
	table := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range rows {
		first := row[0] + strings.Repeat(" ", width-len([]rune(row[0])))
		fmt.Fprintf(table, "%s\t%s\t\n", first, strings.Join(row[1:], "\t"))
	}
	if err := table.Flush(); w.err == nil {
		w.err = err
	}
}

// manualWord are the manual's coefficients, spelled like those of formula.
const (
	manualLinear   = "(11971 + 23681/N)·DEPD"
	manualBilinear = "(8798 + 25526/N)·EPM + (863 - 519/N)·EPC"
)

// formulas prints the models beside the manual's.
func (w *fitPrinter) formulas() {
	w.line("Rating difference R in matches to N points, fitted to %d matches (%s)", w.r.Matches, w.r.Method)
	for _, m := range []struct {
		model  *fit.Model
		manual string
	}{{w.r.Linear, manualLinear}, {w.r.Bilinear, manualBilinear}} {
		if m.model == nil || len(m.model.Trends) == 0 {
			continue
		}
		w.line("\n  R = %s\n      %s in the manual", formula(m.model), m.manual)
	}
	w.line("")
}

// formula spells the trends of a model.
func formula(m *fit.Model) string {
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

// surely is the probability below which tests, all lengths together, are taken to
// have found something; each has its share of it (Bonferroni).
const surely = 0.05

// verdicts says in words what was found.
func (w *fitPrinter) verdicts() {
	for i, m := range []*fit.Model{w.r.Linear, w.r.Bilinear} {
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
		w.line("The %s model takes at least %.1f %% of the variance of R away (at %s).", [...]string{"linear", "bilinear"}[i], 100*least, points(at))
	}
	w.besideManual()
	w.tests()
	if h := w.r.HeldOut; h != nil {
		w.line("The bilinear model predicts held-out matches %.2f times as well as the linear one (%s).", h.Factor.Value, w.interval(&h.Factor, "%.2f"))
	}
}

// tests says what the tests of [fit.Level] found.
func (w *fitPrinter) tests() {
	var told, curved, level []string
	for _, l := range w.r.Linear.Lengths {
		if l.Level == nil {
			continue
		}
		told = append(told, fmt.Sprint(l.Length))
		for _, test := range []struct {
			p  float64
			at *[]string
		}{{l.Level.PCurvature, &curved}, {l.Level.PLevel, &level}} {
			if test.p < surely/float64(len(w.r.Linear.Lengths)) {
				*test.at = append(*test.at, fmt.Sprintf("%d (p %s)", l.Length, probability(test.p)))
			}
		}
	}
	if len(told) == 0 {
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
			w.line(test.absent, strings.Join(told, ", "))
		}
	}
}

// besideManual says how great the coefficients at each length are beside the
// manual's.
func (w *fitPrinter) besideManual() {
	for _, m := range []*fit.Model{w.r.Linear, w.r.Bilinear} {
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

// points spells a match length.
func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", n)
}

// probability spells a p; small ones by their order.
func probability(p float64) string {
	if p < 0.001 {
		return fmt.Sprintf("%.0e", p)
	}
	return fmt.Sprintf("%.3f", p)
}

// interval spells the ends of an interval.
func (w *fitPrinter) interval(e *fit.Estimate, format string) string {
	return fmt.Sprintf("%g %%: "+format+" to "+format, 100*w.r.Confidence, e.Low, e.High)
}

// cells are an estimate in a table: value, ends, manual, difference.
func cells(e *fit.Estimate) []string {
	row := []string{fmt.Sprintf("%.0f", e.Value), fmt.Sprintf("%.0f", e.Low), fmt.Sprintf("%.0f", e.High), "", ""}
	if e.Manual != nil {
		row[3] = fmt.Sprintf("%.0f", *e.Manual)
	}
	if e.Deviation != nil {
		row[4] = fmt.Sprintf("%+.1f", *e.Deviation)
	}
	return row
}

// estimateHeader is above cells.
func (w *fitPrinter) estimateHeader() []string {
	return []string{"value", fmt.Sprintf("%g %% from", 100*w.r.Confidence), "to", "manual", "std errors off"}
}

// coefficients prints the trends, weighted and not.
func (w *fitPrinter) coefficients() {
	rows := [][]string{append([]string{"Coefficients by length"}, w.estimateHeader()...)}
	for _, m := range []*fit.Model{w.r.Linear, w.r.Bilinear} {
		if m == nil {
			continue
		}
		for _, kind := range []struct {
			trends []fit.Trend
			word   string
		}{{m.Trends, ""}, {m.Unweighted, ", all lengths alike"}, {m.AsManual, ", as in the manual"}} {
			for i, t := range kind.trends {
				rows = append(rows,
					append([]string{m.Predictors[i] + ", constant" + kind.word}, cells(&t.Constant)...),
					append([]string{m.Predictors[i] + ", by 1/N" + kind.word}, cells(&t.Inverse)...))
			}
		}
	}
	if len(rows) > 1 {
		w.line("")
		w.table(rows)
	}
}

// model prints a model at each length.
func (w *fitPrinter) model(m *fit.Model) {
	if m == nil {
		return
	}
	rows := [][]string{append([]string{"R by " + strings.Join(m.Predictors, " and ")}, append(w.estimateHeader(), "with luck", "pairs", "matches", "R²", "RMS", "p of χ²")...)}
	for _, l := range m.Lengths {
		for j := range l.Coefficients {
			name := points(l.Length) + ", " + m.Predictors[j]
			row := append([]string{name}, cells(&l.Coefficients[j])...)
			raw := ""
			if l.Raw != nil {
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
	w.line("")
	w.table(rows)
}

// levels prints whether R is more than a multiple of DEPD.
func (w *fitPrinter) levels() {
	from := fmt.Sprintf("%g %% from", 100*w.r.Confidence)
	rows := [][]string{{"R by DEPD and two more terms", "DEPD·|DEPD|", from, "to", "p", "DEPD·2·lesser rate", from, "to", "p", "F of both", "p"}}
	for _, l := range w.r.Linear.Lengths {
		if t := l.Level; t != nil {
			row := []string{points(l.Length)}
			for _, e := range []struct {
				*fit.Estimate
				p float64
			}{{&t.Curvature, t.PCurvature}, {&t.Level, t.PLevel}} {
				row = append(row, fmt.Sprintf("%.0f", e.Value), fmt.Sprintf("%.0f", e.Low), fmt.Sprintf("%.0f", e.High), probability(e.p))
			}
			rows = append(rows, append(row, fmt.Sprintf("%.2f", t.F), probability(t.PF)))
		}
	}
	if len(rows) > 1 {
		w.line("")
		w.table(rows)
	}
}

// heldOut prints how well models predict.
func (w *fitPrinter) heldOut() {
	h := w.r.HeldOut
	if h == nil {
		return
	}
	rows := [][]string{{"Held-out matches", "RMS of R", "log loss", "squared error"}}
	for _, s := range h.Scores {
		rows = append(rows, []string{s.Model, fmt.Sprintf("%.1f", s.RMS), fmt.Sprintf("%.5f", s.LogLoss), fmt.Sprintf("%.5f", s.Squared)})
	}
	rows = append(rows, []string{"(chance in what is predicted)", fmt.Sprintf("%.1f", h.Noise), "", ""})
	w.line("")
	w.table(rows)
	rows = [][]string{{"RMS of R by length", "linear", "bilinear", "factor"}}
	for _, l := range h.Lengths {
		rows = append(rows, []string{points(l.Length), fmt.Sprintf("%.1f", l.Linear), fmt.Sprintf("%.1f", l.Bilinear), fmt.Sprintf("%.2f", l.Factor)})
	}
	w.line("")
	w.table(rows)
}
