package main

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
)

// rolloutOutcome is how the values of a rollout, or their standard errors, stand
// in JSON.
type rolloutOutcome struct {
	engine.Chances          // with the cubeless equity in money games
	Cubeful        *float64 `json:"cubeful_equity,omitempty"` // normalised
	MWC            *float64 `json:"mwc,omitempty"`            // chance to win the match
}

// rolledOut is how an alternative stands in JSON.
type rolledOut struct {
	Rank int    `json:"rank,omitempty"`
	Move string `json:"move,omitempty"`
	Name string `json:"decision,omitempty"`
	rolloutOutcome
	StandardError rolloutOutcome `json:"standard_error"`
	Trials        int            `json:"trials"`
	Status        string         `json:"status"`
	Difference    *float64       `json:"difference,omitempty"`       // to the best: 0 or less
	Distance      *float64       `json:"joint_deviations,omitempty"` // how many of them the best is ahead
	ResultID      string         `json:"result_id,omitempty"`        // seen by the opponent, who is then on roll
}

// rolloutHead is what stands in JSON above a rollout's results.
type rolloutHead struct {
	ID       string `json:"position_id"`
	Dice     string `json:"dice,omitempty"`
	Seed     uint64 `json:"seed"`
	Truncate int    `json:"truncate"`
	Reduced  bool   `json:"variance_reduction"`
	Stakes   string `json:"stakes,omitempty"`
}

func (j *rolloutJob) writeJSON(out *rowWriter) error {
	head := rolloutHead{
		ID: j.pos.ID(), Seed: j.settings.Seed,
		Truncate: j.settings.Truncation.Turns, Reduced: j.settings.Luck != rollout.NoLuck,
	}
	if j.stakes != nil {
		head.Stakes = j.stakes.Words()
	}
	switch {
	case j.double:
		return out.json(j.doubleJSON(head))
	case j.roll == (board.Roll{}):
		return out.json(struct {
			rolloutHead
			rolledOut
		}{head, j.rolledOut(&j.result.Outcomes[0])})
	}
	head.Dice = j.roll.String()
	return out.json(struct {
		rolloutHead
		Moves []rolledOut `json:"moves"`
	}{head, j.movesJSON()})
}

// movesJSON returns the plays, the best first.
func (j *rolloutJob) movesJSON() []rolledOut {
	ranked := j.rank(j.result)
	best, _ := j.equity(&ranked[0])
	moves := make([]rolledOut, 0, len(ranked))
	for i := range ranked {
		o := &ranked[i]
		move := j.rolledOut(o)
		move.Rank, move.Move, move.ResultID = i+1, o.Alternative.Name, o.Alternative.Position.ID()
		equity, _ := j.equity(o)
		difference := equity - best
		distance := rollout.Distance(&ranked[0].Estimate, &o.Estimate)
		move.Difference, move.Distance = &difference, &distance
		moves = append(moves, move)
	}
	return moves
}

// doubleJSON returns the alternatives of a double and the decision.
func (j *rolloutJob) doubleJSON(head rolloutHead) any {
	d := j.result.Decision()
	var sides []rolledOut
	for i := range j.result.Outcomes {
		side := j.rolledOut(&j.result.Outcomes[i])
		side.Name = j.result.Outcomes[i].Alternative.Name
		sides = append(sides, side)
	}
	return struct {
		rolloutHead
		Alternatives []rolledOut `json:"alternatives"`
		NoDouble     float64     `json:"no_double"` // normalised equities
		DoubleTake   float64     `json:"double_take"`
		DoublePass   float64     `json:"double_pass"`
		Action       string      `json:"action"`
	}{head, sides, d.Equities.NoDouble, d.Equities.DoubleTake, d.Equities.DoublePass, d.String()}
}

func (j *rolloutJob) rolledOut(o *rollout.Outcome) rolledOut {
	equity, deviation := j.equity(o)
	return rolledOut{
		rolloutOutcome: j.outcome(&o.Mean, equity), StandardError: j.outcome(&o.Error, deviation),
		Trials: o.Trials, Status: o.Status.String(),
	}
}

// outcome returns means or standard errors; equity is the normalised one.
func (j *rolloutJob) outcome(s *rollout.Sample, equity float64) rolloutOutcome {
	p := probabilitiesOf(s)
	r := rolloutOutcome{Chances: engine.NewChances(&p, float32(s[rollout.Cubeless]))}
	if j.stakes == nil {
		return r
	}
	r.Cubeful = &equity
	if state := j.stakes.State(); state.IsMatch() {
		mwc := s[rollout.Value]
		r.MWC = &mwc
	}
	return r
}
