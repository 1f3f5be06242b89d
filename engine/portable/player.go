package portable

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/farm"
)

// Player describes a net player, pubeval or the random player.
type Player struct {
	Spec      string     `json:"spec"`          // for [player.Parse], with modelName as the model
	Evaluator *Evaluator `json:"net,omitempty"` // of the model; nil for players without a net
}

// modelName stands for the model in specs.
const modelName = "model"

// DescribePlayer returns the description of the player and the files that it
// names. The description does not contain the player's rules. Only players that
// [player.Spec] supports can be described.
func DescribePlayer(p engine.Player) (Player, []farm.File, error) {
	spec, evaluator, err := player.Spec(p, modelName)
	if err != nil {
		return Player{}, nil, fmt.Errorf("%w: a farm plays only nets, pubeval and random", err)
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

// Open reconstructs the player. It starts no program: it rejects specs that
// [DescribePlayer] does not write.
func (d *Player) Open(ctx context.Context, files farm.Files) (engine.Player, error) {
	loads := false
	p, err := player.Parse(d.Spec, func(name string) (engine.Evaluator, error) {
		if loads = true; d.Evaluator == nil || name != modelName {
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
	case loads != (d.Evaluator != nil):
		return nil, errors.New("the description of a player without a net has one")
	}
	return p, nil
}
