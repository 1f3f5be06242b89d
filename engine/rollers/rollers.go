// Package rollers decides close decisions by rollouts after a search: a strength between plies
// and rollouts.
//
// A search of [search.RollerPlies] plies ranks the plays of a roll, or values a double. Plays
// close to the best are rolled out against each other, a close double against no double: short
// trials with the same dice for all choices, luck-adjusted, and at the end of each the value that
// the net gives. The rollout ends when the decision is clear, when what is undecided costs
// little, or with the last trial of the size. Decisions that are clear after the search, and those
// whose values are exact, take no trials.
//
// The dice are a function of the position, so a decision is always the same, for any number of
// workers.
package rollers

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/named"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/farm"
	"gammonlab/internal/seed"
)

// size is a size of rollers.
type size struct {
	trials int     // of each choice, at most
	turns  int     // half-moves of a trial
	plies  int     // of the evaluation at its end
	within float64 // distance from the best of plays that are rolled out, in normalised equity
	most   int     // number of these

	// A rollout ends when the differences that decide have this standard error, or one of a
	// tenth of the difference.
	difference engine.Equity
}

// sizes are the sizes by number. Their times are in docs/rollouts.md.
var sizes = [search.MaxRollers + 1]size{
	1: {trials: 36, turns: 3, plies: 0, within: 0.03, most: 3, difference: 0.003},
	2: {trials: 216, turns: 7, plies: 1, within: 0.06, most: 4, difference: 0.002},
	3: {trials: 1296, turns: 11, plies: 1, within: 0.1, most: 5, difference: 0.001},
}

const (
	// leastTrials is the number of trials of a choice before the first decision.
	leastTrials = 36

	// clear is the distance in standard errors at which a play is out of the question, and a
	// double decided: gnubg's.
	clear = 2.33
)

// Roller is the [advice.Roller] of all sizes.
type Roller struct{}

// Files is [named.Files] with rollers for players.
func Files(ctx context.Context, files farm.Files) *named.Opener {
	o := named.Files(ctx, files)
	o.Roller = Roller{}
	return o
}

// rollOut rolls the alternatives out. In a hurry the trials before the end of the context's time
// count, if they are as many as decide.
func (s *size) rollOut(ctx context.Context, r *advice.Rolling, alternatives []rollout.Alternative) (*rollout.Result, error) {
	result, err := rollout.Run(ctx, r.Static, alternatives, s.settings(r))
	if r.Hurry && errors.Is(err, context.DeadlineExceeded) && !slices.ContainsFunc(result.Outcomes, tooFew) {
		return result, nil
	}
	return result, err
}

// tooFew reports whether an alternative has too few trials for a decision.
func tooFew(o rollout.Outcome) bool { return o.Trials < leastTrials }

// settings returns the settings of the rollout of a decision.
func (s *size) settings(r *advice.Rolling) rollout.Settings {
	o := rollout.Defaults()
	o.Trials, o.Workers, o.Seed = s.trials, max(1, r.Workers), seedOf(&r.Position)
	o.Truncation = rollout.Truncation{Turns: s.turns, Plies: s.plies}
	o.Stop = rollout.Stop{MinTrials: leastTrials, Distance: clear, Difference: s.difference}
	return o
}

// seedOf returns the seed of the dice of a position.
func seedOf(pos *board.Position) uint64 {
	key := pos.Key()
	return seed.Derive(uint64(binary.LittleEndian.Uint16(key[8:])), binary.LittleEndian.Uint64(key[:]))
}

// Plays implements [advice.Roller].
func (Roller) Plays(ctx context.Context, r *advice.Rolling, ranked []advice.Candidate, also int) error {
	if len(ranked) < 2 {
		return nil
	}
	s := &sizes[r.Size]
	n := s.close(ranked)
	if also >= n {
		c := ranked[also]
		copy(ranked[n+1:also+1], ranked[n:also])
		ranked[n] = c
		n++
	}
	chosen := ranked[:n]
	open := func(c advice.Candidate) bool { return !exact(r, &c.Play.Result) }
	if n < 2 || !slices.ContainsFunc(chosen, open) {
		return nil
	}
	plays := make([]board.Play, n)
	for i := range chosen {
		plays[i] = chosen[i].Play
	}
	result, err := s.rollOut(ctx, r, rollout.OfPlays(r.Position, plays, r.Stakes))
	if err != nil {
		return err
	}
	take(r, chosen, result.Outcomes)
	return nil
}

// close returns the number of plays that are rolled out: of those that the search evaluated at
// full depth, which are the first.
func (s *size) close(ranked []advice.Candidate) int {
	n := 0
	for n < min(len(ranked), s.most) && ranked[n].Plies == ranked[0].Plies && ranked[0].Equity-ranked[n].Equity <= s.within {
		n++
	}
	return n
}

// exact reports whether the evaluation of a position needs no rollout: the game is over, or a
// database has the position.
func exact(r *advice.Rolling, pos *board.Position) bool {
	switch r.Static.ClassOf(pos) {
	case engine.Over, engine.Bearoff2, engine.Hyper:
		return true
	case engine.Bearoff1:
		return r.Stakes == nil
	}
	return false
}

// take replaces the values of plays by those of a rollout, and sorts them.
func take(r *advice.Rolling, plays []advice.Candidate, outcomes []rollout.Outcome) {
	better := func(a, b rollout.Outcome) int { return cmp.Compare(a.Mean[rollout.Value], b.Mean[rollout.Value]) }
	best := slices.MaxFunc(outcomes, better)
	for i := range plays {
		c, o := &plays[i], &outcomes[i]
		c.Probabilities, c.Value, c.Equity = chances(o), o.Mean[rollout.Value], o.Mean[rollout.Value]
		if r.Stakes != nil {
			c.Equity = r.Stakes.Equity(c.Value)
		}
		c.Rolled = o.Rolled(&best, r.Stakes)
	}
	slices.SortStableFunc(plays, func(a, b advice.Candidate) int { return cmp.Compare(b.Value, a.Value) })
}

// chances returns the probabilities of an outcome.
func chances(o *rollout.Outcome) (p engine.Probabilities) {
	for k := range p {
		p[k] = float32(o.Mean[k])
	}
	return p
}

// Double implements [advice.Roller].
func (Roller) Double(ctx context.Context, r *advice.Rolling, d *advice.Doubling) error {
	s, e := &sizes[r.Size], &d.Equities
	double := math.Abs(min(e.DoubleTake, e.DoublePass) - e.NoDouble)
	answer := math.Abs(e.DoubleTake - e.DoublePass)
	if r.Stakes.Doubled() == nil || exact(r, &r.Position) || min(double, answer) > s.within {
		return nil
	}
	result, err := s.rollOut(ctx, r, rollout.OfDouble(r.Position, r.Stakes))
	if err != nil {
		return err
	}
	d.Decision, d.Chances = result.Decision(), chances(&result.Outcomes[0])
	d.Roller.Trials = result.Trials()
	d.Roller.DifferenceError, d.Roller.AnswerError = result.DoubleErrors()
	return nil
}
