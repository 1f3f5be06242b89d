package evalbench

import (
	"cmp"
	"encoding/json"

	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// JSONSchemaAlias returns the JSON form for schemas.
func (ValuesReport) JSONSchemaAlias() any { return []ValuesRecord{} }

// MarshalJSON writes a list with a [ValuesRecord] for each model and set.
func (r *ValuesReport) MarshalJSON() ([]byte, error) {
	var records []ValuesRecord
	for i := range r.Answers {
		records = append(records, r.Answers[i].record(r.Worst))
	}
	return json.Marshal(records)
}

// ValuesRecord has the errors of a model on a set in JSON.
type ValuesRecord struct {
	Model       string           `json:"model"`
	Set         string           `json:"set"`
	Groups      []GroupErrors    `json:"groups"`
	Calibration []CalibrationBin `json:"calibration"`
	Worst       []MissRecord     `json:"worst,omitempty"`
}

// GroupErrors has the errors of a class in points, with intervals of 95 %.
type GroupErrors struct {
	Class string `json:"class"` // "all" for all classes
	ValueErrors
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
func (a *Answers) record(worst int) ValuesRecord {
	r := ValuesRecord{Model: a.Model, Set: a.Set.Name, Calibration: Calibrate(a.Set.Rows, a.Answers, calibrationParts)}
	for _, g := range ByClass(a.Set.Rows, a.Answers) {
		r.Groups = append(r.Groups, GroupErrors{cmp.Or(g.Class, "all"), MeasureValues(g.Rows, g.Answers)})
	}
	for _, m := range Worst(a.Set.Rows, a.Answers, worst) {
		r.Worst = append(r.Worst, MissRecord{
			m.Position.ID(), m.Class.String(), m.Error, plaintext.Known(m.Noise),
			engine.NewChances(&m.Label, m.Label.Equity()), engine.NewChances(&m.Answer, m.Answer.Equity()),
		})
	}
	return r
}
