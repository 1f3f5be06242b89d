package analysis

import (
	"encoding/json"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Recorded is what the program that wrote the record thinks of a decision. Its
// equities are normalised, those of a cube decision seen by the player who may
// double, as here.
type Recorded struct {
	Source string             // the program
	Level  string             // how it judged, in its words
	Best   string             // what it holds to be right, in words
	Agrees bool               // the analysis here holds the same to be right
	Error  *float64           // what was lost by its equities, nil if it does not say
	Plays  []RecordedPlay     // of a roll, in the order of the record
	Cube   *cube.Alternatives // of the others
}

// RecordedPlay is a play with its equity in the record.
type RecordedPlay struct {
	Move   string  `json:"move"`
	Level  string  `json:"level"`
	Equity float64 `json:"equity"`

	result board.Position
}

// recorded returns what a record says of a decision that was judged, nil for
// nothing.
func recorded(j *job) *Recorded {
	d, a := j.decision, j.recorded
	switch {
	case a == nil:
		return nil
	case d.Kind != Play && a.Cube != nil:
		return recordedCube(d, a, j.stakes)
	case d.Kind == Play && d.Moves != nil && len(a.Plays) > 0:
		return recordedPlays(d, a, &j.made.Result)
	}
	return nil
}

// recordedPlays compares plays by the positions after them; made is that of the one
// that was made. Plays that are against the rules are left out.
func recordedPlays(d *Decision, a *record.Analysis, made *board.Position) *Recorded {
	r := &Recorded{Source: a.Source, Plays: legalPlays(a, &d.Position, d.Match.Dice)}
	if len(r.Plays) == 0 {
		return nil
	}
	best := &r.Plays[0]
	r.Best, r.Level = best.Move, best.Level
	r.Agrees = best.result == d.Moves.List[0].Play.Result
	if lost, known := lostBy(r.Plays, made); known {
		r.Error = &lost
	}
	return r
}

// legalPlays returns the plays of a record that are by the rules.
func legalPlays(a *record.Analysis, pos *board.Position, roll board.Roll) (plays []RecordedPlay) {
	for i := range a.Plays {
		c := &a.Plays[i]
		if play, err := c.Play(*pos, roll); err == nil {
			plays = append(plays, RecordedPlay{board.FormatPlay(*pos, play), c.Level, c.Equity, play.Result})
		}
	}
	return plays
}

// lostBy returns what the play to a position lost beside the first of the plays, if
// it is one of them.
func lostBy(plays []RecordedPlay, made *board.Position) (lost float64, known bool) {
	for i := range plays {
		if plays[i].result == *made {
			return max(0, plays[0].Equity-plays[i].Equity), true
		}
	}
	return 0, false
}

// RecordedPlayLoss returns what the play to the position made lost by the equities of
// a record, if it says so. The position before it is seen by the player on roll.
func RecordedPlayLoss(a *record.Analysis, pos *board.Position, roll board.Roll, made *board.Position) (lost float64, known bool) {
	if a == nil {
		return 0, false
	}
	return lostBy(legalPlays(a, pos, roll), made)
}

// RecordedCubeLoss returns what a decision about the cube, a Double or an Answer, lost
// by the equities of a record, if it says so. The stakes are those before the double;
// they matter where a record has chances to win the match instead of equities.
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
	return answers.Lost(advice.TakeOrDrop(doubledOrTaken)), true
}

// recordedAlternatives returns the equities of a cube decision in a record. Chances to
// win the match become equities by the match equities of the stakes.
func recordedAlternatives(c *record.CubeEstimate, st *cube.Stakes) *cube.Alternatives {
	e := &cube.Alternatives{NoDouble: c.Equity, DoubleTake: c.DoubleTake, DoublePass: c.DoublePass}
	if c.MWC {
		e.NoDouble, e.DoubleTake = st.Equity(e.NoDouble), st.Equity(e.DoubleTake)
	}
	e.Optimal = max(e.NoDouble, min(e.DoubleTake, e.DoublePass))
	return e
}

// Equity returns the equity that the record gives to a play, by the position
// after it.
func (r *Recorded) Equity(play *board.Play) (float64, bool) {
	for i := range r.Plays {
		if r.Plays[i].result == play.Result {
			return r.Plays[i].Equity, true
		}
	}
	return 0, false
}

// recordedCube weighs the equities of a cube decision as those found here.
func recordedCube(d *Decision, a *record.Analysis, st *cube.Stakes) *Recorded {
	e := recordedAlternatives(a.Cube, st)
	r := &Recorded{Source: a.Source, Level: a.Cube.Level, Cube: e}
	lost, _ := RecordedCubeLoss(a, st, d.Kind, d.Cube.DoubledOrTaken)
	if d.Kind == Double {
		double := advice.WeighDouble(e, false)
		should := double.Double > double.NoDouble
		r.Best = d.Cube.verb(advice.DoubleText(should))
		r.Agrees = should == d.Cube.Decision.Double()
	} else {
		answers := advice.WeighAnswers(e, false, false)
		best := answers.Best()
		r.Best = advice.AnswerText(best)
		r.Agrees = (best == record.Take) == d.Cube.Decision.Take()
	}
	r.Error = &lost
	return r
}

// MarshalJSON spells the equities as those found here.
func (r *Recorded) MarshalJSON() ([]byte, error) {
	j := struct {
		Source   string            `json:"source"`
		Level    string            `json:"level,omitempty"`
		Best     string            `json:"best"`
		Agrees   bool              `json:"agrees"`
		Error    *float64          `json:"error,omitempty"`
		Plays    []RecordedPlay    `json:"plays,omitempty"`
		Equities *alternativesJSON `json:"equities,omitempty"`
	}{r.Source, r.Level, r.Best, r.Agrees, r.Error, r.Plays, nil}
	if r.Cube != nil {
		e := alternativesJSON(*r.Cube)
		j.Equities = &e
	}
	return json.Marshal(j)
}
