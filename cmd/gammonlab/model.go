package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/nets"
	"gammonlab/nets/pretrained"
)

func modelFlag() cli.Flag {
	return &cli.StringFlag{Name: "model", Value: pretrained.Default, Usage: "`MODEL` to ask: " + modelForms()}
}

// modelForms lists in words what a model may be named by.
func modelForms() string {
	return "a shipped net (" + strings.Join(pretrained.Names(), ", ") + "), a safetensors file or gnubg weights"
}

// loadModel returns the shipped net of the given name, or else the model in the
// file of that name.
func loadModel(nameOrPath string) (*nets.Model, error) {
	if slices.Contains(pretrained.Names(), nameOrPath) {
		return pretrained.Load(nameOrPath)
	}
	m, err := nets.Load(nameOrPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("model %q is neither a file nor a shipped net (%s)",
			nameOrPath, strings.Join(pretrained.Names(), ", "))
	}
	return m, err
}

// variantFlag chooses the game; def is the default in words.
func variantFlag(def string) cli.Flag {
	return &cli.StringFlag{Name: "variant", DefaultText: def, Usage: "`GAME` to play: backgammon, nackgammon, hypergammon1, 2 or 3"}
}

// variantOr returns the value of the variant flag, or def if it is not set.
func variantOr(c *cli.Context, def board.Variant) (board.Variant, error) {
	if !c.IsSet("variant") {
		return def, nil
	}
	v, err := board.ParseVariant(c.String("variant"))
	if err != nil {
		return 0, usagef("--variant: %w", err)
	}
	return v, nil
}

// evaluatorFromFlags returns the evaluator that the flags ask for, and the game.
func evaluatorFromFlags(c *cli.Context) (*engine.Static, board.Variant, error) {
	model, variant, err := modelAndVariant(c)
	if err != nil {
		return nil, 0, err
	}
	databases, err := databasesFromFlag(c)
	if err != nil {
		return nil, 0, err
	}
	return engine.NewStatic(model, databases), variant, nil
}

// modelAndVariant returns what the flags of the same names ask for. A net may
// be asked about another game than its own, with a warning.
func modelAndVariant(c *cli.Context) (*nets.Model, board.Variant, error) {
	model, err := loadModel(c.String("model"))
	if err != nil {
		return nil, 0, err
	}
	variant, err := variantOr(c, model.Variant)
	if err != nil {
		return nil, 0, err
	}
	if variant != model.Variant {
		fmt.Fprintf(c.App.ErrWriter, "gammonlab: warning: model %s was trained for %v, not for %v\n",
			c.String("model"), model.Variant, variant)
	}
	return model, variant, nil
}
