package kinds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gammonlab/board/record"
	"gammonlab/desk/profile"
	"gammonlab/evalbench/analyses"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// profileWork has the settings of the profile of a player.
type profileWork struct {
	Name    string   `json:"name,omitempty" help:"profile player <NAME>, spelled as in the records (default: the player of most matches)"`
	Alias   []string `json:"alias,omitempty" help:"count games of OTHER as games of NAME: <OTHER=NAME>"`
	Trend   int      `json:"trend,omitempty" shown:"a tenth of the matches, at least 5" help:"number <N> of matches in each mean of the trend"`
	Plot    string   `json:"plot,omitempty" input:"command" path:"out" help:"draw the trend in <FILE>, .png, .svg or .pdf"`
	Cache   string   `json:"cache,omitempty" shown:"the program's cache folder" help:"cache <FOLDER> for analyses, or none"`
	Verbose bool     `json:"verbose,omitempty" help:"print the names of skipped files"`
}

// ofProfiles are the settings that ask for a profile, also of one record.
var ofProfiles = []setting.Name{"name", "alias", "trend", "plot"}

// checkMany returns an error about the settings of the analysis of many records.
func (w *analyzeWork) checkMany() (err error) {
	if i := slices.IndexFunc(ofOneRecord, w.given); i >= 0 {
		return setting.Errorf("%s is for the report of one record", ofOneRecord[i])
	}
	if slices.Contains(w.Files, record.Stdin) {
		return errors.New("standard input is one record, want files or folders")
	}
	w.aliases, err = w.readAliases()
	return cmp.Or(
		setting.Check("trend", !w.given("trend") || w.Trend >= 1, "is %d, want at least 1", w.Trend),
		checkPicture("plot", w.Plot),
		err,
	)
}

// readAliases returns the names that stand for other names.
func (w *profileWork) readAliases() (map[string]string, error) {
	const alias = setting.Name("alias")
	all := map[string]string{}
	for _, text := range w.Alias {
		other, name, ok := strings.Cut(text, "=")
		if !ok || other == "" || name == "" || other == name {
			return nil, setting.Errorf("%s is %q, want OTHER=NAME, two names of a player", alias, text)
		}
		if was, ok := all[other]; ok && was != name {
			return nil, setting.Errorf("%s counts %q as %q and as %q", alias, other, was, name)
		}
		all[other] = name
	}
	for other, name := range all {
		if further, ok := all[name]; ok {
			return nil, setting.Errorf("%s counts %q as %q, and this as %q: name the last one for both", alias, other, name, further)
		}
	}
	return all, nil
}

// survey is the analysis of many records.
type survey struct {
	*analyzeWork
	env      *work.Env
	found    *record.Found
	options  analyses.Options
	folder   string // folder of the cache, "" for none
	result   *profile.Survey
	failures []error
	notices  []string // of the readers of the records
}

// analyseMany analyses many records and prints the profiles of their players.
func analyseMany(ctx context.Context, w *analyzeWork, env *work.Env) error {
	m := &survey{analyzeWork: w, env: env}
	var err error
	if m.found, err = record.FindMatches(w.Files...); err != nil {
		return err
	}
	if len(m.found.Files) == 0 {
		return fmt.Errorf("no match in %s: %d files, and none is a record", w.Files[0], len(m.found.Skipped))
	}
	if err := m.setOptions(); err != nil {
		return err
	}
	m.result = profile.NewSurvey(w.Model.Name, &w.Depths, w.aliases)
	m.result.Skipped = append(m.result.Skipped, m.found.Skipped...)
	if err := m.analyse(ctx); err != nil {
		return err
	}
	if m.result.Matches > 0 {
		if err := m.print(); err != nil {
			return err
		}
	}
	n := len(m.failures)
	if n == 0 {
		return nil
	}
	err = fmt.Errorf("%d of %d records could not be analysed completely", n, max(len(m.found.Files), m.result.Matches))
	if !w.KeepGoing {
		err = withKeepGoing(err)
	}
	return err
}

