package bench

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/cmd/gammonlab/internal/games"
	"gammonlab/evalbench/positions"
	"gammonlab/evalbench/report"
)

func positionsRunCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "measure the error rates of players on a benchmark",
		ArgsUsage: "[FILE...]",
		Description: `Prints the mean cost of a player's decisions in mEq (thousandths of a point), with the 95%
interval over decisions, for checker play, doubling and taking, and by class of position. It
also prints how often another choice is better, and how often it is better by more than 1.96
standard errors of the rollouts, and for doubling the errors of a net's own equities. With several
players, each is compared with the first.

A play that the benchmark does not list costs as much as the worst listed play. Take
decisions are evaluated where a double is right, or wrong by at most 0.1 points. Players
without a cube are evaluated on plays only.

With --results, an interrupted command resumes if it is run again, and further players can be
added.

FILE is a file of "bench positions build" or a gnubg benchmark file (.bm). Without FILE the
shipped benchmark is used.

` + games.PoolUsage + `

Example:
   gammonlab bench positions run
   gammonlab bench positions run --player net:default --plies 0 --plies 1 --player pubeval --worst 20
   gammonlab bench positions run decisions.jsonl contact.bm --player net:new.safetensors
   gammonlab bench positions run --plies 0 --plies 2 --plots plots --html page.html`,
		Flags: append(append(cliutil.FlagsOf(new(positions.Exam)),
			&cli.StringFlag{Name: "plots", Usage: "draw errors and their distributions in `FOLDER`, as PNG and SVG"},
			&cli.StringFlag{Name: "results", Usage: "keep the answers in `FILE`; decisions in it are not asked again"},
			htmlFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(positions.Report{}),
		), cliutil.PoolFlags()...),
		Action: runPositionsRun,
	}
}

// runPositionsRun runs the command.
func runPositionsRun(c *cli.Context) error {
	exam := &positions.Exam{Workers: cliutil.Workers(c), Results: c.String("results")}
	if err := cliutil.ReadSettings(c, exam, nil); err != nil {
		return err
	}
	if err := cliutil.Opened(exam.Open(cliutil.Opener(c))); err != nil {
		return err
	}
	var settings report.Settings
	var err error
	if c.IsSet("html") {
		if settings, err = positionsRunSettings(c, exam); err != nil {
			return err
		}
	}
	answers, err := runExam(c, exam)
	if err != nil {
		return err
	}
	if dir := c.String("plots"); dir != "" {
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

// runExam lets all players answer the decisions of the arguments.
func runExam(c *cli.Context, exam *positions.Exam) (answers *positions.Report, err error) {
	if exam.Decisions, err = readDecisions(c.Args().Slice()); err != nil {
		return nil, err
	}
	bar := cliutil.NewBar(c, "positions", "decisions")
	var close func()
	if exam.Pool, close, err = cliutil.PoolFromFlags(c, bar, exam.Results); err != nil {
		return nil, err
	}
	defer close()
	bar.Begin(0, int64(len(exam.Decisions)*len(exam.Players)))
	defer bar.Finish()
	exam.Progress = func(*positions.Report) { bar.Add(1) }
	if answers, err = exam.Run(bar.Watch(c.Context)); err != nil {
		return nil, resumableAnswers(exam.Results, err)
	}
	return answers, nil
}

// resumableAnswers adds a text on how to resume to the error of an interruption.
func resumableAnswers(path string, err error) error {
	if path == "" {
		return cliutil.Resumable(err, "no answers are kept; with --results FILE they are kept, and the same command resumes")
	}
	return cliutil.Resumable(err, "the answers are kept in %s; resume with the same command", path)
}

// readDecisions returns the decisions of the files or, without files, of the program's
// benchmark.
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
