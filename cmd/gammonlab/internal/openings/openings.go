// Package openings has the commands that make and show opening books.
package openings

import (
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/engine/selfplay"
	"gammonlab/internal/evalbench/openings"
	"gammonlab/internal/setting"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "openings",
		Usage:       "create and print opening books",
		Subcommands: []*cli.Command{buildCommand(), showCommand()},
	}
}

func buildCommand() *cli.Command {
	d := openings.Defaults()
	return &cli.Command{
		Name:  "build",
		Usage: "create a book: roll out first rolls and replies",
		Description: `Rolls out the plays of the 15 opening rolls, and the replies to the best play of each for all
21 rolls, with the doubling cube, in a money game or at the score of --match and --score.
Candidates are the best plays by 1-ply equity. The JSON file contains the equity and standard
error of every play; openings show prints it.

--second rolls out all plays by another net, too: the standard error does not show what a net
misjudges in all trials. Plays are equal unless both nets put them behind the best by more than
the joint standard error. --beside also shows and rolls out the choices of another player.

` + cliutil.PresetUsage() + `
The default is ` + openings.DefaultPreset + `. Plays that are behind are stopped only with --stop-jsd.

Progress is kept in FILE.part until the book is complete. If interrupted, run the same command
again to resume. The output is identical for any interruption and any --workers.

` + cliutil.PoolUsage + `

Example:
   gammonlab openings build --out openings.json --second large --beside gnubg:2
   gammonlab openings build --preset quick --no-replies --out first.json
   gammonlab openings build --match 5 --score 3-4 --out 3-4.json`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "output `FILE`, required"},
			cliutil.ModelFlag(), cliutil.PrecisionFlag(), cliutil.BearoffFlag(), cliutil.VariantFlag("the model's"),
			&cli.BoolFlag{Name: "no-replies", Usage: "omit the replies"},
			&cli.IntFlag{Name: "candidates", Value: d.Candidates, Usage: "roll out the best `N` plays of each roll by 1-ply equity"},
			cliutil.EquityFlag("margin", d.Margin, "with --candidates, only plays within `EQUITY` of the best"),
			&cli.StringFlag{Name: "second", Usage: "also roll out all plays by the net of `MODEL`"},
			&cli.StringFlag{Name: "beside", Usage: "also show and roll out the choices of `PLAYER`, such as gnubg:2"},
			cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(openings.Book{}),
		}, cliutil.Group(cliutil.RolloutGroup,
			cliutil.PresetFlag(),
			&cli.IntFlag{Name: "trials", Value: d.Rollout.Trials, Usage: "number `N` of trials (games) for each play"},
			&cli.IntFlag{Name: "plies", Value: d.Rollout.Depth.Plies, Usage: "search depth of both sides in rollouts, `N` plies"},
			&cli.IntFlag{Name: "truncate", Value: d.Rollout.Truncation.Turns, Usage: "end each trial after `N` half-moves; 0 for never"},
			&cli.IntFlag{Name: "truncate-plies", Value: d.Rollout.Truncation.Plies, Usage: "search depth at the truncation, `N` plies"},
			cliutil.EquityFlag("stop-se", float64(d.Rollout.Stop.Error), "stop at a standard error of `EQUITY`, such as 0.01; 0 for never"),
			&cli.Float64Flag{Name: "stop-jsd", Value: d.Rollout.Stop.Distance, Usage: "stop plays that are `N` standard errors behind the best, such as 2.33; 0 for never"},
			&cli.IntFlag{Name: "min-trials", Value: d.Rollout.Stop.MinTrials, Usage: cliutil.MinTrialsUsage},
			&cli.StringFlag{Name: "truncate-bearoff", Value: d.Rollout.Bearoff.String(), Usage: cliutil.TruncateBearoffUsage},
			&cli.StringFlag{Name: "variance-reduction", Value: d.Rollout.Luck.String(), Usage: cliutil.LuckUsage},
		), cliutil.Group(cliutil.RulesGroup,
			&cli.IntFlag{Name: "match", Usage: "match to `N` points; 0 for a money game"},
			&cli.StringFlag{Name: "score", Value: "0-0", Usage: "`SCORE` of the player of the first roll and the opponent"},
			&cli.BoolFlag{Name: "crawford", Usage: "the game is the Crawford game"},
			&cli.BoolFlag{Name: "jacoby", Value: true, Usage: "Jacoby rule in money games: gammons count only after a double"},
			cliutil.METFlag(),
		), cliutil.PoolFlags()),
		Action: cliutil.NoArguments(build, "out"),
	}
}

