// Package openings has the commands that make and show opening books.
package openings

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/engine/cube"
	"gammonlab/engine/selfplay"
	"gammonlab/evalbench/openings"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "openings",
		Usage:       "roll out the opening book",
		Subcommands: []*cli.Command{buildCommand(), showCommand()},
	}
}

func buildCommand() *cli.Command {
	d := openings.Defaults()
	return &cli.Command{
		Name:  "build",
		Usage: "make a book: first rolls and replies, rolled out",
		Description: `Rolls out the plays of the 15 rolls that begin a game, and the plays of all 21
replies to the best play of each, with the doubling cube: in a money game, or at the
score of --match and --score. Candidates are the plays that are best a ply ahead. The
file, JSON, has every play with its equity and standard error; openings show prints it.

With --beside another player's choices are shown, too, and are rolled out.

` + cliutil.PresetUsage() + `
Without it books are made by ` + openings.DefaultPreset + `. Plays that are behind wait only with --stop-jsd. Progress is kept in FILE.part until the
book is complete. If interrupted, run the same command again to resume. The output is
identical for any interruption and any --workers.

` + cliutil.PoolUsage + `

Example:
   gammonlab openings build --out openings.json --beside gnubg:2
   gammonlab openings build --preset quick --no-replies --out first.json
   gammonlab openings build --match 5 --score 3-4 --out 3-4.json`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "`FILE` to make, required"},
			cliutil.ModelFlag(), cliutil.BearoffFlag(), cliutil.VariantFlag("the model's"),
			&cli.BoolFlag{Name: "no-replies", Usage: "leave out the replies"},
			&cli.IntFlag{Name: "candidates", Value: d.Candidates, Usage: "roll out at most `N` plays of a roll, those that are best a ply ahead"},
			&cli.Float64Flag{Name: "margin", Value: d.Margin, Usage: "and only those that are worse than the best by at most `E` points there"},
			&cli.StringFlag{Name: "beside", Usage: "show the choices of the `PLAYER`, such as gnubg:2, and roll them out"},
			cliutil.PresetFlag(),
			&cli.IntFlag{Name: "trials", Value: d.Rollout.Trials, Usage: "games to play out for each play"},
			&cli.IntFlag{Name: "plies", Value: d.Rollout.Player.Plies, Usage: "both sides look `N` plies ahead in rollouts"},
			&cli.IntFlag{Name: "truncate", Value: d.Rollout.Truncation.Turns, Usage: "end each trial after `N` half-moves, 0 for never"},
			&cli.IntFlag{Name: "truncate-plies", Value: d.Rollout.Truncation.Plies, Usage: "look `N` plies ahead at that end"},
			&cli.Float64Flag{Name: "stop-se", Value: d.Rollout.Stop.Error, Usage: "end the rollout of a roll when plays have a standard error of `E`, 0 for never"},
			&cli.Float64Flag{Name: "stop-jsd", Value: d.Rollout.Stop.Distance, Usage: "leave out plays that are `N` standard errors behind, 0 for never"},
			&cli.IntFlag{Name: "min-trials", Value: d.Rollout.Stop.MinTrials, Usage: "trials before any of that"},
			&cli.StringFlag{Name: "truncate-bearoff", Value: d.Rollout.Bearoff.String(), Usage: "`ENDINGS` of databases at which trials end: any, exact or none"},
			&cli.StringFlag{Name: "variance-reduction", Value: d.Rollout.Luck.String(), Usage: "take the luck of the dice off: quick, full or off"},
			&cli.IntFlag{Name: "match", Usage: "`POINTS` of the match, 0 for a money game"},
			&cli.StringFlag{Name: "score", Value: "0-0", Usage: "`SCORE` of who plays the first roll and the opponent"},
			&cli.BoolFlag{Name: "crawford", Usage: "this is the Crawford game"},
			&cli.BoolFlag{Name: "jacoby", Value: true, Usage: "in money games gammons count only once the cube is turned"},
			cliutil.METFlag(), cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(),
		}, cliutil.PoolFlags()),
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
	s.Candidates, s.Margin, s.Rollout.Seed = c.Int("candidates"), c.Float64("margin"), c.Uint64("seed")
	if err := cliutil.RolloutFromFlags(c, &s.Rollout); err != nil {
		return nil, err
	}
	if !c.IsSet("stop-jsd") {
		s.Rollout.Stop.Distance = 0 // of a preset: readers of a book want all its plays precise
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
		return cube.State{}, cliutil.Usagef("--score and --crawford mean nothing without --match")
	}
	return cube.Money(c.Bool("jacoby"), true), nil
}

// besideFromFlag sets who plays beside the book.
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
		Description: `Prints the tables of a book: the first rolls with all plays that were rolled out,
the best play of each reply with those that are as good, or else the next, and the
choices of the player beside.

Example:
   gammonlab openings show openings.json
   gammonlab openings show --markdown openings.json`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "markdown", Usage: "print a page in Markdown"}},
		Action: show,
	}
}

// show runs the command.
func show(c *cli.Context) error {
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
	text := book.Text()
	if c.Bool("markdown") {
		text = book.Markdown()
	}
	_, err = fmt.Fprint(c.App.Writer, text)
	return err
}
