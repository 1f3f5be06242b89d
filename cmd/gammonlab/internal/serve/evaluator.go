package serve

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/internal/engine/evaluator"
)

// Evaluator returns the command evaluator.
func Evaluator() *cli.Command {
	return &cli.Command{
		Name:  "evaluator",
		Usage: "answer other programs about positions, many at a time, by the evaluator protocol",
		Description: `Writes a line of JSON and then answers frames of positions with five probabilities each, until
its input ends. docs/evaluator-protocol.md describes the protocol. gammonlab itself takes such programs as
models: --model "evaluator:COMMAND".

Example:
   gammonlab evaluator --model large
   gammonlab bench match --a "net:evaluator:python3 net.py" --b net:default --games 2000`,
		Flags: []cli.Flag{cliutil.ModelFlag(), cliutil.PrecisionFlag(), cliutil.VariantFlag("the model's")},
		Action: cliutil.NoArguments(func(c *cli.Context) error {
			model, variant, err := cliutil.ModelAndVariant(c)
			if err != nil {
				return err
			}
			static := engine.NewStatic(model, nil) // who asks has databases of its own
			return evaluator.Serve(static, "gammonlab "+c.String("model"), variant, c.App.Reader, c.App.Writer)
		}),
	}
}
