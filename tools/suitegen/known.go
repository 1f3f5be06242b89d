package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/evalbench/suite"
)

// The smallest differences of equity at which a bear-off database separates two plays.
// One-sided databases assume that each side minimises its mean number of rolls.
const (
	exactGap = 0.0005
	rollsGap = 0.004
)

// rank returns the outcomes, best first.
func rank(r *rollout.Result) []rollout.Outcome {
	ranked := slices.Clone(r.Outcomes)
	slices.SortStableFunc(ranked, func(a, b rollout.Outcome) int {
		return cmp.Compare(b.Mean[rollout.Value], a.Mean[rollout.Value])
	})
	return ranked
}

// knownPlay answers a test if bear-off databases contain the results of all plays of the
// roll; otherwise it returns false.
func (l *labeller) knownPlay(t *suite.Test) (label, bool, error) {
	plays := board.Plays(t.Position, t.Roll)
	gap, source := exactGap, "exact, two-sided database"
	for i := range plays {
		switch l.static.ClassOf(&plays[i].Result) {
		case engine.Over, engine.Bearoff2:
		case engine.Bearoff1:
			gap, source = rollsGap, "one-sided database, the rolls of both sides"
		default:
			return label{}, false, nil
		}
	}
	ranked := l.static.Rank(&t.Position, plays)
	right := 0
	for right < len(ranked) && float64(ranked[0].Equity-ranked[right].Equity) < gap {
		right++
	}
	var names []string
	for i := range ranked {
		names = append(names, board.FormatPlay(t.Position, ranked[i].Play))
	}
	if right > most || right == len(ranked) {
		return label{}, true, errClose(fmt.Sprintf("%d of %d plays have the same equity: %s", right, len(ranked), strings.Join(names[:right], "; ")))
	}
	var text []string
	for i := range ranked[:min(len(ranked), right+2)] {
		text = append(text, fmt.Sprintf("%s %+.5f", names[i], ranked[i].Equity))
	}
	return label{strings.Join(names[:right], " | "), append(text, source)}, true, nil
}

// decision is a doubling decision with its equities.
type decision struct {
	noDouble, doubleTake, doublePass float64 // normalised equities
	noDoubleError, doubleTakeError   float64 // standard errors
	source                           string
}

// knownDouble returns the decision with the equities of a two-sided database; without
// such a database it returns false.
func (l *labeller) knownDouble(ctx context.Context, t *suite.Test, st *cube.Stakes) (*decision, bool, error) {
	if t.Match.Length > 0 || l.static.ClassOf(&t.Position) != engine.Bearoff2 {
		return nil, false, nil
	}
	double, err := l.advice.Double(ctx, &t.Position, st) // exact: the database contains the position, so there is no search
	if err != nil {
		return nil, false, err
	}
	e := &double.Equities
	return &decision{
		noDouble: e.NoDouble, doubleTake: e.DoubleTake, doublePass: e.DoublePass,
		noDoubleError: exactGap / separation, doubleTakeError: exactGap / separation, source: "exact, two-sided database",
	}, true, nil
}

// label answers the question of the test with the equities.
func (d *decision) label(q suite.Question) (label, error) {
	text := fmt.Sprintf("no double %+.4f ± %.4f, double and take %+.4f ± %.4f, pass %+.4f",
		d.noDouble, d.noDoubleError, d.doubleTake, d.doubleTakeError, d.doublePass)
	if strings.HasPrefix(d.source, "exact") {
		text = fmt.Sprintf("no double %+.4f, double and take %+.4f, pass %+.4f", d.noDouble, d.doubleTake, d.doublePass)
	}
	answer := ""
	byTake := (d.doubleTake - d.noDouble) / math.Hypot(d.noDoubleError, d.doubleTakeError)
	byPass := (d.doublePass - d.noDouble) / d.noDoubleError
	passing := (d.doubleTake - d.doublePass) / d.doubleTakeError
	switch {
	case q == suite.Take && passing > separation:
		answer = "pass"
	case q == suite.Take && passing < -separation:
		answer = "take"
	case q == suite.Double && byTake > separation && byPass > separation:
		answer = "double"
	case q == suite.Double && (byTake < -separation || byPass < -separation):
		answer = "no double"
	}
	if answer == "" {
		return label{}, errClose("too close: " + text)
	}
	return label{answer, []string{text, d.source}}, nil
}
