package values

import (
	"encoding/json"

	"gammonlab/engine"
	"gammonlab/evalbench/stats"
	"gammonlab/internal/plaintext"
)

// JSONSchemaAlias returns the JSON form for schemas.
func (Report) JSONSchemaAlias() any { return []Record{} }

// MarshalJSON writes a list with a [Record] for each model and set.
func (r *Report) MarshalJSON() ([]byte, error) {
	var records []Record
	for i := range r.Answers {
		records = append(records, r.Answers[i].record(r.Worst))
	}
	return json.Marshal(records)
}

// Record has the errors of a model on a set in JSON.
type Record struct {
	Model       string        `json:"model"`
	Set         string        `json:"set"`
	Groups      []GroupRecord `json:"groups"`
	Calibration []BinRecord   `json:"calibration"`
	Worst       []MissRecord  `json:"worst,omitempty"`
}

// GroupRecord has the errors of a class in points, with the ends of intervals of
// 95 %.
type GroupRecord struct {
	Class     string                  `json:"class"` // "all" for all classes
	Positions int                     `json:"positions"`
	RMSE      Interval                `json:"equity_rmse"`
	Beyond    *float64                `json:"equity_rmse_beyond_noise"` // null unless all labels have standard errors
	Mean      Interval                `json:"equity_mean_absolute_error"`
	Bias      Interval                `json:"equity_bias"`
	Outputs   [engine.Outputs]float64 `json:"output_rmse"` // win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
	Width     float64                 `json:"histogram_width"`
	Histogram []int                   `json:"histogram"` // numbers of absolute errors; the last cell has no upper end
}

// Interval is an estimate with the ends of its interval; the ends are null if there are
// too few positions.
type Interval struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

func newInterval(s *stats.Summary) Interval {
	return Interval{s.Center, plaintext.Known(s.Low), plaintext.Known(s.High)}
}

// BinRecord is a calibration bin in JSON.
type BinRecord struct {
	Predicted float64  `json:"predicted"`
	Miss      Interval `json:"label_minus_predicted"`
	N         int      `json:"positions"`
}

// MissRecord is a position with its error.
type MissRecord struct {
	Position string         `json:"position_id"`
	Class    string         `json:"class"`
	Error    float64        `json:"error"`
	Noise    *float64       `json:"label_standard_error"`
	Label    engine.Chances `json:"label"`
	Answer   engine.Chances `json:"answer"`
}

// record returns the JSON record of the answers.
func (a *Answers) record(worst int) Record {
	r := Record{Model: a.Model, Set: a.Set.Name}
	for _, g := range ByClass(a.Set.Rows, a.Answers) {
		e := Measure(g.Rows, g.Answers)
		if g.Class == "" {
			g.Class = "all"
		}
		r.Groups = append(r.Groups, GroupRecord{
			g.Class, e.N, newInterval(&e.RMSE), plaintext.Known(e.Beyond), newInterval(&e.Mean), newInterval(&e.Bias),
			e.Output, HistogramWidth, e.Histogram[:],
		})
	}
	for _, b := range Calibrate(a.Set.Rows, a.Answers, calibrationParts) {
		r.Calibration = append(r.Calibration, BinRecord{b.Predicted, newInterval(&b.Miss), b.Miss.N})
	}
	for _, m := range Worst(a.Set.Rows, a.Answers, worst) {
		r.Worst = append(r.Worst, MissRecord{
			m.Position.ID(), m.Class.String(), m.Error, plaintext.Known(m.Noise),
			engine.NewChances(&m.Label, m.Label.Equity()), engine.NewChances(&m.Answer, m.Answer.Equity()),
		})
	}
	return r
}
