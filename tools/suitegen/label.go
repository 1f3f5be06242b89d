package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/evalbench/suite"
	"gammonlab/nets"
)

const (
	separation = 3.0 // difference in joint standard errors at which two answers are separated
	stopAt     = 4.0 // difference in joint standard errors at which a rollout drops an alternative
	minTrials  = 144 // minimal number of trials before a rollout drops an alternative
	most       = 4   // maximal number of right answers of a test
)

// errClose is the error of a test whose alternatives the rollouts do not separate.
type errClose string

func (e errClose) Error() string { return string(e) }

// label is the answer to a test with its evidence.
type label struct {
	answer   string
	evidence []string
}

// labeller answers tests.
type labeller struct {
	config *config
	static *engine.Static
	advice *advice.Adviser // finds candidates
	model  string          // name and digest of the model
}

func newLabeller(c *config, model *nets.Model, databases *engine.Databases) (*labeller, error) {
	digest, err := model.Digest()
	if err != nil {
		return nil, err
	}
	l := &labeller{
		config: c, static: engine.NewStatic(model, databases),
		model: fmt.Sprintf("%s %.12s", filepath.Base(c.model), digest),
	}
	searcher, err := search.New(l.static.Clone(), search.Options{Depth: search.Depth{Plies: 2, Filter: search.Normal()}, Workers: -1})
	l.advice = advice.New(searcher, advice.Options{})
	return l, err
}

// label answers a test.
func (l *labeller) label(ctx context.Context, t *suite.Test) (label, error) {
	st, err := l.stakes(t)
	if err != nil {
		return label{}, err
	}
	switch t.Question {
	case suite.Play:
		if st == nil {
			if known, ok, err := l.knownPlay(t); ok || err != nil {
				return known, err
			}
		}
		return l.play(ctx, t, st)
	case suite.Double, suite.Take:
		if d, ok, err := l.knownDouble(ctx, t, st); err != nil {
			return label{}, err
		} else if ok {
			return d.label(t.Question)
		}
		return l.double(ctx, t, st)
	}
	return l.value(ctx, t)
}

// stakes returns the stakes of the player on roll, nil if the test has no cube.
func (l *labeller) stakes(t *suite.Test) (*cube.Stakes, error) {
	if t.Match == nil {
		return nil, nil
	}
	return l.advice.Stakes(t.Match)
}

// settings returns the settings of a rollout.
func (l *labeller) settings(t *suite.Test) rollout.Settings {
	s := rollout.Defaults()
	s.Trials, s.Seed, s.Workers = l.config.trials, l.config.seed+uint64(t.Number), l.config.workers
	s.Luck = rollout.QuickLuck
	s.Stop = rollout.Stop{MinTrials: minTrials, Distance: stopAt}
	s.Bearoff = rollout.AnyBearoff
	if t.Match != nil {
		s.Bearoff = rollout.ExactBearoff // the other methods ignore the cube
	}
	return s
}

// play compares the best few plays by a rollout.
func (l *labeller) play(ctx context.Context, t *suite.Test, st *cube.Stakes) (label, error) {
	plays, all, err := l.candidates(ctx, t, st)
	if err != nil {
		return label{}, err
	}
	if len(plays) == 1 {
		return label{}, errClose("there is only one play")
	}
	settings := l.settings(t)
	result, err := rollout.Run(ctx, l.static, rollout.OfPlays(t.Position, plays, st), settings)
	if err != nil {
		return label{}, err
	}
	ranked := rank(result)
	right, text := 0, []string(nil)
	var names []string
	for i := range ranked {
		o := &ranked[i]
		line := fmt.Sprintf("%s %s", o.Alternative.Name, spell(o, st))
		if lead := ranked[0].Ahead(o); i > 0 {
			line += fmt.Sprintf(", %.1f JSD", lead.Distance())
			if lead.Distance() <= separation {
				right = i
			}
		}
		text = append(text, line)
		names = append(names, o.Alternative.Name)
	}
	right++ // all plays up to the last one that is not separated from the best are right
	if right > most || right == len(ranked) {
		return label{}, errClose(fmt.Sprintf("%d of %d plays rolled out (%d legal) are too close: %s",
			right, len(ranked), all, strings.Join(text[:right], "; ")))
	}
	return label{strings.Join(names[:right], " | "), append(text, l.how(&settings, t))}, nil
}

