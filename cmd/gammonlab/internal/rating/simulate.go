package rating

import (
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/search"
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
has other pairs. --grid plays the grid in a JSON file (docs/ratings.md). --show prints the grid
and plays nothing.

Progress is kept in FILE.part until the run completes. If interrupted, run the same command again
to resume.

` + cliutil.PoolUsage + `

Example:
   gammonlab rating simulate --study 1 --out part1.parquet
   gammonlab rating simulate --study 2 --matches 100 --lengths 3,7 --out small.parquet`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "study", Usage: "play this `PART` of the study: 1, 2 or appendix"},
			&cli.StringFlag{Name: "grid", Usage: "play the grid in this JSON `FILE` instead of --study"},
			&cli.BoolFlag{Name: "show", Usage: "print the grid and play nothing"},
			&cli.StringFlag{Name: "out", Usage: "output Parquet `FILE`, required"},
			cliutil.ModelFlag(),
			&cli.IntFlag{Name: "judge", Usage: "search depth of the judge, `N` plies"},
			&cli.IntFlag{Name: "matches", DefaultText: "as in the grid", Usage: "number `N` of matches of each pair at each length"},
			&cli.StringFlag{Name: "lengths", Usage: "only these match lengths, such as `3,7`"},
			cliutil.BearoffFlag(), cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(simulate.Summary{}, simulate.Grid{}),
		}, cliutil.PoolFlags()...),
		Action: cliutil.NoArguments(runSimulate),
	}
}

// runSimulate runs the command.
func runSimulate(c *cli.Context) error {
	grid, err := gridFromFlags(c)
	switch {
	case err != nil:
		return err
	case c.Bool("show"):
		return cliutil.PrintJSON(c.App.Writer, grid)
	}
	options, err := simulateOptions(c, grid)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "simulate", "matches")
	options.Progress = bar.Count
	var close func()
	if options.Pool, close, err = cliutil.PoolFromFlags(c, bar, c.String("out")); err != nil {
		return err
	}
	defer close()
	study, err := simulate.Run(c.Context, c.String("out"), *options)
	bar.Finish()
	if err != nil {
		return cliutil.ResumableFile(err, c.String("out"))
	}
	return cliutil.PrintResult(c, study.Summary(c.String("out")))
}

// simulateOptions returns the options of the flags.
func simulateOptions(c *cli.Context, grid *simulate.Grid) (*simulate.Options, error) {
	if err := cliutil.Require(c, "out"); err != nil {
		return nil, err
	}
	plies := c.Int("judge")
	if plies < 0 || plies > search.MaxPlies {
		return nil, cliutil.Usagef("--judge is %d, want 0 to %d", plies, search.MaxPlies)
	}
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return nil, err
	}
	return &simulate.Options{
		Grid: *grid, Model: c.String("model"), Name: filepath.Base(c.String("model")), Analysis: plies,
		Seed: c.Uint64("seed"), Workers: cliutil.Workers(c), Replace: c.Bool("force"), Databases: strings.Join(databases.Names(), ", "),
		Load: func(name string) (engine.Evaluator, string, error) {
			if err := cliutil.CheckInputs(c, "--grid", name); err != nil {
				return nil, "", err
			}
			static, digest, err := cliutil.LoadStatic(name, databases)
			return static, digest, err
		},
	}, nil
}

// gridFromFlags returns the grid to play.
func gridFromFlags(c *cli.Context) (*simulate.Grid, error) {
	part, file := c.String("study"), c.String("grid")
	var grid *simulate.Grid
	var err error
	switch {
	case (part == "") == (file == ""):
		return nil, cliutil.Usagef("want --study or --grid, one of them")
	case part == "1" || part == "2":
		grid, err = simulate.Shipped("part" + part)
	case part == "appendix":
		grid, err = simulate.Shipped(part)
	case part != "":
		return nil, cliutil.Usagef("--study is %q, want 1, 2 or appendix", part)
	default:
		grid, err = simulate.ReadGrid(file)
	}
	if err != nil {
		return nil, err
	}
	return grid, trim(c, grid)
}

// trim reduces the grid by the flags.
func trim(c *cli.Context, grid *simulate.Grid) error {
	lengths, err := matchLengths(c)
	if err != nil {
		return err
	}
	if lengths != nil {
		grid.Restrict(lengths)
	}
	if c.IsSet("matches") {
		grid.Scale(c.Int("matches"))
	}
	if err := grid.Validate(); err != nil {
		return cliutil.Usage(err)
	}
	return nil
}
