package positions

import (
	"context"
	"encoding/json"
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/internal/strictjson"
	"gammonlab/nets/kernel"
)

// kindName is the name of benchmark descriptions in a farm.
const kindName = "positions/2"

// BuildKind returns the kind of farm jobs that roll out the decisions of a benchmark, see
// [Build].
func BuildKind() farm.Kind { return farm.NewKind(kindName, openBuild) }

// job returns the work of rolling out the decisions.
func (b *builder) job() *farm.Work[*shard] {
	return farm.NewWork(&decisionEvaluator{settings: b.settings}, b.settings.describe)
}

func (s *Settings) describe() (*farm.Description, error) {
	described, files, err := named.Describe(s)
	if err != nil {
		return nil, err
	}
	made, err := s.made() // the decisions follow from it
	if err != nil {
		return nil, err
	}
	data, err := digest.JSON(made)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(described)
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: files, Data: data}, err
}

// Clone implements [farm.Worker].
func (w *decisionEvaluator) Clone() (farm.Worker[*shard], error) {
	return newDecisionEvaluator(w.settings)
}

// openBuild makes the doer from a description.
func openBuild(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Worker[*shard], error) {
	s := new(Settings)
	err := strictjson.Unmarshal(text, s)
	s.PerGame, s.Margin = 1, 1 // the shards have the decisions, so these only have to be valid
	if err == nil {
		err = s.Validate()
	}
	if err == nil {
		err = named.Open(s, rollers.Files(ctx, files))
	}
	if err != nil {
		return nil, fmt.Errorf("description of a benchmark: %w", err)
	}
	return &decisionEvaluator{settings: s}, nil
}
