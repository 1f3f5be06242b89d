package analyse

import (
	"bytes"
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/analysis"
	"gammonlab/engine/analysis/report"
	"gammonlab/engine/cube"
	"gammonlab/rating"
)

// judgePlies is how far analyze looks ahead unless asked otherwise: a net that
// judges at 0 plies finds no errors in what the same net has played.
const judgePlies = 2

// Analyze returns the command analyze.
func Analyze() *cli.Command {
	return &cli.Command{
		Name:      "analyze",
		Usage:     "say how well recorded matches were played",
		ArgsUsage: "FILE | - | DIR|FILE...",
		Description: `Analyses every play, every cube decision and the luck of every roll of a match or
money session, a file in any format of records or standard input, and prints the
statistics of both players and the worst decisions; with --json it prints everything as
JSON.

With --export it also writes a report to a file: a page (.html), PDF, LaTeX (.tex) or
text (.txt) with all decisions, their candidates and equities, and the boards of those
that lost --threshold or more; --boards all shows every decision with its board. As
.svg or .png it writes the boards alone, each into a file with the number of the game
and of the decision in its name.

Formats: .mat, SGF, .xg of eXtreme Gammon, .match of bgammon, FIBS oldmoves, .sgg,
.tmg. What the file holds tells which. Where it has an analysis of its own, as .xg files
and gnubg's SGF do, --compare sets its equities beside those found here, also in the
report, and --json has them, too.

Errors are normalised equities (EMG), beside them in parentheses what they cost in
chances to win the match, or in points. The judge looks 2 plies ahead, which takes
some seconds a game; --plies 0 judges a match in a moment, but by the net alone. A
player who always chose as the judge does is taken to be the judge, and not judged.

A .mat file may not say whether a money session has the Jacoby rule. It is then
assumed, as the report says, unless a gammon counted with the cube in the middle;
--jacoby-rule off is for sessions without it.

With several files, or with folders, it prints the profile of a player instead: three
error rates, errors by phase of the game, kind of position, decision and score, blots,
errors on the cube, the trend and the worst decisions, with intervals of 95 %. The
files of a folder are taken in the order of their names. --name names the player; by
default it is the one in most matches. Names are compared exactly; --alias joins two
names. --plot draws the trend. A record that cannot be read is reported and left out;
the exit code is then 1.

The analyses of many records are kept, so that an interrupted command resumes and the
next one takes no time: by the digests of record, model and settings, in the folder
analyses of the program's cache folder, which is $` + cliutil.CacheVariable + ` or gammonlab
in the user's cache folder.

Example:
   gammonlab analyze match.mat
   gammonlab analyze --export match.pdf --threshold 50 match.mat
   gammonlab analyze --export match.html --export match.tex --boards all match.sgf
   gammonlab analyze --json --game 1,3-5 match.sgf
   gammonlab analyze --compare match.xg
   gammonlab analyze --name Ann --alias ann_b=Ann --plot trend.png matches`,
		Flags: append([]cli.Flag{
			cliutil.JSONFlag(),
			exportFlag(),
			&cli.StringFlag{Name: "boards", Value: "errors", Usage: "show these `DECISIONS` of the report with their boards: errors, all or none"},
			&cli.StringFlag{Name: "html", Usage: "write the report as a page to `FILE`, as --export does to one that ends in .html"},
			&cli.Float64Flag{Name: "threshold", Value: 30, Usage: "list decisions that lost `mEq` or more, and show their boards in the report"},
			&cli.IntFlag{Name: "limit", Value: 10, Usage: "list the worst `N` of them in the text, 0 for all"},
			&cli.IntFlag{Name: "candidates", Value: 10, Usage: "list the best `N` plays of a roll in the report and in JSON, 0 for all"},
			&cli.StringFlag{Name: "game", Usage: "analyse these `GAMES` only, such as 2 or 1,3-5"},
			&cli.BoolFlag{Name: "by-game", Usage: "print the statistics of each game, too"},
			&cli.BoolFlag{Name: "compare", Usage: "set the analysis in the file beside this one"},
			&cli.BoolFlag{Name: "keep-going", Usage: "analyse a file with an illegal move as far as possible"},
			&cli.StringFlag{Name: "jacoby-rule", Usage: "on or off: whether gammons of a money session count only with a turned cube, whatever the `RULE` of the file"},
			cliutil.ModelFlag(), cliutil.BearoffFlag(), cliutil.METFlag(),
		}, append(manyFlags(), cliutil.SearchFlagsFrom(judgePlies, true)...)...),
		Action: analyze,
	}
}

