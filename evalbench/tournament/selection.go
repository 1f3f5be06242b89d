package tournament

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/farm"
	"gammonlab/internal/setting"
)

// Selection is a sequential test of several candidates, which all play against B: it
// finds the best one if that is better than B, see [evalbench.Selection]. It plays the
// candidate of whom more must be known. With one candidate, the test is [Selection.Test].
// The fields with JSON keys are the only description of such work, see [setting.Field].
type Selection struct {
	A         named.Candidates `json:"a" required:"true" help:"<PLAYER> to test; of several, the best is found"`
	B         Player           `json:"b" required:"true" help:"second <PLAYER>"`
	Criterion `group:"Test"`   // MaxGames counts the games of all candidates

	// Left makes the test a race, see [evalbench.NewRace].
	Left int `json:"left,omitzero" group:"Test" shown:"find the best" help:"of several candidates, drop the worst ones until <N> are left, whatever they score against b"`

	evalbench.Conditions

	Workers int       `json:"-"`
	Pool    farm.Pool `json:"-"` // plays the games; nil for goroutines of this process

	// Progress, if set, is called after each pair that is played.
	Progress func(*Standing) `json:"-"`

	// Each, if set, is called before Progress for each pair that counts, both new pairs and
	// pairs of the ledger, with the number of the candidate. It must not keep the verdict.
	Each func(candidate int, v *Verdict) `json:"-"`
}

// Open finds the players, the databases and the table that the settings name.
func (s *Selection) Open(o *named.Opener) error { return named.Open(s, o) }

// Test returns the test of a candidate, which has the games of its pairing.
func (s *Selection) Test(candidate int) *Test {
	return &Test{A: s.A[candidate], B: s.B, Criterion: s.Criterion, Conditions: s.Conditions, Workers: s.Workers, Pool: s.Pool}
}

// Validate returns an error for the first invalid setting, by its name.
func (s *Selection) Validate() error {
	for i := range s.A {
		if err := s.Test(i).Validate(); err != nil {
			return err
		}
		if slices.ContainsFunc(s.A[:i], func(p Player) bool { return same(&p, &s.A[i]) }) {
			return setting.Errorf("%s: %s is there twice", setting.Name("a"), s.A[i].Name)
		}
	}
	return setting.Check("left", s.Left == 0 || s.Left > 0 && s.Left < len(s.A), "is %d, want less than the number of candidates, %d", s.Left, len(s.A))
}

// Settings returns the settings of the ledger that keeps the games.
func (s *Selection) Settings() Settings { return Settings{Conditions: s.Conditions} }

// Standing is the state of a selection.
type Standing struct {
	*Selection
	state   *evalbench.Selection
	tallies []tally
	pairs   int // of all candidates
}

// start returns the state before the first pair.
func (s *Selection) start() *Standing {
	h := s.Hypotheses()
	scale := h.Unit.scale(s.Rules)
	now := &Standing{Selection: s, state: evalbench.NewSelection(h.Hypotheses, scale, len(s.A)), tallies: make([]tally, len(s.A))}
	if s.Left > 0 {
		now.state = evalbench.NewRace(h.Hypotheses, scale, len(s.A), s.Left)
	}
	for i := range now.tallies {
		now.tallies[i].unit = h.Unit
	}
	return now
}

// Decision returns H1 if the best candidate, or those that are left, are known, H0 if no candidate is good enough.
func (n *Standing) Decision() evalbench.Decision { return n.state.Decision() }

// Leader returns the number of the best candidate or, if the selection has not decided, of the best
// so far of those whose test accepts H1; -1 for none. In a race it is the one with the highest mean.
func (n *Standing) Leader() int { return n.state.Leader() }

// Games returns the number of games of all candidates.
func (n *Standing) Games() int { return 2 * n.pairs }

// Expected returns about how many games the selection has at its end.
func (n *Standing) Expected() int { return expected(n.pairs, n.state.Remaining(), n.MaxGames) }

