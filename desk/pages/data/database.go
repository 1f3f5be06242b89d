package data

import (
	"context"
	"fmt"
	"html/template"
	"net/http"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/datasets"
	"gammonlab/datasets/report"
	"gammonlab/engine"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// databasePage is the data of the page of a database.
type databasePage struct {
	ID, Name string
	Info     *report.Info
	Tables   []plaintext.Table
	Verified *datasets.Verified
	Check    string // address that verifies all rows
	Filter   *filter
	Classes  []string
	Methods  []string
	Rows     []htmlpage.Card
	Next     string // address of the next rows
}

// database writes the page of a database with some of its rows.
func (s *server) database(w http.ResponseWriter, r *http.Request) error {
	f, err := readFilter(r.URL.Query())
	if err != nil {
		return err
	}
	p := &databasePage{ID: r.PathValue("id"), Filter: f}
	base := path + "/databases/" + p.ID + "?"
	p.Check = base + f.encode(f.From) + "&check=all"
	err = s.backend.Pool.Answer(r.Context(), func(ctx context.Context) error {
		next, err := p.read(ctx, s.databases, r.URL.Query().Has("check"))
		if next > 0 {
			p.Next = base + f.encode(next)
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.site.Show(w, r, s.templates["database"], p.Name, p)
}

// read reads the rows of the page, and all rows for the statistics.
func (p *databasePage) read(ctx context.Context, all *databases, check bool) (next int64, err error) {
	file, db, err := all.open(p.ID)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	p.Name = file.Name
	rows, next, err := p.Filter.page(ctx, db)
	if err != nil {
		return 0, err
	}
	for i := range rows {
		p.Rows = append(p.Rows, rowCard(&rows[i]))
	}
	if err := p.describe(ctx, all, check); err != nil {
		return 0, err
	}
	return next, nil
}

// describe adds the statistics of the whole database.
func (p *databasePage) describe(ctx context.Context, all *databases, check bool) error {
	file, db, err := all.open(p.ID)
	if err != nil {
		return err
	}
	defer db.Close()
	if check {
		if p.Verified, err = all.check(ctx, file, db); err != nil {
			return err
		}
		if file, db, err = all.open(p.ID); err != nil {
			return err
		}
		defer db.Close()
	}
	if p.Info, err = all.info(ctx, file, db); err != nil {
		return err
	}
	p.Tables = p.Info.Tables()
	for _, c := range p.Info.Classes {
		p.Classes = append(p.Classes, c.Class)
	}
	for _, m := range datasets.Methods() {
		p.Methods = append(p.Methods, m.String())
	}
	return nil
}

// rowCard shows a row with its board.
func rowCard(r *numbered) htmlpage.Card {
	m := board.NewMatch(0)
	c := htmlpage.Card{
		Title: fmt.Sprintf("Row %d", r.Number), ID: r.Position.ID(), Note: fmt.Sprintf("Class: %s. Source: %s.", r.Class, r.Source),
		Loss: "no label",
	}
	names := [2]string{"opponent", "opponent"}
	names[m.Turn] = "on roll"
	c.Picture = template.HTML(svg.Board{Bare: true, Board: picture.Board{ // the drawing escapes its texts
		Position: r.Position, Match: m, Names: names, FromO: m.Turn == board.PlayerO, NoCube: true,
	}}.String())
	if r.Method == datasets.Unlabelled {
		return c
	}
	c.Loss = fmt.Sprintf("equity %+.3f", r.Probabilities.Equity())
	if r.EquityError == r.EquityError {
		c.Loss += fmt.Sprintf(" ± %.1f mEq", 1000*r.EquityError)
	}
	c.Note += fmt.Sprintf(" Labelled by %s.", r.Method)
	if r.Trials > 0 {
		c.Note = fmt.Sprintf("%s %d trials.", c.Note, r.Trials)
	}
	c.Head = []string{"", "outcome", "%", "±"}
	for k, name := range outcomes {
		e := "?"
		if r.Errors[k] == r.Errors[k] {
			e = fmt.Sprintf("%.2f", 100*r.Errors[k])
		}
		c.Rows = append(c.Rows, htmlpage.Row{Cells: []string{"", name, fmt.Sprintf("%.2f", 100*r.Probabilities[k]), e}})
	}
	return c
}

// outcomes names the probabilities.
var outcomes = [engine.Outputs]string{"win", "win gammon", "win backgammon", "lose gammon", "lose backgammon"}
