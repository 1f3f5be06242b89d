package analyse

import (
	"cmp"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/profile"
	"gammonlab/evalbench/analyses"
	"gammonlab/internal/plaintext"
)

// manyFlags returns the flags for several records.
func manyFlags() []cli.Flag {
	return cliutil.Group("Profile of a player",
		&cli.StringFlag{Name: "name", Usage: "profile player `NAME`, spelled as in the records (default: the player of most matches)"},
		&cli.StringSliceFlag{Name: "alias", Usage: "count games of OTHER as games of NAME: `OTHER=NAME`; may be repeated"},
		&cli.IntFlag{Name: "trend", DefaultText: "a tenth of the matches, at least 5", Usage: "number `N` of matches in each mean of the trend"},
		&cli.StringFlag{Name: "plot", Usage: "draw the trend in `FILE`, .png or .svg"},
		cliutil.CacheFlag(),
		&cli.BoolFlag{Name: "verbose", Usage: "print the names of skipped files"},
	)
}

// ofProfiles are the flags that ask for a profile, also of one record.
var ofProfiles = []string{"name", "alias", "trend", "plot"}

// isMany reports whether the command line asks for more than the report of one record.
func isMany(c *cli.Context) bool {
	if c.NArg() > 1 || slices.ContainsFunc(ofProfiles, c.IsSet) {
		return true
	}
	info, err := os.Stat(c.Args().First())
	return err == nil && info.IsDir()
}

// ofOneRecord are the flags that have no effect for many records.
var ofOneRecord = []string{"html", "export", "boards", "threshold", "limit", "game", "by-game", "compare", "rollout-errors", "rollout", "rollout-close"}

// many is the analysis of many records.
type many struct {
	c        *cli.Context
	found    *record.Found
	options  analyses.Options
	folder   string // folder of the cache, "" for none
	result   *profile.Survey
	failures []error
	notices  []string      // of the readers of the records
	variant  board.Variant // variant of the model
}

// analyzeMany runs the command for many records.
func analyzeMany(c *cli.Context) error {
	aliases, err := checkMany(c)
	if err != nil {
		return err
	}
	m := &many{c: c}
	if m.found, err = record.FindMatches(c.Args().Slice()...); err != nil {
		return err
	}
	if len(m.found.Files) == 0 {
		return fmt.Errorf("no match in %s: %d files, and none is a record", c.Args().First(), len(m.found.Skipped))
	}
	if err := m.setOptions(); err != nil {
		return err
	}
	m.result = profile.NewSurvey(c.String("model"), m.options.Analysis.Plies, aliases)
	m.result.Skipped = append(m.result.Skipped, m.found.Skipped...)
	if err := m.analyse(); err != nil {
		return err
	}
	if m.result.Matches > 0 {
		if err := m.addProfiles(); err != nil {
			return err
		}
		if err := m.print(); err != nil {
			return err
		}
	}
	n := len(m.failures)
	if n == 0 {
		return nil
	}
	err = fmt.Errorf("%d of %d records could not be analysed completely", n, max(len(m.found.Files), m.result.Matches))
	if !c.Bool("keep-going") {
		err = withKeepGoing(err)
	}
	return err
}

// mostNotices is the maximal number of notices of records without the flag verbose.
const mostNotices = 20

// printNotices prints the notices of the readers of the records.
func (m *many) printNotices() {
	for i, text := range m.notices {
		if i == mostNotices && !m.c.Bool("verbose") {
			cliutil.Note(m.c, "%d more notices; --verbose prints them", len(m.notices)-i)
			return
		}
		cliutil.Note(m.c, "%s", text)
	}
}

// setOptions sets the options of the analysis.
func (m *many) setOptions() error {
	c := m.c
	o, err := analysisOptions(c, nil)
	if err != nil {
		return err
	}
	if !c.IsSet("candidates") {
		o.Candidates = cliutil.KeptCandidates
	}
	m.options.Analysis = *o
	m.variant = o.Static().Variant()
	if c.IsSet("jacoby-rule") {
		m.options.Prepare = func(r *record.Match) {
			if r.Length == 0 {
				r.Rules.Jacoby, r.Rules.JacobyAssumed = c.String("jacoby-rule") == "on", false
			}
		}
	}
	m.options.Cache, m.folder, err = cliutil.AnalysisCache(c, o)
	return err
}

// analyse analyses the records and prints warnings.
func (m *many) analyse() error {
	bar := cliutil.NewBar(m.c, "analysis", "matches")
	pool, close, err := cliutil.PoolFromFlags(m.c, bar, "")
	if err != nil {
		return err
	}
	defer close()
	m.options.Pool, m.options.Progress = pool, bar.Report
	bar.Begin(0, int64(len(m.found.Files)))
	err = analyses.Analyse(m.c.Context, m.found.Files, m.options, func(r *analyses.Result) error {
		m.take(r)
		return nil
	})
	bar.Finish()
	for _, failed := range m.failures {
		cliutil.Note(m.c, "%v", failed)
	}
	if err != nil && m.folder != "" {
		return cliutil.Resumable(err, "the finished analyses are kept in %s; resume with the same command", m.folder)
	}
	m.notes()
	return err
}

// take records the result of a file.
func (m *many) take(r *analyses.Result) {
	if fault := cmp.Or(r.Err, r.Fault); fault != nil {
		m.failures = append(m.failures, fault)
	}
	if r.Match != nil {
		for _, n := range r.Match.Notices {
			m.notices = append(m.notices, fmt.Sprintf("%s: %v", r.File, n))
		}
	}
	m.result.Add(r)
}

// notes prints the notices of records, which records were skipped or counted once, and how many analyses came
// from the cache.
func (m *many) notes() {
	m.printNotices()
	if n := len(m.found.Skipped); n > 0 && !m.c.Bool("verbose") {
		cliutil.Note(m.c, "skipped without a match: %s; --verbose names them", plaintext.Counted(n, "file", "files"))
	}
	if m.c.Bool("verbose") {
		for _, path := range m.found.Skipped {
			cliutil.Note(m.c, "%s: skipped, it contains no match", path)
		}
	}
	for _, d := range m.result.Duplicates {
		cliutil.Note(m.c, "%s: the same record as %s, counted once", d.File, d.SameAs)
	}
	if n := m.result.Others(m.variant); n > 0 {
		cliutil.Warn(m.c, "model %s was trained for %v, but %s of another variant",
			m.c.String("model"), m.variant, plaintext.Counted(n, "match is", "matches are"))
	}
	if m.result.Cached > 0 {
		cliutil.Note(m.c, "%d of %d analyses were in %s", m.result.Cached, len(m.found.Files), m.folder)
	}
	if m.options.Cache != nil {
		if err := m.options.Cache.Err(); err != nil {
			cliutil.Warn(m.c, "analyses are not kept: %v", err)
		}
	}
}
