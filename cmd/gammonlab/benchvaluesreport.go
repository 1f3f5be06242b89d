package main

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/evalbench/stats"
	"gammonlab/evalbench/values"
	"gammonlab/internal/chart"
	"gammonlab/internal/plaintext"
)

// valueParts are the parts of the range of probabilities in a calibration.
const valueParts = 20

// printValues prints what was measured.
func printValues(c *cli.Context, all []valued) error {
	if c.Bool("json") {
		var reports []valuesReport
		for i := range all {
			reports = append(reports, newValuesReport(&all[i], c.Int("worst")))
		}
		return printJSON(c.App.Writer, reports)
	}
	if err := valuesTable(c.App.Writer, all); err != nil {
		return err
	}
	for i := range all {
		if err := printMisses(c.App.Writer, &all[i], c.Int("worst")); err != nil {
			return err
		}
	}
	return nil
}

// valuesTable prints a block of lines, one for each model, for each set and class.
func valuesTable(out io.Writer, all []valued) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for from, to := 0, 0; from < len(all); from = to {
		for to = from; to < len(all) && all[to].set == all[from].set; to++ {
		}
		models := all[from:to]
		for g, group := range values.ByClass(models[0].set.Rows, models[0].answers) {
			if from+g > 0 {
				fmt.Fprintln(w, "\t\t\t\t\t\t\t\t\t\t\t")
			}
			heading := models[0].set.Name
			if group.Class != "" {
				heading += ", " + group.Class
			}
			fmt.Fprintf(w, "%s\tpositions\tRMSE mEq\tbeyond noise\tmean |e|\tbias\twin\tW(g)\tW(bg)\tL(g)\tL(bg)\t\n", heading)
			for i := range models {
				part := values.ByClass(models[i].set.Rows, models[i].answers)[g]
				valuesRow(w, models[i].name, &part)
			}
		}
	}
	return w.Flush()
}

func valuesRow(w io.Writer, name string, g *values.Group) {
	e := values.Measure(g.Rows, g.Answers)
	beyond := "?"
	if !math.IsNaN(e.Beyond) {
		beyond = fmt.Sprintf("%.1f", 1000*e.Beyond)
	}
	fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s", name, e.N, plusOrMinus("%.1f", &e.RMSE), beyond, plusOrMinus("%.1f", &e.Mean), plusOrMinus("%+.1f", &e.Bias))
	for _, output := range e.Output {
		fmt.Fprintf(w, "\t%.1f", 1000*output)
	}
	fmt.Fprintln(w, "\t")
}

// plusOrMinus spells an estimate in thousandths with half its interval.
func plusOrMinus(format string, s *stats.Summary) string {
	text := fmt.Sprintf(format, 1000*s.Center)
	if math.IsInf(s.Margin(), 1) {
		return text + " ± ?"
	}
	return fmt.Sprintf("%s ± %.1f", text, 1000*s.Margin())
}

// printMisses draws the positions with the largest errors.
func printMisses(out io.Writer, v *valued, n int) error {
	for k, m := range values.Worst(v.set.Rows, v.answers, n) {
		noise := "not known"
		if !math.IsNaN(m.Noise) {
			noise = plaintext.Fixed(float32(m.Noise), 3)
		}
		_, err := fmt.Fprintf(out, "\n%s on %s, number %d\n%s       equity  %s\nlabel  %s  %s  standard error %s\nmodel  %s  %s\nerror  %s\n",
			v.name, v.set.Name, k+1, engine.DrawPosition(&m.Position, board.Roll{}, m.Class.String()), engine.ProbabilityHeader,
			plaintext.Signed(m.Label.Equity(), 3), m.Label.Columns(), noise,
			plaintext.Signed(m.Answer.Equity(), 3), m.Answer.Columns(), plaintext.Signed(float32(m.Error), 3))
		if err != nil {
			return err
		}
	}
	return nil
}

