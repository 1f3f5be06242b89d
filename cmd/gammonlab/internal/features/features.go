// Package features has the commands that list, show and export inputs of nets, and
// measure their importance.
package features

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/evaluator"
	"gammonlab/features"
	"gammonlab/td"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "features",
		Usage:       "list, print, export and measure the inputs of nets",
		Subcommands: []*cli.Command{serveCommand()},
	}
}

func setFlag() cli.Flag {
	return &cli.StringFlag{Name: "features", Value: td.DefaultConfig().Features, Usage: "feature `SET` (see features list), or several joined by +"}
}

// setFromFlag returns the value of [setFlag].
func setFromFlag(c *cli.Context) (features.Set, error) {
	set, err := features.Lookup(c.String("features"))
	if err != nil {
		return nil, cliutil.Usagef("--features: %w", err)
	}
	return set, nil
}

func serveCommand() *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "answer other programs with the inputs of positions, many at a time",
		Description: `Writes a line of JSON and then answers frames of positions with their inputs, until its input
ends: the evaluator protocol of docs/evaluator-protocol.md, with the inputs of the feature set for
outputs.

Example:
   gammonlab features serve --features gnubg-contact250`,
		Flags: []cli.Flag{setFlag(), cliutil.VariantFlag(board.Backgammon.String()), cliutil.WorkersFlag()},
		Action: cliutil.NoArguments(func(c *cli.Context) error {
			set, err := setFromFlag(c)
			if err != nil {
				return err
			}
			hello := evaluator.Hello{Name: features.ID(set), Digest: features.ID(set)}
			for _, input := range set.Inputs() {
				hello.Outputs = append(hello.Outputs, input.Name)
			}
			answerers := slices.Repeat([]evaluator.Answerer{evaluator.Inputs(set)}, cliutil.Workers(c))
			return evaluator.Serve(answerers, hello, cliutil.VariantOr(c, board.Backgammon), c.App.Reader, c.App.Writer)
		}),
	}
}