// setOptions sets the options of the analysis.
func (m *survey) setOptions() (err error) {
	if !m.given("candidates") {
		m.Candidates = analyses.KeptCandidates
	}
	m.options = analyses.Options{Analysis: m.Options, Prepare: m.setJacoby, Pool: m.env.Pool, Progress: func(done, total int64) {
		m.env.Progress(work.Progress{Done: done, Total: total, Unit: "matches"})
	}}
	if m.folder, err = analyses.CacheFolder(m.Cache); err != nil {
		return fmt.Errorf("%w (--cache names one)", err)
	}
	if m.folder != "" {
		m.options.Cache, err = analyses.NewCache(m.folder, m.Options)
	}
	return err
}

// analyse analyses the records and prints warnings.
func (m *survey) analyse(ctx context.Context) error {
	m.options.Progress(0, int64(len(m.found.Files)))
	err := analyses.Analyse(ctx, m.found.Files, m.options, func(r *analyses.Result) error {
		m.take(r)
		return nil
	})
	for _, failed := range m.failures {
		m.env.Note(failed.Error())
	}
	if err != nil && m.folder != "" {
		return work.Kept(err, fmt.Sprintf("the finished analyses are kept in %s", m.folder))
	}
	m.notes()
	return err
}

// take records the result of a file.
func (m *survey) take(r *analyses.Result) {
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

// notes prints the notices of records, which records were skipped or counted once, and how many
// analyses came from the cache.
func (m *survey) notes() {
	m.printNotices()
	if n := len(m.found.Skipped); n > 0 && !m.Verbose {
		m.note("skipped without a match: %s; --verbose names them", plaintext.Counted(n, "file", "files"))
	}
	if m.Verbose {
		for _, path := range m.found.Skipped {
			m.note("%s: skipped, it contains no match", path)
		}
	}
	for _, d := range m.result.Duplicates {
		m.note("%s: the same record as %s, counted once", d.File, d.SameAs)
	}
	variant := m.Trained()
	if n := m.result.Others(variant); n > 0 {
		m.env.Warn(fmt.Sprintf("model %s was trained for %v, but %s of another variant", m.Model.Name, variant, plaintext.Counted(n, "match is", "matches are")))
	}
	if m.result.Cached > 0 {
		m.note("%d of %d analyses were in %s", m.result.Cached, len(m.found.Files), m.folder)
	}
	if m.options.Cache != nil {
		if err := m.options.Cache.Err(); err != nil {
			m.env.Warn(fmt.Sprintf("analyses are not kept: %v", err))
		}
	}
}

// mostNotices is the maximal number of notices of records without the setting verbose.
const mostNotices = 20

// printNotices prints the notices of the readers of the records.
func (m *survey) printNotices() {
	for i, text := range m.notices {
		if i == mostNotices && !m.Verbose {
			m.note("%d more notices; --verbose prints them", len(m.notices)-i)
			return
		}
		m.note("%s", text)
	}
}

// note tells the user something.
func (m *survey) note(format string, args ...any) { m.env.Note(fmt.Sprintf(format, args...)) }

// print adds the profile of the named player or, if none is named, those of the players in most
// matches, draws the trend and prints the result.
func (m *survey) print() error {
	if err := m.result.Profile(m.Name, profile.Options{Block: m.Trend}); err != nil {
		return work.Refused(fmt.Errorf("--name: %w", err))
	}
	if err := m.draw(); err != nil {
		return err
	}
	return m.env.Print(m.result)
}

// draw draws the trend of the only profile.
func (m *survey) draw() error {
	switch {
	case m.Plot == "":
		return nil
	case len(m.result.Profiles) != 1:
		return work.Refused(fmt.Errorf("--plot draws one player: name one by --name, of: %s", m.result.PlayersText()))
	case m.result.Profiles[0].Trend == nil:
		return errors.New("--plot: one match has no trend")
	}
	return m.result.Profiles[0].Chart().Write(m.Plot)
}
