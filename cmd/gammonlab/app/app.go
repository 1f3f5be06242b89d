// Package app is the whole program gammonlab: all commands, the pages, the workers and the
// protocols. A module of its own registers its parts (inputs, losses, optimizers, targets,
// players, formats, kinds of work) and calls [Main]; then every command knows them by their names:
//
//	func main() {
//		if err := features.Register(mine{}); err != nil {
//			log.Fatal(err)
//		}
//		app.Main()
//	}
//
// Parts must be registered before Main is called, because the commands list them in their help.
package app

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/about"
	"gammonlab/cmd/gammonlab/internal/analyse"
	"gammonlab/cmd/gammonlab/internal/bearoff"
	"gammonlab/cmd/gammonlab/internal/bench"
	"gammonlab/cmd/gammonlab/internal/bot"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/completion"
	"gammonlab/cmd/gammonlab/internal/dataset"
	"gammonlab/cmd/gammonlab/internal/dice"
	"gammonlab/cmd/gammonlab/internal/farm"
	"gammonlab/cmd/gammonlab/internal/features"
	"gammonlab/cmd/gammonlab/internal/kinds"
	"gammonlab/cmd/gammonlab/internal/mcp"
	"gammonlab/cmd/gammonlab/internal/openings"
	"gammonlab/cmd/gammonlab/internal/play"
	"gammonlab/cmd/gammonlab/internal/plot"
	"gammonlab/cmd/gammonlab/internal/protocols"
	"gammonlab/cmd/gammonlab/internal/rating"
	"gammonlab/cmd/gammonlab/internal/recipe"
	"gammonlab/cmd/gammonlab/internal/records"
	"gammonlab/cmd/gammonlab/internal/serve"
	"gammonlab/cmd/gammonlab/internal/site"
	"gammonlab/cmd/gammonlab/internal/study"
	"gammonlab/cmd/gammonlab/internal/train"
	"gammonlab/cmd/gammonlab/internal/weights"
	"gammonlab/work"
	_ "gammonlab/work/kinds"
)

// Main runs the program with the arguments, the streams and the signals of the process, and
// ends the process. The exit code is 0 on success, 1 if the command failed, 2 if the command
// line was wrong, 130 when Ctrl-C has ended the command and 143 when SIGTERM has.
func Main() {
	os.Exit(Run(cliutil.WithSignals(context.Background()), os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// name is the name of the program.
const name = "gammonlab"

// Run runs the program with the arguments, the first being its name, and the streams, and
// returns the exit code of [Main]. Commands stop when the context ends.
func Run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	program := &cliutil.Program{Name: name} // the version needs no commands
	if len(args) != 2 || args[1] != "--version" {
		program = gammonlab()
		if err := kinds.Check(program); err != nil {
			fmt.Fprintf(errOut, "%s: %v\n", name, err)
			return cliutil.ExitUsage
		}
	}
	return program.Run(ctx, args, in, out, errOut)
}

// gammonlab returns the program.
func gammonlab() *cliutil.Program {
	p := &cliutil.Program{
		Name:  name,
		Usage: "train, measure and play backgammon neural nets",
		Description: `A value EQUITY of a flag is in points, such as 0.008, or in thousandths, such as 8mEq. Numbers
from 1 up need the unit.`,
		Commands: []*cli.Command{
			train.Command(),
			recipe.Command(func(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
				return gammonlab().Do(ctx, args, in, out, errOut)
			}),
			bench.Command(),
			kinds.Place("eval"), kinds.Place("moves"), kinds.Place("hint"), kinds.Place("rollout"),
			openings.Command(), kinds.Place("analyze"),
			play.Command(),
			protocols.UBGI(),
			protocols.External(),
			protocols.Evaluator(),
			mcp.Command(),
			bot.Command(),
			serve.Command(),
			site.Command(),
			bearoff.Command(),
			analyse.Cube(),
			features.Command(),
			dataset.Command(),
			weights.Command(),
			rating.Command(),
			records.Command(),
			dice.Command(),
			study.Command(),
			plot.Command(serve.RunPages{}),
			farm.Server(),
			farm.Worker(),
			farm.Jobs(),
			farm.Workers(),
			completion.Command(completions()),
			about.Version(),
			about.Commands(),
		},
		Outputs:  outputs(),
		Restarts: restarts(),
	}
	kinds.AddTo(p, work.All())
	return p
}
