package analysis

import (
	"context"

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
		return nil
	}
	c, err := w.advice.Compare(ctx, &d.Position, plays, &j.made.Result, j.stakes)
	if err != nil {
		return err
	}
	d.Moves = &Moves{Legal: len(c.List), Played: c.Made, Rank: c.Made + 1, Spread: spread(c.List)}
	d.Error = advice.NewAmount(j.stakes, c.List[0].Value-c.List[c.Made].Value)
	d.Moves.List = w.kept(c.List, &d.Moves.Played)
	return nil
}

// spread returns the difference of the best and the worst equity. The list may
// be unsorted by equity, because plays can have different plies.
func spread(all []Candidate) float64 {
	best, worst := all[0].Equity, all[0].Equity
	for i := range all {
		best, worst = max(best, all[i].Equity), min(worst, all[i].Equity)
	}
	return best - worst
}

// kept returns the candidates to keep; played is the index of the play that was
// made, and is updated.
func (w *decisionAnalyser) kept(all []Candidate, played *int) []Candidate {
	if w.candidates <= 0 || len(all) <= w.candidates {
		return all
	}
	kept := all[:w.candidates:w.candidates]
	if *played >= w.candidates {
		kept = append(kept, all[*played])
		*played = w.candidates
	}
	return append([]Candidate(nil), kept...) // frees the others
}

// cube analyses a decision to double, to take or to pass.
func (w *decisionAnalyser) cube(ctx context.Context, j *job) error {
	d, c := j.decision, j.decision.Cube
	doubling, err := w.advice.Double(ctx, &d.Position, j.stakes)
	if err != nil {
		return err
	}
	c.Probabilities, c.Decision, c.Plies = doubling.Chances, doubling.Decision, w.advice.Plies()
	double := advice.WeighDouble(&c.Decision.Equities, false)
	c.Close = double.Close()
	if d.Kind == Double {
		c.Fault = double.Fault(c.DoubledOrTaken)
		d.Error = advice.AmountOfEquity(j.stakes, double.Lost(c.DoubledOrTaken))
		return nil
	}
	answers := c.answers()
	c.Fault = answers.Fault(c.answer())
	d.Error = advice.AmountOfEquity(j.stakes, answers.Lost(c.answer()))
	return nil
}
