package train

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"gammonlab/engine/named"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/training"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/farm"
	"gammonlab/internal/supervised/iterate"
	"gammonlab/internal/supervised/iterate/report"
)

func iterateCommand() *cli.Command {
	defaults := iterate.DefaultConfig()
	return &cli.Command{
		Name:  "iterate",
		Usage: "improve a net by repeated self-play, labelling, training and testing",
		Description: `Each generation collects positions from self-play games of the best net, labels them by
searches with that net, trains a candidate on the positions of the latest generations, and
plays the candidate against the best net. A stronger candidate becomes the best net.

The settings are in a JSON file (--config). docs/iterate.json is an example,
docs/recipes/iterate-trace.json an example of a run of several days. docs/training.md
describes all settings: labels of whole games, pools of starting positions, growing nets
by class, pruning nets, luck-adjusted matches.

The run folder contains best.safetensors, metrics.jsonl, run.html, strength curves, and in
generations/ the files of each generation. The same command again continues an interrupted
run; the result is the same as without the interruption. With --resume, the settings are
those of the run, and --generations may change.

` + cliutil.PoolUsage + `
The workers play the games, label positions and play the matches. Training, pruning,
merging and the value benchmark run on this machine.

Example:
   gammonlab train iterate --config docs/iterate.json --out runs/iterate
   gammonlab train iterate --out runs/iterate --resume --generations 6`,
		Flags:  slices.Concat([]cli.Flag{&cli.StringFlag{Name: "out", Usage: "run folder `FOLDER`, required"}}, commonFlags(), iterateSettings(&defaults).Flags(), []cli.Flag{cliutil.JSONFlag(iterateResult{})}, cliutil.PoolFlags()),
		Action: cliutil.NoArguments(trainIterate, "out"),
	}
}

// iterateSettings returns the options of train iterate: the settings that most often
// differ between runs.
func iterateSettings(cfg *iterate.Config) cliutil.Settings {
	return slices.Concat(cliutil.Settings{
		cliutil.Option("from", &cfg.Start, "initial `MODEL`"),
		cliutil.Option("bearoff", &cfg.Bearoff, "bear-off `DATABASES`: default (created on first use), none, or files joined by commas"),
		cliutil.Option("generations", &cfg.Generations, "total number `N` of generations; may change with --resume"),
	}, cliutil.Settings{
		cliutil.Option("positions", &cfg.Generate.Positions, "number `N` of positions for each generation"),
		cliutil.Option("generate-games", &cfg.Generate.Games, "maximum number `N` of games for each generation; 0 for no limit"),
		cliutil.Option("window", &cfg.Window, "train on the databases of the latest `N` generations"),
		cliutil.Option("rate", &cfg.Train.Rate, "learning rate, a `SCHEDULE`"),
		cliutil.Option("batch", &cfg.Train.Batch, "batch size of `N` positions"),
		cliutil.Option("epochs", &cfg.Train.Epochs, "maximum number `N` of epochs"),
		cliutil.Option("warm", &cfg.Warm, "start each candidate from the weights of the best net"),
	}.In("A generation"), cliutil.Settings{
		cliutil.Option("match-games", &cfg.Measure.Games, "number `N` of games against the best net"),
		cliutil.Option("seed", &cfg.Seed, "random seed `N`"),
	})
}

// trainIterate runs the command.
func trainIterate(c *cli.Context) error {
	folder, databases, err := openIterate(c)
	if err != nil {
		return err
	}
	finished, err := folder.Finished()
	if err == nil && finished {
		err = noteFinished(c)
	} else if err == nil {
		err = runIterate(c, folder, databases)
	}
	if err != nil {
		return err
	}
	return reportIterate(c, folder)
}

// openIterate makes the run folder, or opens it to resume, and opens the bear-off
// databases with which the run plays.
func openIterate(c *cli.Context) (*iterate.Folder, *engine.Databases, error) {
	if c.Bool("resume") {
		return resumeIterate(c)
	}
	cfg, from, err := newIterate(c)
	if err != nil {
		return nil, nil, err
	}
	if !continues(c) {
		folder, err := iterate.Create(c.String("out"), cfg, from)
		return folder, from.Databases, err
	}
	folder, err := iterate.Open(c.String("out"))
	if err != nil {
		return nil, nil, err
	}
	return folder, from.Databases, cliutil.CheckSame(c, folder.Same(cfg, from))
}

// newIterate returns the settings and inputs of a new run.
func newIterate(c *cli.Context) (cfg iterate.Config, from iterate.Setup, err error) {
	if err := cliutil.Require(c, "config"); err != nil {
		return cfg, from, err
	}
	if cfg, err = cliutil.FromConfig(c, iterate.ParseConfig); err != nil {
		return cfg, from, err
	}
	if err := iterateSettings(&cfg).Override(c); err != nil {
		return cfg, from, cliutil.Usage(err)
	}
	if err := cfg.Validate(); err != nil {
		return cfg, from, cliutil.Usage(err)
	}
	from.Replace = c.Bool("force")
	if from.Start, err = cliutil.LoadModel(cfg.Start); err != nil {
		return cfg, from, err
	}
	if name := cfg.Measure.LuckModel(); name != "" {
		if from.Luck, err = cliutil.LoadModel(name); err != nil {
			return cfg, from, fmt.Errorf("measure.luck: %w", err)
		}
	}
	from.Databases, err = cliutil.OpenDatabases(c, cfg.Bearoff)
	return cfg, from, err
}

