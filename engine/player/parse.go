package player

import (
	"fmt"
	"strings"

	"gammonlab/engine"
)

// Supported says in words what [Parse] reads.
const Supported = "net:MODEL, pubeval or random"

// Parse returns the player that the text stands for:
//
//	net:MODEL   by the evaluator that load returns for MODEL, at 0-ply; ",plies=0" may follow
//	pubeval     Tesauro's public benchmark player
//	random      any legal play
func Parse(spec string, load func(model string) (*engine.Static, error)) (engine.Player, error) {
	kind, rest, hasRest := strings.Cut(spec, ":")
	switch {
	case spec == "pubeval":
		return Pubeval{}, nil
	case spec == "random":
		return NewRandom(), nil
	case kind == "net" && hasRest:
		return parseNet(spec, rest, load)
	}
	return nil, fmt.Errorf("player: unknown player %q, want %s", spec, Supported)
}

// parseNet reads what follows "net:", a model and its options.
func parseNet(spec, rest string, load func(model string) (*engine.Static, error)) (engine.Player, error) {
	words := strings.Split(rest, ",")
	name, options := words[0], words[1:]
	if name == "" {
		return nil, fmt.Errorf("player: %q names no model, want %s", spec, Supported)
	}
	for _, option := range options {
		if option != "plies=0" {
			return nil, fmt.Errorf("player: option %q of %q is not supported: nets play at plies=0 for now", option, spec)
		}
	}
	eval, err := load(name)
	if err != nil {
		return nil, fmt.Errorf("player: %q: %w", spec, err)
	}
	return NewGreedy(eval), nil
}
