package rollout

import (
	"encoding/json"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// AlternativeRecord is the JSON form of an alternative.
type AlternativeRecord struct {
	Rank int    `json:"rank,omitempty"`
	Move string `json:"move,omitempty"`
	Name string `json:"decision,omitempty"`
	engine.Evaluated
	StandardError engine.Evaluated `json:"standard_error"`
	Trials        int              `json:"trials"`
	Status        string           `json:"status"`
	Difference    *float64         `json:"difference,omitempty"`       // to the best: 0 or less
	Distance      *float64         `json:"joint_deviations,omitempty"` // distance from the best in joint standard deviations
	ResultID      string           `json:"result_id,omitempty"`        // from the point of view of the opponent, who is then on roll
}

// headRecord has the common fields of the JSON forms.
type headRecord struct {
	ID       string `json:"position_id"`
	Dice     string `json:"dice,omitempty"`
	Seed     uint64 `json:"seed"`
	Truncate int    `json:"truncate"`
	Reduced  bool   `json:"variance_reduction"`
	Stakes   string `json:"stakes,omitempty"`
}

// DoubleRecord is the JSON form of a rolled-out double.
type DoubleRecord struct {
	Sides             []AlternativeRecord `json:"alternatives"` // without and with the double
	cube.Alternatives                     // normalised cubeful equities
	Action            string              `json:"action"`
}

// ReportRecord is the JSON form of a report: of a position, of plays or of a double.
type ReportRecord struct {
	headRecord
	*AlternativeRecord
	Moves []AlternativeRecord `json:"moves,omitempty"`
	*DoubleRecord
}

// All returns the records of the alternatives; a rollout of a position has one.
func (r *ReportRecord) All() []AlternativeRecord {
	switch {
	case r.Moves != nil:
		return r.Moves
	case r.DoubleRecord != nil:
		return r.Sides
	case r.AlternativeRecord != nil:
		return []AlternativeRecord{*r.AlternativeRecord}
	}
	return nil
}

// JSONSchemaAlias returns the JSON form for schemas.
func (Report) JSONSchemaAlias() any { return ReportRecord{} }

// MarshalJSON encodes an object with the position and its values, or those of
// the plays or of the alternatives of a double.
func (r *Report) MarshalJSON() ([]byte, error) {
	head := headRecord{
		ID: r.Position.ID(), Seed: r.Settings.Seed,
		Truncate: r.Settings.Truncation.Turns, Reduced: r.Settings.Luck != NoLuck,
	}
	if r.Stakes != nil {
		head.Stakes = r.Stakes.Words()
	}
	record := ReportRecord{headRecord: head}
	switch {
	case r.Double:
		record.DoubleRecord = r.double()
	case r.Roll == (board.Roll{}):
		position := r.alternative(&r.Result.Outcomes[0])
		record.AlternativeRecord = &position
	default:
		record.Dice, record.Moves = r.Roll.String(), r.moves()
	}
	return json.Marshal(record)
}

// moves returns the plays, best first.
func (r *Report) moves() []AlternativeRecord {
	ranked := r.rank(r.Result)
	best, _ := r.equity(&ranked[0])
	moves := make([]AlternativeRecord, 0, len(ranked))
	for i := range ranked {
		o := &ranked[i]
		move := r.alternative(o)
		move.Rank, move.Move, move.ResultID = i+1, o.Alternative.Name, o.Alternative.Position.ID()
		equity, _ := r.equity(o)
		difference := equity - best
		distance := Distance(&ranked[0].Estimate, &o.Estimate)
		move.Difference, move.Distance = &difference, &distance
		moves = append(moves, move)
	}
	return moves
}

// double returns the alternatives of a double and the decision.
func (r *Report) double() *DoubleRecord {
	d := r.Result.Decision()
	var sides []AlternativeRecord
	for i := range r.Result.Outcomes {
		side := r.alternative(&r.Result.Outcomes[i])
		side.Name = r.Result.Outcomes[i].Alternative.Name
		sides = append(sides, side)
	}
	return &DoubleRecord{sides, d.Equities, d.String()}
}

func (r *Report) alternative(o *Outcome) AlternativeRecord {
	equity, deviation := r.equity(o)
	return AlternativeRecord{
		Evaluated: r.values(&o.Mean, equity), StandardError: r.values(&o.Error, deviation),
		Trials: o.Trials, Status: o.Status.String(),
	}
}

// values returns means or standard errors; equity is the normalised one.
func (r *Report) values(s *Sample, equity float64) engine.Evaluated {
	p := probabilitiesOf(s)
	v := r.Stakes.Evaluated(&p, float32(s[Cubeless]), s[Value])
	if v.Cubeful != nil {
		*v.Cubeful = float32(equity) // a standard error is on another scale than a mean
	}
	return v
}
