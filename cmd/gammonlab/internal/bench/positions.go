package bench

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/evalbench/positions"
	"gammonlab/evalbench/report"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/journal"
	"gammonlab/internal/progress"
	"gammonlab/nets/pretrained"
)

func benchPositionsCommand() *cli.Command {
	return &cli.Command{
		Name:        "positions",
		Usage:       "measure players by single decisions that were rolled out",
		Subcommands: []*cli.Command{benchPositionsRunCommand(), benchPositionsBuildCommand()},
	}
}

func benchPositionsBuildCommand() *cli.Command {
	d := positions.Defaults()
	return &cli.Command{
		Name:  "build",
		Usage: "make a benchmark: decisions from games, rolled out",
		Description: `Takes decisions from games that a player plays against itself, rolls whose two
best plays are close and cubes that are close to a double, a take or a pass, and
rolls out what can be chosen. Rolls are cubeless, cubes those of money games in the
middle, without the Jacoby rule.

What is done is in FILE.part until all is. Whatever ends the command, the same
command goes on from there; the bytes depend on neither that nor --workers.

Example:
   gammonlab bench positions build --decisions 200 --cubes 40 --out decisions.jsonl
   gammonlab bench positions build --quota contact=100,race=50 --trials 5184 --truncate 0 --out exact.jsonl`,
		Flags: append(cliutil.StartsFlags(),
			&cli.StringFlag{Name: "out", Usage: "`FILE` to make, required"},
			&cli.StringFlag{Name: "player", Value: "net:" + pretrained.Default, Usage: "`PLAYER` of both sides of the games"},
			&cli.IntFlag{Name: "decisions", Value: 200, Usage: "take `N` rolls"},
			&cli.StringFlag{Name: "quota", Usage: "how many rolls of each class, in place of --decisions: `CLASS=N,…`"},
			&cli.IntFlag{Name: "cubes", DefaultText: "a fifth of the rolls", Usage: "take `N` cube decisions"},
			&cli.IntFlag{Name: "per-game", Value: d.PerGame, Usage: "at most `K` decisions of a game, drawn evenly"},
			&cli.Float64Flag{Name: "margin", Value: d.Margin, Usage: "close are choices that differ by at most `E` points without looking ahead"},
			&cli.IntFlag{Name: "candidates", Value: d.Candidates, Usage: "roll out the `N` plays that are best a ply ahead"},
			cliutil.ModelFlag(), cliutil.BearoffFlag(), cliutil.VariantFlag("the model's"),
			&cli.IntFlag{Name: "trials", Value: d.Rollout.Trials, Usage: "games to play out for each choice"},
			&cli.Float64Flag{Name: "stop-jsd", Value: d.Rollout.Stop.Distance, Usage: "leave out plays that are `N` standard errors behind, 0 for never"},
			&cli.IntFlag{Name: "min-trials", Value: d.Rollout.Stop.MinTrials, Usage: "trials before that"},
			&cli.IntFlag{Name: "truncate", Value: d.Rollout.Truncation.Turns, Usage: "end each trial after `N` half-moves, 0 for never"},
			&cli.IntFlag{Name: "plies", Usage: fmt.Sprintf("look `N` plies ahead for the plays of rollouts, 0 to %d", search.MaxPlies)},
			&cli.StringFlag{Name: "truncate-bearoff", Value: "any", Usage: "`ENDINGS` of databases at which trials end: any, exact or none"},
			&cli.StringFlag{Name: "variance-reduction", Value: "quick", Usage: "take the luck of the dice off: quick, full or off"},
			&cli.StringFlag{Name: "bm", Usage: "write the rolls as a benchmark `FILE` of gnubg's nets, too"},
			cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(),
		),
		Action: cliutil.NoArguments(benchPositionsBuild, "out"),
	}
}

// benchPositionsBuild runs the command.
func benchPositionsBuild(c *cli.Context) error {
	s, err := positionsSettings(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "build", "decisions")
	s.Progress = bar.Count
	if name := c.String("bm"); name != "" {
		s.Written = func(set *positions.Set) error { return writeBM(set, name) }
	}
	set, err := positions.Build(c.Context, *s)
	bar.Finish()
	if err != nil {
		return cliutil.ResumableFile(err, s.Out)
	}
	return cliutil.PrintResult(c, &positions.Built{Out: s.Out, Rolls: s.Rolls, Cubes: s.Cubes, Made: set.Made})
}

