package generate

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/engine"
	"gammonlab/engine/portable"
	"gammonlab/farm"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/strictjson"
)

// kindName is the name of the format of shards, results and specs.
const kindName = "generate/1"

// JobKind returns the kind of farm jobs that play games for databases and search for
// informative positions.
func JobKind() farm.Kind { return farm.Kind{Name: kindName, Open: open} }

// spec has all settings that results depend on.
type spec struct {
	Variant     string            `json:"variant"`
	Seed        uint64            `json:"seed"`
	Players     []portable.Player `json:"players,omitempty"`
	Trace       *traceSpec        `json:"trace,omitempty"`
	Starts      *portable.Starts  `json:"starts,omitempty"`
	RandomPlies Range             `json:"random_plies"`
	Epsilon     float64           `json:"epsilon"`
	Classes     string            `json:"classes,omitempty"` // in the format of ParseClasses; "" for all
	Kinds       string            `json:"kinds,omitempty"`   // in the format of pattern.ParseKinds; "" for all
	Where       string            `json:"where,omitempty"`   // in the format of pattern.Parse; "" for all
	Odd         bool              `json:"odd"`
	Informative *informativeSpec  `json:"informative,omitempty"`
}

type traceSpec struct {
	Evaluator portable.Evaluator `json:"evaluator"`
	Lambda    Lambda             `json:"lambda"`
	Prune     bool               `json:"prune"`
	Sieve     engine.Sieve       `json:"sieve"`

	Alternatives engine.Sieve `json:"alternatives,omitzero"`
}

type informativeSpec struct {
	Evaluator portable.Evaluator `json:"evaluator"`
	Threshold float64            `json:"threshold"`
	Weights   bool               `json:"weights,omitempty"` // the differences of equity are weights
}

// job returns the job that makes a database. Its local Doer keeps only positions of the
// wanted classes.
func (s *Settings) job(wanted func(engine.Class) bool) (*farm.Job, error) {
	d, err := newDoer(s, wanted)
	if err != nil {
		return nil, err
	}
	return &farm.Job{Doer: d, Check: d.check, Describe: s.describe}, nil
}

// describe returns the description of the job for other machines.
func (s *Settings) describe() (*farm.Description, error) {
	out := &spec{
		Variant: s.Variant.String(), Seed: s.Seed, RandomPlies: s.RandomPlies, Epsilon: s.Epsilon,
		Kinds: pattern.KindNames(s.Kinds), Where: s.Where.String(), Odd: s.Odd,
	}
	if s.Quotas != nil || s.Classes != nil {
		out.Classes = classList(slices.DeleteFunc(slices.Clone(classesOfGames), func(c engine.Class) bool { return !s.wants(c) }))
	}
	files, err := out.describeFiles(s)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(out)
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: farm.Distinct(files)}, err
}

// describeFiles sets the digests of files, and returns the files.
func (sp *spec) describeFiles(s *Settings) (all []farm.File, err error) {
	evaluator := func(e engine.Evaluator) portable.Evaluator {
		d, files, failed := portable.DescribeEvaluator(e)
		all, err = append(all, files...), errors.Join(err, failed)
		return d
	}
	if s.Starts != nil {
		d, files := portable.DescribeStarts(s.Starts)
		sp.Starts, all = &d, append(all, files...)
	}
	for _, p := range s.Players {
		d, files, failed := portable.DescribePlayer(p.Player)
		sp.Players, all, err = append(sp.Players, d), append(all, files...), errors.Join(err, failed)
	}
	if t := s.Trace; t != nil {
		sp.Trace = &traceSpec{evaluator(t.Static), t.Lambda, t.Prune, t.Sieve, t.Alternatives}
	}
	if s.Informative.Static != nil {
		sp.Informative = &informativeSpec{evaluator(s.Informative.Static), s.Informative.Threshold, s.Weights == InformativeWeights}
	}
	return all, err
}

// open makes the doer from a spec.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Doer, error) {
	var in spec
	if err := strictjson.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	s, err := in.settings()
	if err == nil {
		err = in.open(ctx, s, files)
	}
	if err == nil {
		err = s.validateItems()
	}
	if err != nil {
		return nil, err
	}
	s = s.shared()
	return newDoer(s, s.wants)
}

// settings returns the settings of the spec, without the contents of files.
func (sp *spec) settings() (*Settings, error) {
	s := &Settings{Seed: sp.Seed, RandomPlies: sp.RandomPlies, Epsilon: sp.Epsilon, Odd: sp.Odd}
	var err error
	if s.Variant, err = board.ParseVariant(sp.Variant); err != nil {
		return nil, err
	}
	if sp.Classes != "" {
		if s.Classes, err = ParseClasses(sp.Classes); err != nil {
			return nil, err
		}
	}
	if sp.Kinds != "" {
		if s.Kinds, err = pattern.ParseKinds(sp.Kinds); err != nil {
			return nil, err
		}
	}
	if sp.Where != "" {
		s.Where, err = pattern.Parse(sp.Where)
	}
	return s, err
}

// open reads the files of the spec into the settings.
func (sp *spec) open(ctx context.Context, s *Settings, files farm.Files) error {
	var err error
	if sp.Starts != nil {
		if s.Starts, err = sp.Starts.Open(ctx, s.Variant, files); err != nil {
			return err
		}
	}
	for i := range sp.Players {
		p, err := sp.Players[i].Open(ctx, files)
		if err != nil {
			return err
		}
		s.Players = append(s.Players, Player{Name: sp.Players[i].Spec, Player: p})
	}
	if t := sp.Trace; t != nil {
		evaluator, err := t.Evaluator.Open(ctx, files)
		if err != nil {
			return err
		}
		s.Trace = &Trace{Static: evaluator, Name: "the model", Lambda: t.Lambda, Prune: t.Prune, Sieve: t.Sieve, Alternatives: t.Alternatives}
	}
	if sp.Informative != nil {
		evaluator, err := sp.Informative.Evaluator.Open(ctx, files)
		if err != nil {
			return err
		}
		s.Informative = Informative{Static: evaluator, Threshold: sp.Informative.Threshold}
		if sp.Informative.Weights {
			s.Weights = InformativeWeights
		}
	}
	return nil
}
