// Package weights has the commands for weight files.
package weights

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/promotion"
	"gammonlab/nets"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "weights",
		Usage: "inspect, convert, import, grow, join, prune, choose and promote nets",
		Subcommands: []*cli.Command{infoCommand(), verifyCommand(), convertCommand(), importCommand(), growCommand(), joinCommand(),
			cutCommand(), chooseCommand(), promoteCommand()},
	}
}

// modelArg is the argument list of commands on a weight file.
const modelArg = "MODEL"

func infoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "print the nets and provenance of a model",
		ArgsUsage: modelArg,
		Description: `Prints the shapes and provenance of the nets in a weight file or shipped model, and the test
by which they replaced others (weights promote). The digest is the SHA-256 of the file. Shipped
models are ` + strings.Join(nets.Shipped(), ", ") + `.

Example:
   gammonlab weights info default
   gammonlab weights info --json runs/first/model.safetensors`,
		Flags:  []cli.Flag{cliutil.JSONFlag(promotion.Info{})},
		Action: runInfo,
	}
}

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "verify the integrity of a weight file and its nets",
		ArgsUsage: modelArg,
		Description: `Checks sizes, names, values and the SHA-256 of a weight file, and evaluates positions of random
games: the outputs must be ordered probabilities, and exact at the end of a game. Files of gnubg
and of earlier versions contain no SHA-256. Evidence of a promotion
must belong to this net and be consistent.

Example:
   gammonlab weights verify runs/first/model.safetensors`,
		Flags:  []cli.Flag{cliutil.JSONFlag(promotion.Verified{})},
		Action: runVerify,
	}
}

// modelArgument loads the model that the command's one argument names.
func modelArgument(c *cli.Context) (name string, m *nets.Model, err error) {
	if name, err = modelName(c); err != nil {
		return "", nil, err
	}
	m, err = cliutil.LoadModel(name)
	return name, m, err
}

// modelName returns the command's one argument, the name of a model.
func modelName(c *cli.Context) (string, error) {
	switch {
	case c.NArg() == 0:
		return "", cliutil.Usagef("no weight file given")
	case c.NArg() > 1:
		return "", cliutil.Usagef("unexpected argument %q: one weight file at a time, after the flags", c.Args().Get(1))
	}
	return c.Args().First(), nil
}

// runInfo runs the command.
func runInfo(c *cli.Context) error {
	name, m, err := modelArgument(c)
	if err != nil {
		return err
	}
	info, err := promotion.NewInfo(name, m)
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, info)
}

// runVerify runs the command.
func runVerify(c *cli.Context) error {
	name, m, err := modelArgument(c)
	if err != nil {
		return err
	}
	verified, err := promotion.Verify(name, m)
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, verified)
}