// Verdict returns the results of a candidate and its place.
func (n *Standing) Verdict(candidate int) (*Verdict, evalbench.Place) {
	test, place := n.state.Candidate(candidate)
	return n.tallies[candidate].verdict(test), place
}

// next returns the candidate who plays next, and the numbers of the pairs, none at the end.
func (n *Standing) next() (candidate, from, to int) {
	candidate, pairs := n.state.Next()
	from = n.tallies[candidate].points.N()
	return candidate, from, from + min(pairs, n.MaxGames/2-n.pairs)
}

// add adds a pair and returns whether the candidate should go on.
func (n *Standing) add(candidate int, points []int) bool {
	n.pairs++
	changed := n.state.Add(candidate, n.tallies[candidate].add(points))
	if n.Each != nil {
		v, _ := n.Verdict(candidate)
		n.Each(candidate, v)
	}
	return !changed
}

// replay adds the pairs of the ledger, until it lacks one that comes next. It returns the pairs that
// are missing then, none at the end. numbers are those of the candidates and of B.
func (n *Standing) replay(l *Ledger, numbers []int) (candidate, from, to int) {
	for {
		candidate, from, to = n.next()
		key, turned := l.pairing(numbers[candidate], numbers[len(numbers)-1])
		end, goOn := from == to, true
		for ; goOn && from < min(to, l.pairs(key)); from++ {
			goOn = n.add(candidate, turn(l.points[key][2*from:2*from+2], turned))
		}
		if end || goOn && from < to {
			return candidate, from, to
		}
	}
}

// Run plays until the selection decides or has MaxGames. The ledger must have the settings of
// the selection; pairs in it are not played again. The result does not depend on the
// number of workers. After an error, the standing covers the pairs so far; it is nil if the selection
// could not start.
func (s *Selection) Run(ctx context.Context, l *Ledger) (*Standing, error) {
	numbers, err := s.enter(l)
	if err != nil {
		return nil, err
	}
	plan := Plan{Command: "sprt", Games: s.MaxGames, Gauntlet: true, Test: &s.Criterion, Left: s.Left}
	if err := l.announce(plan, append([]Player{s.B}, s.A...)...); err != nil {
		return nil, err
	}
	for now := s.start(); ; {
		candidate, from, to := now.replay(l, numbers)
		if from == to {
			return now, nil
		}
		pair := [2]int{numbers[candidate], numbers[len(s.A)]}
		if err := now.play(ctx, l, candidate, &stint{players: [2]*Player{&s.A[candidate], &s.B}, numbers: pair, pairs: to}); err != nil {
			return now, err
		}
	}
}

// play plays the pairs of a candidate that the ledger lacks.
func (n *Standing) play(ctx context.Context, l *Ledger, candidate int, s *stint) error {
	s.each = func(points []int) bool {
		goOn := n.add(candidate, points)
		if n.Progress != nil {
			n.Progress(n)
		}
		return goOn
	}
	return l.play(ctx, s, n.Workers, n.Pool)
}

// enter checks the settings and adds the players to the ledger. It returns their numbers, that of B last.
func (s *Selection) enter(l *Ledger) (numbers []int, err error) {
	if err := cmp.Or(s.Validate(), l.check("test", s.Settings())); err != nil {
		return nil, err
	}
	var problems []error
	for _, p := range append(slices.Clone(s.A), s.B) {
		i, err := l.enter(&p)
		numbers, problems = append(numbers, i), append(problems, err)
	}
	return numbers, errors.Join(problems...)
}

// Selection returns the standing of a selection on the pairs in the ledger, nil if the ledger
// lacks one of the players.
func (l *Ledger) Selection(s *Selection) *Standing {
	var numbers []int
	for _, p := range append(slices.Clone(s.A), s.B) {
		numbers = append(numbers, l.find(&p))
	}
	if slices.Min(numbers) < 0 || l.settings.Unpaired {
		return nil
	}
	own := *s
	own.Conditions = l.settings.Conditions
	now := own.start()
	now.replay(l, numbers)
	return now
}
