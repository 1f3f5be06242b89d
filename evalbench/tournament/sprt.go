package tournament

import (
	"cmp"
	"context"
	"errors"
	"math"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/farm"
	"gammonlab/internal/setting"
)

// Test is a sequential test of A against B. It plays pairs until it can decide between
// the hypotheses with the given error probabilities. It decides after each pair in order,
// so the number of workers has no effect; pairs played after the decision do not count.
// The fields with JSON keys are the only description of such work, see [setting.Field].
type Test struct {
	A         Player `json:"a" required:"true" help:"first <PLAYER>"`
	B         Player `json:"b" required:"true" help:"second <PLAYER>"`
	Criterion `group:"Test"`
	evalbench.Conditions

	Workers int       `json:"-"`
	Pool    farm.Pool `json:"-"` // plays the games; nil for goroutines of this process

	// Progress, if set, is called after each pair that is played. It must not
	// keep the verdict.
	Progress func(*Verdict) `json:"-"`

	// Each, if set, is called before Progress for each pair that counts, both new pairs
	// and pairs of the ledger. It must not keep the verdict.
	Each func(*Verdict) `json:"-"`
}

// Open finds the players, the databases and the table that the settings name.
func (t *Test) Open(o *named.Opener) error { return named.Open(t, o) }

// Validate returns an error for the first invalid setting, by its name.
func (t *Test) Validate() error {
	if same(&t.A, &t.B) {
		return setting.Errorf("%s and %s are the same player: no test tells them apart", setting.Name("a"), setting.Name("b"))
	}
	return cmp.Or(t.Criterion.Validate(), t.Rules.Validate())
}

// Settings returns the settings of the ledger that keeps the games.
func (t *Test) Settings() Settings { return Settings{Conditions: t.Conditions} }

// Verdict is the result of a test.
type Verdict struct {
	Decision          evalbench.Decision
	LLR, Lower, Upper float64 // log-likelihood ratio and its bounds

	Pairs  int               // pairs that count
	Points evalbench.Summary // points of A per game
	Share  evalbench.Summary // share of games that A won
	SD     float64           // standard deviation of a pair's mean, in the test's unit

	// Superiority is the likelihood that A scores more points in the long run, NaN if it is unknown.
	Superiority float64

	remaining float64 // expected number of pairs that the test still needs
}

// Expected returns about how many games the test has at its end, at most most: those so far, and
// those that it still needs if the score stays as it is.
func (v *Verdict) Expected(most int) int { return expected(v.Pairs, v.remaining, most) }

// expected is the number of games of pairs and the remaining ones, at most most.
func expected(pairs int, remaining float64, most int) int {
	return int(math.Min(2*math.Ceil(float64(pairs)+remaining), float64(most)))
}

// tally has the results of A as they come.
type tally struct {
	unit          Unit
	points, share evalbench.Sample
}

// add adds a pair and returns its result in the unit.
func (t *tally) add(points []int) float64 {
	t.points.Add(Points.of(points))
	t.share.Add(Share.of(points))
	return t.unit.of(points)
}

// verdict returns the verdict of a test that has the same pairs.
func (t *tally) verdict(of *evalbench.SPRT) *Verdict {
	sample := of.Sample()
	lower, upper := of.Bounds()
	return &Verdict{
		Decision: of.Decision(), LLR: of.LLR(), Lower: lower, Upper: upper,
		Pairs: sample.N(), Points: t.points.Summary(), Share: t.share.Summary(), SD: sample.StdDev(),
		Superiority: t.points.Superiority(), remaining: of.Remaining(),
	}
}

// trial is a test in progress.
type trial struct {
	tally
	sprt evalbench.SPRT
}

func (t *trial) add(points []int) { t.sprt.Add(t.tally.add(points)) }

func (t *trial) verdict() *Verdict { return t.tally.verdict(&t.sprt) }

// Run plays until the test decides or has MaxGames. The ledger must have the settings of
// the test; pairs of the two players in it count first. After an error, the verdict covers the pairs so far; it is nil if
// the test could not start.
func (t *Test) Run(ctx context.Context, l *Ledger) (*Verdict, error) {
	s, err := t.stint(l)
	if err != nil {
		return nil, err
	}
	plan := Plan{Command: "sprt", Games: t.MaxGames, Test: &t.Criterion}
	if err := l.announce(plan, t.A, t.B); err != nil {
		return nil, err
	}
	work := t.trial()
	key, turned := l.pairing(s.numbers[0], s.numbers[1])
	for i := range min(l.pairs(key), s.pairs) {
		work.add(turn(l.points[key][2*i:2*i+2], turned))
		if t.Each != nil {
			t.Each(work.verdict())
		}
		if work.sprt.Decision() != evalbench.Undecided {
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
		return work.sprt.Decision() == evalbench.Undecided
	}
	err = l.play(ctx, s, t.Workers, t.Pool)
	return work.verdict(), err
}

// trial returns the test in its state before the first pair.
func (t *Test) trial() *trial {
	h := t.Hypotheses()
	return &trial{tally{unit: h.Unit}, evalbench.SPRT{Hypotheses: h.Hypotheses, Scale: h.Unit.scale(t.Rules)}}
}

// stint checks the settings and adds the players.
func (t *Test) stint(l *Ledger) (*stint, error) {
	if err := cmp.Or(t.Validate(), l.check("test", t.Settings())); err != nil {
		return nil, err
	}
	a, errA := l.enter(&t.A)
	b, errB := l.enter(&t.B)
	return &stint{
		players: [2]*Player{&t.A, &t.B}, numbers: [2]int{a, b}, pairs: t.MaxGames / 2,
	}, errors.Join(errA, errB)
}
