package bench

import (
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/rollout"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/journal"
)

func positionsCommand() *cli.Command {
	return &cli.Command{
		Name:        "positions",
		Usage:       "measure players on rolled-out decisions",
		Subcommands: []*cli.Command{positionsRunCommand(), positionsBuildCommand()},
	}
}

func positionsBuildCommand() *cli.Command {
	return &cli.Command{
		Name:  "build",
		Usage: "create a benchmark: roll out decisions from self-play games",
		Description: `Collects decisions from self-play games of a player and rolls out their alternatives. It
collects rolls whose two best plays are close, and cube decisions close to the border of
double, take or pass. With --cubeful or --match decisions have the score and the cube of
their game. Without, rolls are rolled out cubeless, and cube decisions as those of money games
with a centred cube, without the Jacoby rule.

` + rollout.PresetUsage() + `
Progress is kept in FILE.part until the run completes. If interrupted, run the same
command again to resume. The output is identical for any interruption and any
--workers.

` + cliutil.PoolUsage + `
This machine plays the games that the decisions come from.

Example:
   gammonlab bench positions build --decisions 200 --cubes 40 --out decisions.jsonl
   gammonlab bench positions build --match 7 --decisions 0 --cubes 100 --stop-jsd 0 --stop-difference 0.003 --out matches.jsonl
   gammonlab bench positions build --quota contact=100,race=50 --trials 5184 --truncate 0 --out exact.jsonl`,
		Flags: slices.Concat(cliutil.FlagsOf(new(positions.Settings), "opening_roll"), []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "output `FILE`, required"},
			&cli.StringFlag{Name: "bm", Usage: "also write the rolls as a gnubg benchmark `FILE` (.bm)"},
			cliutil.WorkersFlag(), cliutil.JSONFlag(positions.Built{}),
		}, cliutil.PoolFlags()),
		Action: cliutil.NoArguments(runPositionsBuild, "out"),
	}
}

// runPositionsBuild runs the command.
func runPositionsBuild(c *cli.Context) error {
	s := &positions.Settings{Out: c.String("out"), Replace: c.Bool("force"), Workers: cliutil.Workers(c)}
	if err := cliutil.ReadSettings(c, s, nil); err != nil {
		return err
	}
	if err := cliutil.OpenNet(c, cliutil.Opener(c), s, &s.Net); err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "build", "decisions")
	s.Progress = bar.Report
	if name := c.String("bm"); name != "" {
		s.Written = func(set *positions.Set) error { return writeBM(set, name) }
	}
	var close func()
	var err error
	if s.Pool, close, err = cliutil.PoolFromFlags(c, bar, s.Out); err != nil {
		return err
	}
	defer close()
	set, err := positions.Build(bar.Watch(c.Context), *s)
	bar.Finish()
	if err != nil {
		return cliutil.ResumableFile(err, s.Out)
	}
	return cliutil.PrintResult(c, s.Built(set))
}

// writeBM writes the rolls of a benchmark in the format of gnubg's nets.
func writeBM(set *positions.Set, name string) error {
	return atomicfile.Write(name, func(w io.Writer) error {
		_, err := set.WriteBM(w)
		return err
	})
}

// buildIsDone reports whether an earlier run of the command completed the file: only the
// journal must be removed.
func buildIsDone(c *cli.Context) bool {
	_, errFile := os.Stat(c.String("out"))
	_, errJournal := os.Stat(c.String("out") + journal.Suffix)
	return errFile == nil && errJournal == nil
}
