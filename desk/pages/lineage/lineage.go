// Package lineage implements the page of the nets that recipes have made, as a tree.
//
// Not for other modules.
package lineage

import (
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/site"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/recipe"
)

//go:embed lineage.html
var pageText string

//go:embed lineage.css
var style []byte

// Paths of the page and of the call.
const (
	path    = "/nets"
	apiPath = "/api/v1/nets"
)

// server contains what the page and the call share.
type server struct {
	folders  []string
	template *template.Template
	site     *site.Site
}

// Register adds the page and the call.
func Register(s *site.Site, l *backend.Backend) error {
	s.AddAsset("lineage.css", style)
	t, err := s.Parse(pageText)
	if err != nil {
		return err
	}
	server := &server{l.Runs, t, s}
	s.AddLink(site.Link{Path: path, Name: "Nets", Purpose: "Where nets come from: the nets of recipes as a tree, with their strength."})
	s.Page("GET "+path, server.page)
	s.Call("GET "+apiPath, server.answer)
	return nil
}

// nets returns the trees of the stores in the folders, and the errors of stores that cannot be
// read.
func (s *server) nets() (all []recipe.Net, damaged []error) {
	all = []recipe.Net{}
	var found []string
	for _, folder := range s.folders {
		stores, err := recipe.FindStores(folder)
		if err != nil {
			return nil, []error{err}
		}
		found = append(found, stores...)
	}
	slices.Sort(found)
	for _, store := range slices.Compact(found) {
		tree, err := recipe.History([]string{store})
		if err != nil {
			damaged = append(damaged, err)
			continue
		}
		all = append(all, tree...)
	}
	return all, damaged
}

// answer writes the trees.
func (s *server) answer(w http.ResponseWriter, _ *http.Request) error {
	all, damaged := s.nets()
	a := struct {
		Nets    []recipe.Net `json:"nets"`
		Damaged []string     `json:"damaged"`
	}{all, []string{}}
	for _, err := range damaged {
		a.Damaged = append(a.Damaged, err.Error())
	}
	return site.WriteJSON(w, http.StatusOK, &a)
}

// view is the data of the page.
type view struct {
	Rows    []row
	Damaged []error
	Charts  []htmlpage.Figure
}

// row is a net in the table.
type row struct {
	*recipe.Net
	Depth int
}

// page writes the page.
func (s *server) page(w http.ResponseWriter, r *http.Request) error {
	all, damaged := s.nets()
	v := &view{Damaged: damaged}
	recipe.Walk(all, func(n *recipe.Net, depth int) { v.Rows = append(v.Rows, row{n, depth}) })
	if f, ok := v.errorChart(); ok {
		v.Charts = append(v.Charts, f)
	}
	return s.site.Show(w, r, s.template, "Nets", v)
}

// errorChart draws the errors of the nets over the core-hours of all work from which they come.
func (v *view) errorChart() (htmlpage.Figure, bool) {
	nets := slices.DeleteFunc(slices.Clone(v.Rows), func(r row) bool { return r.RMSE == nil || !(r.SoFar > 0) })
	slices.SortStableFunc(nets, func(a, b row) int {
		switch {
		case a.SoFar < b.SoFar:
			return -1
		case a.SoFar > b.SoFar:
			return 1
		}
		return 0
	})
	line := chart.Set{Name: "nets"}
	for _, n := range nets {
		line.X, line.Y = append(line.X, n.SoFar), append(line.Y, *n.RMSE)
	}
	return htmlpage.Figure{
		Title: "Error by work", Caption: "root mean square error of the equity on validation positions, mEq, over the core-hours of all work from which a net comes",
		Picture: chart.Graph{XLabel: "core-hours", YLabel: "RMSE, mEq", Sets: []chart.Set{line}},
	}, len(nets) > 1
}

// Class returns the style class of the net's fate.
func (r row) Class() string {
	return map[string]string{recipe.Kept: "done", recipe.NotKept: "dead"}[r.Fate]
}

// Indent returns the style class of the depth in the tree.
func (r row) Indent() string { return fmt.Sprintf("depth%d", min(r.Depth, deepest)) }

// deepest is the depth from which on the page does not indent further.
const deepest = 9

// Digest returns the beginning of the digest.
func (r row) Digest() string {
	const shown = 12
	return r.Model[:min(shown, len(r.Model))]
}

// Error returns the error of the net in mEq, "" if it is unknown.
func (r row) Error() string {
	if r.RMSE == nil {
		return ""
	}
	return fmt.Sprintf("%.1f", *r.RMSE)
}

// Hours formats core-hours.
func (r row) Hours() string { return hoursText(r.CoreHours) }

// AllHours formats the core-hours of all work from which the net comes.
func (r row) AllHours() string { return hoursText(r.SoFar) }

func hoursText(hours float64) string {
	const least = 0.01
	if hours > 0 && hours < least {
		return "< 0.01"
	}
	return runs.Number(hours)
}

// Strength returns the results of the net as text.
func (r row) Strength() []string {
	var all []string
	for _, m := range r.Matches {
		text := strings.Replace(fmt.Sprintf("%+.1f ± %.1f", m.MEq, m.Margin), "-", "−", 1) + " against " + m.Against
		if m.Opponent == recipe.Parent {
			text += " (parent)"
		}
		all = append(all, text)
	}
	for _, e := range r.Errors {
		all = append(all, fmt.Sprintf("RMSE %.1f ± %.1f mEq on %s", e.RMSE, e.Margin, e.Step))
	}
	return all
}
