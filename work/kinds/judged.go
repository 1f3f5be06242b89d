package kinds

import (
	"context"
	"errors"
	"slices"
	"strings"

	"gammonlab/board/record"
	"gammonlab/engine/named"
	"gammonlab/evalbench/positions"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// judgedWork is a measurement of players by the analyses in records.
type judgedWork struct {
	positions.Exam
	Files    []string   `json:"files,omitempty" place:"FILE..." path:"in" input:"command" help:"<FILE>s or folders of records with analyses"`
	Levels   levelTexts `json:"levels,omitempty" help:"only decisions whose program and level contain one of <TEXTS>, joined by commas, such as rollout,Roller++"`
	Unlisted unlisted   `json:"unlisted" default:"omit" help:"<WHAT> plays do that the analysis does not list: omit leaves them out, worst counts them as the worst listed play"`
	MET      named.MET  `json:"met,omitzero" group:"Rules, cube and score"`
	examFiles
}

// unlisted is what happens to plays that an analysis does not list.
type unlisted string

// The ways to treat them.
const (
	omitUnlisted  unlisted = "omit"
	worstUnlisted unlisted = "worst"
)

// Values returns the names of the ways.
func (unlisted) Values() []string { return []string{string(omitUnlisted), string(worstUnlisted)} }

// levelTexts are parts of the names of levels. Their text joins them by commas.
type levelTexts []string

// MarshalText implements [encoding.TextMarshaler].
func (l levelTexts) MarshalText() ([]byte, error) { return []byte(strings.Join(l, ",")), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *levelTexts) UnmarshalText(text []byte) error {
	*l = strings.FieldsFunc(string(text), func(r rune) bool { return r == ',' || r == '\n' })
	return nil
}

// Defaults returns the default of groups.
func (*judgedWork) Defaults() map[string]string { return map[string]string{"by": "level"} }

// CheckArguments returns an error if the command has no arguments.
func (*judgedWork) CheckArguments(all []string) error {
	if len(all) == 0 {
		return errors.New("no file given, want records with analyses, or folders of them")
	}
	return nil
}

// Validate returns an error for the first invalid setting.
func (w *judgedWork) Validate() error {
	if err := w.Exam.Validate(); err != nil {
		return err
	}
	return setting.Check("unlisted", slices.Contains(w.Unlisted.Values(), string(w.Unlisted)), "is %q, want omit or worst", w.Unlisted)
}

func judgedKind() work.Kind[judgedWork, *positions.Report] {
	return work.Kind[judgedWork, *positions.Report]{
		Name: "bench records", Title: "Error rates by recorded analyses", Unit: "decisions", Label: "records", Local: true,
		Usage: "measure players by the analyses that records of matches contain",
		Help: `Players decide again what the records of matches decide, and the analyses that another
program stored in the files judge them: plays with their candidates, doubles and takes. Reads .xg
of eXtreme Gammon, SGF of GNU Backgammon, OGXM, and positions as XG and BGBlitz copy them. A
FILE can be a folder.

Prints the performance rating (PR) of each player, 500 times the mean cost of the decisions that
eXtreme Gammon would count, and the mean cost in mEq of plays, doubles and takes, each with
the 95% interval over decisions, also by program and level of the analysis. With several players,
each is compared with the first, decision by decision. --by groups differently, and --levels selects
decisions.

Plays with one legal result are no decisions. The first play of a list is the best. A player's play
that the analysis does not list is left out, and the last lines say how many; --unlisted worst
counts it as the worst listed play. Whether to take is asked where the record has a double, and
where a double is right or wrong by at most 0.1 points; only a double of the record counts for the PR. A
judge is no better than its level, and favours players like itself.

A file that cannot be read completely is judged up to its fault; the exit code is then 1.

With --results, an interrupted command resumes if it is run again, and further players can be
added.

Example:
   gammonlab bench records matches/*.xg
   gammonlab bench records matches --player net:default --player net:large,plies=2 --player net:gnubg.wd
   gammonlab bench records match.sgf --plies 0 --plies 2 --levels 'Roller++,rollout' --worst 10 --html page.html`,
		Farm: positions.ExamKind, FarmNote: noPrograms, Run: runJudged,
	}
}

// fewFiles are read in a moment, without progress.
const fewFiles = 100

func runJudged(ctx context.Context, w *judgedWork, env *work.Env) (*positions.Report, error) {
	found, err := record.FindRecords(w.Files...)
	if err != nil {
		return nil, err
	}
	files, err := found.Usable(w.Files, "record", env.Warn)
	if err != nil {
		return nil, err
	}
	settings, err := w.described(env.Command, &w.Exam, files, "record")
	if err != nil {
		return nil, err
	}
	var reading func(done, total int64)
	if len(files) > fewFiles {
		reading = func(done, total int64) {
			env.Progress(work.Progress{Step: "reading", Unit: "files", Done: done, Total: total})
		}
	}
	if w.Records, err = positions.OfRecords(files, w.MET, reading); err != nil {
		return nil, err
	}
	if err := w.Records.Keep(w.Levels); err != nil {
		return nil, work.Refused(setting.In("levels", err))
	}
	w.Decisions, w.LeaveOut = w.Records.Decisions, w.Unlisted == omitUnlisted
	return w.examFiles.run(ctx, &w.Exam, settings, env)
}
