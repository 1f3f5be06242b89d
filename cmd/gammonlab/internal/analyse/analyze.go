// Package analyse has the command analyze, and the group of commands about the cube.
package analyse

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/profile"
	"gammonlab/engine/analysis"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/cachefolder"
	"gammonlab/rating/matches"
)

// Analyze returns the command analyze.
func Analyze() *cli.Command {
	return &cli.Command{
		Name:      "analyze",
		Usage:     "analyse recorded matches, or profile a player",
		ArgsUsage: "FILE | - | DIR|FILE...",
		Description: `Analyses one record of a match or money session, from a file or standard input: every
play, every cube decision and the luck of every roll. Prints statistics of both players and
the worst decisions. --json prints the whole analysis.

--export also writes a report: HTML (.html), PDF (.pdf), LaTeX (.tex) or text (.txt) with all
decisions, candidates and equities, and boards of decisions that cost --threshold or more.
With --boards all, every decision has a board. .svg and .png write the boards alone, one file
each, with the numbers of game and decision in the file name.

Formats: .mat, .gam, SGF, .xg of eXtreme Gammon, .match of bgammon, OGXM, FIBS oldmoves,
JavaFIBS, .gmd, .sgg, .tmg, .bkg, gnubg's text, positions as XG and BGBlitz copy them. The format
is detected from the content. If the file contains an analysis, as .xg files and gnubg's SGF do,
--compare prints its equities beside the new ones, also in the report; --json contains them as well.

Errors are in normalised equity (EMG), followed in parentheses by their cost in match-winning
chance or points. The judge searches 2 plies, which takes some seconds for each game;
--plies 0 is much faster and less accurate. A player whose choices always equal the judge's
is assumed to be the judge, and gets no rating.

An illegal play or a line that cannot be read is an error. --keep-going analyses what stands
before it and all other games; after a line that cannot be read, the exit code is 1. Words in
a record that are no actions are listed on standard error. FILE#2 names the second match of a
file with several matches; without a number, the command treats them as several records.

--rollout-errors rolls out, after the search, all errors (decisions with a mark, see --doubtful) and
all close decisions of one record, and judges them by the results: errors, statistics and ratings
are then those of the rollouts. --rollout has the settings of a rollout, those of the command
rollout. The trials are kept in the folder rollouts of the cache (--cache), so the same command
continues an interrupted one, and more trials continue those that are there.

A .mat file may not state the Jacoby rule of a money session. The rule is then assumed, and
the report says so, unless a gammon counted with a centred cube. --jacoby-rule off is for
sessions without it.

With several files, with a folder, or with --name, --alias, --trend or --plot, prints the
profile of one player instead: three error rates, errors by phase, kind of position, decision
and score, blots, cube errors, the trend and the worst decisions, with 95 % intervals. Files
of a folder are read in the order of their names. --name selects the player (default: the
player of most matches). Names are compared exactly; --alias merges two names. --plot draws
the trend. Unreadable records are reported and skipped, and the exit code is then 1.

Analyses of many records are cached, so an interrupted command resumes if it is run again.
The key is the digest of record, model and settings. The cache is the folder analyses in
$` + cachefolder.Variable + `, or in gammonlab in the user's cache folder.

Example:
   gammonlab analyze match.mat
   gammonlab analyze --export match.pdf --threshold 50mEq match.mat
   gammonlab analyze --export match.html --export match.tex --boards all match.sgf
   gammonlab analyze --json --game 1,3-5 match.sgf
   gammonlab analyze --compare match.xg
   gammonlab analyze --rollout-errors --rollout preset=quick,trials=360 match.mat
   gammonlab analyze --name Ann --alias ann_b=Ann --plot trend.png matches`,
		Flags:  analyzeFlags(),
		Action: analyze,
	}
}

// analyzeFlags returns the flags of the command.
func analyzeFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{
		cliutil.JSONFlag(analysis.Report{}, profile.Survey{}),
	}, cliutil.Group("Report of one record",
		exportFlag(),
		&cli.StringFlag{Name: "boards", Value: "errors", Usage: "show boards of these `DECISIONS` in the report: errors, all or none"},
		&cli.StringFlag{Name: "html", Usage: "write the report as an HTML page to `FILE`; short for --export"},
		cliutil.EquityFlag("threshold", 0.03, "list decisions that cost `EQUITY` or more, with boards in the report"),
		&cli.IntFlag{Name: "limit", Value: 10, Usage: "list at most `N` of these decisions in the text; 0 for all"},
		&cli.StringFlag{Name: "game", Usage: "analyse only these `GAMES`, such as 2 or 1,3-5"},
		&cli.BoolFlag{Name: "by-game", Usage: "also print statistics for each game"},
		&cli.BoolFlag{Name: "compare", Usage: "print the analysis stored in the file beside this one"},
	), errorRolloutFlags(), []cli.Flag{
		&cli.StringFlag{Name: "jacoby-rule", Usage: "Jacoby rule of a money session, `RULE` on or off, instead of that in the file"},
		cliutil.WorkersFlag(),
	}, cliutil.FlagsOf(new(analysis.Options), "variant"), manyFlags(), cliutil.PoolFlags())
}

