package dataset

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets/generate"
	"gammonlab/nets/pretrained"
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
   gammonlab dataset generate --out ply1.parquet --trace 0 --alternatives 3/0.1 --prune --positions 1000000`,
		Flags: slices.Concat(generateSourceFlags(), cliutil.StartsFlags(), []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "output database `FILE`, required"},
			cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(generate.Report{}),
		}, cliutil.Group("Selection",
			&cli.Int64Flag{Name: "positions", Usage: "stop at `N` positions; 0 for no limit"},
			&cli.StringFlag{Name: "quota", Usage: "number of positions of each class, none of others: `CLASS=N,…`"},
			&cli.StringFlag{Name: "class", Usage: "only positions of these `CLASSES`, joined by commas: contact, crashed, race"},
			&cli.StringFlag{Name: "kind", Usage: "only positions of these kinds: " + strings.ReplaceAll(pattern.KindNames(pattern.Kinds()), ",", ", ") + ", joined by commas: `KINDS`"},
			&cli.StringFlag{Name: "where", Usage: "only positions that match `PATTERN`"},
			&cli.BoolFlag{Name: "odd", Usage: "keep only one position of each game, the one after its random plies"},
			&cli.IntFlag{Name: "per-game", Usage: "keep at most `N` positions of a game, drawn uniformly; 0 for all"},
			cliutil.EquityFlag("informative", 0, "only positions whose 0-ply and 1-ply equities differ by more than `EQUITY`, or that follow a roll for which 0-ply and 1-ply choose plays that differ by more"),
			&cli.StringFlag{Name: "model", Value: pretrained.Default, Usage: "`MODEL` of --informative"},
			&cli.StringFlag{Name: "position-weights", DefaultText: "those of lists and databases", Usage: "`WEIGHTS` by which --starts draws the positions: informative for the differences of --informative, or none"},
		), []cli.Flag{cliutil.BearoffFlag()}, cliutil.PoolFlags()),
		Action: runGenerate,
	}
}

// generateSourceFlags returns the flags for the source of positions.
func generateSourceFlags() []cli.Flag {
	return slices.Concat(cliutil.Group("Self-play",
		&cli.StringFlag{Name: "player", DefaultText: "net:default without files", Usage: "`PLAYER` of both sides: net:MODEL with options, pubeval or random"},
		&cli.StringFlag{Name: "opponent", Usage: "`PLAYER` of the other side; the two alternate in starting"},
		&cli.Float64Flag{Name: "noise", Usage: "evaluation noise of nets: standard deviation `S` of each probability; 0 for none"},
		&cli.StringFlag{Name: "random-plies", Usage: "play the first `N` plies of a game at random, or a random number from A to B with A-B"},
		&cli.Float64Flag{Name: "epsilon", Usage: "`CHANCE` of a random play instead of the best; 0 for never"},
		&cli.StringFlag{Name: "trace", DefaultText: "no labels", Usage: "label self-play positions of a net with luck-adjusted λ-returns for `LAMBDA`, 0 to 1; other values for kinds of positions as in 0.8,backgame=0.97"},
		&cli.BoolFlag{Name: "prune", Usage: "with --trace, select plays with the net's pruning nets"},
		cliutil.SieveFlag("--trace"),
		&cli.StringFlag{Name: "alternatives", DefaultText: "none", Usage: "with --trace, also label the positions after other good plays with 1-ply evaluations: `MOST/MARGIN`, such as 3/0.1 for at most 3 plays of each roll within 0.1 points of the best"},
		&cli.Int64Flag{Name: "games", Usage: "play at most `N` games; 0 for no limit"},
	), cliutil.Group("Files",
		&cli.StringSliceFlag{Name: "records", Usage: "read match records in `FILE|DIR`, as if it were an argument; may be repeated"},
		&cli.BoolFlag{Name: "keep-going", Usage: "report broken match records and use what can be read"},
		&cli.StringSliceFlag{Name: "ids", Usage: "read positions (IDs, XGIDs, OGIDs) from `FILE`, one per line, or - for standard input; may be repeated"},
		&cli.StringSliceFlag{Name: "database", Usage: "read positions of database `FILE`, without labels; may be repeated"},
	), []cli.Flag{cliutil.VariantFlag(board.Backgammon.String())})
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
	if err != nil {
		return cliutil.ResumableFile(err, settings.Out)
	}
	return cliutil.PrintResult(c, counts.Report(settings))
}

// generateSettings reads the flags.
func generateSettings(c *cli.Context) (*generate.Settings, error) {
	if err := cliutil.Require(c, "out"); err != nil {
		return nil, err
	}
	s := &generate.Settings{
		Variant: cliutil.VariantOr(c, board.Backgammon), Workers: cliutil.Workers(c),
		Out: c.String("out"), Replace: c.Bool("force"), Seed: c.Uint64("seed"), Stdin: c.App.Reader,
		Lists: c.StringSlice("ids"), Databases: c.StringSlice("database"),
		Epsilon: c.Float64("epsilon"), Games: c.Int64("games"), Positions: c.Int64("positions"), PerGame: c.Int("per-game"), Odd: c.Bool("odd"),
		Identity: map[string]string{},
	}
	for _, read := range []func(*cli.Context, *generate.Settings) error{generateMatches, generateTexts, generateStarts, generateEvaluators} {
		if err := read(c, s); err != nil {
			return nil, err
		}
	}
	if err := s.Validate(); err != nil {
		return nil, cliutil.Usagef("%w", err)
	}
	return s, nil
}

// generateMatches finds the match records.
func generateMatches(c *cli.Context, s *generate.Settings) (err error) {
	if c.Bool("keep-going") {
		s.Warn = func(err error) { cliutil.Warn(c, "%v", err) }
	}
	s.Matches, err = cliutil.RecordFiles(c, append(c.Args().Slice(), c.StringSlice("records")...))
	return err
}

// generateTexts reads the flags whose values have a format.
func generateTexts(c *cli.Context, s *generate.Settings) error {
	for _, f := range []struct {
		flag string
		read func(text string) error
	}{
		{"quota", func(text string) (err error) { s.Quotas, err = generate.ParseQuotas(text); return err }},
		{"class", func(text string) (err error) { s.Classes, err = generate.ParseClasses(text); return err }},
		{"kind", func(text string) (err error) { s.Kinds, err = pattern.ParseKinds(text); return err }},
		{"where", func(text string) (err error) { s.Where, err = pattern.Parse(text); return err }},
		{"position-weights", func(text string) (err error) { s.Weights, err = generate.ParseWeights(text); return err }},
		{"random-plies", func(text string) (err error) { s.RandomPlies, err = generate.ParseRange(text); return err }},
	} {
		if !c.IsSet(f.flag) {
			continue
		}
		if err := f.read(c.String(f.flag)); err != nil {
			return cliutil.Usagef("--%s: %w", f.flag, err)
		}
	}
	return nil
}

// generateStarts reads the file of starting positions.
func generateStarts(c *cli.Context, s *generate.Settings) (err error) {
	s.Starts, err = cliutil.StartsFromFlags(c, s.Variant)
	return err
}
