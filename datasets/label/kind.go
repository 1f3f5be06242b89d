package label

import (
	"context"
	"encoding/json"
	"errors"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/internal/strictjson"
	"gammonlab/nets/kernel"
)

// kindName is the name of the format of shards, results and specs.
const kindName = "label/1"

// Kind returns the kind of farm jobs that label the positions of a [Job].
func Kind() farm.Kind { return farm.NewKind(kindName, open) }

// work is the description of labelling for other machines.
type work struct {
	Variant board.Variant   `json:"variant"`
	Model   named.Model     `json:"model,omitzero"`   // with its databases
	Bearoff named.Databases `json:"bearoff,omitzero"` // databases without a model
	Settings
}

// job returns the work of labelling rows of the input.
func (j *Job) job(in *input) (*farm.Work[*shard], error) {
	d, err := j.Labeller.newDoer(in.meta.Variant)
	if err != nil {
		return nil, err
	}
	return farm.NewWork(d, func() (*farm.Description, error) { return j.portable(in) }), nil
}

// portable returns the description of the labelling for other machines.
func (j *Job) portable(in *input) (*farm.Description, error) {
	data, err := digest.JSON(j.describe(in))
	if err != nil {
		return nil, err
	}
	l, v := j.Labeller, in.meta.Variant
	w := &work{Variant: v, Settings: l.settings}
	if l.static == nil {
		w.Bearoff.Databases = l.databases
	} else {
		w.Model.Evaluator = l.static
	}
	w, files, err := named.Describe(w)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(w)
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: files, Data: data}, err
}

// open makes the doer from a description.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Worker[*shard], error) {
	var w work
	err := strictjson.Unmarshal(text, &w)
	if err == nil {
		err = named.Open(&w, named.Files(ctx, files))
	}
	if err != nil {
		return nil, err
	}
	l, err := newLabeller(w.Model.Evaluator, w.Bearoff.Databases, w.Settings)
	if err != nil {
		return nil, err
	}
	if l.static != nil {
		if err := l.static.CheckVariant(w.Variant); err != nil {
			return nil, err
		}
	}
	return l.newDoer(w.Variant)
}

// newLabeller returns a labeller that uses an evaluator, nil for the databases alone.
func newLabeller(evaluator engine.Evaluator, databases *engine.Databases, s Settings) (*Labeller, error) {
	if (s.By == datasets.Bearoff) != (evaluator == nil) {
		return nil, errors.New("want an evaluator or bear-off databases")
	}
	if evaluator == nil {
		return OfDatabases(databases)
	}
	return New(evaluator, s)
}
