package dataset

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets/generate"
	"gammonlab/internal/setting"
)

func generateCommand() *cli.Command {
	return &cli.Command{
		Name:      "generate",
		Usage:     "collect positions from games and files",
		ArgsUsage: "[MATCH|DIR...]",
		Description: `Creates a database of distinct positions: the positions before each roll of games between
players, before each action of match records (in any format of analyze), and those of lists
and other databases. Files are read first; with files, games are played only if --player is
given. Folders are searched for records at any depth. The first broken record ends the command;
with --keep-going it is reported, and its readable part is used.

--where selects positions by a pattern such as '6:2+ o20:2+ pips<120', see gammonlab record
search --help.

--position-weights informative gives each informative position a weight: the difference between
its 0-ply and 1-ply equities or, if these choose different plays, between the plays. --starts
draws positions by these weights. Without the flag, positions of lists and databases keep their
weights.

The positions have no labels, except with --trace, which labels self-play positions of a net with
luck-adjusted λ-returns of 1-ply evaluations over all rolls. With λ = 0 they equal the labels of
dataset label --method ply1. A return does not continue past a random play.
--cubeful adds such returns of the cubeful equity for each state of the cube, for weights cube --labels.

Progress is kept in FILE.part until the run completes. If interrupted, run the same command
again to resume; the output is identical.

` + cliutil.PoolUsage + `

Example:
   gammonlab dataset generate --out all.parquet --positions 1000000
   gammonlab dataset generate --out some.parquet --noise 0.03 --per-game 10 \
      --quota contact=500000,race=50000,crashed=20000
   gammonlab dataset generate --out hard.parquet --positions 100000 --informative 0.05
   gammonlab dataset generate --out pool.parquet --positions 100000 --informative 0.01 \
      --position-weights informative
   gammonlab dataset generate --out played.parquet --records matches --keep-going
   gammonlab dataset generate --out ahead.parquet --where 'lead>20 cube:1' matches/*.mat
   gammonlab dataset generate --out labelled.parquet --trace 0.7 --games 20000 \
      --starts odd.parquet=2 --starts backgames.parquet --opening 0.5
   gammonlab dataset generate --out ply1.parquet --trace 0 --alternatives 3/0.1 --prune --positions 1000000
   gammonlab dataset generate --out cubes.parquet --trace 0.7 --cubeful --prune --sieve 5/0.2 --games 20000`,
		Flags:  slices.Concat(cliutil.FlagsOf(new(generate.Settings)), []cli.Flag{cliutil.WorkersFlag(), cliutil.JSONFlag(generate.Report{})}, cliutil.PoolFlags()),
		Action: runGenerate,
	}
}

// runGenerate runs the command.
func runGenerate(c *cli.Context) error {
	settings, err := generateSettings(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "generate", "positions")
	settings.Progress = func(counts *generate.Counts) { bar.Report(counts.Positions, settings.Total()) }
	var close func()
	if settings.Pool, close, err = cliutil.PoolFromFlags(c, bar, settings.Out); err != nil {
		return err
	}
	defer close()
	counts, err := generate.Run(c.Context, settings)
	bar.Finish()
	if damaged := new(generate.DamagedError); errors.As(err, &damaged) {
		return fmt.Errorf("%w (--keep-going uses what is readable and legal)", err)
	}
	if err != nil {
		return cliutil.ResumableFile(err, settings.Out)
	}
	return cliutil.PrintResult(c, counts.Report(settings))
}

// generateSettings returns the settings of the flags.
func generateSettings(c *cli.Context) (*generate.Settings, error) {
	s := &generate.Settings{
		Workers: cliutil.Workers(c), Replace: c.Bool("force"), Stdin: c.App.Reader,
		Warn:   func(err error) { cliutil.Warn(c, "%v", err) },
		Notice: func(text string) { cliutil.Note(c, "%s", text) },
	}
	given := map[setting.Name]string{}
	if records := append(c.Args().Slice(), c.StringSlice("records")...); len(records) > 0 {
		text, err := setting.Lines("records", records)
		if err != nil {
			return nil, cliutil.Usage(err)
		}
		given["records"] = text
	}
	err := cliutil.ReadSettings(c, s, given)
	if err == nil {
		s.Records, err = cliutil.RecordFiles(c, s.Records)
	}
	if err != nil {
		return nil, err
	}
	return s, cliutil.Opened(s.Open(cliutil.Opener(c)))
}
