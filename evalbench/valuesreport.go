//go:build !site

package evalbench

import (
	"cmp"
	"fmt"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// calibrationParts is the number of bins of a calibration.
const calibrationParts = 20

// ValuesReport has the evaluations of sets by models, ordered by set, then by model.
type ValuesReport []*Answers

// Answers are a model's evaluations of the positions of a set, and their errors.
type Answers struct {
	Model       string           `json:"model"`
	Name        string           `json:"set"`
	Groups      []GroupErrors    `json:"groups"`
	Parts       []PartError      `json:"parts"` // by class and kind
	Calibration []CalibrationBin `json:"calibration"`
	Worst       []Miss           `json:"worst,omitempty" meaning:"-"`
	Cubeful     *CubefulErrors   `json:"cubeful,omitempty"` // if labels have cubeful equities

	set     *LabelledSet
	answers []engine.Probabilities
}

// GroupErrors has the errors of a class in points, with intervals of 95 %.
type GroupErrors struct {
	Class string `json:"class"` // "all" for all classes
	ValueErrors
}

// NewAnswers measures a model's evaluations of a set, with the given number of the largest errors.
func NewAnswers(model string, s *LabelledSet, answers []engine.Probabilities, worst int) *Answers {
	a := &Answers{
		Model: model, Name: s.Name, Calibration: Calibrate(s.Rows, answers, calibrationParts), Worst: Worst(s.Rows, answers, worst),
		set: s, answers: answers,
	}
	a.Parts = partsOf(s.Rows, answers)
	for _, g := range ByClass(s.Rows, answers) {
		a.Groups = append(a.Groups, GroupErrors{cmp.Or(g.Class, "all"), MeasureValues(g.Rows, g.Answers)})
	}
	return a
}

// Text returns a table of the errors, and the positions with the largest errors.
func (r ValuesReport) Text() string {
	text := r.table() + r.cubefulText()
	for _, a := range r {
		text += a.worstText()
	}
	return text
}

// table returns the table of errors: for each set and class a block of lines, one for
// each model.
func (r ValuesReport) table() string {
	t := plaintext.Table{Indent: "  "}
	for from, to := 0, 0; from < len(r); from = to {
		for to = from; to < len(r) && r[to].set == r[from].set; to++ {
		}
		for g, group := range r[from].Groups {
			if from+g > 0 {
				t.Add("")
			}
			heading := r[from].Name
			if g > 0 {
				heading += ", " + group.Class
			}
			t.Add(heading, "positions", "RMSE mEq", "beyond noise", "mean |e|", "bias", "win", "W(g)", "W(bg)", "L(g)", "L(bg)")
			for _, a := range r[from:to] {
				t.Add(errorCells(a.Model, &a.Groups[g].ValueErrors)...)
			}
		}
	}
	return t.Text()
}

// errorCells returns a line of the table.
func errorCells(name string, e *ValueErrors) []string {
	beyond := "?"
	if e.Beyond != nil {
		beyond = fmt.Sprintf("%.1f", 1000**e.Beyond)
	}
	cells := []string{name, fmt.Sprint(e.N), plaintext.PlusMinus("%.1f", 1000*e.RMSE.Center, 1000*e.RMSE.Margin()), beyond, plaintext.PlusMinus("%.1f", 1000*e.Mean.Center, 1000*e.Mean.Margin()), plaintext.PlusMinus("%+.1f", 1000*e.Bias.Center, 1000*e.Bias.Margin())}
	for _, output := range e.Output {
		cells = append(cells, fmt.Sprintf("%.1f", 1000*output))
	}
	return cells
}

// worstText draws the positions with the largest errors.
func (a *Answers) worstText() string {
	var b strings.Builder
	for k, m := range a.Worst {
		noise, label, answer := "not known", m.Label.Probabilities(), m.Answer.Probabilities()
		if m.Noise != nil {
			noise = plaintext.Fixed(float32(*m.Noise), 3)
		}
		fmt.Fprintf(&b, "\n%s on %s, number %d\n%s       equity  %s\nlabel  %s  %s  standard error %s\nmodel  %s  %s\nerror  %s\n",
			a.Model, a.Name, k+1, engine.DrawPosition(&m.Position, board.Roll{}, m.Class), engine.ProbabilityHeader,
			plaintext.Signed(m.Label.Equity, 3), label.Columns(), noise,
			plaintext.Signed(m.Answer.Equity, 3), answer.Columns(), plaintext.Signed(float32(m.Error), 3))
	}
	return b.String()
}

// ModelCalibration is the calibration of a model over all sets of a report.
type ModelCalibration struct {
	Model string
	Bins  []CalibrationBin
}

// Calibrations returns the calibrations of the models over all sets.
func (r ValuesReport) Calibrations() []ModelCalibration {
	models := 0
	for models < len(r) && r[models].set == r[0].set {
		models++
	}
	var all []ModelCalibration
	for m := range models {
		var rows []datasets.Row
		var answers []engine.Probabilities
		for i := m; i < len(r); i += models {
			rows, answers = append(rows, r[i].set.Rows...), append(answers, r[i].answers...)
		}
		all = append(all, ModelCalibration{r[m].Model, Calibrate(rows, answers, calibrationParts)})
	}
	return all
}
