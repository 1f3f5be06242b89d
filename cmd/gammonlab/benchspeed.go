package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/engine"
	"gammonlab/evalbench"
	"gammonlab/nets/kernel"
	"gammonlab/td"
)

func benchSpeedCommand() *cli.Command {
	return &cli.Command{
		Name:  "speed",
		Usage: "measure how fast this computer plays and trains",
		Description: `Measures one thread: rolls whose legal plays are found, positions evaluated,
games of the model against itself, and TD(0) training of fresh nets; then
training with all workers. Positions are evaluated many at a time, of all
classes and of each by itself; a second figure leaves out finding the inputs of
the net. Exact targets are evaluations one ply ahead over all rolls, of which
training learns; the model's pruning nets choose their plays if it has any.

Example:
   gammonlab bench speed --model default`,
		Flags: []cli.Flag{
			modelFlag(), bearoffFlag(),
			&cli.DurationFlag{Name: "time", Value: 3 * time.Second, Usage: "for each figure"},
			&cli.BoolFlag{Name: "training", Value: true, Usage: "measure training, too"},
			workersFlag(), jsonFlag(),
		},
		Action: benchSpeed,
	}
}

// speedReport is what bench speed prints.
type speedReport struct {
	Kernel string `json:"kernel"`
	Model  string `json:"model"`
	evalbench.Speed
	Train100     float64 `json:"train_100_games_per_second,omitempty"` // TD(0) of 196-100-5, one worker
	Train256     float64 `json:"train_256_games_per_second,omitempty"` // TD(0) of 196-256-5, one worker
	Workers      int     `json:"workers"`
	Train100Many float64 `json:"train_100_games_per_second_all_workers,omitempty"`
}

// benchSpeed runs the command.
func benchSpeed(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	n, err := workers(c)
	if err != nil {
		return err
	}
	each := c.Duration("time")
	if each <= 0 {
		return usagef("--time is %v, want more than 0", each)
	}
	evaluator, variant, err := evaluatorFromFlags(c)
	if err != nil {
		return err
	}
	info, err := newModelInfo(c.String("model"), evaluator.Model())
	if err != nil {
		return err
	}
	report := speedReport{Kernel: kernel.Name(), Model: info.shapes(), Workers: n}
	if report.Speed, err = evalbench.MeasureSpeed(c.Context, evaluator, variant, each); err != nil {
		return err
	}
	if c.Bool("training") {
		if err := report.measureTraining(c.Context, each); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, report)
	}
	return report.print(c.App.Writer)
}

// measureTraining fills in the figures of training.
func (r *speedReport) measureTraining(ctx context.Context, each time.Duration) error {
	var err error
	for _, m := range []struct {
		hidden, workers int
		dst             *float64
	}{{100, 1, &r.Train100}, {256, 1, &r.Train256}, {100, r.Workers, &r.Train100Many}} {
		if *m.dst, err = trainingSpeed(ctx, m.hidden, m.workers, each); err != nil {
			return err
		}
	}
	return nil
}

// trainingSpeed returns the games a second of TD(0) training from random
// weights, once the first games, which are long, are over.
func trainingSpeed(ctx context.Context, hidden, workers int, each time.Duration) (float64, error) {
	cfg := td.DefaultConfig()
	cfg.Hidden = []int{hidden}
	cfg.Games, cfg.Segment, cfg.BenchEvery = 1<<40, 400, 0
	trainer, err := td.New(cfg)
	if err != nil {
		return 0, err
	}
	const unmeasured = 2000
	begin, from := time.Now(), int64(0)
	for from == 0 || time.Since(begin) < each {
		if err := trainer.Segment(ctx, workers, nil); err != nil {
			return 0, err
		}
		if from == 0 && trainer.Games() >= unmeasured {
			begin, from = time.Now(), trainer.Games()
		}
	}
	return float64(trainer.Games()-from) / time.Since(begin).Seconds(), nil
}

// print prints the report as a table.
func (r *speedReport) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, value float64, unit string) {
		fmt.Fprintf(w, "%s\t%.0f\t %s\n", name, value, unit)
	}
	fmt.Fprintf(out, "kernel %s, model %s\n", r.Kernel, r.Model)
	row("legal plays", r.Rolls, "rolls/s")
	row("evaluation", r.Evals, "positions/s")
	for _, c := range r.Classes {
		row(fmt.Sprintf("%s, %.1f%% of them", c.Class, 100*c.Share), c.Evals, "positions/s")
		if c.Nets > 0 {
			row("its net alone, inputs at hand", c.Nets, "positions/s")
		}
	}
	row("evaluation one by one", r.Singles, "positions/s")
	row("exact targets", r.Targets, "positions/s")
	if r.TargetsOfAllPlays != 0 {
		row("all plays, no pruning", r.TargetsOfAllPlays, "positions/s")
		row("sieve "+engine.Narrow().String(), r.TargetsOfFewPlays, "positions/s")
	}
	row("0-ply self-play", r.Games, "games/s")
	if r.Train100 != 0 {
		row("TD(0) training 196-100-5", r.Train100, "games/s")
		row("TD(0) training 196-256-5", r.Train256, "games/s")
		row(fmt.Sprintf("TD(0) training 196-100-5, %d workers", r.Workers), r.Train100Many, "games/s")
	}
	return w.Flush()
}