// build runs the command.
func build(c *cli.Context) error {
	s, err := settings(c)
	if err != nil {
		return err
	}
	if p, ok := s.Beside.(io.Closer); ok {
		defer p.Close()
	}
	bar := cliutil.NewBar(c, "openings", "decisions")
	s.Progress = bar.Count
	var close func()
	if s.Pool, close, err = cliutil.PoolFromFlags(c, bar, s.Out); err != nil {
		return err
	}
	defer close()
	book, err := openings.Build(c.Context, *s)
	bar.Finish()
	if err != nil {
		return cliutil.ResumableFile(err, s.Out)
	}
	return cliutil.PrintResult(c, book)
}

// settings reads the flags.
func settings(c *cli.Context) (*openings.Settings, error) {
	s := openings.Defaults()
	s.Out, s.Replace, s.Workers, s.Replies = c.String("out"), c.Bool("force"), cliutil.Workers(c), !c.Bool("no-replies")
	s.Candidates, s.Margin, s.Rollout.Seed = c.Int("candidates"), cliutil.Equity(c, "margin"), c.Uint64("seed")
	s.Rollout = rollout.Settings{}
	given := map[setting.Name]string{}
	if !c.IsSet("preset") {
		given["preset"] = openings.DefaultPreset
	}
	if err := cliutil.ReadSettings(c, &s.Rollout, given); err != nil {
		return nil, err
	}
	if !c.IsSet("stop-jsd") {
		s.Rollout.Stop.Distance = 0 // the preset sets it, but readers of a book need precise values of all plays
	}
	var err error
	if s.State, err = stateFromFlags(c); err != nil {
		return nil, err
	}
	if s.MET, err = cube.FindMET(c.String("met")); err != nil {
		return nil, cliutil.Usagef("--met: %w", err)
	}
	static, variant, err := cliutil.EvaluatorFromFlags(c)
	if err != nil {
		return nil, err
	}
	s.Static, s.Variant = static, variant
	s.Identity = map[string]string{"model_name": c.String("model")}
	if s.SecondName = c.String("second"); s.SecondName != "" {
		second, _, err := cliutil.LoadStatic(s.SecondName, static.Databases())
		if err != nil {
			return nil, cliutil.Usagef("--second: %w", err)
		}
		s.Second = second
	}
	if err := besideFromFlag(c, &s); err != nil {
		return nil, err
	}
	if err := s.Validate(); err != nil {
		return nil, cliutil.Usage(err)
	}
	return &s, nil
}

// stateFromFlags returns the score at which the games begin.
func stateFromFlags(c *cli.Context) (cube.State, error) {
	own, opp, err := cliutil.TwoNumbers(c, "score", "-", strconv.Atoi)
	switch {
	case err != nil:
		return cube.State{}, err
	case c.Int("match") != 0:
		return cube.Match(c.Int("match"), own, opp, c.Bool("crawford")), nil
	case c.IsSet("score") || c.Bool("crawford"):
		return cube.State{}, cliutil.Usagef("--score and --crawford have no effect without --match")
	}
	return cube.Money(c.Bool("jacoby"), true), nil
}

// besideFromFlag sets the player whose plays are added to those of the book.
func besideFromFlag(c *cli.Context, s *openings.Settings) error {
	if s.BesideName = c.String("beside"); s.BesideName == "" {
		return nil
	}
	p, err := games.ParseHere("beside", s.BesideName, nil)
	if err != nil {
		return err
	}
	player, ok := p.Player.(selfplay.CubePlayer)
	if !ok {
		return cliutil.Usagef("--beside: %s does not know the cube", s.BesideName)
	}
	s.Beside = player
	if p.Digest != "" {
		s.Identity["beside_model"] = p.Digest
	}
	return nil
}

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "print a book",
		ArgsUsage: "FILE",
		Description: `Prints the tables of a book: the opening rolls with all plays, the best reply to each with
equally good replies or else the next best, and the choices of the --beside player.

Example:
   gammonlab openings show openings.json
   gammonlab openings show --markdown openings.json`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "markdown", Usage: "print Markdown"}, cliutil.JSONFlag(openings.Book{})},
		Action: show,
	}
}

// show runs the command.
func show(c *cli.Context) error {
	if c.Bool("markdown") && c.Bool("json") {
		return cliutil.Usagef("--json contradicts --markdown")
	}
	path, err := cliutil.FileArgument(c)
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	book, err := openings.Read(file, path)
	if err != nil {
		return err
	}
	text := book.Text
	if c.Bool("markdown") {
		text = book.Markdown
	}
	return cliutil.PrintEither(c, book, text)
}
