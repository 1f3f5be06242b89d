// Package jobs starts long work from a page or a call: a form and a body that follow from
// the settings of the work, a page with the result so far, and the calls under
// /api/v1/jobs. A kind of work needs only an entry in [Kinds].
//
// Not for other modules.
package jobs

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/desk/pages/scheduler"
	"gammonlab/engine/named"
	"gammonlab/engine/rollout"
)

// Kind is a kind of work.
type Kind struct {
	Name    string // the command's name with - for blanks, such as bench-match
	Title   string
	Purpose string

	// New returns the settings of new work: a pointer to a struct.
	New func() any

	// Open finds what settings name.
	Open func(settings any, o *named.Opener) error

	// File is the name of the file that the work makes, "" for none.
	File string

	// Out returns the path of the database that settings name as output; nil for none.
	Out func(settings any) string

	// Run does the work of settings that are open and returns its result. After an error
	// the result is nil or incomplete.
	Run func(ctx context.Context, settings any, m Means) (*Result, error)
}

// Means are what work has at its disposal.
type Means struct {
	Workers int
	Out     string                     // path of the file that the work makes
	Folder  string                     // folder in which an interrupted attempt keeps its results for the next one; "" for none
	Show    func(soFar func() *Result) // shows the result so far
}

// count returns the function that shows how much of the work is done.
func (m *Means) count(unit string) func(done, total int64) {
	return func(done, total int64) {
		m.Show(func() *Result {
			return &Result{map[string]int64{"done": done, "of": total}, fmt.Sprintf("%d of %d %s\n", done, total, unit)}
		})
	}
}

// keep returns the path of a file that keeps results for the next attempt, "" for none.
func (m *Means) keep(name string) string {
	if m.Folder == "" {
		return ""
	}
	return filepath.Join(m.Folder, name)
}

// Settings is a pointer to a struct as [setting.Field] describes it.
type Settings interface {
	Open(*named.Opener) error // finds what the settings name
}

// Result is the result of work, as JSON and as text, as the command prints it.
type Result struct {
	JSON any
	Text string
}

// lane returns the queue of the kind: users wait for rollouts.
func (k *Kind) lane() scheduler.Lane {
	if k.Name == "rollout" {
		return scheduler.Quick
	}
	return scheduler.Long
}

// Short returns the first sentence of the purpose.
func (k *Kind) Short() string {
	first, _, _ := strings.Cut(k.Purpose, ". ")
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
		word, _, _ := strings.Cut(k.Name, "-")
		i := slices.IndexFunc(titles, func(of struct{ title, words string }) bool {
			return of.words == "" || slices.Contains(strings.Fields(of.words), word)
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

// of returns a kind of work whose settings are of type S.
func of[S any, P interface {
	*S
	Settings
}](name, title, purpose string, run func(ctx context.Context, settings P, by Means) (*Result, error)) Kind {
	return Kind{
		Name: name, Title: title, Purpose: purpose,
		New:  func() any { return new(S) },
		Open: func(settings any, o *named.Opener) error { return settings.(P).Open(o) },
		Run: func(ctx context.Context, settings any, by Means) (*Result, error) {
			return run(ctx, settings.(P), by)
		},
	}
}

// resultOf returns the result of work that prints itself.
func resultOf(r interface{ Text() string }) *Result { return &Result{r, r.Text()} }

// rolloutKind returns the kind of rollouts.
func rolloutKind() Kind {
	return of("rollout", "Rollout", "Roll out a position, plays of a roll or a cube decision, at the score and the cube of the position.", runRollout)
}

func runRollout(ctx context.Context, w *Rollout, by Means) (*Result, error) {
	w.State = cmp.Or(w.State, by.keep("trials"))
	r, err := w.Run(ctx, by.Workers, func(soFar func() *rollout.Report) error {
		by.Show(func() *Result { return resultOf(soFar()) })
		return nil
	})
	if r == nil {
		return nil, err
	}
	return resultOf(r), err
}
