package rating

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/rating/simulate"
)

func simulateCommand() *cli.Command {
	return &cli.Command{
		Name:  "simulate",
		Usage: "play matches between players with set error rates",
		Description: `Plays matches between pairs of nets with evaluation noise at several match lengths, for fits of
ratings to error rates. A judge without noise computes the cost of each decision and the luck of
each roll. FILE is a Parquet file with one row for each match.

--study plays a part of the study in GNU Backgammon's manual: 1 pairs players with equal noise in
checker play and cube decisions; 2 pairs a perfect player with 16 combinations of both; appendix
has other pairs; plies has 2 plies against 0 plies, for a judge of 2 plies. --grid plays the grid in a JSON file (docs/ratings.md). --show prints the grid
and plays nothing.

Progress is kept in FILE.part until the run completes. If interrupted, run the same command again
to resume.

` + cliutil.PoolUsage + `

Example:
   gammonlab rating simulate --study 1 --out part1.parquet
   gammonlab rating simulate --study 2 --matches 100 --lengths 3,7 --out small.parquet`,
		Flags: append(append(cliutil.FlagsOf(new(simulate.Settings)),
			&cli.StringFlag{Name: "grid", Usage: "play the grid in this JSON `FILE` instead of --study"},
			&cli.BoolFlag{Name: "show", Usage: "print the grid and play nothing"},
			&cli.StringFlag{Name: "out", Usage: "output Parquet `FILE`, required"},
			cliutil.WorkersFlag(), cliutil.JSONFlag(simulate.Summary{}, simulate.Grid{}),
		), cliutil.PoolFlags()...),
		Action: cliutil.NoArguments(runSimulate),
	}
}

// runSimulate runs the command.
func runSimulate(c *cli.Context) error {
	s, err := simulationFromFlags(c)
	switch {
	case err != nil:
		return err
	case c.Bool("show"):
		return cliutil.PrintJSON(c.App.Writer, &s.Grid)
	}
	if err := cliutil.Require(c, "out"); err != nil {
		return err
	}
	for i := range s.Grid.Pairs {
		if err := cliutil.CheckInputs(c, "--grid", s.Grid.Pairs[i].A.Model.Name, s.Grid.Pairs[i].B.Model.Name); err != nil {
			return err
		}
	}
	if err := cliutil.Opened(s.Open(cliutil.Opener(c))); err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "simulate", "matches")
	s.Progress = bar.Report
	var close func()
	if s.Pool, close, err = cliutil.PoolFromFlags(c, bar, c.String("out")); err != nil {
		return err
	}
	defer close()
	study, err := s.Run(c.Context, c.String("out"))
	bar.Finish()
	if err != nil {
		return cliutil.ResumableFile(err, c.String("out"))
	}
	return cliutil.PrintResult(c, study.Summary(c.String("out")))
}

// simulationFromFlags returns the simulation of the flags, with its grid.
func simulationFromFlags(c *cli.Context) (*simulate.Settings, error) {
	s := &simulate.Settings{Workers: cliutil.Workers(c), Replace: c.Bool("force")}
	if file := c.String("grid"); file != "" {
		if c.IsSet("study") {
			return nil, cliutil.Usagef("want --study or --grid, one of them")
		}
		grid, err := simulate.ReadGrid(file)
		if err != nil {
			return nil, err
		}
		s.Grid = *grid
	}
	if err := cliutil.ReadSettings(c, s, nil); err != nil {
		return nil, err
	}
	return s, cliutil.Opened(s.Prepare())
}
