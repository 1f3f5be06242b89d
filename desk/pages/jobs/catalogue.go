package jobs

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"gammonlab/internal/output"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/work"
	"gammonlab/work/paths"
)

// catalogued returns the kinds of work of the catalogue that a server can do. Questions have
// pages and calls of their own.
func catalogued() []Kind {
	var all []Kind
	for _, e := range work.All() {
		if !e.Local && !e.Asks() {
			all = append(all, ofEntry(e))
		}
	}
	return all
}

// ofEntry returns a kind of the catalogue as one of jobs.
func ofEntry(e *work.Entry) Kind {
	k := Kind{
		Name: strings.ReplaceAll(e.Name, " ", "-"), Title: e.Title, Purpose: e.About,
		New: e.New, Open: e.Open,
		Run: func(ctx context.Context, settings any, by Means) (*Result, error) {
			return runEntry(ctx, e, settings, by)
		},
	}
	if main := paths.Main(e.New()); main != nil {
		if ours(main) {
			k.File = main.File()
		} else {
			k.Out = madeBy
		}
	}
	return k
}

// ours reports whether the server chooses the path of a file, since clients cannot.
func ours(p *paths.Path) bool { return p.Tag.Get("input") == "command" && p.File() != "" }

// madeBy returns the path of the main output of open settings.
func madeBy(settings any) string {
	main := paths.Main(settings)
	if main.Kind == output.RunFolder {
		return filepath.Join(main.String(), runfolder.ModelFile)
	}
	return main.String()
}

// runEntry does work of a kind of the catalogue. The server chooses the paths of the files that
// clients do not name.
func runEntry(ctx context.Context, e *work.Entry, settings any, by Means) (*Result, error) {
	for _, p := range paths.Of(settings) {
		path := by.Out
		if p.Kind == output.Kept {
			path = by.keep(p.File())
		}
		if !ours(&p) || path == "" {
			continue
		}
		if err := p.Set(path); err != nil {
			return nil, setting.In(p.Name, err)
		}
	}
	r, err := e.Run(ctx, settings, &work.Env{
		Workers: by.Workers,
		Print: func(r work.Result) error {
			by.Show(func() *Result { return entryResult(r) })
			return nil
		},
		Note: func(string) {}, Warn: func(string) {}, Reads: func(string, ...string) error { return nil },
		Progress: func(p work.Progress) {
			if p.Result != nil {
				by.Show(func() *Result { return entryResult(p.Result()) })
				return
			}
			unit := cmp.Or(p.Unit, e.Unit)
			if p.Step != "" && p.Unit == "" {
				unit += ", " + p.Step
			}
			by.count(unit)(p.Done, p.Total)
		},
	})
	return entryResult(r), err
}

// entryResult returns a result, which may be nil, without the folders of files, which clients do
// not know.
func entryResult(r work.Result) *Result {
	if r == nil {
		return nil
	}
	if of, ok := r.(interface{ HideFolders() }); ok {
		of.HideFolders()
	}
	return resultOf(r)
}
