package dataset

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets"
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/digest"
	"gammonlab/internal/progress"
	"gammonlab/internal/version"
)

func mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "merge databases, with the best label of each position",
		ArgsUsage: "FILE...",
		Description: `Writes a database with all positions of several databases of one variant. Of several rows of a
position, it keeps a labelled one; then the one with the smallest standard error of the equity,
a known error before an unknown one; without errors, by method in the order bearoff, rollout,
ply2, trace, ply1, static, imported, game; then the first one. It needs about 28 bytes of memory
per position.

Either all databases must have weights of positions, or none; --drop-weights omits the weights.

--without omits positions of these kinds (see dataset generate --kind), for example back games
with older labels.

Example:
   gammonlab dataset merge --out all.parquet first.parquet second.parquet
   gammonlab dataset merge --without backgame,stuck --out rest.parquet old.parquet`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "output database `FILE`, required"},
			&cli.StringFlag{Name: "without", Usage: "omit positions of these `KINDS`, joined by commas: backgame, prime, straggler, stuck, late-hit"},
			&cli.BoolFlag{Name: "drop-weights", Usage: "write no weights of positions"},
			skipBadFlag(), cliutil.JSONFlag(upkeep.Merged{}),
		},
		Action: runMerge,
	}
}

func skipBadFlag() cli.Flag {
	return &cli.BoolFlag{Name: "skip-bad", Usage: "skip and count invalid rows"}
}

// runMerge runs the command.
func runMerge(c *cli.Context) error {
	files, err := cliutil.FileArguments(c)
	if err != nil {
		return err
	}
	if err := cliutil.Require(c, "out"); err != nil {
		return err
	}
	var kinds []board.Kind
	if without := c.String("without"); without != "" {
		if kinds, err = board.ParseKinds(without); err != nil {
			return cliutil.Usagef("--without: %w", err)
		}
	}
	out := c.String("out")
	total, provenance := int64(0), map[string]string{"made_by": "gammonlab dataset merge", "toolkit": version.Toolkit}
	var digests []string
	for _, path := range files {
		f, err := datasets.Open(path)
		if err != nil {
			return err
		}
		total += f.Len()
		f.Close()
		sum, err := digest.File(path)
		if err != nil {
			return err
		}
		digests = append(digests, sum)
	}
	provenance["merged"] = strings.Join(digests, " ")
	if kinds != nil {
		provenance["without"] = c.String("without")
	}
	if c.Bool("drop-weights") {
		provenance["weights"] = "dropped"
	}
	bar := progress.New(c.App.ErrWriter, "merge", "rows", 2*total)
	result, err := upkeep.Merge(c.Context, out, files, upkeep.MergeOptions{
		Provenance: provenance, Unweighted: c.Bool("drop-weights"), SkipBad: c.Bool("skip-bad"), Progress: func(rows int) { bar.Add(int64(rows)) },
		LeaveOut: func(r *datasets.Row) bool {
			return board.IsOneOf(kinds, &r.Position)
		},
	})
	bar.Finish()
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, &result)
}
