package positions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/portable"
	"gammonlab/engine/rollout"
	"gammonlab/farm"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/strictjson"
)

// kindName is the name of benchmark descriptions in a farm.
const kindName = "positions/1"

// BuildKind returns the kind of farm jobs that roll out the decisions of a benchmark, see
// [Build].
func BuildKind() farm.Kind { return farm.Kind{Name: kindName, Open: openBuild} }

// buildSpec has everything that the rollouts of decisions depend on.
type buildSpec struct {
	Evaluator  portable.Evaluator `json:"net"`
	Variant    string             `json:"variant"`
	Seed       uint64             `json:"seed"`
	Candidates int                `json:"candidates"`
	Rollout    rollout.Settings   `json:"rollout"`
}

// job returns the job that rolls out the decisions.
func (b *builder) job() *farm.Job {
	return &farm.Job{Doer: &decisionEvaluator{settings: b.settings}, Check: b.check, Describe: b.settings.describe}
}

func (s *Settings) describe() (*farm.Description, error) {
	evaluator, files, err := portable.DescribeEvaluator(s.Static)
	if err != nil {
		return nil, err
	}
	spec := buildSpec{evaluator, s.Variant.String(), s.Seed, s.Candidates, s.Rollout}
	spec.Rollout.Seed = 0 // each decision has its own seed
	text, err := json.Marshal(&spec)
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: files}, err
}

// Clone implements [farm.Doer].
func (w *decisionEvaluator) Clone() (farm.Doer, error) { return newDecisionEvaluator(w.settings) }

// openBuild makes the doer from a description.
func openBuild(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Doer, error) {
	var spec buildSpec
	if err := strictjson.Unmarshal(text, &spec); err != nil {
		return nil, fmt.Errorf("description of a benchmark: %w", err)
	}
	s, err := spec.settings(ctx, files)
	if err != nil {
		return nil, fmt.Errorf("description of a benchmark: %w", err)
	}
	return &decisionEvaluator{settings: s}, nil
}

// settings returns the settings of the rollouts.
func (b *buildSpec) settings(ctx context.Context, files farm.Files) (*Settings, error) {
	variant, err := board.ParseVariant(b.Variant)
	if err != nil {
		return nil, fmt.Errorf("variant: %w", err)
	}
	if b.Candidates < 2 || b.Rollout.Seed != 0 {
		return nil, errors.New("want 2 candidates at least, and no seed of rollouts")
	}
	if err := b.Rollout.Validate(); err != nil {
		return nil, err
	}
	static, err := b.Evaluator.Open(ctx, files)
	if err != nil {
		return nil, err
	}
	return &Settings{Variant: variant, Seed: b.Seed, Static: static, Candidates: b.Candidates, Rollout: b.Rollout}, nil
}