// resumeIterate opens the folder of an interrupted run, or of a run to be extended.
func resumeIterate(c *cli.Context) (*iterate.Folder, *engine.Databases, error) {
	if err := cliutil.RefuseWithResume(c, "config"); err != nil {
		return nil, nil, err
	}
	folder, err := iterate.Open(c.String("out"))
	if err != nil {
		return nil, nil, err
	}
	cfg := folder.Config()
	wanted := cfg
	if err := iterateSettings(&wanted).Override(c); err != nil {
		return nil, nil, cliutil.Usage(err)
	}
	databases, err := cliutil.OpenDatabases(c, wanted.Bearoff)
	if err != nil {
		return nil, nil, err
	}
	generations := wanted.Generations
	wanted.Generations, wanted.Bearoff = cfg.Generations, cfg.Bearoff
	if err := cliutil.CheckSame(c, cfg.Same(&wanted)); err != nil {
		return nil, nil, err
	}
	if err := folder.SetGenerations(generations); err != nil {
		return nil, nil, cliutil.Usage(err)
	}
	return folder, databases, nil
}

// runIterate continues the run to its end, with a progress bar for each step.
func runIterate(c *cli.Context, folder *iterate.Folder, databases *engine.Databases) error {
	cfg := folder.Config()
	bars := stepBars{bar: cliutil.NewBar(c, "iterate", ""), generations: cfg.Generations, byGames: cfg.Generate.ByGames()}
	defer bars.bar.Finish()
	pool, close, err := cliutil.PoolFromFlags(c, bars.bar, folder.Dir())
	if err != nil {
		return err
	}
	defer close()
	options := iterate.Options{
		Databases: databases, Workers: cliutil.Workers(c), Pool: pool, Begin: bars.begin,
		Match: func(ctx context.Context, m iterate.Match) (iterate.Played, error) {
			return playPairs(ctx, &m, databases, cliutil.Workers(c), pool)
		},
		Point: func(p iterate.Point) error {
			bars.bar.Finish()
			if p.Generation > 0 {
				cliutil.Note(c, "generation %d: %s", p.Generation, report.Line(&p))
			}
			return report.WritePage(folder)
		},
	}
	err = withEvents(c, func() error { return folder.Run(c.Context, options) })
	return cliutil.Resumable(err, "generation %d is at step %s; resume with the same command", bars.generation, bars.step)
}

// playPairs plays a match of pairs at 0 plies.
func playPairs(ctx context.Context, m *iterate.Match, databases *engine.Databases, workers int, pool farm.Pool) (iterate.Played, error) {
	match := evalbench.Match{
		A: named.Player{Player: player.NewGreedy(engine.NewStatic(m.A, databases))}, B: named.Player{Player: player.Pubeval{}},
		Conditions: evalbench.Conditions{Variant: m.A.Variant, Seed: m.Seed}, Games: m.Games, Workers: workers, Pool: pool,
	}
	if m.B != nil {
		match.B.Player = player.NewGreedy(engine.NewStatic(m.B, databases))
	}
	var played iterate.Played
	if m.Luck != nil {
		match.Luck.Evaluator = engine.NewStatic(m.Luck, databases)
		match.Observers = []evalbench.Observer{evalbench.OnItem(func(i *evalbench.Item) error {
			played.Adjusted = append(played.Adjusted, (i.Games[0].Adjusted+i.Games[1].Adjusted)/2)
			return nil
		})}
	}
	result, err := match.Run(ctx)
	if err != nil {
		return iterate.Played{}, err
	}
	played.Pairs = result.PairScores
	return played, nil
}

// stepBars shows the progress bars of a run, one after the other.
type stepBars struct {
	bar         *cliutil.Bar
	generations int
	byGames     bool // the number of games limits the positions
	generation  int
	step        iterate.Step
}

// begin ends the bar of the previous step and returns the function for the progress of
// the next one.
func (b *stepBars) begin(generation int, step iterate.Step) func(done, total int64) {
	b.generation, b.step = generation, step
	unit := map[iterate.Step]string{
		iterate.Pooling: "positions", iterate.Generating: "positions", iterate.Labelling: "positions", iterate.Merging: "rows",
		iterate.Training: "examples", iterate.Pruning: "thousandths", iterate.Playing: "games", iterate.Starting: "games",
		iterate.Pubeval: "games", iterate.Valuing: "files",
	}[step]
	if step == iterate.Generating && b.byGames {
		unit = "games"
	}
	b.bar.Next(fmt.Sprintf("generation %d of %d, %s", generation, b.generations, step), unit)
	return b.bar.Report
}

// reportIterate prints the results of the generations, and draws charts.
func reportIterate(c *cli.Context, folder *iterate.Folder) error {
	points, err := folder.Points()
	if err != nil {
		return err
	}
	charts, err := report.Plot(folder.Dir(), points)
	if err != nil {
		return err
	}
	if err := report.WritePage(folder); err != nil {
		return err
	}
	result := &iterateResult{Metrics: points, Page: filepath.Join(folder.Dir(), report.Page)}
	result.Trained, err = training.NewTrained(folder.Dir(), folder.Best(), "curve", true, func() (files []string, err error) {
		for _, name := range charts {
			files = append(files, filepath.Join(folder.Dir(), name))
		}
		return files, nil
	})
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, result)
}

// iterateResult is the result of train iterate.
type iterateResult struct {
	training.Trained
	Page    string          `json:"page"`
	Metrics []iterate.Point `json:"metrics"` // results of the generations, the lines of metrics.jsonl
}

// Text returns the table of the generations and a line for each file.
func (r *iterateResult) Text() string {
	return report.Text(r.Metrics) + "best " + r.Trained.Text() + fmt.Sprintf("page: %s\n", r.Page)
}
