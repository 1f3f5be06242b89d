package evalbench

import (
	"fmt"
	"math"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/chart"
	"gammonlab/internal/plaintext"
)

// calibrationParts is the number of bins of a calibration.
const calibrationParts = 20

// ValuesReport has the evaluations of sets by models, ordered by set, then by model.
type ValuesReport struct {
	Answers []Answers
	Worst   int // number of largest errors shown for each set and model
}

// Answers are a model's evaluations of the positions of a set.
type Answers struct {
	Model   string
	Set     *LabelledSet
	Answers []engine.Probabilities
}

// Text returns a table of the errors, and the positions with the largest errors.
func (r *ValuesReport) Text() string {
	text := r.table()
	for i := range r.Answers {
		text += r.Answers[i].worstText(r.Worst)
	}
	return text
}

// table returns the table of errors: for each set and class a block of lines, one for
// each model.
func (r *ValuesReport) table() string {
	t := plaintext.Table{Indent: "  "}
	for from, to := 0, 0; from < len(r.Answers); from = to {
		for to = from; to < len(r.Answers) && r.Answers[to].Set == r.Answers[from].Set; to++ {
		}
		models := r.Answers[from:to]
		for g, group := range ByClass(models[0].Set.Rows, models[0].Answers) {
			if from+g > 0 {
				t.Add("")
			}
			heading := models[0].Set.Name
			if group.Class != "" {
				heading += ", " + group.Class
			}
			t.Add(heading, "positions", "RMSE mEq", "beyond noise", "mean |e|", "bias", "win", "W(g)", "W(bg)", "L(g)", "L(bg)")
			for i := range models {
				part := ByClass(models[i].Set.Rows, models[i].Answers)[g]
				t.Add(errorCells(models[i].Model, &part)...)
			}
		}
	}
	return t.Text()
}

// errorCells returns a line of the table.
func errorCells(name string, g *ClassGroup) []string {
	e := MeasureValues(g.Rows, g.Answers)
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
func (a *Answers) worstText(n int) string {
	var b strings.Builder
	for k, m := range Worst(a.Set.Rows, a.Answers, n) {
		noise := "not known"
		if !math.IsNaN(m.Noise) {
			noise = plaintext.Fixed(float32(m.Noise), 3)
		}
		fmt.Fprintf(&b, "\n%s on %s, number %d\n%s       equity  %s\nlabel  %s  %s  standard error %s\nmodel  %s  %s\nerror  %s\n",
			a.Model, a.Set.Name, k+1, engine.DrawPosition(&m.Position, board.Roll{}, m.Class.String()), engine.ProbabilityHeader,
			plaintext.Signed(m.Label.Equity(), 3), m.Label.Columns(), noise,
			plaintext.Signed(m.Answer.Equity(), 3), m.Answer.Columns(), plaintext.Signed(float32(m.Error), 3))
	}
	return b.String()
}

// DrawCalibration writes the calibration of models over all sets as a PNG or SVG file, by the
// extension: the labels' winning chance less the model's, by the model's winning chance.
func (r *ValuesReport) DrawCalibration(path string) error { return r.calibration().Write(path) }

func (r *ValuesReport) calibration() chart.Curve {
	models := 1
	for models < len(r.Answers) && r.Answers[models].Set == r.Answers[0].Set {
		models++
	}
	curve := chart.Curve{
		Title:  "Calibration of the chance to win",
		XLabel: "chance to win by the model, %",
		YLabel: "label less model, percentage points, with 95% interval",
		Marks:  []chart.HorizontalMark{{Y: 0, Label: "calibrated"}},
	}
	for m := range models {
		var rows []datasets.Row
		var answers []engine.Probabilities
		for i := m; i < len(r.Answers); i += models {
			rows, answers = append(rows, r.Answers[i].Set.Rows...), append(answers, r.Answers[i].Answers...)
		}
		series := chart.Series{Name: r.Answers[m].Model}
		for _, bin := range Calibrate(rows, answers, calibrationParts) {
			if !bin.Miss.Bounded() {
				continue // a single position
			}
			series.X, series.Y = append(series.X, 100*bin.Predicted), append(series.Y, 100*bin.Miss.Center)
			series.Lo, series.Hi = append(series.Lo, 100*bin.Miss.Low), append(series.Hi, 100*bin.Miss.High)
		}
		curve.Series = append(curve.Series, series)
	}
	return curve
}
