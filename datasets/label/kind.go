package label

import (
	"context"
	"encoding/json"
	"errors"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine/portable"
	"gammonlab/farm"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/strictjson"
)

// kindName is the name of the format of shards, results and specs.
const kindName = "label/1"

// Kind returns the kind of farm jobs that label the positions of a [Job].
func Kind() farm.Kind { return farm.Kind{Name: kindName, Open: open} }

// spec has all settings that labels depend on.
type spec struct {
	Variant   string              `json:"variant"`
	Settings  Settings            `json:"settings"`
	Evaluator *portable.Evaluator `json:"evaluator,omitempty"`
	Databases []string            `json:"databases,omitempty"` // set if there is no evaluator
}

// job returns the farm job that labels positions.
func (l *Labeller) job(v board.Variant) (*farm.Job, error) {
	d, err := l.newDoer(v)
	if err != nil {
		return nil, err
	}
	return &farm.Job{
		Doer: d, Check: d.check, Describe: func() (*farm.Description, error) { return l.portable(v) },
	}, nil
}

// portable returns the description of the labelling for other machines.
func (l *Labeller) portable(v board.Variant) (*farm.Description, error) {
	s, d := spec{Variant: v.String(), Settings: l.settings}, &farm.Description{Kind: kindName, Class: kernel.Class()}
	if l.static == nil {
		s.Databases, d.Files = portable.DescribeDatabases(l.databases)
	} else {
		evaluator, files, err := portable.DescribeEvaluator(l.static)
		if err != nil {
			return nil, err
		}
		s.Evaluator, d.Files = &evaluator, files
	}
	var err error
	d.Spec, err = json.Marshal(&s)
	return d, err
}

// open makes the doer from a spec.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Doer, error) {
	var s spec
	if err := strictjson.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	v, err := board.ParseVariant(s.Variant)
	if err != nil {
		return nil, err
	}
	l, err := s.labeller(ctx, files)
	if err != nil {
		return nil, err
	}
	if l.static != nil {
		if err := l.static.CheckVariant(v); err != nil {
			return nil, err
		}
	}
	return l.newDoer(v)
}

func (s *spec) labeller(ctx context.Context, files farm.Files) (*Labeller, error) {
	if err := s.Settings.Validate(); err != nil {
		return nil, err
	}
	lookUp := s.Settings.By == datasets.Bearoff
	switch {
	case lookUp == (s.Evaluator != nil), !lookUp && s.Databases != nil:
		return nil, errors.New("want an evaluator or bear-off databases")
	case lookUp:
		databases, err := portable.OpenDatabases(ctx, s.Databases, files)
		if err != nil {
			return nil, err
		}
		return OfDatabases(databases)
	}
	evaluator, err := s.Evaluator.Open(ctx, files)
	if err != nil {
		return nil, err
	}
	return New(evaluator, s.Settings)
}
