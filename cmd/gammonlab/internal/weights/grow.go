package weights

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/promotion"
	"gammonlab/features"
	"gammonlab/nets"
)

func growCommand() *cli.Command {
	return &cli.Command{
		Name:      "grow",
		Usage:     "enlarge a net without changing its evaluations",
		ArgsUsage: modelArg,
		Description: `Writes a net with more units, layers or inputs than the net of a model, with the same
evaluations up to rounding, so training can continue. Layers keep their activation. Added layers
use relu and are at least as wide as the old layer before them. A larger feature set must
contain all inputs of the old one. The model must have one net for all positions.

Example:
   gammonlab weights grow --hidden 1024 --out larger.safetensors td512
   gammonlab weights grow --hidden 1024-512 --out deeper.safetensors td512`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "hidden", DefaultText: "as they are", Usage: "sizes `UNITS` of the hidden layers, such as 1024 or 1024-512"},
			&cli.StringFlag{Name: "features", DefaultText: "as it is", Usage: "feature `SET`"},
			cliutil.SeedFlag(),
			outFlag(),
			cliutil.JSONFlag(promotion.Info{}),
		},
		Action: writes(runGrow),
	}
}

// runGrow runs the command.
func runGrow(c *cli.Context) error {
	if !c.IsSet("hidden") && !c.IsSet("features") {
		return cliutil.Usagef("give --hidden or --features: what is to be larger?")
	}
	name, m, err := modelArgument(c)
	if err != nil {
		return err
	}
	net, err := m.Single()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	spec, err := grownSpec(c, net.Spec())
	if err != nil {
		return err
	}
	grown, err := nets.Grow(net, spec, c.Uint64("seed"))
	if err != nil {
		return cliutil.Usagef("%s: %w", name, err)
	}
	larger, err := nets.NewGrown(m, grown, c.Uint64("seed"))
	if err != nil {
		return err
	}
	if err := larger.Save(c.String("out")); err != nil {
		return err
	}
	return printModel(c, c.String("out"), larger, func() string {
		return fmt.Sprintf("%s: %v, grown from %v\n", c.String("out"), spec, net.Spec())
	})
}

// grownSpec returns the shape of the grown net for the flags.
func grownSpec(c *cli.Context, spec nets.Spec) (nets.Spec, error) {
	if c.IsSet("hidden") {
		hidden, err := nets.ParseHidden(c.String("hidden"))
		if err != nil {
			return spec, cliutil.Usagef("--hidden: %w", err)
		}
		if spec, err = spec.Larger(hidden); err != nil {
			return spec, cliutil.Usagef("--hidden: %w", err)
		}
	}
	if c.IsSet("features") {
		set, err := features.Lookup(c.String("features"))
		if err != nil {
			return spec, cliutil.Usagef("--features: %w", err)
		}
		spec.Features = features.ID(set)
	}
	return spec, nil
}
