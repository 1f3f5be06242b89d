package jobs

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/profile"
	"gammonlab/engine/analysis"
	"gammonlab/engine/named"
	"gammonlab/evalbench/analyses"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// Records has the settings of the analysis of the records of a library, with the profile of a
// player.
type Records struct {
	Folder string `json:"folder" help:"analyse the records below <FOLDER> of the library" shown:"the whole library"`
	Name   string `json:"name" help:"profile player <NAME>, spelled as in the records" shown:"the player of most matches"`
	Trend  int    `json:"trend" help:"number <N> of matches in each mean of the trend" shown:"a tenth of the matches, at least 5"`
	analysis.Options

	files []string // of the records
	cache string   // folder of the cache
}

// Validate returns an error for the first invalid setting.
func (r *Records) Validate() error {
	return cmp.Or(setting.Check("trend", r.Trend >= 0, "is %d, want at least 1", r.Trend), r.Options.Validate())
}

// library finds the records in the folders of the library, which clients name as the page of the
// library does.
func (r *Records) library(l *backend.Backend) error {
	roots := l.Matches
	own := library.OwnFolder(l)
	if _, err := os.Stat(own); err == nil {
		roots = append([]string{own}, roots...)
	}
	all, err := folders.Open(roots)
	if err != nil {
		return err
	}
	defer all.Close()
	found, err := library.Records(all)
	if err != nil {
		return err
	}
	r.cache = library.CacheFolder(l)
	below := filepath.ToSlash(filepath.Clean(r.Folder)) + "/"
	for i := range found {
		if r.Folder == "" || strings.HasPrefix(filepath.ToSlash(found[i].Name), below) {
			r.files = append(r.files, found[i].Path())
		}
	}
	return setting.Check("folder", r.files != nil, "%q has no records, want a folder of the library with records", r.Folder)
}

// Open finds the net and the match equity table.
func (r *Records) Open(o *named.Opener) error {
	r.KeepGoing = true
	return named.Open(&r.Options, o)
}

// recordsKind returns the kind of analyses of the library.
func recordsKind() *work.Entry {
	return work.New(work.Kind[Records, *profile.Survey]{
		Name: "analyze", Title: "Analysis of records", Unit: "files",
		Usage: "analyse the records of the library",
		About: "Analyse all records of the server's library, or of a folder in it, and profile a player. Finished analyses are kept, so an interrupted job continues.",
		Run:   runRecords,
	})
}

// runRecords analyses the records, and continues with those that are not in the cache.
func runRecords(ctx context.Context, r *Records, env *work.Env) (*profile.Survey, error) {
	o := analyses.Options{Analysis: r.Options, Progress: env.Count()}
	o.Analysis.Workers = env.Workers
	var err error
	if o.Cache, err = analyses.NewCache(r.cache, r.Options); err != nil {
		return nil, err
	}
	survey := profile.NewSurvey(fmt.Sprint(r.Model.Name), &r.Options.Depths, nil)
	if err := analyses.Analyse(ctx, r.files, o, func(one *analyses.Result) error {
		if one.Match == nil {
			survey.Skipped = append(survey.Skipped, filepath.Base(one.File)) // clients do not know the folder
			return nil
		}
		one.File = filepath.Base(one.File)
		survey.Add(one)
		return nil
	}); err != nil {
		return nil, err
	}
	if survey.Matches > 0 {
		if err := survey.Profile(r.Name, profile.Options{Block: r.Trend}); err != nil {
			return nil, setting.Errorf("%s: %w", setting.Name("name"), err)
		}
	}
	return survey, nil
}