// calibrationCurve is the chart of what comes of the chances that models give: by
// how much positions are won more often than they say, over all sets.
func calibrationCurve(all []valued, models int) chart.Curve {
	curve := chart.Curve{
		Title:  "Calibration of the chance to win",
		XLabel: "chance to win that the model gives, %",
		YLabel: "label less that, percentage points, with 95% interval",
		Marks:  []chart.HorizontalMark{{Y: 0, Label: "calibrated"}},
	}
	for m := range models {
		var rows []datasets.Row
		var answers []engine.Probabilities
		for i := m; i < len(all); i += models {
			rows, answers = append(rows, all[i].set.Rows...), append(answers, all[i].answers...)
		}
		series := chart.Series{Name: all[m].name}
		for _, bin := range values.Calibrate(rows, answers, valueParts) {
			if math.IsInf(bin.Miss.Margin(), 1) {
				continue // a single position
			}
			series.X, series.Y = append(series.X, 100*bin.Said), append(series.Y, 100*bin.Miss.Center)
			series.Lo, series.Hi = append(series.Lo, 100*bin.Miss.Low), append(series.Hi, 100*bin.Miss.High)
		}
		curve.Series = append(curve.Series, series)
	}
	return curve
}

// valuesReport is what bench values prints of a model and a set with --json.
type valuesReport struct {
	Model       string             `json:"model"`
	Set         string             `json:"set"`
	Groups      []valuesGroup      `json:"groups"`
	Calibration []calibrationPoint `json:"calibration"`
	Worst       []valuesMiss       `json:"worst,omitempty"`
}

// valuesGroup has errors in points, with the ends of intervals of 95 %.
type valuesGroup struct {
	Class     string                  `json:"class"` // "all" for all
	Positions int                     `json:"positions"`
	RMSE      interval                `json:"equity_rmse"`
	Beyond    *float64                `json:"equity_rmse_beyond_noise"` // null unless all labels have errors
	Mean      interval                `json:"equity_mean_absolute_error"`
	Bias      interval                `json:"equity_bias"`
	Outputs   [engine.Outputs]float64 `json:"output_rmse"` // win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
	Width     float64                 `json:"histogram_width"`
	Histogram []int                   `json:"histogram"` // of absolute errors, the last cell open
}

// interval is an estimate; the ends are null if there are too few positions.
type interval struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

func newInterval(s *stats.Summary) interval {
	return interval{s.Center, stats.Known(s.Low), stats.Known(s.High)}
}

type calibrationPoint struct {
	Said float64  `json:"said"`
	Miss interval `json:"label_less_said"`
	N    int      `json:"positions"`
}

type valuesMiss struct {
	Position string         `json:"position_id"`
	Class    string         `json:"class"`
	Error    float64        `json:"error"`
	Noise    *float64       `json:"label_standard_error"`
	Label    engine.Chances `json:"label"`
	Answer   engine.Chances `json:"answer"`
}

func newValuesReport(v *valued, worst int) valuesReport {
	r := valuesReport{Model: v.name, Set: v.set.Name}
	for _, g := range values.ByClass(v.set.Rows, v.answers) {
		e := values.Measure(g.Rows, g.Answers)
		if g.Class == "" {
			g.Class = "all"
		}
		r.Groups = append(r.Groups, valuesGroup{
			g.Class, e.N, newInterval(&e.RMSE), stats.Known(e.Beyond), newInterval(&e.Mean), newInterval(&e.Bias),
			e.Output, values.HistogramWidth, e.Histogram[:],
		})
	}
	for _, b := range values.Calibrate(v.set.Rows, v.answers, valueParts) {
		r.Calibration = append(r.Calibration, calibrationPoint{b.Said, newInterval(&b.Miss), b.Miss.N})
	}
	for _, m := range values.Worst(v.set.Rows, v.answers, worst) {
		r.Worst = append(r.Worst, valuesMiss{
			m.Position.ID(), m.Class.String(), m.Error, stats.Known(m.Noise),
			engine.NewChances(&m.Label, m.Label.Equity()), engine.NewChances(&m.Answer, m.Answer.Equity()),
		})
	}
	return r
}