// positionsSettings reads the flags.
func positionsSettings(c *cli.Context) (*positions.Settings, error) {
	s := positions.Defaults()
	s.Out, s.Replace, s.Seed, s.Name = c.String("out"), c.Bool("force"), c.Uint64("seed"), c.String("player")
	s.Rolls, s.PerGame, s.Margin, s.Candidates = c.Int("decisions"), c.Int("per-game"), c.Float64("margin"), c.Int("candidates")
	s.Identity = map[string]string{}
	var err error
	s.Workers = cliutil.Workers(c)
	if c.IsSet("quota") {
		if c.IsSet("decisions") {
			return nil, cliutil.Usagef("--decisions means nothing with --quota")
		}
		quotas, err := generate.ParseQuotas(c.String("quota"))
		if err != nil {
			return nil, cliutil.Usagef("--quota: %w", err)
		}
		s.Rolls, s.Quotas = 0, map[engine.Class]int{}
		for class, n := range quotas {
			s.Quotas[class] = int(n)
			s.Rolls += int(n)
		}
	}
	if s.Cubes = s.Rolls / 5; c.IsSet("cubes") {
		s.Cubes = c.Int("cubes")
	}
	if err := positionsRollout(c, &s.Rollout); err != nil {
		return nil, err
	}
	if err := positionsPlayers(c, &s); err != nil {
		return nil, err
	}
	if s.Starts, err = cliutil.StartsFromFlags(c, s.Variant); err != nil {
		return nil, err
	}
	if err := s.Validate(); err != nil {
		return nil, cliutil.Usage(err)
	}
	return &s, nil
}

// writeBM writes the rolls of a benchmark in the format of gnubg's nets.
func writeBM(set *positions.Set, name string) error {
	return atomicfile.Write(name, func(w io.Writer) error {
		_, err := set.WriteBM(w)
		return err
	})
}

// positionsRollout reads the flags that say how choices are rolled out.
func positionsRollout(c *cli.Context, s *rollout.Settings) error {
	s.Trials, s.Truncation.Turns = c.Int("trials"), c.Int("truncate")
	s.Stop.Distance, s.Stop.MinTrials = c.Float64("stop-jsd"), c.Int("min-trials")
	s.Player = rollout.Strength{Plies: c.Int("plies"), Filter: search.Normal()}
	s.Opponent = s.Player
	var err error
	if s.Luck, err = cliutil.LuckFromFlag(c); err != nil {
		return err
	}
	s.Bearoff, err = cliutil.EndingsFromFlag(c)
	return err
}

// positionsPlayers loads who plays and who judges.
func positionsPlayers(c *cli.Context, s *positions.Settings) error {
	static, variant, err := cliutil.EvaluatorFromFlags(c)
	s.Static, s.Variant = static, variant
	if err != nil {
		return err
	}
	p, err := games.ParsePlayer("player", s.Name, static.Databases())
	if s.Player = p.Player; p.Digest != "" {
		s.Identity["player_model"] = p.Digest
	}
	return err
}

func benchPositionsRunCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "ask players about the decisions of benchmarks",
		ArgsUsage: "[FILE...]",
		Description: `Prints what a player gives away at a decision, in thousandths of a point (mEq),
with the 95% interval over decisions, for checker play, doubling and taking, and by
class of position; how often another choice is better, and how often so by more than
1.96 standard errors of the rollouts. With several players each is compared with
the first, decision by decision.

A play that the benchmark does not list counts as the worst that it does. Whether to
take is asked where a double is right or wrong by at most 0.1 points. Players
without a cube are asked about plays only.

Files are those of "bench positions build" and benchmark files (.bm) of gnubg's
nets. Without a file it is the benchmark that comes with the program.

Example:
   gammonlab bench positions run
   gammonlab bench positions run --player net:default --plies 0 --plies 1 --player pubeval --worst 20
   gammonlab bench positions run decisions.jsonl contact.bm --player net:new.safetensors
   gammonlab bench positions run --plies 0 --plies 2 --plot plots --html page.html`,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "player", Value: cli.NewStringSlice("net:" + pretrained.Default), Usage: "`PLAYER` to ask; may be repeated"},
			&cli.StringSliceFlag{Name: "plies", Usage: "have nets look `N` plies ahead; may be repeated, for each of them"},
			&cli.IntFlag{Name: "worst", Usage: "show the `N` worst decisions of each player"},
			&cli.StringFlag{Name: "plot", Usage: "draw errors and their distributions into the folder `DIR`, as PNG and SVG"},
			htmlFlag(), cliutil.BearoffFlag(), cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(),
		},
		Action: benchPositionsRun,
	}
}

