package rollout

import (
	"context"
	"encoding/json"
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/internal/strictjson"
	"gammonlab/nets/kernel"
)

// kindName is the name of [Kind].
const kindName = "rollout/1"

// conditions are everything that the samples of an alternative depend on besides it.
type conditions struct {
	Model   named.Model     `json:"model"`
	Bearoff named.Databases `json:"bearoff,omitzero" farm:"-"`
	MET     named.MET       `json:"met,omitzero"`
	Solved  bool            `json:"solved_races,omitzero"` // races of two-sided databases are solved at the scores of matches
	Trial
}

// description describes trials to other machines.
type description struct {
	conditions
	Alternatives []Alternative `json:"alternatives"`
	Stakes       []cube.State  `json:"stakes,omitempty"` // of the alternatives; none without a cube
}

func (t *trials) conditions() conditions {
	c := conditions{Model: named.Model{Evaluator: t.static}, Trial: *t.settings}
	c.Bearoff.Databases = t.static.Databases()
	if stakes := t.alternatives[0].Stakes; stakes != nil {
		c.MET.Table = stakes.MET()
		c.Solved = stakes.Race() != nil && c.Bearoff.Databases != nil && len(c.Bearoff.Databases.TwoSided) > 0
	}
	return c
}

// job returns the trials as work for a pool.
func (t *trials) job() *farm.Work[*shard] { return farm.NewWork(t.newDoer(), t.describe) }

// describe is the Describe of a [farm.Job].
func (t *trials) describe() (*farm.Description, error) {
	d, files, err := named.Describe(&description{conditions: t.conditions(), Alternatives: t.alternatives})
	if err != nil {
		return nil, err
	}
	for i := range t.alternatives {
		if stakes := t.alternatives[i].Stakes; stakes != nil {
			d.Stakes = append(d.Stakes, stakes.State())
		}
	}
	text, err := json.Marshal(d)
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: files}, err
}

// Kind returns the farm's kind of trials, for workers on other machines.
func Kind() farm.Kind { return farm.NewKind(kindName, open) }

// open reconstructs the trials from a description.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Worker[*shard], error) {
	var d description
	if err := strictjson.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	if err := named.Open(&d, named.Files(ctx, files)); err != nil {
		return nil, err
	}
	if err := d.prepare(); err != nil {
		return nil, err
	}
	s := Settings{Trials: 1, Trial: d.Trial} // shards have the numbers of trials, so this number only has to be valid
	if err := s.Validate(); err != nil {
		return nil, err
	}
	t, err := newTrials(&s.Trial, engine.NewFull(d.Model.Evaluator), d.Alternatives)
	if err != nil {
		return nil, err
	}
	return t.newDoer(), nil
}

// prepare sets the stakes of the alternatives. It prepares equal stakes once.
func (d *description) prepare() error {
	if n := len(d.Stakes); n > 0 && n != len(d.Alternatives) {
		return fmt.Errorf("stakes of %d alternatives, want %d", n, len(d.Alternatives))
	}
	prepared := map[cube.State]*cube.Stakes{}
	for i, state := range d.Stakes {
		if prepared[state] == nil {
			stakes, err := cube.Prepare(state, d.MET.Table)
			if err != nil {
				return fmt.Errorf("stakes of alternative %d: %w", i+1, err)
			}
			prepared[state] = stakes
		}
		d.Alternatives[i].Stakes = prepared[state]
	}
	return nil
}
