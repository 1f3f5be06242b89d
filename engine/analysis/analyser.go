package analysis

import (
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// decisionAnalyser analyses decisions one after another.
type decisionAnalyser struct {
	advice     *advice.Adviser
	luck       *advice.Adviser // of the luck of rolls by search, nil for 0 plies
	gen        board.Generator
	candidates int // number of candidates to keep of a play
	thresholds *Thresholds
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
	if err == nil {
		w.conclude(j)
	}
	return err
}

// conclude sets what follows from the values and the cost of a decision.
func (w *decisionAnalyser) conclude(j *job) {
	d := j.decision
	if d.Error.Equity <= negligible {
		d.Error = Amount{}
		if d.Cube != nil {
			d.Cube.Fault = advice.NoFault
		}
	}
	if d.Kind == Double && d.Error.Equity > 0 {
		d.MarketLosers = new(w.advice.MarketLosers(&d.Position, j.stakes))
	}
	w.thresholds.grade(d)
	d.name()
	d.Recorded = recorded(j)
}

// play analyses a roll and its play.
func (w *decisionAnalyser) play(ctx context.Context, j *job) error {
	d := j.decision
	luck, err := w.luckOf(ctx, j)
	if err != nil {
		return err
	}
	d.Luck = &Luck{Amount: advice.NewAmount(j.stakes, luck)}

	plays := w.gen.Plays(&d.Position, d.Match.Dice)
	if len(plays) == 0 {
		d.Moves = []advice.Choice{}
		return nil
	}
	c, err := w.advice.Compare(ctx, &d.Position, plays, &j.made.Result, j.stakes)
	if err != nil {
		return err
	}
	d.Roller = c.Roller
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

// luckOf returns the luck of a roll, in the unit of the stakes.
func (w *decisionAnalyser) luckOf(ctx context.Context, j *job) (float64, error) {
	opening := advice.NotOpening
	if j.opening {
		opening = advice.BeginsDice
	}
	d := j.decision
	if w.luck == nil {
		return w.advice.LuckOf(&d.Position, d.Match.Dice, j.stakes, opening), nil
	}
	return w.luck.SearchedLuck(ctx, &d.Position, d.Match.Dice, j.stakes, opening)
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
	d.Verdict, d.Roller = doubling.Verdict(j.stakes), doubling.Roller
	if !d.Open {
		d.judgeCube(j.stakes)
	}
	return nil
}

// judgeCube sets the cost and the fault of a cube decision by its verdict.
func (d *Decision) judgeCube(st *cube.Stakes) {
	if d.Kind == Double {
		double := advice.WeighDouble(&d.Verdict.Alternatives, false)
		d.Fault = double.Fault(d.DoubledOrTaken)
		d.Error = advice.AmountOfEquity(st, double.Lost(d.DoubledOrTaken))
		return
	}
	answers := d.answers()
	d.Fault = answers.Fault(d.answer())
	d.Error = advice.AmountOfEquity(st, answers.Lost(d.answer()))
}