// benchPositionsRun runs the command.
func benchPositionsRun(c *cli.Context) error {
	if c.Int("worst") < 0 {
		return cliutil.Usagef("--worst is %d, want 0 or more", c.Int("worst"))
	}
	asked, databases, err := playersToAsk(c)
	if err != nil {
		return err
	}
	var settings report.Settings
	if c.IsSet("html") {
		if settings, err = positionsRunSettings(c, asked, databases); err != nil {
			return err
		}
	}
	answers, err := askPlayers(c, asked)
	if err != nil {
		return err
	}
	if dir := c.String("plot"); dir != "" {
		if err := answers.Plot(dir); err != nil {
			return err
		}
	}
	err = writeHTML(c, func(w io.Writer) error {
		return report.Positions(w, answers, answers.Charts(), settings)
	})
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, answers)
}

// askPlayers asks all about the decisions of the arguments.
func askPlayers(c *cli.Context, asked []tournament.Player) (*positions.Report, error) {
	decisions, err := readDecisions(c.Args().Slice())
	if err != nil {
		return nil, err
	}
	bar := progress.New(c.App.ErrWriter, "positions", "decisions", int64(len(decisions)*len(asked)))
	defer bar.Finish()
	answers := &positions.Report{Worst: c.Int("worst")}
	for _, a := range asked {
		judged, err := positions.Score(c.Context, decisions, a.Player, positions.Options{
			Seed: c.Uint64("seed"), Workers: cliutil.Workers(c), Progress: func() { bar.Add(1) },
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.Name, err)
		}
		answers.Players = append(answers.Players, positions.Answers{Name: a.Name, Judged: judged})
	}
	return answers, nil
}

// playersToAsk returns the players that the flags name, nets once for each number
// of plies, and the databases that nets have.
func playersToAsk(c *cli.Context) ([]tournament.Player, *engine.Databases, error) {
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return nil, nil, err
	}
	var asked []tournament.Player
	for _, spec := range c.StringSlice("player") {
		specs := []string{spec}
		if plies := c.StringSlice("plies"); len(plies) > 0 && strings.HasPrefix(spec, "net:") {
			specs = nil
			for _, n := range plies {
				specs = append(specs, spec+",plies="+n)
			}
		}
		for _, spec := range specs {
			a, err := games.ParsePlayer("player", spec, databases)
			if err != nil {
				return nil, nil, err
			}
			asked = append(asked, a)
		}
	}
	return asked, databases, nil
}

// readDecisions returns the decisions of the files, of the benchmark that comes
// with the program if there are none.
func readDecisions(files []string) ([]positions.Decision, error) {
	var all []positions.Decision
	var variant board.Variant
	if len(files) == 0 {
		return positions.Standard().Decisions, nil
	}
	for i, name := range files {
		set, err := positions.Open(name)
		if err != nil {
			return nil, err
		}
		if i > 0 && set.Variant != variant {
			return nil, fmt.Errorf("%s is of %v, those before of %v", name, set.Variant, variant)
		}
		variant = set.Variant
		all = append(all, set.Decisions...)
	}
	return all, nil
}

// BuildIsDone reports whether the command has come to the end of its work before:
// only the journal is left to remove.
func BuildIsDone(c *cli.Context) bool {
	_, errFile := os.Stat(c.String("out"))
	_, errJournal := os.Stat(c.String("out") + journal.Suffix)
	return errFile == nil && errJournal == nil
}
