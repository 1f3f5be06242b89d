// Package jobs starts long work from a page or a call: a form and a body that follow from
// the settings of the work, a page with the result so far, and the calls under
// /api/v1/jobs. A kind of work needs only an entry in the catalogue, see package work.
//
// Not for other modules.
package jobs

import (
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/desk/pages/scheduler"
	"gammonlab/internal/output"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/work"
	"gammonlab/work/paths"
)

// Kind is a kind of work that can be started.
type Kind struct {
	*work.Entry
	Name string // that of the entry with - for blanks, such as bench-match
}

// kindsOf returns the kinds of entries.
func kindsOf(entries []*work.Entry) []Kind {
	var all []Kind
	for _, e := range entries {
		all = append(all, Kind{e, strings.ReplaceAll(e.Name, " ", "-")})
	}
	return all
}

// catalogued returns the kinds of work of the catalogue that a server can do. Questions have
// pages and calls of their own.
func catalogued() []*work.Entry {
	return slices.DeleteFunc(work.All(), func(e *work.Entry) bool { return e.Local || e.Asks() })
}

// file returns the name of the file that the server makes for the work, since clients cannot name
// it; "" for none.
func (k *Kind) file() string {
	if main := paths.Main(k.New()); main != nil && ours(main) {
		return main.File()
	}
	return ""
}

// made returns the path of the database or the model that open settings name as output, "" for
// none.
func (k *Kind) made(settings any) string {
	main := paths.Main(settings)
	switch {
	case main == nil || ours(main):
		return ""
	case main.Kind == output.RunFolder:
		return filepath.Join(main.String(), runfolder.ModelFile)
	}
	return main.String()
}

// ours reports whether the server chooses the path of a file, since clients cannot.
func ours(p *paths.Path) bool { return p.Tag.Get("input") == "command" && p.File() != "" }

// choosePaths sets the paths of files that clients do not name: out is that of the file that the
// work makes, and folder keeps what an interrupted attempt leaves for the next one; "" for none.
func choosePaths(settings any, out, folder string) error {
	for _, p := range paths.Of(settings) {
		path := out
		if p.Kind == output.Kept {
			path = ""
			if folder != "" {
				path = filepath.Join(folder, p.File())
			}
		}
		if !ours(&p) || path == "" {
			continue
		}
		if err := p.Set(path); err != nil {
			return setting.In(p.Name, err)
		}
	}
	return nil
}

// lane returns the queue of the kind: users wait for rollouts.
func (k *Kind) lane() scheduler.Lane {
	if k.Name == "rollout" {
		return scheduler.Quick
	}
	return scheduler.Long
}

// Short returns the first sentence of what the work does.
func (k *Kind) Short() string {
	first, _, _ := strings.Cut(k.About, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// group is a part of the list of kinds.
type group struct {
	Title string
	Kinds []Kind
}

// titles are the titles of groups, by the first words of the names of their kinds. The last one
// has the kinds that other modules add to the program.
var titles = []struct{ title, words string }{
	{"Play and measure", "bench rating rollout openings"}, {"Records", "analyze"}, {"Collect positions", "dataset"}, {"Train", "train features weights"}, {"Databases of endings", "bearoff"},
	{"More work of this program", ""},
}

// groups returns all kinds by what they do, without groups that have none.
func groups() []group {
	all := make([]group, len(titles))
	for i := range titles {
		all[i].Title = titles[i].title
	}
	for _, k := range Kinds() {
		i := slices.IndexFunc(titles, func(of struct{ title, words string }) bool {
			return of.words == "" || slices.Contains(strings.Fields(of.words), k.Group())
		})
		all[i].Kinds = append(all[i].Kinds, k)
	}
	return slices.DeleteFunc(all, func(g group) bool { return len(g.Kinds) == 0 })
}

// kindOf returns the kind with a name, nil if there is none.
func kindOf(name string) *Kind {
	all := Kinds()
	i := slices.IndexFunc(all, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return &all[i]
}
