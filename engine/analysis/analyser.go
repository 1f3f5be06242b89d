package analysis

import (
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine/advice"
)

// decisionAnalyser analyses decisions one after another.
type decisionAnalyser struct {
	advice     *advice.Adviser
	gen        board.Generator
	candidates int // number of candidates to keep of a play
}

// negligible is a difference of equities that can result from rounding.
const negligible = 1e-7

// analyse computes the equities and the cost of a decision.
func (w *decisionAnalyser) analyse(ctx context.Context, j *job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	d := j.decision
	var err error
	switch d.Kind {
	case Play:
		err = w.play(ctx, j)
	default:
		err = w.cube(ctx, j)
	}
	if d.Error.Equity <= negligible {
		d.Error = Amount{}
		if d.Cube != nil {
			d.Cube.Fault = advice.NoFault
		}
	}
	d.Mark = markOf(d.Error.Equity)
	if err == nil {
		d.name()
		d.Recorded = recorded(j)
	}
	return err
}

// play analyses a roll and its play.
func (w *decisionAnalyser) play(ctx context.Context, j *job) error {
	d := j.decision
	opening := advice.NotOpening
	if j.opening {
		opening = advice.BeginsDice
	}
	luck := w.advice.LuckOf(&d.Position, d.Match.Dice, j.stakes, opening)
	d.Luck = &Luck{Amount: advice.NewAmount(j.stakes, luck)}
	d.Luck.Mark = LuckMarkOf(d.Luck.Equity)

	plays := w.gen.Plays(&d.Position, d.Match.Dice)
	if len(plays) == 0 {
		d.Moves = []advice.Choice{}
		return nil
	}
	c, err := w.advice.Compare(ctx, &d.Position, plays, &j.made.Result, j.stakes)
	if err != nil {
		return err
	}
	choices := advice.Choices(&d.Position, c.List, j.stakes)
	if d.Open {
		d.Moves = w.keptOpen(choices, j)
		return nil
	}
	d.Played = &Played{Legal: len(c.List), Index: c.Made, Rank: c.Made + 1, Spread: spread(c.List)}
	d.Error = advice.NewAmount(j.stakes, c.List[0].Value-c.List[c.Made].Value)
	d.Moves = w.kept(choices, &d.Played.Index)
	return nil
}

// spread returns the difference of the best and the worst equity. The list may
// be unsorted by equity, because plays can have different plies.
func spread(all []advice.Candidate) float64 {
	best, worst := all[0].Equity, all[0].Equity
	for i := range all {
		best, worst = max(best, all[i].Equity), min(worst, all[i].Equity)
	}
	return best - worst
}

// kept returns the plays to keep; played is the index of the play that was
// made, and is updated.
func (w *decisionAnalyser) kept(all []advice.Choice, played *int) []advice.Choice {
	if w.candidates <= 0 || len(all) <= w.candidates {
		return all
	}
	kept := all[:w.candidates:w.candidates]
	if *played >= w.candidates {
		kept = append(kept, all[*played])
		*played = w.candidates
	}
	return slices.Clone(kept) // frees the others
}

// cube analyses a decision to double, to take or to pass.
func (w *decisionAnalyser) cube(ctx context.Context, j *job) error {
	d := j.decision
	doubling, err := w.advice.Double(ctx, &d.Position, j.stakes)
	if err != nil {
		return err
	}
	d.Verdict = doubling.Verdict(j.stakes)
	double := advice.WeighDouble(&d.Verdict.Alternatives, false)
	d.Close = double.Close()
	if d.Open {
		return nil
	}
	if d.Kind == Double {
		d.Fault = double.Fault(d.DoubledOrTaken)
		d.Error = advice.AmountOfEquity(j.stakes, double.Lost(d.DoubledOrTaken))
		return nil
	}
	answers := d.answers()
	d.Fault = answers.Fault(d.answer())
	d.Error = advice.AmountOfEquity(j.stakes, answers.Lost(d.answer()))
	return nil
}