// candidates returns the plays to compare and the number of all legal plays.
func (l *labeller) candidates(ctx context.Context, t *suite.Test, st *cube.Stakes) (best []board.Play, all int, err error) {
	plays := board.Plays(t.Position, t.Roll)
	ranked, err := l.advice.Rank(ctx, &t.Position, plays, st)
	for i := range ranked {
		best = append(best, ranked[i].Play)
	}
	return best[:min(len(best), l.config.candidates)], len(plays), err
}

// double rolls out a double and a take against no double.
func (l *labeller) double(ctx context.Context, t *suite.Test, st *cube.Stakes) (label, error) {
	settings := l.settings(t)
	settings.Stop = rollout.Stop{MinTrials: minTrials}
	for trials := min(324, settings.Trials); ; trials = l.config.trials {
		settings.Trials = trials
		result, err := rollout.Run(ctx, l.static, rollout.OfDouble(t.Position, st), settings)
		if err != nil {
			return label{}, err
		}
		equities := result.Decision().Equities
		d := decision{noDouble: equities.NoDouble, doubleTake: equities.DoubleTake, doublePass: equities.DoublePass}
		d.noDoubleError = st.EquityError(result.Outcomes[0].Error[rollout.Value])
		d.doubleTakeError = st.EquityError(result.Outcomes[1].Error[rollout.Value])
		d.source = fmt.Sprintf("%d trials each; %s", trials, l.how(&settings, t))
		found, err := d.label(t.Question)
		if err == nil || trials == l.config.trials {
			return found, err
		}
	}
}

// value rolls out the position. The range of right answers is ± four standard errors, but
// at least ± a net's usual error.
func (l *labeller) value(ctx context.Context, t *suite.Test) (label, error) {
	const usual = 0.02
	settings := l.settings(t)
	settings.Stop = rollout.Stop{}
	result, err := rollout.Run(ctx, l.static, rollout.OfPosition(t.Position, nil), settings)
	if err != nil {
		return label{}, err
	}
	at := int(t.Question - suite.Win)
	if t.Question == suite.Equity {
		at = rollout.Cubeless
	}
	o := &result.Outcomes[0]
	mean, deviation := o.Mean[at], o.Error[at]
	margin := max(usual, 4*deviation)
	if t.Question == suite.Equity {
		margin = max(2*usual, 4*deviation)
	}
	return label{
		fmt.Sprintf("%.3f..%.3f", mean-margin, mean+margin),
		[]string{
			fmt.Sprintf("%s %.4f ± %.4f, %d trials", t.Question, mean, deviation, o.Trials),
			l.how(&settings, t),
		},
	}, nil
}

// how describes the settings of a rollout.
func (l *labeller) how(s *rollout.Settings, t *suite.Test) string {
	cubes := "cubeless"
	if t.Match != nil {
		cubes = "cubeful"
	}
	return fmt.Sprintf("rollout by %s: %s, %v, luck quick, seed %d", l.model, cubes, s.Depth, s.Seed)
}

// spell formats the equity of an outcome with its standard error and trials.
func spell(o *rollout.Outcome, st *cube.Stakes) string {
	mean, deviation := o.Mean[rollout.Value], o.Error[rollout.Value]
	if st != nil {
		mean, deviation = st.Equity(mean), st.EquityError(deviation)
	}
	return fmt.Sprintf("%+.4f ± %.4f, %d trials", mean, math.Abs(deviation), o.Trials)
}
