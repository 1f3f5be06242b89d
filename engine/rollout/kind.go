package rollout

import (
	"context"
	"encoding/json"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/portable"
	"gammonlab/farm"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/strictjson"
)

// kindName is the name of [Kind].
const kindName = "rollout/1"

// spec is the [farm.Description.Spec] of trials.
type spec struct {
	Evaluator    portable.Evaluator `json:"evaluator"`
	Settings     Settings           `json:"settings"`
	Alternatives []alternativeSpec  `json:"alternatives"`
}

// alternativeSpec describes an [Alternative].
type alternativeSpec struct {
	Variant  string      `json:"variant"`  // a variant with its number of checkers
	Position string      `json:"position"` // its ID
	Opponent bool        `json:"opponent"`
	NoDouble bool        `json:"no_double"`
	Stakes   *stakesSpec `json:"stakes,omitempty"`
}

// stakesSpec describes a [cube.Stakes] by the arguments of [cube.Prepare].
type stakesSpec struct {
	State cube.State `json:"state"`
	MET   string     `json:"met,omitempty"` // digest of the match equity table's file
}

// job returns the trials as a job for a pool.
func (t *trials) job() *farm.Job {
	return &farm.Job{Doer: &doer{trials: t}, Check: check, Describe: t.describe}
}

// describe is the Describe of a [farm.Job].
func (t *trials) describe() (*farm.Description, error) {
	e, files, err := portable.DescribeEvaluator(t.static)
	if err != nil {
		return nil, err
	}
	s := spec{Evaluator: e, Settings: *t.settings}
	tables := map[*cube.MET]string{} // digests of their files
	for i := range t.alternatives {
		a, more, err := t.alternatives[i].describe(tables)
		if err != nil {
			return nil, err
		}
		s.Alternatives, files = append(s.Alternatives, *a), append(files, more...)
	}
	d := &farm.Description{Kind: kindName, Class: kernel.Class(), Files: files}
	d.Spec, err = json.Marshal(&s)
	return d, err
}

// describe returns the description of the alternative, and the files that it
// names and that are not yet in tables.
func (a *Alternative) describe(tables map[*cube.MET]string) (*alternativeSpec, []farm.File, error) {
	variant, err := variantOf(&a.Position)
	if err != nil {
		return nil, nil, err
	}
	d := &alternativeSpec{Variant: variant.String(), Position: a.Position.ID(), Opponent: a.Opponent, NoDouble: a.NoDouble}
	if a.Stakes == nil {
		return d, nil, nil
	}
	d.Stakes = &stakesSpec{State: a.Stakes.State()}
	met := a.Stakes.MET()
	if met == nil {
		return d, nil, nil
	}
	var files []farm.File
	if tables[met] == "" {
		file, err := portable.DescribeMET(met)
		if err != nil {
			return nil, nil, err
		}
		tables[met], files = file.SHA256, append(files, file)
	}
	d.Stakes.MET = tables[met]
	return d, files, nil
}

// Kind returns the farm's kind of trials, for workers on other machines.
func Kind() farm.Kind { return farm.Kind{Name: kindName, Open: open} }

// open reconstructs the trials from a description.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Doer, error) {
	var s spec
	if err := strictjson.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	alternatives, err := s.openAlternatives(ctx, files)
	if err != nil {
		return nil, err
	}
	static, err := s.Evaluator.Open(ctx, files)
	if err != nil {
		return nil, err
	}
	t, err := newTrials(&s.Settings, static, alternatives)
	if err != nil {
		return nil, err
	}
	return &doer{trials: t}, nil
}

// openAlternatives reconstructs the alternatives. It prepares equal stakes
// once.
func (s *spec) openAlternatives(ctx context.Context, files farm.Files) ([]Alternative, error) {
	all, prepared := make([]Alternative, len(s.Alternatives)), map[stakesSpec]*cube.Stakes{}
	for i := range s.Alternatives {
		if err := s.Alternatives[i].open(ctx, files, &all[i], prepared); err != nil {
			return nil, fmt.Errorf("alternative %d: %w", i+1, err)
		}
	}
	return all, nil
}

// open reconstructs the alternative, without its name. It prepares equal stakes
// once.
func (d *alternativeSpec) open(ctx context.Context, files farm.Files, a *Alternative, prepared map[stakesSpec]*cube.Stakes) error {
	variant, err := board.ParseVariant(d.Variant)
	if err != nil {
		return err
	}
	*a = Alternative{Opponent: d.Opponent, NoDouble: d.NoDouble}
	if a.Position, err = board.ParseID(d.Position, variant); err != nil || d.Stakes == nil {
		return err
	}
	if prepared[*d.Stakes] == nil {
		if prepared[*d.Stakes], err = d.Stakes.open(ctx, files); err != nil {
			return err
		}
	}
	a.Stakes = prepared[*d.Stakes]
	return nil
}

// open prepares the stakes.
func (s *stakesSpec) open(ctx context.Context, files farm.Files) (*cube.Stakes, error) {
	if s.MET == "" {
		return cube.Prepare(s.State, nil)
	}
	met, err := portable.OpenMET(ctx, s.MET, files)
	if err != nil {
		return nil, err
	}
	return cube.Prepare(s.State, met)
}
