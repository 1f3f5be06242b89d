package rollout

import (
	"encoding/json"

	"gammonlab/board"
	"gammonlab/engine"
)

// valuesRecord is the JSON form of the values of a rollout, or of their
// standard errors.
type valuesRecord struct {
	engine.Chances          // with the cubeless equity in money games
	Cubeful        *float64 `json:"cubeful_equity,omitempty"` // normalised
	MWC            *float64 `json:"mwc,omitempty"`            // match-winning chance
}

// alternativeRecord is the JSON form of an alternative.
type alternativeRecord struct {
	Rank int    `json:"rank,omitempty"`
	Move string `json:"move,omitempty"`
	Name string `json:"decision,omitempty"`
	valuesRecord
	StandardError valuesRecord `json:"standard_error"`
	Trials        int          `json:"trials"`
	Status        string       `json:"status"`
	Difference    *float64     `json:"difference,omitempty"`       // to the best: 0 or less
	Distance      *float64     `json:"joint_deviations,omitempty"` // distance from the best in joint standard deviations
	ResultID      string       `json:"result_id,omitempty"`        // from the point of view of the opponent, who is then on roll
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

// doubleRecord is the JSON form of a rolled-out double.
type doubleRecord struct {
	Alternatives []alternativeRecord `json:"alternatives"`
	NoDouble     float64             `json:"no_double"` // normalised equities
	DoubleTake   float64             `json:"double_take"`
	DoublePass   float64             `json:"double_pass"`
	Action       string              `json:"action"`
}

// reportRecord is the JSON form of a report: of a position, of plays or of a double.
type reportRecord struct {
	headRecord
	*alternativeRecord
	Moves []alternativeRecord `json:"moves,omitempty"`
	*doubleRecord
}

// JSONSchemaAlias returns the JSON form for schemas.
func (Report) JSONSchemaAlias() any { return reportRecord{} }

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
	record := reportRecord{headRecord: head}
	switch {
	case r.Double:
		record.doubleRecord = r.double()
	case r.Roll == (board.Roll{}):
		position := r.alternative(&r.Result.Outcomes[0])
		record.alternativeRecord = &position
	default:
		record.Dice, record.Moves = r.Roll.String(), r.moves()
	}
	return json.Marshal(record)
}

// moves returns the plays, best first.
func (r *Report) moves() []alternativeRecord {
	ranked := r.rank(r.Result)
	best, _ := r.equity(&ranked[0])
	moves := make([]alternativeRecord, 0, len(ranked))
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
func (r *Report) double() *doubleRecord {
	d := r.Result.Decision()
	var sides []alternativeRecord
	for i := range r.Result.Outcomes {
		side := r.alternative(&r.Result.Outcomes[i])
		side.Name = r.Result.Outcomes[i].Alternative.Name
		sides = append(sides, side)
	}
	return &doubleRecord{sides, d.Equities.NoDouble, d.Equities.DoubleTake, d.Equities.DoublePass, d.String()}
}

func (r *Report) alternative(o *Outcome) alternativeRecord {
	equity, deviation := r.equity(o)
	return alternativeRecord{
		valuesRecord: r.values(&o.Mean, equity), StandardError: r.values(&o.Error, deviation),
		Trials: o.Trials, Status: o.Status.String(),
	}
}

// values returns means or standard errors; equity is the normalised one.
func (r *Report) values(s *Sample, equity float64) valuesRecord {
	p := probabilitiesOf(s)
	v := valuesRecord{Chances: engine.NewChances(&p, float32(s[Cubeless]))}
	if r.Stakes == nil {
		return v
	}
	v.Cubeful = &equity
	if state := r.Stakes.State(); state.IsMatch() {
		mwc := s[Value]
		v.MWC = &mwc
	}
	return v
}
