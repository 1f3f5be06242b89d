package positions

import (
	"cmp"
	"encoding/json"

	"gammonlab/board"
)

// worstInJSON is the number of worst answers of a player in JSON.
const worstInJSON = 20

// answersRecord is the JSON form of the answers of a player.
type answersRecord struct {
	Name  string       `json:"name"`
	Rates []rateRecord `json:"rates"`
	Worst []record     `json:"worst"`
}

// JSONSchemaAlias returns the JSON form for schemas.
func (Answers) JSONSchemaAlias() any { return answersRecord{} }

// MarshalJSON writes name, rates and the worst answers. All costs are in mEq; unknown
// ends of intervals are null.
func (a *Answers) MarshalJSON() ([]byte, error) {
	out := answersRecord{Name: a.Name, Rates: []rateRecord{}, Worst: []record{}}
	for _, r := range Rates(a.Judged) {
		out.Rates = append(out.Rates, newRateRecord(&r))
	}
	for _, j := range Worst(a.Judged, worstInJSON) {
		out.Worst = append(out.Worst, newRecord(&j))
	}
	return json.Marshal(out)
}

// rateRecord is the JSON form of a rate.
type rateRecord struct {
	Kind      Kind     `json:"kind"`
	Class     string   `json:"class"`
	Questions int      `json:"questions"`
	Loss      float64  `json:"loss_meq"`
	Low       *float64 `json:"loss_meq_low"`
	High      *float64 `json:"loss_meq_high"`
	Wrong     int      `json:"wrong"`
	Clearly   int      `json:"clearly_wrong"`
	Unlisted  int      `json:"unlisted"`
}

func newRateRecord(r *Rate) rateRecord {
	loss := r.Loss.Times(1000).Interval()
	return rateRecord{
		r.Kind, cmp.Or(r.Class, "all"), r.Loss.N, 1000 * r.Loss.Center, loss.Low, loss.High, r.Wrong, r.Clearly, r.Unlisted,
	}
}

// record is the JSON form of an answer.
type record struct {
	Kind     Kind    `json:"kind"`
	Position string  `json:"position_id"`
	Dice     string  `json:"dice,omitempty"`
	Match    *int    `json:"length,omitempty"` // match length of a cube decision, 0 for a money game
	Class    string  `json:"class"`
	Made     string  `json:"made"`
	Best     string  `json:"best"`
	Loss     float64 `json:"loss_meq"`
	Noise    float64 `json:"standard_error_meq"`
	Unlisted bool    `json:"unlisted,omitempty"`
}

func newRecord(j *Judged) record {
	r := record{
		Kind: j.Kind, Position: j.Decision.Position.ID(), Class: j.Class().String(),
		Made: j.Answer, Best: j.Correct, Loss: 1000 * j.Loss, Noise: 1000 * j.Noise, Unlisted: j.Unlisted,
	}
	if j.Decision.Roll != (board.Roll{}) {
		r.Dice = j.Decision.Roll.String()
	} else {
		r.Match = &j.Decision.Length
	}
	return r
}
