package analyse

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
)

// Rollout returns the command rollout.
func Rollout() *cli.Command {
	return &cli.Command{
		Name:      "rollout",
		Usage:     "roll out a position, plays or a cube decision",
		ArgsUsage: cliutil.PositionArgs,
		Description: `Plays the position out many times and prints the five probabilities and the equity with
their standard errors. With --dice it compares plays of the roll: the best ones, or those of
--play. All alternatives get the same dice in the same trial.

With --cubeful the sides double, take and pass. Cube and score are those of the flags, or without
flags those of the position. Equities are normalised: 1 is a game won at the initial cube. The
player on roll cannot double before the first roll; --double rolls out that decision: no double,
and double and take.

` + cliutil.PositionUsage + `

The first rolls are distributed evenly over the trials, so choose a multiple of 36 trials.
Results are luck-adjusted with the net's evaluations, which takes time but saves many
trials. The result depends on --seed, but not on --workers: each trial has its own stream of
the generator pcg (docs/dice.md).

` + cliutil.PresetUsage() + `
--out keeps the trials in a file. The same command again continues an interrupted rollout,
and a larger --trials extends a finished one.

` + cliutil.PoolUsage + `

Example:
   gammonlab rollout --trials 1296 4HPwATDgc/ABMA
   gammonlab rollout --preset standard --cubeful --dice 31 --candidates 3 4HPwATDgc/ABMA
   gammonlab rollout --dice 43 --play '24/20 13/10' --play '24/21 13/9' --stop-jsd 2.33 4HPwATDgc/ABMA
   gammonlab rollout --double --match 7 --score 3-0 4HPwATDgc/ABMA
   gammonlab rollout --plies 2 --late 5 --truncate 11 --truncate-plies 1 --trials 360 4HPwATDgc/ABMA
   gammonlab rollout --truncate 11 --trials 46656 --out start.rollout 4HPwATDgc/ABMA`,
		Flags:  rolloutFlags(),
		Action: rolloutAction,
	}
}

// rolloutFlags returns the flags of the command.
func rolloutFlags() []cli.Flag {
	defaults, stop := rollout.Defaults(), rollout.DefaultStop()
	return slices.Concat(cliutil.FormatFlags([]any{rollout.Report{}}, cliutil.FormatText, cliutil.FormatJSON), []cli.Flag{
		cliutil.ModelFlag(), cliutil.PrecisionFlag(), cliutil.BearoffFlag(), cliutil.VariantFlag("the model's"), diceFlag(),
		&cli.IntFlag{Name: "candidates", Value: 5, Usage: "compare the best `N` plays by 0-ply equity; 0 for all"},
		&cli.StringSliceFlag{Name: "play", Usage: "compare `PLAY`, such as '8/5 6/5'; may be repeated"},
		&cli.StringFlag{Name: "out", Usage: "keep the trials in `FILE`"},
		cliutil.SeedFlag(), cliutil.WorkersFlag(),
	}, cliutil.Group(cliutil.RolloutGroup,
		cliutil.PresetFlag(),
		&cli.IntFlag{Name: "trials", Value: defaults.Trials, Usage: "number `N` of trials (games) for each alternative"},
		&cli.IntFlag{Name: "truncate", Usage: "end each trial after `N` half-moves; 0 for never"},
		&cli.IntFlag{Name: "truncate-plies", Usage: "search depth at the truncation, `N` plies"},
		&cli.IntFlag{Name: "plies", Usage: fmt.Sprintf("search depth of both sides, `N` plies, 0 to %d", search.MaxPlies)},
		&cli.IntFlag{Name: "opponent-plies", Usage: "search depth of the opponent, `N` plies", DefaultText: "as the player"},
		&cli.StringFlag{Name: "filter", Value: "normal", Usage: "number of plays to search at each ply: `FILTER` is " + strings.Join(search.Presets(), ", ") + ", or a list as in hint --help"},
		&cli.IntFlag{Name: "late", Usage: "turns from `N` on are late (see --late-plies); 0 for never"},
		&cli.IntFlag{Name: "late-plies", Usage: "search depth of both sides in late turns, `N` plies"},
		&cli.StringFlag{Name: "truncate-bearoff", Value: "any", Usage: cliutil.TruncateBearoffUsage},
		&cli.StringFlag{Name: "variance-reduction", Value: "quick", Usage: cliutil.LuckUsage},
		&cli.BoolFlag{Name: "opening-roll", Usage: "the first roll is the first of a game: not a double"},
		&cli.BoolFlag{Name: "plain-dice", Usage: "draw all dice independently instead of spreading first rolls evenly"},
		cliutil.EquityFlag("stop-se", 0, fmt.Sprintf("stop at a standard error of `EQUITY`, such as %v; 0 for never", stop.Error)),
		&cli.Float64Flag{Name: "stop-jsd", Usage: fmt.Sprintf("stop plays that are `N` standard errors behind the best, such as %v; with --stop-se the other plays stop together; 0 for never", stop.Distance)},
		&cli.IntFlag{Name: "min-trials", Value: stop.MinTrials, Usage: cliutil.MinTrialsUsage},
	), cliutil.Group(cliutil.RulesGroup,
		&cli.BoolFlag{Name: "cubeful", Usage: "play with the doubling cube (implied by flags for cube and score)"},
		&cli.BoolFlag{Name: "double", Usage: "roll out the cube decision: no double, and double and take"},
	), stateFlags(), []cli.Flag{cliutil.METFlag()}, cliutil.PoolFlags())
}

