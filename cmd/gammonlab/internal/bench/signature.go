package bench

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench"
)

func signatureCommand() *cli.Command {
	return &cli.Command{
		Name:  "signature",
		Usage: "print a number that stands for how the program plays",
		Description: `Plays fixed games with a fixed net and prints a digest of every choice, the same
for any number of workers and whatever net ships. A change to the program that
is not meant to alter play leaves it alone.

Example:
   gammonlab bench signature`,
		Flags:  []cli.Flag{cliutil.WorkersFlag(), cliutil.JSONFlag()},
		Action: cliutil.NoArguments(runSignature),
	}
}

// runSignature runs the command.
func runSignature(c *cli.Context) error {
	signature, err := evalbench.NewSignatureReport(c.Context, cliutil.Workers(c))
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, signature)
}
