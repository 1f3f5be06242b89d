package evalbench

import (
	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/cube"
)

// Errors are the costs of a side's decisions as the judge computes them, in normalised
// equity. Forced plays and decisions not to double that were not close do not count.
type Errors struct {
	Plays     int     `json:"unforced_plays" unit:"plays" meaning:"plays by whose number the error rate divides"`
	PlayError float64 `json:"play_error" unit:"points" better:"lower" meaning:"sum of the costs of unforced plays"` // sum of costs
	Cubes     int     `json:"close_or_actual_cube_decisions"`                                                       // doubles, takes, drops, and close decisions not to double
	CubeError float64 `json:"cube_error" unit:"points" better:"lower" meaning:"sum of the costs of cube decisions"` // sum of costs of all cube decisions
}

// OfJudge reports whether the side seems to be the judge. A judge finds no errors in its
// own play, see [analysis.IsJudge].
func (e *Errors) OfJudge() bool {
	return analysis.IsJudge(e.Plays+e.Cubes, e.PlayError+e.CubeError)
}

func (e *Errors) add(o *Errors) {
	e.Plays, e.PlayError = e.Plays+o.Plays, e.PlayError+o.PlayError
	e.Cubes, e.CubeError = e.Cubes+o.Cubes, e.CubeError+o.CubeError
}

// judgePlay adds the cost of a play to the side's errors.
func (t *gameRunner) judgePlay(side int, roll board.Roll, plays []board.Play, chosen int) error {
	if t.judge == nil || len(plays) < 2 {
		return nil
	}
	st, err := t.stakes(t.judge)
	if err != nil {
		return err
	}
	c, err := t.judge.Compare(t.ctx, &t.state.Position, plays, &plays[chosen].Result, st)
	if err != nil {
		return err
	}
	t.errors[side].add(&Errors{Plays: 1, PlayError: c.Lost})
	class := &t.classes[side][t.judge.Static().ClassOf(&t.state.Position)]
	class.Plays, class.Error = class.Plays+1, class.Error+c.Lost
	t.recordMistakenPlay(side, c.Lost, roll, &plays[chosen].Result, &c.List[0].Play.Result)
	return nil
}

// stakes returns the stakes of the player on roll, nil without cube and score.
func (t *gameRunner) stakes(a *advice.Adviser) (*cube.Stakes, error) {
	if t.match.Cubeless() {
		return nil, nil
	}
	return a.Stakes(&t.state.Match)
}

// judgeDouble adds the cost of doubling, or of not doubling, to the side's errors, and
// keeps the equities for judgeAnswer.
func (t *gameRunner) judgeDouble(side int, doubled bool) error {
	if t.judge == nil {
		return nil
	}
	st, err := t.judge.Stakes(&t.state.Match)
	if err != nil {
		return err
	}
	decision, err := t.judge.Double(t.ctx, &t.state.Position, st)
	if err != nil {
		return err
	}
	offered := t.state
	beavers := offered.Double() == nil && offered.MayBeaver() == nil
	d := advice.WeighDouble(&decision.Equities, beavers)
	own, fault := Errors{CubeError: d.Lost(doubled)}, advice.MissedDouble
	if doubled {
		fault = advice.WrongDouble
	}
	if doubled || d.Close(advice.CloseWithin) {
		own.Cubes = 1
	}
	t.errors[side].add(&own)
	t.recordMistake(side, fault, own.CubeError)
	t.equities = &decision.Equities
	return nil
}

// judgeAnswer adds the cost of the answer to the offered double.
func (t *gameRunner) judgeAnswer(answer game.Answer) {
	if t.judge == nil {
		return
	}
	m := &t.state.Match
	a := advice.WeighAnswers(t.equities, m.Turn == m.Roller, t.state.MayBeaver() == nil)
	cost := a.Lost(answer) * float64(int(1)<<t.state.Beavered) // beavers have raised the cube since the double
	side := int(m.Turn)
	t.errors[side].add(&Errors{Cubes: 1, CubeError: cost})
	t.recordMistake(side, a.Fault(answer), cost)
}
