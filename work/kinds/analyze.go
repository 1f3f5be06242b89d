package kinds

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/board/record"
	"gammonlab/desk/profile"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/rollout"
	"gammonlab/evalbench/analyses"
	"gammonlab/evalbench/analyses/report"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/cachefolder"
	"gammonlab/internal/setting"
	"gammonlab/rating/matches"
	"gammonlab/work"
)

// analyzeWork has the settings of the command analyze.
type analyzeWork struct {
	Files      []string `json:"files" input:"command" path:"in" place:"FILE | - | DIR|FILE..."`
	JacobyRule string   `json:"jacoby_rule,omitempty" help:"Jacoby rule of a money session, <RULE> on or off, instead of that in the file"`
	shownWork  `group:"Report of one record"`
	errorsWork `group:"Rollouts of errors"`

	analysis.Options `without:"variant"`
	profileWork      `group:"Profile of a player"`

	given func(setting.Name) bool

	// After Validate.
	many    bool              // several records, or a profile, are asked for
	boards  report.Boards     // of the report of one record
	rollout rollout.Settings  // of the errors of one record
	aliases map[string]string // of players in many records: names that stand for other names
}

// shownWork has the settings of the report of one record.
type shownWork struct {
	reportWork
	Boards    string        `json:"boards,omitempty" default:"errors" help:"show boards of these <DECISIONS> in the report: errors, all or none"`
	HTML      string        `json:"html,omitempty" input:"command" path:"out" help:"write the report as an HTML page to <FILE>; short for --export"`
	Threshold engine.Equity `json:"threshold" default:"0.03" help:"list decisions that cost <EQUITY> or more, with boards in the report"`
	Limit     int           `json:"limit" default:"10" help:"list at most <N> of these decisions in the text; 0 for all"`
	Game      string        `json:"game,omitempty" help:"analyse only these <GAMES>, such as 2 or 1,3-5"`
	ByGame    bool          `json:"by_game,omitempty" help:"also print statistics for each game"`
	Compare   bool          `json:"compare,omitempty" help:"print the analysis stored in the file beside this one"`
}

// ofOneRecord are the settings that have no effect for many records.
var ofOneRecord = []setting.Name{"html", "export", "boards", "threshold", "limit", "game", "by_game", "compare", "rollout_errors", "rollout", "rollout_close"}

// errorsWork has the settings of the rollouts of errors and close decisions.
type errorsWork struct {
	RolloutErrors bool          `json:"rollout_errors,omitempty" help:"roll out errors and close decisions, and judge them by the results"`
	Rollout       string        `json:"rollout,omitempty" shown:"preset=standard" help:"settings of these rollouts, <NAME=VALUE,…> with the names of the flags of rollout, such as preset=quick,trials=360,plies=1"`
	RolloutClose  engine.Equity `json:"rollout_close" default:"0.02" help:"a decision is close if the best two choices differ by <EQUITY> at most"`
}

// errorPreset is the default precision of rollouts of errors.
const errorPreset rollout.Preset = "standard"

// Given learns which settings are given.
func (w *analyzeWork) Given(has func(setting.Name) bool) { w.given = has }

// CheckArguments returns an error if the command has no arguments.
func (*analyzeWork) CheckArguments(all []string) error {
	if len(all) == 0 {
		return errors.New("analyze: no file given, want files or folders, or - for standard input")
	}
	return nil
}

