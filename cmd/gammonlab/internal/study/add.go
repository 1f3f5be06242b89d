package study

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/study"
	"gammonlab/engine/analysis"
	"gammonlab/evalbench/analyses"
	"gammonlab/internal/plaintext"
)

// Defaults of add.
const (
	addWorst = 20
	addOver  = 0.05
)

func addCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "add a player's worst decisions in records as exercises",
		ArgsUsage: "FILE|DIR...",
		Description: `Analyses records (in any format of analyze; folders at any depth) and adds the worst decisions
of a player to an exercise file. The file is a suite, which bench suite reads as well. Existing
exercises are kept, so you can add the same folder again after the next match. --force starts a
new file.

Analyses are cached as by analyze. In the exercises, all plays are searched as deeply as the best
play, so every choice has a cost. Unreadable records and illegal plays are reported, and the
readable part is used.

Example:
   gammonlab study add --name Anna matches/
   gammonlab study add --name Anna --worst 50 --threshold 80mEq --file anna.tst matches/`,
		Flags: append([]cli.Flag{
			fileFlag(),
			&cli.StringFlag{Name: "name", Usage: "player `NAME` in the records, in any case, required"},
			&cli.IntFlag{Name: "worst", Value: addWorst, Usage: "add the worst `N` decisions; 0 for all"},
			cliutil.EquityFlag("threshold", addOver, "only decisions that cost `EQUITY` or more"),
			cliutil.CacheFlag(), cliutil.JSONFlag(added{}),
		}, cliutil.AnalysisFlags()...),
		Action: runAdd,
	}
}

// continues reports whether the file of the flag contains exercises, to which add adds
// more.
func continues(c *cli.Context) bool { return study.IsFile(c.String("file")) }

// added is the output of the command.
type added struct {
	File    string `json:"file"`
	Records int    `json:"records"`
	Added   int    `json:"added"`
	There   int    `json:"exercises"` // number of exercises in the file
}

// Text implements the result of a command.
func (a *added) Text() string {
	return fmt.Sprintf("%s: %s added from %s, %d in all\n", a.File, plaintext.Counted(a.Added, "exercise", "exercises"), plaintext.Counted(a.Records, "record", "records"), a.There)
}

// runAdd runs the command.
func runAdd(c *cli.Context) error {
	if err := checkAdd(c); err != nil {
		return err
	}
	path := c.String("file")
	var there []study.Exercise
	if !c.Bool("force") {
		var err error
		if there, err = study.LoadIfThere(path); err != nil {
			return err
		}
	}
	names, err := cliutil.FileArguments(c)
	if err != nil {
		return err
	}
	files, err := cliutil.RecordFiles(c, names)
	if err != nil {
		return err
	}
	collector := &study.Collector{Player: c.String("name"), Over: cliutil.Equity(c, "threshold"), Judge: c.String("model")}
	o, err := cliutil.AnalysisFromFlags(c)
	if err != nil {
		return err
	}
	result := &added{File: path}
	if result.Records, err = collect(c, files, *o, collector); err != nil {
		return err
	}
	if !collector.Knows() {
		return fmt.Errorf("no record has a player %q; there are %s", c.String("name"), strings.Join(collector.Names(), ", "))
	}
	worst := collector.Worst(c.Int("worst"), there)
	if err := complete(c, worst, *o); err != nil {
		return err
	}
	if result.Added, result.There = len(worst), len(there)+len(worst); len(worst) > 0 || c.Bool("force") {
		write := study.Append
		if c.Bool("force") {
			write = study.Create
		}
		if err := write(path, worst); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, result)
}

// checkAdd checks the flags.
func checkAdd(c *cli.Context) error {
	switch {
	case c.Int("worst") < 0:
		return cliutil.Usagef("--worst is %d, want at least 0", c.Int("worst"))
	case cliutil.Equity(c, "threshold") < 0:
		return cliutil.Usagef("--threshold is %s, want at least 0", c.String("threshold"))
	}
	return cliutil.Require(c, "name", "file")
}

// collect analyses the records and collects the player's errors. It returns the number of
// usable records.
func collect(c *cli.Context, files []string, o analysis.Options, to *study.Collector) (used int, err error) {
	cache, err := cliutil.AnalysisCache(c, &o)
	if err != nil {
		return 0, err
	}
	bar := cliutil.NewBar(c, "analysis", "records")
	defer bar.Finish()
	bar.Begin(0, int64(len(files)))
	options := analyses.Options{Analysis: o, Cache: cache, Progress: bar.Report}
	err = cliutil.AnalyseRecords(c.Context, files, options, func(r *analyses.Result) error {
		switch {
		case r.Err != nil:
			cliutil.Warn(c, "%v", r.Err)
			return nil
		case r.Match.Rules.Variant != board.Backgammon:
			cliutil.Warn(c, "%s: a match of %v, exercises are of backgammon", r.File, r.Match.Rules.Variant)
			return nil
		}
		cliutil.PrintNotices(c, r.File, r.Match.Notices)
		if r.Fault != nil {
			cliutil.Warn(c, "%v", r.Fault)
		}
		for i := range r.Report.Games {
			if problem := r.Report.Games[i].Problem; problem != "" {
				cliutil.Warn(c, "%s: %s", r.File, problem)
			}
		}
		used++
		return to.Add(r.File, r.Report)
	})
	return used, cliutil.Resumable(err, "the finished analyses are kept; resume with the same command")
}

// complete evaluates all plays of the exercises.
func complete(c *cli.Context, list []study.Exercise, o analysis.Options) error {
	if len(list) == 0 {
		return nil
	}
	bar := cliutil.NewBar(c, "exercises", "exercises")
	defer bar.Finish()
	bar.Begin(0, int64(len(list)))
	return study.Complete(c.Context, list, o, func(done int) { bar.Set(int64(done)) })
}
