package portable

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/internal/farm"
)

// Player describes a player by a net, pubeval or the random player.
type Player struct {
	Spec      string     `json:"spec"`          // as [player.Parse] reads it, the model named modelName
	Evaluator *Evaluator `json:"net,omitempty"` // of the model; nil for players without a net
}

// modelName stands for the model in specs.
const modelName = "model"

// DescribePlayer describes the player, and returns the files that the description
// names. The rules that the player was given are not in it. Other players than those
// that [player.Spec] knows cannot be described.
func DescribePlayer(p engine.Player) (Player, []farm.File, error) {
	spec, evaluator, err := player.Spec(p, modelName)
	if err != nil {
		return Player{}, nil, fmt.Errorf("%w: with --pool only nets, pubeval and random play", err)
	}
	if evaluator == nil {
		return Player{Spec: spec}, nil, nil
	}
	d, files, err := DescribeEvaluator(evaluator)
	if err != nil {
		return Player{}, nil, err
	}
	return Player{Spec: spec, Evaluator: &d}, files, nil
}

// Open makes the player of the description. It starts no program: a spec that
// [DescribePlayer] does not write is refused.
func (d *Player) Open(ctx context.Context, files farm.Files) (engine.Player, error) {
	asked := false
	p, err := player.Parse(d.Spec, func(name string) (engine.Evaluator, error) {
		if asked = true; d.Evaluator == nil || name != modelName {
			return nil, fmt.Errorf("the model %q is not described", name)
		}
		return d.Evaluator.Open(ctx, files)
	})
	if err != nil {
		return nil, err
	}
	switch spec, _, err := player.Spec(p, modelName); {
	case err != nil:
		return nil, err
	case spec != d.Spec:
		return nil, fmt.Errorf("the spec %q, want %q", d.Spec, spec)
	case asked != (d.Evaluator != nil):
		return nil, errors.New("the description of a player without a net has one")
	}
	return p, nil
}