// Validate returns an error for the first invalid setting.
func (w *analyzeWork) Validate() error {
	w.many = len(w.Files) > 1 || slices.ContainsFunc(ofProfiles, w.given) || isFolder(w.Files[0])
	err := setting.Check("jacoby_rule", slices.Contains([]string{"", "on", "off"}, w.JacobyRule), "is %q, want on or off", w.JacobyRule)
	if err == nil && w.many {
		err = w.checkMany()
	} else if err == nil {
		err = w.checkOne()
	}
	return cmp.Or(err, w.Options.Validate())
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// checkOne returns an error about the settings of the report of one record.
func (w *analyzeWork) checkOne() (err error) {
	if w.boards, err = report.ParseBoards(w.Boards); err != nil {
		return setting.Errorf("%s is %w", setting.Name("boards"), err)
	}
	return cmp.Or(
		setting.Check("threshold", w.Threshold >= 0, "is %v, want at least 0", w.Threshold),
		setting.Check("limit", w.Limit >= 0, "is %d, want at least 0", w.Limit),
		w.reportWork.check(),
		w.checkRollouts(),
	)
}

// checkRollouts returns an error about the settings of rollouts.
func (w *analyzeWork) checkRollouts() error {
	if w.RolloutErrors {
		var err error
		w.rollout, err = w.readRollout()
		return cmp.Or(setting.Check("rollout_close", w.RolloutClose >= 0, "is %v, want at least 0", w.RolloutClose), err)
	}
	for _, name := range []setting.Name{"rollout", "rollout_close", "cache"} {
		if w.given(name) && !(name == "cache" && w.Cache == analyses.NoCache) {
			return setting.Errorf("%s needs %s", name, setting.Name("rollout_errors"))
		}
	}
	return nil
}

// readRollout returns the settings of the rollouts. Their names are those of flags or of settings.
func (w *errorsWork) readRollout() (s rollout.Settings, err error) {
	if w.Rollout == "" {
		return errorPreset.Of(), nil
	}
	words := strings.Split(w.Rollout, ",")
	preset := "preset=" + string(errorPreset)
	for i, word := range words {
		name, value, _ := strings.Cut(word, "=")
		words[i] = string(setting.OfFlag(name)) + "=" + value
		if name == "preset" {
			preset = ""
		}
	}
	if preset != "" {
		words = append(words, preset)
	}
	if err := setting.ReadOptions(&s, words); err != nil {
		return s, setting.In("rollout", err)
	}
	return s, nil
}

// CheckFarm returns an error for one record, whose decisions are too few to distribute.
func (w *analyzeWork) CheckFarm() error {
	if !w.many {
		return errors.New("--pool is for several records or a folder of records")
	}
	return nil
}

func analyzeKind() work.Kind[analyzeWork, work.Result] {
	return work.Kind[analyzeWork, work.Result]{
		Name: "analyze", Title: "Analysis of records", Unit: "decisions", Label: "analysis", Local: true, Lines: true,
		Usage:   "analyse recorded matches, or profile a player",
		Results: []any{analysis.Report{}, profile.Survey{}},
		Help: `Analyses one record of a match or money session, from a file or standard input: every
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
		Farm: analyses.Kind, Run: runAnalyze,
	}
}

// analysed is the analysis of a record. As JSON it is the report.
type analysed struct {
	*analysis.Report
	shown report.Options
}

// MarshalJSON implements [json.Marshaler].
func (a *analysed) MarshalJSON() ([]byte, error) { return json.Marshal(a.Report) }

// Text implements [work.Result].
func (a *analysed) Text() string { return report.Text(a.Report, a.shown) }

// runAnalyze analyses one record or many.
func runAnalyze(ctx context.Context, w *analyzeWork, env *work.Env) (work.Result, error) {
	w.Workers = env.Workers
	if w.many {
		return nil, analyseMany(ctx, w, env)
	}
	match, fault := readRecord(env, w.Files[0])
	switch {
	case record.IsSeveral(fault):
		env.Note(fmt.Sprintf("%[1]s has several matches, which are analysed like several records; %[1]s#1 names the first", w.Files[0]))
		if err := w.checkMany(); err != nil {
			return nil, work.Refused(err)
		}
		return nil, analyseMany(ctx, w, env)
	case fault != nil && (match == nil || len(match.Games) == 0):
		return nil, fault
	case fault != nil && !w.KeepGoing:
		return nil, withKeepGoing(fault)
	}
	if err := w.suit(match); err != nil {
		return nil, work.Refused(err)
	}
	warnNet(env, &w.Net)
	if err := w.one(ctx, match, env); err != nil || fault == nil {
		return nil, err
	}
	return nil, fmt.Errorf("only what stands before a fault was analysed: %w", fault)
}

// readRecord reads the match of a path and tells the user what its reader has skipped.
func readRecord(env *work.Env, path string) (*record.Match, error) {
	match, err := record.ReadMatch(path, env.In)
	if match != nil && !record.IsSeveral(err) {
		for _, n := range match.Notices {
			env.Note(fmt.Sprintf("%s: %v", record.TitleOf(path), n))
		}
	}
	return match, err
}

// withKeepGoing adds the flag that makes the best of a damaged record to its error.
func withKeepGoing(err error) error {
	return fmt.Errorf("%w (--keep-going analyses what is readable and legal)", err)
}

// suit completes the settings for the record, and the record by the settings.
func (w *analyzeWork) suit(m *record.Match) (err error) {
	if w.JacobyRule != "" && m.Length > 0 {
		return setting.Errorf("%s has no effect in a match, and this is one to %d", setting.Name("jacoby_rule"), m.Length)
	}
	w.setJacoby(m)
	if w.Games, err = record.ParseGames(w.Game, len(m.Games)); err != nil {
		return setting.Errorf("%s %w", setting.Name("game"), err)
	}
	w.Variant = &m.Rules.Variant
	return nil
}

// setJacoby sets the Jacoby rule of a money session to the value of the setting, if it is given.
func (w *analyzeWork) setJacoby(m *record.Match) {
	if w.JacobyRule != "" && m.Length == 0 {
		m.Rules.Jacoby, m.Rules.JacobyAssumed = w.JacobyRule == "on", false
	}
}

// one analyses a record, writes the reports and prints the result.
func (w *analyzeWork) one(ctx context.Context, match *record.Match, env *work.Env) error {
	options := w.Options
	options.Progress = env.Count()
	folder, err := w.addRollouts(&options, env)
	if err != nil {
		return err
	}
	r, err := analysis.Analyse(ctx, match, options)
	switch {
	case err != nil && ctx.Err() == nil:
		return withKeepGoing(fmt.Errorf("%s: %w", record.TitleOf(w.Files[0]), err))
	case err != nil && folder != "":
		return work.Kept(err, "the trials of rollouts are kept in "+folder)
	case err != nil:
		return err
	}
	if err := matches.Rate(r); err != nil {
		return err
	}
	shown := report.Options{Threshold: float64(w.Threshold), Limit: w.Limit, PerGame: w.ByGame, Compare: w.Compare, Boards: w.boards, Model: w.Model.Name}
	if err := w.write(report.NewDocument(r, shown)); err != nil {
		return err
	}
	return env.Print(&analysed{r, shown})
}

// write writes the report to the files of the settings. The setting html is older than export,
// and accepts any file name.
func (w *shownWork) write(d *report.Document) error {
	if w.HTML != "" {
		if err := atomicfile.Write(w.HTML, func(to io.Writer) error { return report.HTML(to, d) }); err != nil {
			return err
		}
	}
	return w.reportWork.write(d)
}

// addRollouts adds the rollouts of the settings to the options of an analysis. It returns the
// folder that keeps the trials, "" for none.
func (w *analyzeWork) addRollouts(o *analysis.Options, env *work.Env) (folder string, err error) {
	if !w.RolloutErrors {
		return "", nil
	}
	if folder, err = w.trials(); err != nil {
		return "", err
	}
	o.Rollouts = &analysis.Rollouts{Settings: w.rollout, Close: w.RolloutClose, Folder: folder, Progress: func(done, total int64) {
		env.Progress(work.Progress{Step: "rollouts", Done: done, Total: total})
	}}
	return folder, nil
}

// trials returns the folder that keeps the trials of rollouts, which it creates, "" for none.
func (w *analyzeWork) trials() (string, error) {
	folder := w.Cache
	switch folder {
	case analyses.NoCache:
		return "", nil
	case "":
		program, err := cachefolder.Path()
		if err != nil {
			return "", fmt.Errorf("no folder for rollouts: %w (--cache names one)", err)
		}
		folder = program
	}
	folder = filepath.Join(folder, "rollouts")
	return folder, os.MkdirAll(folder, 0o777)
}
