package weights

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/promotion"
	"gammonlab/nets"
)

func joinCommand() *cli.Command {
	return &cli.Command{
		Name:      "join",
		Usage:     "join models into one that averages them",
		ArgsUsage: modelArg + " " + modelArg + "...",
		Description: `Writes a model whose nets average those of several models: the mean of their outputs
before the sigmoid. Independent errors of nets partly cancel, so the average of two
nets trained from different random weights is better than either of them, at twice
the cost of an evaluation or more. The nets of a part must have the same features,
activations and number of hidden layers. Nets that are the same in all models stay as
they are; pruning nets are those of the first model. train supervised --from can train
the joined model further.

Example:
   gammonlab weights join --out joined.safetensors first.safetensors second.safetensors`,
		Flags: []cli.Flag{
			outFlag(),
			cliutil.JSONFlag(promotion.Info{}),
		},
		Action: writes(runJoin),
	}
}

// runJoin runs the command.
func runJoin(c *cli.Context) error {
	out := c.String("out")
	if c.NArg() < 2 {
		return cliutil.Usagef("want two models or more, got %d", c.NArg())
	}
	var models []*nets.Model
	for _, name := range c.Args().Slice() {
		m, err := cliutil.LoadModel(name)
		if err != nil {
			return err
		}
		models = append(models, m)
	}
	joined, err := nets.JoinModels(models...)
	if err != nil {
		return err
	}
	if err := joined.Save(out); err != nil {
		return err
	}
	return printModel(c, out, joined, func() string {
		var b strings.Builder
		for _, part := range nets.Parts() {
			if n := joined.Nets[part]; n != nil {
				fmt.Fprintf(&b, "%s: %s: %v\n", out, part, n.Spec())
			}
		}
		return b.String()
	})
}

// printModel prints a model that was written to a file: with --json the output of weights
// info --json, otherwise the text.
func printModel(c *cli.Context, path string, m *nets.Model, text func() string) error {
	info, err := promotion.NewInfo(path, m)
	if err != nil {
		return err
	}
	return cliutil.PrintEither(c, info, text)
}