// analyze runs the command.
func analyze(c *cli.Context) error {
	if c.NArg() == 0 {
		return cliutil.Usagef("analyze: no file given, want files or folders, or - for standard input")
	}
	if isMany(c) {
		return analyzeMany(c)
	}
	if c.IsSet("pool") {
		return cliutil.Usagef("--pool is for several records or a folder of records")
	}
	shown, err := reportOptions(c)
	if err != nil {
		return err
	}
	match, fault := cliutil.ReadRecord(c, c.Args().First())
	switch {
	case record.IsSeveral(fault):
		cliutil.Note(c, "%[1]s has several matches, which are analysed like several records; %[1]s#1 names the first", c.Args().First())
		return analyzeMany(c)
	case fault != nil && (match == nil || len(match.Games) == 0):
		return fault
	case fault != nil && !c.Bool("keep-going"):
		return withKeepGoing(fault)
	}
	if err := setJacoby(c, match); err != nil {
		return err
	}
	options, err := analysisOptions(c, match)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "analysis", "decisions")
	options.Progress = bar.Report
	folder, err := addRollouts(c, options, bar)
	if err != nil {
		return err
	}
	result, err := analysis.Analyse(c.Context, match, *options)
	bar.Finish()
	switch {
	case err != nil && c.Context.Err() == nil:
		return withKeepGoing(fmt.Errorf("%s: %w", cliutil.RecordName(c.Args().First()), err))
	case err != nil && folder != "":
		return cliutil.Resumable(err, "the trials of rollouts are kept in %s; resume with the same command", folder)
	case err != nil:
		return err
	}
	if err := matches.Rate(result); err != nil {
		return err
	}
	if err := writeReport(c, result, *shown); err != nil || fault == nil {
		return err
	}
	return fmt.Errorf("only what stands before a fault was analysed: %w", fault)
}

// withKeepGoing adds the flag that makes the best of a damaged record to its error.
func withKeepGoing(err error) error {
	return fmt.Errorf("%w (--keep-going analyses what is readable and legal)", err)
}

// setJacoby sets the Jacoby rule of a money session to the value of the flag, if the flag
// is set.
func setJacoby(c *cli.Context, match *record.Match) error {
	rule := c.String("jacoby-rule")
	switch {
	case !c.IsSet("jacoby-rule"):
		return nil
	case rule != "on" && rule != "off":
		return cliutil.Usagef("--jacoby-rule is %q, want on or off", rule)
	case match.Length > 0:
		return cliutil.Usagef("--jacoby-rule has no effect in a match, and this is one to %d", match.Length)
	}
	match.Rules.Jacoby, match.Rules.JacobyAssumed = rule == "on", false
	return nil
}

// reportOptions returns the options of the report for the flags.
func reportOptions(c *cli.Context) (*report.Options, error) {
	o := &report.Options{
		Threshold: cliutil.Equity(c, "threshold"), Limit: c.Int("limit"), PerGame: c.Bool("by-game"), Compare: c.Bool("compare"), Model: c.String("model"),
	}
	var err error
	if o.Boards, err = report.ParseBoards(c.String("boards")); err != nil {
		return nil, cliutil.Usagef("--boards is %w", err)
	}
	switch {
	case !(o.Threshold >= 0):
		return nil, cliutil.Usagef("--threshold is %s, want at least 0", c.String("threshold"))
	case o.Limit < 0:
		return nil, cliutil.Usagef("--limit is %d, want at least 0", o.Limit)
	}
	return o, checkExport(c)
}

// analysisOptions returns the options of the analysis for the flags: of one match, or of
// many if match is nil.
func analysisOptions(c *cli.Context, match *record.Match) (*analysis.Options, error) {
	o := new(analysis.Options)
	err := cliutil.ReadSettings(c, o, nil)
	if err != nil {
		return nil, err
	}
	o.Workers = cliutil.Workers(c)
	if match != nil {
		if o.Games, err = record.ParseGames(c.String("game"), len(match.Games)); err != nil {
			return nil, cliutil.Usagef("--game %w", err)
		}
		o.Variant = &match.Rules.Variant
	}
	return o, cliutil.OpenNet(c, cliutil.Opener(c), o, &o.Net)
}

// writeReport writes the report in the forms of the flags.
func writeReport(c *cli.Context, r *analysis.Report, shown report.Options) error {
	if err := writeExport(c, report.NewDocument(r, shown)); err != nil {
		return err
	}
	if c.Bool("json") {
		out := cliutil.NewRowWriter(c.App.Writer, "")
		return out.Finish(out.JSON(r))
	}
	var text bytes.Buffer
	if err := report.Text(&text, r, shown); err != nil {
		return err
	}
	_, err := text.WriteTo(c.App.Writer)
	return err
}
