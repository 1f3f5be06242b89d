package prune

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/version"
	"gammonlab/internal/workers"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// Trained is the result of the training of a net.
type Trained struct {
	Part      nets.Part `json:"part"`
	Positions int       `json:"positions"`                                                                                                                 // learned from
	Equity    float64   `json:"equity_rmse_meq" short:"rmse" unit:"mEq" better:"lower" meaning:"root mean square difference of the equity from the model"` // root mean square difference from the model's equity, on other positions
	Quality
}

// add trains the nets on positions of the source. It does not change the given model; the
// two share the other nets.
func (j *Job) add(ctx context.Context, model *nets.Model, source *Source) (*nets.Model, []Trained, error) {
	if err := j.Validate(model); err != nil {
		return nil, nil, err
	}
	if j.Workers < 1 {
		return nil, nil, fmt.Errorf("%d workers, want at least 1", j.Workers)
	}
	rows, err := collect(ctx, engine.NewStatic(model, nil), source, j)
	if err != nil {
		return nil, nil, err
	}
	trained, all, err := train(ctx, model, rows, j)
	if err != nil {
		return nil, nil, err
	}
	pruning := &nets.Model{Nets: maps.Clone(model.Nets), Variant: model.Variant}
	maps.Copy(pruning.Nets, trained)
	if err := pruning.Validate(); err != nil {
		return nil, nil, err
	}
	if err := measure(ctx, pruning, source, j, all); err != nil {
		return nil, nil, err
	}
	pruning.Provenance, err = provenance(model, source, &j.Settings, all)
	return pruning, all, err
}

// train trains the net of each part.
func train(ctx context.Context, model *nets.Model, rows map[nets.Part][]datasets.Row, j *Job) (map[nets.Part]*nets.Net, []Trained, error) {
	learned, all := make([]*nets.Net, len(j.Parts)), make([]Trained, len(j.Parts))
	err := workers.Try(ctx, make([]struct{}, j.Workers), len(j.Parts), func(ctx context.Context, _ struct{}, i int) error {
		part := j.Parts[i]
		result, err := trainOne(ctx, j.config(model.Variant, part, headOf(model)), rows[part], model.Variant)
		if err != nil {
			return err
		}
		learned[i] = result.Net
		all[i] = Trained{Part: part, Positions: len(rows[part]), Equity: result.Epochs[result.Best-1].Equity}
		return nil
	})
	trained := map[nets.Part]*nets.Net{}
	for i, part := range j.Parts {
		trained[part] = learned[i]
	}
	return trained, all, err
}

// holdout is the share of the samples that determine the best epoch.
const holdout = 0.05

func trainOne(ctx context.Context, cfg supervised.Config, rows []datasets.Row, variant board.Variant) (*supervised.Result, error) {
	set, err := features.Lookup(cfg.Nets[0].Features)
	if err != nil {
		return nil, err
	}
	learn, check := supervised.Split(rows, holdout)
	return supervised.Train(ctx, cfg, supervised.NewSamples(set, variant, learn), supervised.NewSamples(set, variant, check), nil)
}

// provenance returns the settings that determine the nets, and their quality.
func provenance(parent *nets.Model, source *Source, s *Settings, all []Trained) (map[string]string, error) {
	digest, err := parent.Digest()
	if err != nil {
		return nil, err
	}
	config, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	made := map[string]string{
		"made_by": "gammonlab weights prune",
		"toolkit": version.Toolkit,
		"parent":  digest,
		"config":  string(config),
		"data":    "self-play",
	}
	if source.digest != "" {
		made["data"] = source.digest
	}
	for i := range all {
		text, err := json.Marshal(&all[i])
		if err != nil {
			return nil, err
		}
		made[strings.ReplaceAll(string(all[i].Part), "-", "_")] = string(text)
	}
	return made, nil
}
