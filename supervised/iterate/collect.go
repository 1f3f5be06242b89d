package iterate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/journal"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/internal/version"
)

// Databases of a generation.
const (
	positionsFile = "positions.parquet"
	labelledFile  = "labelled.parquet"
	windowFile    = "window.parquet" // those that are trained on, if there are several
)

// Keys of their provenance.
const (
	keySettings   = "iterate_settings"
	keyGeneration = "iterate_generation"
)

// has reports whether a database of the generation is there. One that was made
// with other settings is an error.
func (g *generation) has(name string) (bool, error) {
	path := g.path(name)
	if there, err := exists(path); !there || err != nil {
		return false, err
	}
	file, err := datasets.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	p := file.Meta().Provenance
	if p[keySettings] != g.key() || p[keyGeneration] != strconv.Itoa(g.number) {
		return false, fmt.Errorf("%s is of another run, or was made with other settings: remove it", path)
	}
	// Whoever made it may have been killed before it removed this.
	if err := os.Remove(path + journal.Suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	return true, nil
}

// identity is what [generation.has] knows databases by.
func (g *generation) identity() map[string]string {
	return map[string]string{keySettings: g.key(), keyGeneration: strconv.Itoa(g.number)}
}

// generate collects positions.
func (g *generation) generate(ctx context.Context) error {
	s := g.seed(Generating)
	for _, name := range []string{labelledFile, positionsFile} {
		if there, err := g.has(name); there || err != nil {
			return g.failedIf(Generating, err)
		}
	}
	name := "start"
	if g.from.Generation > 0 {
		name = fmt.Sprintf("generation %d", g.from.Generation)
	}
	settings, err := g.doc.Generate.settings(engine.NewStatic(g.best, g.options.Databases), name)
	if err != nil {
		return err
	}
	settings.Out, settings.Seed, settings.Workers = g.path(positionsFile), s, g.options.Workers
	settings.Identity = g.identity()
	settings.Identity["player_model"] = g.from.Model
	settings.Identity["bearoff"] = strings.Join(g.doc.Databases, ", ")
	progress, total := g.begin(Generating), settings.Total()
	settings.Progress = func(n *generate.Counts) { progress(n.Positions, total) }
	counts, err := generate.Run(ctx, settings)
	if err == nil && counts.Positions == 0 {
		err = errors.New("the games brought no position that is wanted")
	}
	return g.failedIf(Generating, err)
}

func (g *generation) failedIf(step Step, err error) error {
	if err == nil {
		return nil
	}
	return g.failed(step, err)
}

// label labels the positions and notes how much there is to learn.
func (g *generation) label(ctx context.Context) error {
	settings := g.doc.Label.settings(g.seed(Labelling))
	there, err := g.has(labelledFile)
	if err != nil {
		return g.failed(Labelling, err)
	}
	if !there {
		labeller, err := label.New(g.best, g.options.Databases, settings)
		if err != nil {
			return g.failed(Labelling, err)
		}
		progress := g.begin(Labelling)
		_, err = label.Run(ctx, label.Job{
			In: g.path(positionsFile), Out: g.path(labelledFile), Labeller: labeller, Workers: g.options.Workers,
			Progress: func(s *label.Summary) { progress(s.Labelled+s.Unknown, s.Wanted) },
		})
		if err != nil {
			return g.failed(Labelling, err)
		}
	}
	return g.failedIf(Labelling, g.survey(ctx))
}

// merge puts the databases of the window together, if there are several, newest
// first: of labels that are equally good, the newest counts.
func (g *generation) merge(ctx context.Context) error {
	databases, err := g.window()
	if err != nil {
		return g.failed(Merging, err)
	}
	g.record.Databases = databases
	g.record.Rows = databases[0].Rows
	if len(databases) == 1 {
		return nil
	}
	there, err := g.has(windowFile)
	if err == nil && !there {
		err = g.mergeInto(ctx, g.path(windowFile), databases)
	}
	if err == nil {
		g.record.Rows, err = lengthOf(g.path(windowFile))
	}
	return g.failedIf(Merging, err)
}

// window lists the databases to train on, none of which may have changed since it
// was made.
func (g *generation) window() ([]database, error) {
	sum, err := datasets.Digest(g.path(labelledFile))
	if err != nil {
		return nil, err
	}
	all := []database{{g.number, g.record.Positions, sum}}
	for n := g.number - 1; n >= 1 && n > g.number-g.doc.Window; n-- {
		d := g.done[n].Databases[0]
		path := g.labelled(n)
		if sum, err = datasets.Digest(path); err != nil {
			return nil, err
		}
		if sum != d.SHA256 {
			return nil, fmt.Errorf("%s has changed since it was made: its digest is %s, not %s", path, sum, d.SHA256)
		}
		all = append(all, d)
	}
	return all, nil
}

// labelled returns the path of the database that a generation made.
func (f *Folder) labelled(generation int) string {
	return filepath.Join(f.generationDir(generation), labelledFile)
}

// mergeInto merges the databases.
func (g *generation) mergeInto(ctx context.Context, out string, databases []database) error {
	provenance := g.identity()
	provenance["made_by"], provenance["toolkit"] = "gammonlab train iterate", version.Toolkit
	total := int64(0)
	var files []string
	for i, d := range databases {
		provenance[fmt.Sprintf("database_%d", i+1)] = d.SHA256
		total += 2 * d.Rows // all rows are read twice
		files = append(files, g.labelled(d.Generation))
	}
	progress, done := g.begin(Merging), int64(0)
	_, err := datasets.Merge(ctx, out, files, datasets.MergeOptions{
		Provenance: provenance,
		Progress:   func(rows int) { done += int64(rows); progress(done, total) },
	})
	return err
}

func lengthOf(path string) (int64, error) {
	file, err := datasets.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return file.Len(), nil
}
