package dataset

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/internal/progress"
)

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "verify the integrity of databases and their rows",
		ArgsUsage: "FILE...",
		Description: `Checks checksums, columns, legality of positions, order of probabilities, that the rules of the
game allow each label, such as no gammon after a checker is off, and that no position occurs
twice. It needs about 16 bytes of memory per row. The exit code is 1 if a check fails.

Example:
   gammonlab dataset verify positions.parquet`,
		Flags:  []cli.Flag{cliutil.JSONLinesFlag(datasets.Verified{})},
		Action: runVerify,
	}
}

// openFileArgument opens the database that the command's only argument names.
func openFileArgument(c *cli.Context) (*datasets.File, error) {
	path, err := cliutil.FileArgument(c)
	if err != nil {
		return nil, err
	}
	return datasets.Open(path)
}

// runVerify runs the command.
func runVerify(c *cli.Context) error {
	files, err := cliutil.FileArguments(c)
	if err != nil {
		return err
	}
	wrong := 0
	for _, path := range files {
		v, err := verifyFile(c, path)
		if cliutil.WasInterrupted(err) {
			return err
		}
		if err != nil {
			v.Problem = err.Error()
		}
		if v.OK = v.Problem == ""; !v.OK {
			wrong++
		}
		if err := printVerified(c, v); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d files are not sound", wrong, len(files))
	}
	return nil
}

// printVerified prints the result of a file as soon as it is known.
func printVerified(c *cli.Context, v *datasets.Verified) error {
	out := cliutil.NewRowWriter(c.App.Writer, "")
	return out.Finish(out.Result(cliutil.FormatOf(c), v))
}

// verifyFile verifies one file.
func verifyFile(c *cli.Context, path string) (*datasets.Verified, error) {
	f, err := datasets.Open(path)
	if err != nil {
		return &datasets.Verified{File: path}, err
	}
	defer f.Close()
	bar := progress.New(c.App.ErrWriter, "verify", "rows", f.Len())
	found, err := datasets.Verify(c.Context, f, func(rows int) { bar.Add(int64(rows)) })
	bar.Finish()
	return found.Report(path), err
}
