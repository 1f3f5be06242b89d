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
		Description: `Makes a database of positions, each once: those before every roll of games that
players play against themselves or each other, those before every action of match
records in any format that analyze reads, and those of lists and other databases.
Files come first; with files there is self-play only if a player is named. Of a folder,
all records in it and below are read. The first record that is broken ends the command;
with --keep-going it is named, and what can be read of it is taken.

--where keeps what matches a pattern such as '6:2+ o20:2+ pips<120', see
gammonlab record search --help.

The positions have no labels, unless --trace asks for those of a net's games
against itself: λ-returns without the luck of the dice, each evaluation being one
ply ahead over all rolls. With a λ of 0 they are the labels of dataset label --method
ply1. A random play cuts a return.

If interrupted, run the same command again to resume; it makes the same file. Progress
is kept in FILE.part until the run completes.

` + cliutil.PoolUsage + `

Example:
   gammonlab dataset generate --out all.parquet --positions 1000000
   gammonlab dataset generate --out some.parquet --noise 0.03 --per-game 10 \
      --quota contact=500000,race=50000,crashed=20000
   gammonlab dataset generate --out hard.parquet --positions 100000 --informative 0.05
   gammonlab dataset generate --out played.parquet --records matches --keep-going
   gammonlab dataset generate --out ahead.parquet --where 'lead>20 cube:1' matches/*.mat
   gammonlab dataset generate --out labelled.parquet --trace 0.7 --games 20000 \
      --starts odd.parquet=2 --starts backgames.parquet --opening 0.5`,
		Flags: slices.Concat(generateSourceFlags(), cliutil.StartsFlags(), []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "database to make: `FILE`, required"},
			&cli.Int64Flag{Name: "positions", Usage: "stop at `N` positions"},
			&cli.StringFlag{Name: "quota", Usage: "how many of each class, others none: `CLASS=N,…`"},
			&cli.StringFlag{Name: "class", Usage: "keep these only: contact, crashed, race, joined by commas: `CLASSES`"},
			&cli.StringFlag{Name: "kind", Usage: "keep positions of these kinds only: " + strings.ReplaceAll(pattern.KindNames(pattern.Kinds()), ",", ", ") + ", joined by commas: `KINDS`"},
			&cli.StringFlag{Name: "where", Usage: "keep positions only that match the `PATTERN`"},
			&cli.BoolFlag{Name: "odd", Usage: "keep of a game only the position that its random plies lead to"},
			&cli.IntFlag{Name: "per-game", Usage: "at most `K` positions of a game, drawn evenly"},
			&cli.Float64Flag{Name: "informative", Usage: "only positions whose equities at 0 and 1 ply differ by more than `T` points, and those after plays about which 0 and 1 ply disagree by more"},
			&cli.StringFlag{Name: "model", Value: pretrained.Default, Usage: "`MODEL` that --informative asks"},
			cliutil.BearoffFlag(), cliutil.SeedFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(),
		}, cliutil.PoolFlags()),
		Action: runGenerate,
	}
}

// generateSourceFlags say where positions come from.
func generateSourceFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "player", DefaultText: "net:default without files", Usage: "`PLAYER` of both sides: net:MODEL with options, pubeval or random"},
		&cli.StringFlag{Name: "opponent", Usage: "`PLAYER` of the other side; the two begin in turn"},
		&cli.Float64Flag{Name: "noise", Usage: "have nets misjudge positions: `S` is the standard deviation of each probability"},
		&cli.StringFlag{Name: "random-plies", Usage: "the first `N` plies of a game are random, or from A to B with A-B"},
		&cli.Float64Flag{Name: "epsilon", Usage: "`CHANCE` of any other play to be random"},
		&cli.StringFlag{Name: "trace", DefaultText: "no labels", Usage: "label the positions of a net's games against itself with their luck-free λ-returns: `LAMBDA`, from 0 to 1, and others for kinds of positions, as in 0.8,backgame=0.97"},
		&cli.BoolFlag{Name: "prune", Usage: "with --trace, have the net's pruning nets choose the plays that are evaluated"},
		cliutil.SieveFlag("--trace"),
		&cli.Int64Flag{Name: "games", Usage: "play at most `N` games"},
		&cli.StringSliceFlag{Name: "records", Usage: "match records in a folder, or one: `FILE|DIR`; the same as an argument"},
		&cli.BoolFlag{Name: "keep-going", Usage: "name broken match records, and take what can be read"},
		&cli.StringSliceFlag{Name: "ids", Usage: "list of position IDs or XGIDs, one a line: `FILE`, - for standard input"},
		&cli.StringSliceFlag{Name: "database", Usage: "another database: `FILE`; its labels are left behind"},
		cliutil.VariantFlag(board.Backgammon.String()),
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
		s.Warn = func(err error) { cliutil.Warn(c, err) }
	}
	s.Matches, err = cliutil.RecordFiles(c, append(c.Args().Slice(), c.StringSlice("records")...))
	return err
}

// generateTexts reads the flags that have a form of their own.
func generateTexts(c *cli.Context, s *generate.Settings) error {
	for _, f := range []struct {
		flag string
		read func(text string) error
	}{
		{"quota", func(text string) (err error) { s.Quotas, err = generate.ParseQuotas(text); return err }},
		{"class", func(text string) (err error) { s.Classes, err = generate.ParseClasses(text); return err }},
		{"kind", func(text string) (err error) { s.Kinds, err = pattern.ParseKinds(text); return err }},
		{"where", func(text string) (err error) { s.Where, err = pattern.Parse(text); return err }},
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
