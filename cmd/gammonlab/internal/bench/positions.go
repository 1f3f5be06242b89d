package bench

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/datasets/generate"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/evalbench/positions"
	"gammonlab/internal/journal"
	"gammonlab/internal/setting"
	"gammonlab/nets/pretrained"
)

func positionsCommand() *cli.Command {
	return &cli.Command{
		Name:        "positions",
		Usage:       "measure players on rolled-out decisions",
		Subcommands: []*cli.Command{positionsRunCommand(), positionsBuildCommand()},
	}
}

func positionsBuildCommand() *cli.Command {
	d := positions.Defaults()
	return &cli.Command{
		Name:  "build",
		Usage: "create a benchmark: roll out decisions from self-play games",
		Description: `Collects decisions from self-play games of a player and rolls out their alternatives. It
collects rolls whose two best plays are close, and cube decisions close to the border of
double, take or pass. Rolls are rolled out cubeless; cube decisions as money games with a
centred cube, without the Jacoby rule.

` + cliutil.PresetUsage() + `
Progress is kept in FILE.part until the run completes. If interrupted, run the same
command again to resume. The output is identical for any interruption and any
--workers.

` + cliutil.PoolUsage + `
This machine plays the games that the decisions come from.

Example:
   gammonlab bench positions build --decisions 200 --cubes 40 --out decisions.jsonl
   gammonlab bench positions build --quota contact=100,race=50 --trials 5184 --truncate 0 --out exact.jsonl`,
		Flags: slices.Concat(cliutil.StartsFlags(), []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "output `FILE`, required"},
			&cli.StringFlag{Name: "player", Value: "net:" + pretrained.Default, Usage: "`PLAYER` of both sides of the self-play games"},
			&cli.IntFlag{Name: "decisions", Value: 200, Usage: "number `N` of rolls to collect"},
			&cli.StringFlag{Name: "quota", Usage: "number of rolls of each class, instead of --decisions: `CLASS=N,…`"},
			&cli.IntFlag{Name: "cubes", DefaultText: "a fifth of the rolls", Usage: "number `N` of cube decisions to collect"},
			&cli.IntFlag{Name: "per-game", Value: d.PerGame, Usage: "take at most `N` decisions of a game, drawn uniformly"},
			cliutil.EquityFlag("margin", d.Margin, "collect decisions whose best choices differ by at most `EQUITY` at 0 plies"),
			&cli.IntFlag{Name: "candidates", Value: d.Candidates, Usage: "roll out the best `N` plays by 1-ply equity"},
			cliutil.ModelFlag(), cliutil.PrecisionFlag(), cliutil.BearoffFlag(), cliutil.VariantFlag("the model's"),
			&cli.StringFlag{Name: "bm", Usage: "also write the rolls as a gnubg benchmark `FILE` (.bm)"},
			cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(positions.Built{}),
		}, cliutil.Group(cliutil.RolloutGroup,
			cliutil.PresetFlag(),
			&cli.IntFlag{Name: "trials", Value: d.Rollout.Trials, Usage: "number `N` of trials (games) for each choice"},
			&cli.Float64Flag{Name: "stop-jsd", Value: d.Rollout.Stop.Distance, Usage: "stop plays that are `N` standard errors behind the best, such as 2.33; 0 for never"},
			&cli.IntFlag{Name: "min-trials", Value: d.Rollout.Stop.MinTrials, Usage: cliutil.MinTrialsUsage},
			&cli.IntFlag{Name: "truncate", Value: d.Rollout.Truncation.Turns, Usage: "end each trial after `N` half-moves; 0 for never"},
			&cli.IntFlag{Name: "plies", Usage: fmt.Sprintf("search depth in rollouts, `N` plies, 0 to %d", search.MaxPlies)},
			&cli.StringFlag{Name: "truncate-bearoff", Value: "any", Usage: cliutil.TruncateBearoffUsage},
			&cli.StringFlag{Name: "variance-reduction", Value: "quick", Usage: cliutil.LuckUsage},
		), cliutil.PoolFlags()),
		Action: cliutil.NoArguments(runPositionsBuild, "out"),
	}
}

// runPositionsBuild runs the command.
func runPositionsBuild(c *cli.Context) error {
	s, err := positionsSettings(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "build", "decisions")
	s.Progress = bar.Count
	if name := c.String("bm"); name != "" {
		s.Written = func(set *positions.Set) error { return writeBM(set, name) }
	}
	var close func()
	if s.Pool, close, err = cliutil.PoolFromFlags(c, bar, s.Out); err != nil {
		return err
	}
	defer close()
	set, err := positions.Build(bar.Watch(c.Context), *s)
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
	s.Rolls, s.PerGame, s.Margin, s.Candidates = c.Int("decisions"), c.Int("per-game"), cliutil.Equity(c, "margin"), c.Int("candidates")
	s.Identity = map[string]string{}
	var err error
	s.Workers = cliutil.Workers(c)
	if c.IsSet("quota") {
		if c.IsSet("decisions") {
			return nil, cliutil.Usagef("--decisions has no effect with --quota")
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
	given := map[setting.Name]string{}
	if !c.IsSet("preset") {
		for name, text := range map[setting.Name]string{"truncate": "11", "stop_jsd": "2.33", "min_trials": "144"} {
			if !c.IsSet(name.Flag()) {
				given[name] = text
			}
		}
	}
	s.Rollout = rollout.Settings{}
	if err := cliutil.ReadSettings(c, &s.Rollout, given); err != nil {
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

// positionsPlayers loads the players and the judge.
func positionsPlayers(c *cli.Context, s *positions.Settings) error {
	static, variant, err := cliutil.EvaluatorFromFlags(c)
	s.Static, s.Variant = static, variant
	if err != nil {
		return err
	}
	p, err := games.ParsePlayer(c, "player", s.Name, static.Databases())
	if s.Player = p.Player; p.Digest != "" {
		s.Identity["player_model"] = p.Digest
	}
	return err
}

// buildIsDone reports whether an earlier run of the command completed the file: only the
// journal must be removed.
func buildIsDone(c *cli.Context) bool {
	_, errFile := os.Stat(c.String("out"))
	_, errJournal := os.Stat(c.String("out") + journal.Suffix)
	return errFile == nil && errJournal == nil
}
