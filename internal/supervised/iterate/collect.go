package iterate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"gammonlab/datasets"
	"gammonlab/datasets/generate"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/internal/digest"
	"gammonlab/internal/journal"
	"gammonlab/internal/version"
	"gammonlab/nets"
)

// Databases of a generation.
const (
	positionsFile = "positions.parquet"
	labelledFile  = "labelled.parquet"
	windowFile    = "window.parquet" // merged training databases, if there are several
)

// Keys of their provenance.
const (
	keySettings   = "iterate_settings"
	keyGeneration = "iterate_generation"
)

// has reports whether a database of the generation exists. It returns an error if the
// database was made with other settings.
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
		return false, fmt.Errorf("%s belongs to another run or was made with other settings: remove it", path)
	}
	// The process that made the database may have been killed before it removed the
	// journal.
	if err := os.Remove(path + journal.Suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	return true, nil
}

// identity is the value by which [generation.has] recognises databases.
func (g *generation) identity() map[string]string {
	return map[string]string{keySettings: g.key(), keyGeneration: strconv.Itoa(g.number)}
}

// playerName names the best net in the sources of rows.
func (g *generation) playerName() string {
	if g.from.Generation == 0 {
		return "start"
	}
	return fmt.Sprintf("generation %d", g.from.Generation)
}

// play collects positions from games of the best net into a database.
func (g *generation) play(ctx context.Context, settings *generate.Settings, file string, s uint64) error {
	settings.Out, settings.Seed, settings.Workers, settings.Pool = g.path(file), s, g.options.Workers, g.options.Pool
	settings.Identity, settings.Bearoff.Name = g.identity(), g.doc.Bearoff
	err := settings.Open(&named.Opener{
		Model:     func(string) (*nets.Model, error) { return g.best, nil },
		Databases: func(string) (*engine.Databases, error) { return g.options.Databases, nil },
	})
	if err != nil {
		return err
	}
	counts, err := generate.Run(ctx, settings)
	if err == nil && counts.Positions == 0 {
		err = errors.New("no position of the games matches the settings")
	}
	return err
}

// generate collects positions, with labels if generate.trace is set.
func (g *generation) generate(ctx context.Context) error {
	s := g.seed(Generating)
	out := positionsFile
	if g.doc.Generate.Lambda != nil {
		out = labelledFile
	}
	for _, name := range []string{labelledFile, out} {
		if there, err := g.has(name); there || err != nil {
			return g.failedIf(Generating, err)
		}
	}
	settings := g.doc.Generate.settings(g.best.Variant, g.playerName())
	var err error
	if settings.Drawn, err = g.starts(); err == nil {
		settings.Progress = g.doc.Generate.progress(settings.Total(), g.begin(Generating))
		err = g.play(ctx, settings, out, s)
	}
	return g.failedIf(Generating, err)
}

func (g *generation) failedIf(step Step, err error) error {
	if err == nil {
		return nil
	}
	return g.failed(step, err)
}

// label labels the positions, unless they are labelled already, and records the change
// of the labels.
func (g *generation) label(ctx context.Context) error {
	if g.doc.Generate.Lambda != nil {
		return g.failedIf(Labelling, g.survey(ctx))
	}
	settings := *g.doc.Label
	settings.Seed = g.seed(Labelling)
	there, err := g.has(labelledFile)
	if err != nil {
		return g.failed(Labelling, err)
	}
	if !there {
		labeller, err := label.New(engine.NewStatic(g.best, g.options.Databases), settings)
		if err != nil {
			return g.failed(Labelling, err)
		}
		progress := g.begin(Labelling)
		_, err = label.Run(ctx, label.Job{
			In: g.path(positionsFile), Out: g.path(labelledFile), Labeller: labeller, Workers: g.options.Workers, Pool: g.options.Pool,
			Progress: func(s *label.Summary) { progress(s.Labelled+s.Unknown, s.Wanted) },
		})
		if err != nil {
			return g.failed(Labelling, err)
		}
	}
	return g.failedIf(Labelling, g.survey(ctx))
}

// merge merges the databases of the window, if there are several, newest first: among
// labels of equal quality, the newest counts.
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

// window lists the training databases. It returns an error if one has changed since it
// was made.
func (g *generation) window() ([]database, error) {
	sum, err := digest.File(g.path(labelledFile))
	if err != nil {
		return nil, err
	}
	all := []database{{g.number, g.record.Positions, sum}}
	for n := g.number - 1; n >= 1 && n > g.number-g.doc.Window; n-- {
		d := g.done[n].Databases[0]
		path := g.labelled(n)
		if sum, err = digest.File(path); err != nil {
			return nil, err
		}
		if sum != d.SHA256 {
			return nil, fmt.Errorf("%s has changed since it was made: its digest is %s, not %s", path, sum, d.SHA256)
		}
		all = append(all, d)
	}
	return all, nil
}

// labelled returns the path of a generation's database.
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
