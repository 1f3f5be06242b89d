package analysis

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine/advice"
	"gammonlab/engine/search/cubeful"
)

// worker judges one decision after the other.
type worker struct {
	searcher *cubeful.Searcher
	luck     *advice.Luck
	gen      board.Generator
	keep     int // candidates
}

func (o *Options) newWorker(searcher *cubeful.Searcher) *worker {
	return &worker{searcher: searcher, luck: advice.NewLuck(searcher.Static(), advice.Full, o.Efficiency), keep: o.Candidates}
}

// judge fills in what the decision was worth.
func (w *worker) judge(ctx context.Context, j *job) error {
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
	}
	d.Mark = MarkOf(d.Error.Equity)
	return err
}

// play judges a roll and how it was played.
func (w *worker) play(ctx context.Context, j *job) error {
	d := j.decision
	opening := advice.NotOpening
	if j.opening {
		opening = advice.BeginsDice
	}
	luck := w.luck.Of(&d.Position, d.Match.Dice, j.stakes, opening)
	d.Luck = &Luck{Amount: j.amount(luck)}
	d.Luck.Mark = LuckMarkOf(d.Luck.Equity)

	plays := w.gen.Plays(&d.Position, d.Match.Dice)
	if len(plays) == 0 {
		return nil
	}
	all, played, err := w.rank(ctx, &d.Position, plays, j.stakes, &j.made.Result)
	if err != nil {
		return err
	}
	d.Moves = &Moves{Legal: len(all), Played: played, Rank: played + 1}
	d.Error = j.amount(all[0].Value - all[d.Moves.Played].Value)
	d.Moves.List = w.kept(all, &d.Moves.Played)
	return nil
}

// kept returns the candidates to keep; played is the index of one of them.
func (w *worker) kept(all []Candidate, played *int) []Candidate {
	if w.keep <= 0 || len(all) <= w.keep {
		return all
	}
	kept := all[:w.keep:w.keep]
	if *played >= w.keep {
		kept = append(kept, all[*played])
		*played = w.keep
	}
	return append([]Candidate(nil), kept...) // lets the others go
}

// cube judges a decision to double, to take or to pass.
func (w *worker) cube(ctx context.Context, j *job) error {
	d := j.decision
	decision, chances, err := w.searcher.Decide(ctx, &d.Position, j.stakes)
	if err != nil {
		return err
	}
	c := Cube{Probabilities: chances, Decision: decision, Turned: d.Cube.Turned, Plies: w.searcher.Options().Plies}
	c.Close = isClose(&c.Decision.Equities)
	if d.Kind == Double {
		c.Fault = faultOfDouble(&c.Decision.Equities, c.Turned)
		d.Error = j.fromEquity(c.Decision.Equities.Optimal - doubled(&c.Decision.Equities, c.Turned))
	} else {
		c.Fault = faultOfAnswer(&c.Decision.Equities, c.Turned)
		d.Error = j.fromEquity(answered(&c.Decision.Equities, c.Turned))
	}
	*d.Cube = c
	return nil
}

// amount turns a difference of values into an amount.
func (j *job) amount(difference float64) Amount {
	state := j.stakes.State()
	if state.IsMatch() {
		return Amount{j.stakes.EquityError(difference), difference}
	}
	return Amount{difference, difference * float64(state.Cube)}
}

// fromEquity turns a difference of normalised equities into an amount.
func (j *job) fromEquity(difference float64) Amount {
	state := j.stakes.State()
	if state.IsMatch() {
		return Amount{difference, j.stakes.FromEquity(difference) - j.stakes.FromEquity(0)}
	}
	return Amount{difference, difference * float64(state.Cube)}
}
