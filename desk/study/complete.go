package study

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/analysis"
	"gammonlab/engine/rollers"
	"gammonlab/engine/search"
	"gammonlab/evalbench/suite"
)

// keptChoices is the number of plays of a roll that are kept, besides the play made.
const keptChoices = 20

// Complete evaluates all plays of the collected exercises again, with the options of the
// analysis and all at the same depth: an analysis keeps few plays and evaluates most of
// them at lower depth, but a user may choose any play. progress, if not nil, receives the
// number of completed exercises.
func Complete(ctx context.Context, list []Exercise, o analysis.Options, progress func(done int)) error {
	filter, err := search.ParseFilter("all")
	if err != nil {
		return err
	}
	options := o.Strength.Options()
	options.Filter, options.Workers, options.CacheBytes = filter, o.Workers, -1
	searcher, err := search.New(o.Evaluator(), options)
	if err != nil {
		return err
	}
	adviser := advice.New(searcher, advice.Options{MET: o.MET.Table, Beavers: true, Efficiency: o.Efficiency, Roller: rollers.Roller{}})
	for i := range list {
		if err := list[i].complete(ctx, adviser); err != nil {
			return err
		}
		if progress != nil {
			progress(i + 1)
		}
	}
	return nil
}

// complete evaluates the plays of the exercise.
func (e *Exercise) complete(ctx context.Context, adviser *advice.Adviser) error {
	if e.Question != suite.Play {
		return nil
	}
	m := e.State()
	st, err := adviser.Stakes(&m)
	if err != nil {
		return err
	}
	c, err := adviser.Compare(ctx, &e.Position, board.Plays(e.Position, e.Roll), &e.made.Result, st)
	if err != nil {
		return err
	}
	e.setPlays(advice.Choices(&e.Position, c.List, st), c.Made)
	e.setMade(board.FormatPlay(e.Position, e.made), c.Lost)
	return nil
}

// setPlays sets the choices of a roll: the best plays, and the play made.
func (e *Exercise) setPlays(list []advice.Choice, made int) {
	e.Choices, e.made = nil, list[made].Play
	for i := range list {
		if i < keptChoices || i == made {
			e.Choices = append(e.Choices, list[i])
		}
	}
}

// setMade sets the note with the decision in the game and its cost.
func (e *Exercise) setMade(what string, lost float64) {
	e.Notes[0] = fmt.Sprintf("in the game %s, which lost %.4f", what, lost)
}