// analyze runs the command.
func analyze(c *cli.Context) error {
	if c.NArg() == 0 {
		return cliutil.Usagef("analyze: no file given, want files or folders, or - for standard input")
	}
	if isMany(c) {
		return analyzeMany(c)
	}
	shown, err := reportOptions(c)
	if err != nil {
		return err
	}
	match, err := cliutil.ReadRecord(c, c.Args().First())
	if err != nil {
		return err
	}
	if err := setJacoby(c, match); err != nil {
		return err
	}
	options, err := analysisOptions(c, match)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "analysis", "decisions")
	options.Progress = func(done, total int) {
		bar.Begin(0, int64(total))
		bar.Set(int64(done))
	}
	result, err := analysis.Analyse(c.Context, match, *options)
	bar.Finish()
	switch {
	case err != nil && c.Context.Err() == nil:
		return fmt.Errorf("%s: %w", cliutil.RecordName(c.Args().First()), err)
	case err != nil:
		return err
	}
	if err := rating.Rate(result); err != nil {
		return err
	}
	return writeReport(c, result, *shown)
}

// setJacoby gives a money session the rule that the flag names, if it does.
func setJacoby(c *cli.Context, match *record.Match) error {
	rule := c.String("jacoby-rule")
	switch {
	case !c.IsSet("jacoby-rule"):
		return nil
	case rule != "on" && rule != "off":
		return cliutil.Usagef("--jacoby-rule is %q, want on or off", rule)
	case match.Length > 0:
		return cliutil.Usagef("--jacoby-rule means nothing in a match, and this is one to %d", match.Length)
	}
	match.Rules.Jacoby, match.Rules.JacobyAssumed = rule == "on", false
	return nil
}

// reportOptions returns what the flags want to see.
func reportOptions(c *cli.Context) (*report.Options, error) {
	o := &report.Options{
		Threshold: c.Float64("threshold") / 1000, Limit: c.Int("limit"), PerGame: c.Bool("by-game"), Compare: c.Bool("compare"), Model: c.String("model"),
	}
	var err error
	if o.Boards, err = report.ParseBoards(c.String("boards")); err != nil {
		return nil, cliutil.Usagef("--boards is %w", err)
	}
	switch {
	case !(o.Threshold >= 0):
		return nil, cliutil.Usagef("--threshold is %v, want at least 0", c.Float64("threshold"))
	case o.Limit < 0:
		return nil, cliutil.Usagef("--limit is %d, want at least 0", o.Limit)
	case c.Int("candidates") < 0:
		return nil, cliutil.Usagef("--candidates is %d, want at least 0", c.Int("candidates"))
	}
	return o, checkExport(c)
}

// analysisOptions returns how the flags want a match to be analysed, or many without
// naming one.
func analysisOptions(c *cli.Context, match *record.Match) (*analysis.Options, error) {
	looks, err := cliutil.SearchFromFlags(c)
	if err != nil {
		return nil, err
	}
	o := &analysis.Options{Candidates: c.Int("candidates"), KeepGoing: c.Bool("keep-going"),
		Plies: looks.Plies, Filter: looks.Filter, NoPruning: looks.NoPruning, Workers: looks.Workers}
	if match != nil {
		if o.Games, err = record.ParseGames(c.String("game"), len(match.Games)); err != nil {
			return nil, cliutil.Usagef("--game %w", err)
		}
	}
	if o.MET, err = cube.FindMET(c.String("met")); err != nil {
		return nil, cliutil.Usagef("--met: %w", err)
	}
	static, variant, err := cliutil.EvaluatorFromFlags(c)
	if err != nil {
		return nil, err
	}
	if match != nil && variant != match.Rules.Variant {
		fmt.Fprintf(c.App.ErrWriter, "gammonlab: warning: model %s was trained for %v, not for %v\n",
			c.String("model"), variant, match.Rules.Variant)
	}
	o.Static = static
	return o, nil
}

// writeReport writes what the flags ask for.
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