// rolloutAction runs the command.
func rolloutAction(c *cli.Context) error {
	format, err := cliutil.FormatFromFlags(c, cliutil.FormatText, cliutil.FormatJSON)
	if err != nil {
		return err
	}
	settings, err := rolloutSettings(c)
	if err != nil {
		return err
	}
	if _, err := diceOf(c, &board.XGID{}); err != nil { // before reading standard input
		return err
	}
	switch {
	case len(c.StringSlice("play")) > 0 && !c.IsSet("dice"):
		return cliutil.Usagef("--play needs --dice")
	case c.Bool("double") && c.IsSet("dice"):
		return cliutil.Usagef("--double contradicts --dice: a double comes before the roll")
	}
	static, variant, err := cliutil.EvaluatorFromFlags(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "rollout", "trials")
	var close func()
	if settings.Pool, close, err = cliutil.PoolFromFlags(c, bar, settings.State); err != nil {
		return err
	}
	defer close()
	out := cliutil.NewRowWriter(c.App.Writer, "")
	return cliutil.EachPosition(c, variant, out, func(s *board.XGID) error {
		job, err := newRolloutJob(c, static, s, *settings)
		if err != nil {
			return err
		}
		runErr := job.run(c, bar)
		if result := job.report.Result; result == nil || result.Trials() == 0 {
			return runErr
		}
		return errors.Join(runErr, out.Result(format, job.report))
	})
}

// rolloutSettings returns the settings of the flags.
func rolloutSettings(c *cli.Context) (*rollout.Settings, error) {
	s := rollout.Defaults()
	s.Stop.MinTrials = rollout.DefaultStop().MinTrials
	s.Seed, s.Plain, s.Opening, s.Workers = c.Uint64("seed"), c.Bool("plain-dice"), c.Bool("opening-roll"), cliutil.Workers(c)
	if err := cliutil.RolloutFromFlags(c, &s); err != nil {
		return nil, err
	}
	for _, flag := range []struct {
		name  string
		value float64
		least float64
	}{
		{"trials", float64(s.Trials), 1}, {"truncate", float64(s.Truncation.Turns), 0}, {"min-trials", float64(s.Stop.MinTrials), 0},
		{"candidates", float64(c.Int("candidates")), 0}, {"stop-se", s.Stop.Error, 0}, {"stop-jsd", s.Stop.Distance, 0},
	} {
		if !(flag.value >= flag.least) {
			return nil, cliutil.Usagef("--%s is %v, want at least %v", flag.name, flag.value, flag.least)
		}
	}
	if err := s.Validate(); err != nil {
		return nil, cliutil.Usage(err)
	}
	return &s, rolloutState(c, &s)
}

// rolloutState sets the file that keeps the trials.
func rolloutState(c *cli.Context, s *rollout.Settings) error {
	s.State = c.String("out")
	switch {
	case s.State == "":
		return nil
	case c.NArg() != 1 || c.Args().First() == "-":
		return cliutil.Usagef("--out takes the rollout of one position")
	}
	return nil
}

// rolloutPlays returns the plays that the flag names, nil without it.
func rolloutPlays(c *cli.Context, pos board.Position, roll board.Roll) ([]board.Play, error) {
	var plays []board.Play
	for _, text := range c.StringSlice("play") {
		play, err := board.ParsePlay(pos, roll, text)
		if err != nil {
			return nil, cliutil.Usagef("--play: %w", err)
		}
		plays = append(plays, play)
	}
	return plays, nil
}
