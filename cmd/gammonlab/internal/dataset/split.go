package dataset

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/progress"
)

func splitCommand() *cli.Command {
	return &cli.Command{
		Name:      "split",
		Usage:     "split a database into training, validation and test parts",
		ArgsUsage: "FILE",
		Description: `Writes each position to the part that a hash of the position selects, so a position is in the
same part for every database. Without --salt, the validation part contains the positions that
train supervised uses for validation at the same share.

Example:
   gammonlab dataset split all.parquet --train train.parquet --validation validation.parquet \
      --test test.parquet --shares 0.9,0.05,0.05`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "train", Usage: "output `FILE` for the training part, required"},
			&cli.StringFlag{Name: "validation", Usage: "output `FILE` for the validation part"},
			&cli.StringFlag{Name: "test", Usage: "output `FILE` for the test part"},
			&cli.StringFlag{Name: "shares", Value: "0.9,0.05,0.05", Usage: "`SHARES` of the training, validation and test part; they add up to 1"},
			&cli.Uint64Flag{Name: "salt", Usage: "`NUMBER` that selects a different division"},
			skipBadFlag(), cliutil.JSONFlag(upkeep.Parts{}),
		},
		Action: runSplit,
	}
}

// splitParts returns the parts of the flags, in the order of the shares.
func splitParts(c *cli.Context) ([]upkeep.Part, error) {
	if err := cliutil.Require(c, "train"); err != nil {
		return nil, err
	}
	var parts []upkeep.Part
	for _, name := range []string{"train", "validation", "test"} {
		path := c.String(name)
		if path == "" {
			continue
		}
		parts = append(parts, upkeep.Part{Name: name, Path: path})
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
	// The training part comes last, so the first parts are the rows that other commands
	// hold out by the same hash.
	var order []upkeep.Part
	for i := range parts {
		order = append(order, parts[(i+1)%len(parts)])
	}
	bar := progress.New(c.App.ErrWriter, "split", "rows", total)
	bad, err := upkeep.Split(c.Context, f.Path(), order, upkeep.SplitOptions{
		Salt: c.Uint64("salt"), SkipBad: c.Bool("skip-bad"), Progress: func(rows int) { bar.Add(int64(rows)) },
	})
	bar.Finish()
	if err != nil {
		return err
	}
	for i := range order {
		parts[(i+1)%len(parts)] = order[i]
	}
	return cliutil.PrintResult(c, &upkeep.Parts{Parts: parts, Bad: bad})
}
