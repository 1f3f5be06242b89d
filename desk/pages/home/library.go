package home

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/paste"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/spots"
	"gammonlab/internal/plaintext"
)

// mostHits is the maximal number of found positions.
const mostHits = 200

// libraryPage is the data of the page of the library.
type libraryPage struct {
	*paste.Form
	Rows     []matchRow
	Players  []string
	Kept     string // where the matches are kept, "" if only until the server stops
	Query    url.Values
	Searched bool
	Hits     []hit
	More     bool // there are more hits
	Missing  int  // matches that the search for errors left out, as they were not analysed
	Fault    string
	Work     *status
}

// matchRow is a match in the list.
type matchRow struct {
	*library.Entry
	PR []string // of both players, nil if the match was not analysed
}

// hit is a found decision.
type hit struct {
	*library.Entry
	spots.Spot
	Link string
}

// Cost returns the cost of the decision, "" if it is unknown.
func (h *hit) Cost() string {
	if h.Error == nil {
		return ""
	}
	return plaintext.Fixed(float32(-h.Error.Equity), 3)
}

// Roll returns the dice, "" before the roll.
func (h *hit) Roll() string {
	if !h.Spot.Match.Dice.Valid() {
		return ""
	}
	return h.Spot.Match.Dice.String()
}

func (s *status) read() error {
	if len(s.Result) == 0 {
		return nil
	}
	return json.Unmarshal(s.Result, &s.progress)
}

func (d *desk) registerLibrary() error {
	t, err := d.site.Parse(assetsText + paste.Template + libraryText)
	if err != nil {
		return err
	}
	d.site.Page("GET "+libraryPath, func(w http.ResponseWriter, r *http.Request) error {
		p, err := d.library(r.URL.Query())
		if err != nil {
			return err
		}
		return d.page(w, r, t, "Library", p, p.Fault)
	})
	d.site.AddUpload("POST "+libraryPath, paste.MaxBody, func(w http.ResponseWriter, r *http.Request) error { return d.add(t, w, r) })
	d.site.Page("POST "+libraryPath+"/work", func(w http.ResponseWriter, r *http.Request) error {
		j, err := d.Judge("", models.UsualPlies)
		if err == nil {
			err = d.start(j, nil)
		}
		if err != nil {
			return err
		}
		return back(w, r, r.FormValue("to"))
	})
	d.site.Page("POST "+libraryPath+"/{id}/remove", func(w http.ResponseWriter, r *http.Request) error {
		if err := d.Remove(r.PathValue("id")); err != nil {
			return err
		}
		return back(w, r, libraryPath)
	})
	return nil
}

// library returns the data of the page.
func (d *desk) library(q url.Values) (*libraryPage, error) {
	p := &libraryPage{Form: paste.NewForm(d.backend, ""), Query: q, Kept: d.backend.Save}
	entries, err := d.Entries()
	if err != nil {
		return nil, err
	}
	if p.Work, err = d.status(libraryPath); err != nil {
		return nil, err
	}
	p.Players = players(entries)
	j, err := d.Judge("", models.UsualPlies)
	if err != nil {
		return nil, err
	}
	all, _, err := d.Analyses(entries, j)
	if err != nil {
		return nil, err
	}
	reports := map[string]*analysis.Report{}
	for _, m := range all {
		reports[m.ID] = m.Report
	}
	for _, e := range entries {
		p.Rows = append(p.Rows, matchRow{e, ratings(reports[e.ID])})
	}
	for _, name := range []string{"where", "kind", "class", "dice", "player", "cost"} {
		p.Searched = p.Searched || q.Get(name) != ""
	}
	if p.Searched {
		if err := p.search(entries, reports); err != nil {
			p.Fault = err.Error()
		}
	}
	return p, nil
}

// Field returns the content of a field of the search.
func (p *libraryPage) Field(name string) string { return p.Query.Get(name) }

// Kinds are the kinds of positions.
func (p *libraryPage) Kinds() []board.Kind { return board.Kinds() }

// ratings returns the performance ratings of an analysis, nil without one.
func ratings(report *analysis.Report) []string {
	if report == nil {
		return nil
	}
	var all []string
	for p := range report.Statistics {
		s := &report.Statistics[p]
		switch {
		case s.Overall.PR == nil || s.Judge:
			all = append(all, "–")
		default:
			all = append(all, plaintext.Fixed(float32(*s.Overall.PR), 1))
		}
	}
	return all
}

// search finds the decisions that meet the criteria of the query. reports are the analyses by
// the ID of the match.
func (p *libraryPage) search(entries []*library.Entry, reports map[string]*analysis.Report) error {
	c, err := criteria(p.Query)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Match == nil {
			continue
		}
		var found []spots.Spot
		report := reports[e.ID]
		switch {
		case report != nil:
			found, _ = c.SearchReport(report) // what follows an illegal play is not searched
		case c.Lost > 0:
			p.Missing++
			continue
		default:
			found, _ = c.Search(e.Match)
		}
		for _, s := range found {
			if len(p.Hits) == mostHits {
				p.More = true
				return nil
			}
			p.Hits = append(p.Hits, hit{e, s, "/analyse?xgid=" + url.QueryEscape(board.NewXGID(s.Position, s.Match).String())})
		}
	}
	return nil
}

// criteria reads the criteria of a query, in the words of the command record search.
func criteria(q url.Values) (*spots.Criteria, error) {
	c := &spots.Criteria{Player: strings.TrimSpace(q.Get("player"))}
	for _, f := range []struct {
		name string
		read func(text string) error
	}{
		{"where", func(text string) (err error) { c.Where, err = pattern.Parse(text); return err }},
		{"kind", func(text string) (err error) { c.Kinds, err = board.ParseKinds(text); return err }},
		{"class", func(text string) (err error) { c.Classes, err = engine.ParseClassList(text); return err }},
		{"dice", func(text string) (err error) { c.Rolls, err = spots.ParseRolls(text); return err }},
		{"cost", func(text string) (err error) {
			if c.Lost, err = strconv.ParseFloat(text, 64); err != nil || !(c.Lost > 0) {
				return fmt.Errorf("%q, want an equity above 0 such as 0.05", text)
			}
			return nil
		}},
	} {
		if text := strings.TrimSpace(q.Get(f.name)); text != "" {
			if err := f.read(text); err != nil {
				return nil, fmt.Errorf("%s: %w", f.name, err)
			}
		}
	}
	return c, nil
}

// add adds the records of a request, and says which could not be read.
func (d *desk) add(t *template.Template, w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseMultipartForm(paste.MaxBody); err != nil {
		return fmt.Errorf("the form did not arrive complete; send it again")
	}
	j, err := d.Judge("", models.UsualPlies)
	if err != nil {
		return err
	}
	var faults []string
	for _, head := range r.MultipartForm.File["files"] {
		if head.Filename == "" {
			continue
		}
		name := plaintext.VisibleLine(head.Filename)
		text, err := paste.Whole(head)
		var p *paste.Pasted
		if err == nil {
			p, err = paste.Read(name, text, j.Model.Variant())
		}
		if err == nil && p.Match == nil {
			err = fmt.Errorf("%s has no match", name)
		}
		if err == nil {
			_, err = d.Add(name, text, p)
		}
		if err != nil {
			faults = append(faults, err.Error())
		}
	}
	if len(faults) == 0 {
		return back(w, r, libraryPath)
	}
	p, err := d.library(nil)
	if err != nil {
		return err
	}
	p.Fault = strings.Join(faults, "; ")
	return d.page(w, r, t, "Library", p, p.Fault)
}
