package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/datasets"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/progress"
)

func datasetSplitCommand() *cli.Command {
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
			skipBadFlag(), jsonFlag(),
		},
		Action: datasetSplit,
	}
}

// splitPart is what dataset split prints of a part.
type splitPart struct {
	Part  string  `json:"part"`
	File  string  `json:"file"`
	Share float64 `json:"share"`
	Rows  int64   `json:"rows"`
}

// splitParts returns the parts that the flags ask for, in the order of the
// shares.
func splitParts(c *cli.Context) ([]splitPart, error) {
	if err := require(c, "train"); err != nil {
		return nil, err
	}
	var parts []splitPart
	for _, name := range []string{"train", "validation", "test"} {
		path := c.String(name)
		if path == "" {
			continue
		}
		parts = append(parts, splitPart{Part: name, File: path})
	}
	shares := strings.Split(c.String("shares"), ",")
	if len(shares) != len(parts) {
		return nil, usagef("--shares is %q, want one for each of %d parts", c.String("shares"), len(parts))
	}
	sum := 0.0
	for i, text := range shares {
		share, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(share > 0 && share <= 1) {
			return nil, usagef("--shares is %q, want numbers above 0 that add up to 1", c.String("shares"))
		}
		parts[i].Share = share
		sum += share
	}
	if !(sum > 1-1e-9 && sum < 1+1e-9) {
		return nil, usagef("--shares is %q, which adds up to %v, want 1", c.String("shares"), sum)
	}
	return parts, nil
}

// datasetSplit runs the command.
func datasetSplit(c *cli.Context) error {
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
		p := parts[(i+1)%len(parts)]
		order = append(order, datasets.Part{Path: p.File, Share: p.Share})
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
		parts[(i+1)%len(parts)].Rows = order[i].Rows
	}
	return printParts(c, parts, bad)
}

// printParts prints what the parts got.
func printParts(c *cli.Context, parts []splitPart, bad int64) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, struct {
			Parts []splitPart `json:"parts"`
			Bad   int64       `json:"bad"`
		}{parts, bad})
	}
	var fields [][2]string
	for _, p := range parts {
		fields = append(fields, [2]string{p.Part, fmt.Sprintf("%d rows in %s", p.Rows, p.File)})
	}
	if bad > 0 {
		fields = append(fields, [2]string{"skipped", fmt.Sprintf("%d bad rows", bad)})
	}
	fmt.Fprint(c.App.Writer, plaintext.Fields("", fields))
	return nil
}
