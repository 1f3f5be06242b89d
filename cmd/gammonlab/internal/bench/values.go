package bench

import (
	"fmt"
	"math"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
	"gammonlab/internal/progress"
	"gammonlab/nets"
)

func valuesCommand() *cli.Command {
	return &cli.Command{
		Name:      "values",
		Usage:     "measure the errors of models on labelled positions",
		ArgsUsage: "FILE...",
		Description: `Prints the difference between the evaluations of models and the labels of positions: the
root mean square error (RMSE), mean absolute error and mean error (bias) of the cubeless
equity, in mEq (thousandths of a point) with 95% intervals, and the RMSE of each
probability in thousandths, for all positions and by class. If all labels have standard
errors, "beyond noise" is the RMSE without the noise of the labels.

FILE is a database, or a text file that "dataset import" reads.

Example:
   gammonlab bench values --tolerance 0.05 money.csv
   gammonlab bench values --model default --model gnubg.wd --plies 0 --plies 1 --worst 10 money.csv backgames.parquet
   gammonlab bench values --plot calibration.png money.csv`,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "model", Value: cli.NewStringSlice(nets.DefaultNet), Usage: "`MODEL` that evaluates: " + cliutil.ModelForms() + "; may be repeated"},
			&cli.IntSliceFlag{Name: "plies", Usage: fmt.Sprintf("search depth of `N` plies, 0 to %d; may be repeated", search.MaxPlies)},
			&cli.Float64Flag{Name: "tolerance", Usage: "clamp probabilities of text files that are out of range or order by up to `X`, as in rollouts; 0 for never"},
			&cli.IntFlag{Name: "worst", Usage: "show the `N` positions with the largest errors, for each model; 0 for none"},
			&cli.StringFlag{Name: "plot", Usage: "draw the calibration of the models in `FILE`, .png or .svg"},
			cliutil.BearoffFlag(), cliutil.VariantFlag(board.Backgammon.String()), cliutil.WorkersFlag(), cliutil.JSONFlag(evalbench.ValuesReport{}),
		},
		Action: runValues,
	}
}

// runValues runs the command.
func runValues(c *cli.Context) error {
	paths, err := cliutil.FileArguments(c)
	if err != nil {
		return err
	}
	asked, err := evaluatorsToAsk(c)
	if err != nil {
		return err
	}
	sets, err := valueSets(c, paths)
	if err != nil {
		return err
	}
	total := 0
	for _, s := range sets {
		total += len(s.Rows) * len(asked)
	}
	bar := progress.New(c.App.ErrWriter, "values", "positions", int64(total))
	defer bar.Finish()
	var all evalbench.ValuesReport
	for _, s := range sets {
		for _, a := range asked {
			answers, err := s.Evaluate(c.Context, a.evaluators, func(rows int) { bar.Add(int64(rows)) })
			if err != nil {
				return err
			}
			all = append(all, evalbench.NewAnswers(a.name, s, answers, c.Int("worst")))
		}
	}
	bar.Finish()
	if path := c.String("plot"); path != "" {
		if err := all.DrawCalibration(path); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, all)
}

// askedModel is a model with its name in tables.
type askedModel struct {
	name       string
	evaluators []engine.Evaluator // one for each goroutine
}

// evaluatorsToAsk returns the models of the flags, once for each number of plies.
func evaluatorsToAsk(c *cli.Context) ([]askedModel, error) {
	if n := c.Int("worst"); n < 0 {
		return nil, cliutil.Usagef("--worst is %d, want 0 or more", n)
	}
	n := cliutil.Workers(c)
	plies := c.IntSlice("plies")
	if len(plies) == 0 {
		plies = []int{0}
	}
	for _, p := range plies {
		if p < 0 || p > search.MaxPlies {
			return nil, cliutil.Usagef("--plies is %d, want 0 to %d", p, search.MaxPlies)
		}
	}
	databases, err := cliutil.DatabasesFromFlag(c)
	if err != nil {
		return nil, err
	}
	var asked []askedModel
	for _, name := range c.StringSlice("model") {
		model, err := cliutil.OpenModel(name)
		if err != nil {
			return nil, err
		}
		for _, p := range plies {
			searcher, err := search.New(engine.NewStatic(model, databases), search.Options{Plies: p})
			if err != nil {
				return nil, err
			}
			asked = append(asked, askedModel{
				fmt.Sprintf("%s, %d-ply", name, p),
				evalbench.Evaluators(n, searcher),
			})
		}
	}
	return asked, nil
}

// valueSets reads the files.
func valueSets(c *cli.Context, paths []string) ([]*evalbench.LabelledSet, error) {
	variant := cliutil.VariantOr(c, board.Backgammon)
	noise := c.Float64("tolerance")
	if math.IsNaN(noise) || noise < 0 || noise > 1 {
		return nil, cliutil.Usagef("--tolerance is %v, want a number from 0 to 1", noise)
	}
	var sets []*evalbench.LabelledSet
	for _, path := range paths {
		s, err := evalbench.LoadSet(path, variant, float32(noise))
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	return sets, nil
}
