package analysis

import (
	"errors"
	"math"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Evaluated is a decision that a record evaluates, whatever its player did, with the equities
// of its choices by the program that wrote the file. They are normalised, and the player's who
// decides.
type Evaluated struct {
	Game     int            // number in the record, from 1
	Kind     Kind           // Play, or Double: the equities of a double are also those of its answer
	Position board.Position // from the point of view of the player on roll
	Match    board.Match    // with the dice of a play
	Source   string         // the program
	Level    string         // of the best choice, in the program's words

	Plays []RecordedPlay // of Play: two or more legal plays in record order, so the first is the program's choice

	// Of Double: the equities, the rollouts behind no double and double, nil for none, and
	// whether the player of the record doubled, so that the opponent had to answer.
	*cube.Alternatives
	Rollouts []RecordedRollout
	Doubled  bool
}

// Evaluations returns the decisions with a choice that a record evaluates, with those at which
// it ends; missing is the number of decisions with a choice that it does not evaluate. A list
// of fewer than two plays compares nothing and is missing, too. The options are the table and the
// games. An illegal action ends its game; with such an error the list has all that can be read.
func Evaluations(m *record.Match, o Options) (list []Evaluated, missing int, err error) {
	o.KeepGoing = true
	r, jobs, err := walk(m, &o, advice.New(nil, advice.Options{MET: o.MET.Table, Beavers: true}))
	if err != nil {
		return nil, 0, err
	}
	var gen board.Generator
	for i := range jobs {
		j := &jobs[i]
		if j.decision.Kind == Answer || j.decision.Kind == Play && len(gen.Plays(&j.decision.Position, j.decision.Match.Dice)) < 2 {
			continue
		}
		if e := j.evaluated(); e != nil {
			list = append(list, *e)
		} else if !j.decision.Open {
			missing++
		}
	}
	for i := range r.Games {
		if err == nil && r.Games[i].Problem != "" {
			err = errors.New(r.Games[i].Problem)
		}
	}
	return list, missing, err
}

// evaluated returns the decision with the record's equities, nil if there are none.
func (j *job) evaluated() *Evaluated {
	d, a := j.decision, j.recorded
	if a == nil {
		return nil
	}
	e := &Evaluated{Game: d.Game, Kind: d.Kind, Position: d.Position, Match: d.Match, Source: a.Source}
	switch {
	case d.Kind == Play:
		if e.Plays = legalPlays(a, j.stakes, &d.Position, d.Match.Dice); len(e.Plays) < 2 {
			return nil
		}
		e.Level = e.Plays[0].Level
		return e
	case a.Cube == nil:
		return nil
	}
	e.Alternatives, e.Level, e.Doubled = recordedAlternatives(a.Cube, j.stakes), a.Cube.Level, d.DoubledOrTaken
	if len(a.Plays) == 0 {
		for _, one := range a.Rollouts {
			e.Rollouts = append(e.Rollouts, RecordedRollout(one))
		}
	}
	return e
}

// Result returns the position after the play, from the point of view of the opponent.
func (p *RecordedPlay) Result() board.Position { return p.result }

// SpreadCountsForXG reports whether eXtreme Gammon counts a roll with a choice for its
// performance rating, given the normalised equity of the best play less that of the worst.
func SpreadCountsForXG(spread float64) bool { return spread >= obviousPlay }

// DoubleCountsForXG reports whether eXtreme Gammon counts a decision to double for its
// performance rating; [Decision.CountsForXG] has the rule.
func DoubleCountsForXG(e *cube.Alternatives, doubled bool) bool {
	double := advice.WeighDouble(e, false)
	costs := double.NoDouble - double.Double
	return doubled || costs < obviousDouble && math.Abs(costs) >= sameDouble && (costs < 0 || double.NoDouble > 0)
}
