package analysis

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
)

// walker collects the decisions of games.
type walker struct {
	match   *record.Match
	options *Options
	advice  *advice.Adviser
	jobs    []job

	game_   *Game
	opening bool // the game is at its initial position
	rolled  bool // the cube decision before the current roll was recorded
	beaver  bool // the double of this turn was beavered
}

// game returns a game with all its decisions, not yet evaluated.
func (w *walker) game(number int) (Game, error) {
	g := &w.match.Games[number-1]
	w.game_ = &Game{
		Number: number, Score: g.Score, Crawford: g.Crawford,
		Winner: g.Result.Winner, Points: g.Result.Points,
	}
	w.opening, w.rolled, w.beaver = true, false, false
	r := w.match.Replay(number - 1)
	var err error
	for err == nil && r.Next() {
		err = w.action(r)
	}
	if err != nil {
		err = fmt.Errorf("game %d, move %d: %w", number, r.Row, err)
	} else {
		err = r.Err()
	}
	if err != nil {
		if !w.options.KeepGoing {
			return Game{}, err
		}
		w.game_.Problem = err.Error()
	}
	return *w.game_, nil
}

// action records the decisions of an action.
func (w *walker) action(r *record.Replay) error {
	switch r.Action.Kind {
	case record.Move:
		return w.move(r)
	case record.Double:
		w.beaver = false
		return w.double(r, true)
	case record.Beaver:
		if !w.beaver {
			w.beaver = true
			return w.cube(r, Answer, true)
		}
	case record.Take, record.Drop:
		if !w.beaver {
			return w.cube(r, Answer, r.Action.Kind == record.Take)
		}
	case record.SetBoard:
		w.opening, w.rolled = false, false
	}
	return nil
}

// move records the decision not to double and the play. If the file omits the
// roll, neither is known. An illegal play is not judged.
func (w *walker) move(r *record.Replay) error {
	a := &r.Action
	opening := w.opening
	w.opening = false
	if !a.Roll.Valid() {
		return nil
	}
	if !opening && !w.doubled(r) {
		before := *r
		before.Match.Dice = board.Roll{}
		if err := w.double(&before, false); err != nil {
			return err
		}
	}
	if r.Illegal {
		return nil // the play is no choice among the legal ones
	}
	stakes, err := w.advice.Stakes(&r.Match)
	if err != nil {
		return err
	}
	w.note(r, job{stakes: stakes, made: r.Play, opening: opening, recorded: a.Analysis, decision: &Decision{Kind: Play}})
	return nil
}

// doubled reports whether the player has doubled before the roll.
func (w *walker) doubled(r *record.Replay) bool {
	for i := r.Index - 1; i >= 0; i-- {
		switch a := &w.match.Games[w.game_.Number-1].Actions[i]; a.Kind {
		case record.Take, record.Drop, record.Beaver:
		case record.Double:
			return a.Player == r.Action.Player
		default:
			return false
		}
	}
	return false
}

// double records a decision to double or not, if the player may double.
func (w *walker) double(r *record.Replay, turned bool) error {
	stakes, err := w.advice.Stakes(&r.Match)
	if err != nil {
		return err
	}
	if stakes.Doubled() == nil || w.match.Rules.NoCube {
		return nil
	}
	return w.cube(r, Double, turned)
}

// cube records a cube decision.
func (w *walker) cube(r *record.Replay, kind Kind, turned bool) error {
	stakes, err := w.advice.Stakes(&r.Match)
	if err != nil {
		return err
	}
	w.note(r, job{stakes: stakes, recorded: w.recordedCube(r), decision: &Decision{
		Kind: kind, Cube: &Cube{DoubledOrTaken: turned, Beavered: r.Action.Kind == record.Beaver},
	}})
	return nil
}

// recordedCube returns the record's evaluation of a cube decision. The record keeps the
// evaluation of an answer at the double, and none of a beaver.
func (w *walker) recordedCube(r *record.Replay) *record.Analysis {
	switch k := r.Action.Kind; {
	case k == record.Beaver:
		return nil
	case k != record.Take && k != record.Drop || r.Index == 0:
		return r.Action.Analysis
	}
	return w.match.Games[w.game_.Number-1].Actions[r.Index-1].Analysis
}

// note adds a job for the decision of an action.
func (w *walker) note(r *record.Replay, j job) {
	d, m := j.decision, &r.Match
	d.Game, d.Move, d.Player, d.Match, d.MatchID = w.game_.Number, r.Row, r.Action.Player, *m, m.ID()
	d.XGID = board.NewXGID(r.Position, *m).String()
	d.Decision = advice.NewDecision(&r.Position, m.Dice, j.stakes, w.options.Plies)
	w.game_.Decisions = append(w.game_.Decisions, d)
	w.jobs = append(w.jobs, j)
}
