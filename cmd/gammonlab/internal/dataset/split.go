package dataset

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/internal/progress"
)

func splitCommand() *cli.Command {
	return &cli.Command{
		Name:      "split",
		Usage:     "divide a database into parts to train, validate and test on",
		ArgsUsage: "FILE",
		Description: `A hash of the position decides, so that a position is in the same part of every
database, however it grows. Without --salt, the validation part holds just those
positions that train supervised validates on at the same share.

Example:
   gammonlab dataset split all.parquet --train train.parquet --validation validation.parquet \
      --test test.parquet --shares 0.9,0.05,0.05`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "train", Usage: "`FILE` for the part to train on; required"},
			&cli.StringFlag{Name: "validation", Usage: "`FILE` for the part to validate on"},
			&cli.StringFlag{Name: "test", Usage: "`FILE` for the part to test on"},
			&cli.StringFlag{Name: "shares", Value: "0.9,0.05,0.05", Usage: "`SHARES` of the parts that are asked for, in this order; they add up to 1"},
			&cli.Uint64Flag{Name: "salt", Usage: "another `NUMBER` gives another division"},
			skipBadFlag(), cliutil.JSONFlag(),
		},
		Action: runSplit,
	}
}

// splitParts returns the parts that the flags ask for, in the order of the
// shares.
func splitParts(c *cli.Context) ([]datasets.Part, error) {
	if err := cliutil.Require(c, "train"); err != nil {
		return nil, err
	}
	var parts []datasets.Part
	for _, name := range []string{"train", "validation", "test"} {
		path := c.String(name)
		if path == "" {
			continue
		}
		parts = append(parts, datasets.Part{Name: name, Path: path})
	}
	shares := strings.Split(c.String("shares"), ",")
	if len(shares) != len(parts) {
		return nil, cliutil.Usagef("--shares is %q, want one for each of %d parts", c.String("shares"), len(parts))
	}
	sum := 0.0
	for i, text := range shares {
		share, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(share > 0 && share <= 1) {
			return nil, cliutil.Usagef("--shares is %q, want numbers above 0 that add up to 1", c.String("shares"))
		}
		parts[i].Share = share
		sum += share
	}
	if !(sum > 1-1e-9 && sum < 1+1e-9) {
		return nil, cliutil.Usagef("--shares is %q, which adds up to %v, want 1", c.String("shares"), sum)
	}
	return parts, nil
}

// runSplit runs the command.
func runSplit(c *cli.Context) error {
	parts, err := splitParts(c)
	if err != nil {
		return err
	}
	f, err := openFileArgument(c)
	if err != nil {
		return err
	}
	total := f.Len()
	f.Close()
	// The part to train on comes last: the first are then those that others hold
	// out by the same hash.
	var order []datasets.Part
	for i := range parts {
		order = append(order, parts[(i+1)%len(parts)])
	}
	bar := progress.New(c.App.ErrWriter, "split", "rows", total)
	bad, err := datasets.Split(c.Context, f.Path(), order, datasets.SplitOptions{
		Salt: c.Uint64("salt"), SkipBad: c.Bool("skip-bad"), Progress: func(rows int) { bar.Add(int64(rows)) },
	})
	bar.Finish()
	if err != nil {
		return err
	}
	for i := range order {
		parts[(i+1)%len(parts)] = order[i]
	}
	return cliutil.PrintResult(c, &datasets.Parts{Parts: parts, Bad: bad})
}
