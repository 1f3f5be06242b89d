package values

import (
	"cmp"
	"encoding/json"

	"gammonlab/engine"
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
	Calibration []Bin         `json:"calibration"`
	Worst       []MissRecord  `json:"worst,omitempty"`
}

// GroupRecord has the errors of a class in points, with intervals of 95 %.
type GroupRecord struct {
	Class string `json:"class"` // "all" for all classes
	Errors
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
	r := Record{Model: a.Model, Set: a.Set.Name, Calibration: Calibrate(a.Set.Rows, a.Answers, calibrationParts)}
	for _, g := range ByClass(a.Set.Rows, a.Answers) {
		r.Groups = append(r.Groups, GroupRecord{cmp.Or(g.Class, "all"), Measure(g.Rows, g.Answers)})
	}
	for _, m := range Worst(a.Set.Rows, a.Answers, worst) {
		r.Worst = append(r.Worst, MissRecord{
			m.Position.ID(), m.Class.String(), m.Error, plaintext.Known(m.Noise),
			engine.NewChances(&m.Label, m.Label.Equity()), engine.NewChances(&m.Answer, m.Answer.Equity()),
		})
	}
	return r
}
