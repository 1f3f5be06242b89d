package analysis

import (
	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Recorded is the evaluation of a decision by the program that wrote the
// record. Its equities are normalised; those of a cube decision have the point
// of view of the player who may double, as in this package.
type Recorded struct {
	Source             string            `json:"source"`          // the program
	Level              string            `json:"level,omitempty"` // level of analysis, in the program's words
	Best               string            `json:"best"`            // best decision by the program, in words
	Agrees             bool              `json:"agrees"`          // the analysis of this package has the same best decision
	Error              *Amount           `json:"error,omitempty"` // cost by the program's equities, nil if unknown or if the decision is open
	Plays              []RecordedPlay    `json:"moves,omitempty"` // of a roll, in record order
	*cube.Alternatives                   // of a cube decision
	Rollouts           []RecordedRollout `json:"rollouts,omitempty"` // of a cube decision: of not doubling and of doubling
}

// RecordedRollout describes a rollout behind an equity.
type RecordedRollout struct {
	Games      int     `json:"games,omitempty"`      // 0 if unknown
	Confidence float64 `json:"confidence,omitempty"` // half the width of the 95 % interval of the equity, 0 if unknown
}

// RecordedPlay is a play with its equity in the record.
type RecordedPlay struct {
	Move   string  `json:"move"`
	Level  string  `json:"level"`
	Equity float64 `json:"cubeful_equity"`
	RecordedRollout

	result board.Position
}

// recorded returns the record's evaluation of a decision, nil if there is none.
func recorded(j *job) *Recorded {
	d, a := j.decision, j.recorded
	switch {
	case a == nil:
		return nil
	case d.Kind != Play && a.Cube != nil:
		return recordedCube(d, a, j.stakes)
	case d.Kind == Play && len(d.Moves) > 0 && len(a.Plays) > 0:
		return recordedPlays(j)
	}
	return nil
}

// recordedPlays identifies plays by the positions after them. It omits illegal plays.
func recordedPlays(j *job) *Recorded {
	d, a := j.decision, j.recorded
	r := &Recorded{Source: a.Source, Plays: legalPlays(a, j.stakes, &d.Position, d.Match.Dice)}
	if len(r.Plays) == 0 {
		return nil
	}
	best := &r.Plays[0]
	r.Best, r.Level = best.Move, best.Level
	r.Agrees = best.result == d.Moves[0].Play.Result
	if lost, known := lostBy(r.Plays, &j.made.Result); known && !d.Open {
		r.lost(j.stakes, lost)
	}
	return r
}

// legalPlays returns the legal plays of a record. Match-winning chances are converted to
// equities at the stakes.
func legalPlays(a *record.Analysis, st *cube.Stakes, pos *board.Position, roll board.Roll) (plays []RecordedPlay) {
	for i := range a.Plays {
		c := &a.Plays[i]
		equity := c.Equity
		if a.PlaysMWC {
			equity = st.Equity(equity)
		}
		if play, err := c.Play(*pos, roll); err == nil {
			p := RecordedPlay{Move: board.FormatPlay(*pos, play), Level: c.Level, Equity: equity, result: play.Result}
			if i < len(a.Rollouts) {
				p.RecordedRollout = RecordedRollout(a.Rollouts[i])
			}
			plays = append(plays, p)
		}
	}
	return plays
}

// lostBy returns the cost of the play with the result made, compared with the first
// of the plays. It returns false if plays do not contain it.
func lostBy(plays []RecordedPlay, made *board.Position) (lost float64, known bool) {
	for i := range plays {
		if plays[i].result == *made {
			return max(0, plays[0].Equity-plays[i].Equity), true
		}
	}
	return 0, false
}

// RecordedPlayLoss returns the cost of the play with the result made by the equities
// of a record. It returns false if the record does not have them. pos has the point of
// view of the player on roll. The stakes are used if the record has match-winning chances
// instead of equities; they may be nil, and then the cost of such plays is unknown.
func RecordedPlayLoss(a *record.Analysis, st *cube.Stakes, pos *board.Position, roll board.Roll, made *board.Position) (lost float64, known bool) {
	if a == nil || a.PlaysMWC && st == nil {
		return 0, false
	}
	return lostBy(legalPlays(a, st, pos, roll), made)
}

// RecordedCubeLoss returns the cost of a cube decision, a Double or an Answer, by the
// equities of a record. It returns false if the record does not have them. The stakes
// are those before the double; they are used if the record has match-winning chances
// instead of equities.
func RecordedCubeLoss(a *record.Analysis, st *cube.Stakes, kind Kind, doubledOrTaken bool) (lost float64, known bool) {
	if a == nil || a.Cube == nil {
		return 0, false
	}
	e := recordedAlternatives(a.Cube, st)
	if kind == Double {
		double := advice.WeighDouble(e, false)
		return double.Lost(doubledOrTaken), true
	}
	answers := advice.WeighAnswers(e, false, false)
	return answers.Lost(game.TakeOrDrop(doubledOrTaken)), true
}

// recordedAlternatives returns the equities of a cube decision in a record. Match-winning
// chances are converted to equities at the stakes.
func recordedAlternatives(c *record.CubeEstimate, st *cube.Stakes) *cube.Alternatives {
	e := &cube.Alternatives{NoDouble: c.Equity, DoubleTake: c.DoubleTake, DoublePass: c.DoublePass}
	if c.MWC {
		e.NoDouble, e.DoubleTake = st.Equity(e.NoDouble), st.Equity(e.DoubleTake)
	}
	e.Optimal = max(e.NoDouble, min(e.DoubleTake, e.DoublePass))
	return e
}

// Find returns a play of the record, which is identified by the position after it, nil
// if the record does not have it.
func (r *Recorded) Find(play *board.Play) *RecordedPlay {
	for i := range r.Plays {
		if r.Plays[i].result == play.Result {
			return &r.Plays[i]
		}
	}
	return nil
}

// recordedCube evaluates the equities of a cube decision in the record like those of
// the analysis.
func recordedCube(d *Decision, a *record.Analysis, st *cube.Stakes) *Recorded {
	e := recordedAlternatives(a.Cube, st)
	r := &Recorded{Source: a.Source, Level: a.Cube.Level, Alternatives: e}
	if len(a.Plays) == 0 {
		for _, one := range a.Rollouts {
			r.Rollouts = append(r.Rollouts, RecordedRollout(one))
		}
	}
	if d.Kind == Double {
		double := advice.WeighDouble(e, false)
		should := double.Double > double.NoDouble
		r.Best = st.Action(e, chancesOf(&a.Cube.Estimate))
		r.Agrees = should == d.Verdict.Double
	} else {
		answers := advice.WeighAnswers(e, false, false)
		best := answers.Best()
		r.Best = best.String()
		r.Agrees = (best == game.Take) == d.Take
	}
	if lost, known := RecordedCubeLoss(a, st, d.Kind, d.DoubledOrTaken); known && !d.Open {
		r.lost(st, lost)
	}
	return r
}

// chancesOf returns the probabilities of an estimate.
func chancesOf(e *record.Estimate) *engine.Probabilities {
	return &engine.Probabilities{
		float32(e.Win), float32(e.WinGammon), float32(e.WinBackgammon), float32(e.LoseGammon), float32(e.LoseBackgammon),
	}
}

// lost sets the cost, given in normalised equity.
func (r *Recorded) lost(st *cube.Stakes, equity float64) {
	amount := advice.AmountOfEquity(st, equity)
	r.Error = &amount
}
