package prune

import (
	"context"

	"gammonlab/engine/named"
	"gammonlab/internal/setting"
)

// Job is the training of pruning nets for a model. The fields with JSON keys are the only
// description of such work, see [gammonlab/internal/setting.Field].
type Job struct {
	Model named.Model `json:"model" required:"true" place:"MODEL" help:"<MODEL> that gets the nets"`
	Data  string      `json:"data,omitempty" path:"in" shown:"self-play" help:"train on positions of database <FILE>"`
	Settings

	Workers  int                     `json:"-"`
	Progress func(done, total int64) `json:"-"` // receives the positions that have been gathered; may be nil
}

// Open finds what the settings name, and sets those that depend on the model.
func (j *Job) Open(o *named.Opener) error {
	if err := named.Open(j, o); err != nil {
		return err
	}
	model, err := j.Model.Nets()
	if err != nil {
		return setting.In("model", err)
	}
	j.complete(model.Variant)
	return j.Validate(model)
}

// Run writes the model with new pruning nets, which learned the model's static evaluations
// of positions, to the file out. They replace the model's pruning nets for the same parts.
func (j *Job) Run(ctx context.Context, out string) (*Report, error) {
	model, err := j.Model.Nets()
	if err != nil {
		return nil, err
	}
	source := SelfPlay(model.Variant)
	if j.Data != "" {
		if source, err = FromDatabase(ctx, j.Data, model.Variant, &j.Settings); err != nil {
			return nil, err
		}
	}
	pruning, trained, err := j.add(ctx, model, source)
	if err != nil {
		return nil, err
	}
	return &Report{Out: out, Trained: trained}, pruning.Save(out)
}
