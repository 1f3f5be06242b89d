package bench

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench"
)

func signatureCommand() *cli.Command {
	return &cli.Command{
		Name:  "signature",
		Usage: "print a digest of how the program plays",
		Description: `Plays fixed games with a fixed net and prints a digest of all decisions. The digest does not
depend on the number of workers or on the shipped nets. It changes only if a change of the
program changes play.

Example:
   gammonlab bench signature`,
		Flags:  []cli.Flag{cliutil.WorkersFlag(), cliutil.JSONFlag(evalbench.SignatureReport{})},
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
