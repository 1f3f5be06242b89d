package tournament

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/evalbench"
	"gammonlab/evalbench/stats"
	"gammonlab/internal/farm"
)

// Unit is the quantity that a sequential test measures.
type Unit int

// The units: points per game, and the share of games won, where a game stopped as too
// long is half won.
const (
	Points Unit = iota
	Share
)

// scale returns about the largest distance of a pair from the mean, under the rules.
func (u Unit) scale(rules evalbench.Rules) float64 {
	switch {
	case u == Share:
		return 0.5
	case rules.Cube:
		return 8 // a cube of 4 and a gammon, in both games
	case rules.Length > 0:
		return 1
	}
	return 3
}

// of returns the result of a pair in the unit, from the points of a player.
func (u Unit) of(points []int) float64 {
	sum := 0.0
	for _, p := range points {
		if u == Points {
			sum += float64(p)
		} else {
			sum += wins(p)
		}
	}
	return sum / float64(len(points))
}

// wins returns the share of a win that a game counts.
func wins(points int) float64 {
	switch {
	case points > 0:
		return 1
	case points == 0:
		return 0.5
	}
	return 0
}

// Test is a sequential test of A against B. It plays pairs until it can decide between
// the strengths E0 and E1 with the given error probabilities. It decides after each pair
// in order, so the number of workers has no effect; pairs played after the decision do
// not count.
type Test struct {
	A, B Player
	stats.Hypotheses
	Unit     Unit
	MaxPairs int // number of pairs after which an undecided test ends
	Workers  int
	Pool     farm.Pool // plays the games; nil for goroutines of this process

	// Progress, if set, is called after each pair that is played. It must not
	// keep the verdict.
	Progress func(*Verdict)

	// Each, if set, is called before Progress for each pair that counts, both new pairs
	// and pairs of the ledger. It must not keep the verdict.
	Each func(*Verdict)
}

// Verdict is the result of a test.
type Verdict struct {
	Decision          stats.Decision
	LLR, Lower, Upper float64 // log-likelihood ratio and its bounds

	Pairs  int           // pairs that count
	Points stats.Summary // points of A per game
	Share  stats.Summary // share of games that A won
	SD     float64       // standard deviation of a pair's mean, in the test's unit

	// Superiority is the likelihood that A scores more points in the long run, NaN if it is unknown.
	Superiority float64
}

// trial is a test in progress.
type trial struct {
	sprt          stats.SPRT
	unit          Unit
	points, share stats.Sample
}

func (t *trial) add(points []int) {
	t.sprt.Add(t.unit.of(points))
	t.points.Add(Points.of(points))
	t.share.Add(Share.of(points))
}

func (t *trial) verdict() *Verdict {
	sample := t.sprt.Sample()
	lower, upper := t.sprt.Bounds()
	return &Verdict{
		Decision: t.sprt.Decision(), LLR: t.sprt.LLR(), Lower: lower, Upper: upper,
		Pairs: sample.N(), Points: t.points.Summary(), Share: t.share.Summary(), SD: sample.StdDev(),
		Superiority: t.points.Superiority(),
	}
}

// Run plays until the test decides or has MaxPairs. Pairs of the two players in the
// ledger count first. After an error, the verdict covers the pairs so far; it is nil if
// the test could not start.
func (t *Test) Run(ctx context.Context, l *Ledger) (*Verdict, error) {
	s, err := t.stint(l)
	if err != nil {
		return nil, err
	}
	plan := Plan{Command: "sprt", Games: 2 * t.MaxPairs, Test: &PlanTest{t.Unit, t.E0, t.E1, t.Alpha, t.Beta}}
	if err := l.announce(plan, t.A, t.B); err != nil {
		return nil, err
	}
	work := t.trial(l)
	key, turned := l.pairing(s.numbers[0], s.numbers[1])
	for i := range min(l.pairs(key), t.MaxPairs) {
		work.add(turn(l.points[key][2*i:2*i+2], turned))
		if t.Each != nil {
			t.Each(work.verdict())
		}
		if work.sprt.Decision() != stats.Undecided {
			return work.verdict(), nil
		}
	}
	s.each = func(points []int) bool {
		work.add(points)
		for _, report := range []func(*Verdict){t.Each, t.Progress} {
			if report != nil {
				report(work.verdict())
			}
		}
		return work.sprt.Decision() == stats.Undecided
	}
	l.prepare(s)
	series := evalbench.Series{
		Pieces: []evalbench.Piece{s.piece(0, t.MaxPairs)}, Workers: t.Workers, Pool: t.Pool, Ahead: pairsAhead, Durable: l.Sync,
	}
	if err = series.Run(ctx); err == nil {
		err = s.block.flush()
	}
	return work.verdict(), err
}

// pairsAhead is the number of pairs per worker that a pool may play beyond the decision.
const pairsAhead = 2

// trial returns the test in its state before the first pair.
func (t *Test) trial(l *Ledger) *trial {
	return &trial{sprt: stats.SPRT{Hypotheses: t.Hypotheses, Scale: t.Unit.scale(l.settings.Rules)}, unit: t.Unit}
}

// stint checks the settings and adds the players.
func (t *Test) stint(l *Ledger) (*stint, error) {
	switch err := t.Validate(); {
	case err != nil:
		return nil, err
	case t.Unit == Share && (t.E0 <= 0 || t.E1 >= 1):
		return nil, fmt.Errorf("bounds %v and %v, want shares between 0 and 1", t.E0, t.E1)
	case t.MaxPairs < 1:
		return nil, fmt.Errorf("at most %d pairs, want at least 1", t.MaxPairs)
	case same(&t.A, &t.B):
		return nil, errors.New("a test of a player against itself")
	}
	a, errA := l.enter(&t.A)
	b, errB := l.enter(&t.B)
	return &stint{
		players: [2]*Player{&t.A, &t.B}, numbers: [2]int{a, b}, pairs: t.MaxPairs,
	}, errors.Join(errA, errB)
}
