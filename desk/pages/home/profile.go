package home

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/profile"
	"gammonlab/engine/analysis"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// profilePage is the data of the page of a player.
type profilePage struct {
	Name    string
	Players []string
	Missing int // matches that were not analysed
	Profile *profile.Profile
	Trend   string // in words, "" for one match
	Figures []htmlpage.Figure
	Tables  []plaintext.Table
	Worst   []worst
	Work    *status
}

// worst is one of the player's worst decisions.
type worst struct {
	Title, Link, Lost, Reason string
}

func (d *desk) registerProfile() error {
	t, err := d.site.Parse(assetsText + profileText)
	if err != nil {
		return err
	}
	d.site.Page("GET "+profilePath, func(w http.ResponseWriter, r *http.Request) error {
		p, err := d.profile(r.FormValue("name"))
		if err != nil {
			return err
		}
		title := "Profile"
		if p.Profile != nil {
			title = "Profile of " + plaintext.VisibleLine(p.Name)
		}
		return d.page(w, r, t, title, p, "")
	})
	return nil
}

// profile computes the profile of a player from the analysed matches.
func (d *desk) profile(name string) (*profilePage, error) {
	j, err := d.Judge("", models.UsualPlies)
	if err != nil {
		return nil, err
	}
	entries, err := d.Entries()
	if err != nil {
		return nil, err
	}
	all, missing, err := d.Analyses(entries, j)
	if err != nil {
		return nil, err
	}
	p := &profilePage{Name: name, Players: players(entries), Missing: missing}
	if p.Work, err = d.status(profilePath + "?name=" + url.QueryEscape(name)); err != nil {
		return nil, err
	}
	slices.Reverse(all) // the oldest first
	c := profile.NewCollector(nil)
	links := map[string]library.Analysed{}
	for _, m := range all {
		if c.Add(m.Name, m.Digest, m.Match, m.Report) == "" {
			links[m.Name] = m
		}
	}
	if p.Profile, err = c.Profile(plaintext.VisibleLine(name), profile.Options{}); err != nil {
		p.Profile = nil
		return p, nil
	}
	p.fill(all, links)
	return p, nil
}

// fill sets the charts, the tables and the worst decisions.
func (p *profilePage) fill(all []library.Analysed, links map[string]library.Analysed) {
	p.drawRatings(all)
	if p.Profile.Trend != nil {
		p.Trend = p.Profile.Trend.Sentence()
	}
	rates := plaintext.Table{Title: "Error rates with 95 % intervals", Head: []string{"rate", "value", "decisions"}}
	for i := range p.Profile.Rates {
		r := &p.Profile.Rates[i]
		rates.Add(fmt.Sprint(r.Rate), r.Value.Text(2), fmt.Sprint(r.Counted))
	}
	p.Tables = append(p.Tables, rates)
	for i := range p.Profile.Tables {
		t := &p.Profile.Tables[i]
		table := plaintext.Table{Title: t.Title, Head: []string{"part", "decisions", "over 30", "mEMG each", "mEMG a match", "of all"}}
		for k := range t.Rows {
			r := &t.Rows[k]
			if r.Decisions > 0 {
				table.Add(r.Label, fmt.Sprint(r.Decisions), fmt.Sprint(r.Marked), r.Mean.Text(1), r.Lost.Text(1), plaintext.Percentage(r.Share))
			}
		}
		if len(table.Rows) > 0 {
			p.Tables = append(p.Tables, table)
		}
	}
	for _, one := range p.Profile.Worst {
		p.Worst = append(p.Worst, worstOf(one, links[one.File]))
	}
}

// worstOf describes a decision, with its address in the analysis of its match.
func worstOf(one profile.Worst, m library.Analysed) worst {
	w := worst{Title: one.Made, Lost: plaintext.Fixed(float32(-one.Error.Equity), 3), Reason: one.Decision.Reason}
	if one.Match.Dice.Valid() {
		w.Title = fmt.Sprintf("%v: %s", one.Match.Dice, one.Made)
	}
	w.Title += ", best " + one.Best
	if m.Report == nil {
		return w
	}
	number := 0
	for _, d := range m.Report.All() {
		if number++; same(d, one.Decision) {
			w.Link = fmt.Sprintf("/analyse/matches/%s?decision=%d", m.ID, number)
		}
	}
	return w
}

// same reports whether two decisions are at the same place of a record.
func same(a, b *analysis.Decision) bool {
	return a.Game == b.Game && a.Move == b.Move && a.Player == b.Player && a.Kind == b.Kind
}
