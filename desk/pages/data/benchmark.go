package data

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"gammonlab/board"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/evalbench/positions"
	"gammonlab/evalbench/report"
	"gammonlab/internal/htmlpage"
)

// pageDecisions is the number of decisions on a page.
const pageDecisions = 10

// benchmarkPage is the data of the page of a benchmark.
type benchmarkPage struct {
	ID, Name string
	Total    int
	From, To int // numbers of the first and last decision shown, from 1
	Models   []string
	Model    string
	Plies    int
	MaxPlies int
	Cards    []htmlpage.Card
	Next     string
}

// benchmark writes decisions with the choices of a net and the rollout equities.
func (s *server) benchmark(w http.ResponseWriter, r *http.Request) error {
	p := &benchmarkPage{ID: r.PathValue("id"), Models: s.backend.Models.Names(), MaxPlies: models.MaxPlies - 1}
	if err := p.readQuery(r.URL.Query()); err != nil {
		return err
	}
	model, err := s.backend.Models.Find(p.Model)
	if err != nil {
		return err
	}
	p.Model = model.Name
	name, set, err := s.databases.benchmarkOf(p.ID)
	if err != nil {
		return err
	}
	p.Name, p.Total = name, len(set.Decisions)
	if p.From > p.Total {
		return problem.Bad(fmt.Errorf("from is %d, want 1 to %d", p.From, p.Total))
	}
	p.To = min(p.From+pageDecisions-1, p.Total)
	if set.Variant != model.Variant() {
		return problem.Bad(fmt.Errorf("model %s plays %s, but the positions of the benchmark are of %s", p.Model, model.Variant(), set.Variant))
	}
	if err := s.backend.Pool.Answer(r.Context(), func(ctx context.Context) error { return p.ask(ctx, model, set) }); err != nil {
		return err
	}
	if p.To < p.Total {
		p.Next = "?" + url.Values{"from": {strconv.Itoa(p.To + 1)}, "model": {p.Model}, "plies": {strconv.Itoa(p.Plies)}}.Encode()
	}
	return s.site.Show(w, r, s.templates["benchmark"], p.Name, p)
}

// readQuery reads the parameters.
func (p *benchmarkPage) readQuery(v url.Values) error {
	p.From, p.Model = 1, v.Get("model")
	for _, number := range []struct {
		name        string
		to          *int
		least, most int
	}{{"from", &p.From, 1, 1 << 30}, {"plies", &p.Plies, 0, p.MaxPlies}} {
		text := v.Get(number.name)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < number.least || n > number.most {
			return problem.Bad(fmt.Errorf("%s is %.20q, want %d to %d", number.name, text, number.least, number.most))
		}
		*number.to = n
	}
	return nil
}

// ask adds the choices of a model for the decisions of the page.
func (p *benchmarkPage) ask(ctx context.Context, model *models.Model, set *positions.Set) error {
	asked, err := player.Parse(fmt.Sprintf("net:asked,plies=%d", p.Plies), func(string) (engine.Evaluator, error) { return model.Static(), nil })
	if err != nil {
		return err
	}
	exam := positions.Exam{Players: named.Players{named.Of("", asked)}, Decisions: set.Decisions[p.From-1 : p.To], Workers: 1}
	answers, err := exam.Run(ctx)
	if err != nil {
		return err
	}
	for i := range answers.Players[0].Judged {
		j := &answers.Players[0].Judged[i]
		c := report.AnswerCard(j, p.From+slices.IndexFunc(set.Decisions[p.From-1:p.To], func(d positions.Decision) bool { return sameDecision(&d, j.Decision) }))
		if !j.Wrong {
			c.Class, c.Loss, c.Note = "", "correct by the rollouts", fmt.Sprintf("Class: %s.", j.Class())
		}
		c.Head, c.Rows = []string{"", "choice", "equity", "±"}, choices(j)
		p.Cards = append(p.Cards, c)
	}
	return nil
}

// sameDecision reports whether two decisions have the same position, roll, score and cube.
func sameDecision(a, b *positions.Decision) bool {
	return a.Position == b.Position && a.Roll == b.Roll && a.State == b.State
}

// mostChoices is the maximal number of listed plays of a decision.
const mostChoices = 6

// choices lists the choices of a decision with their rollout equities and marks the
// choice of the player.
func choices(j *positions.Judged) []htmlpage.Row {
	d := j.Decision
	switch {
	case j.Kind == positions.Take: // equities are for the player who was offered the cube
		taken := d.Take
		taken.Equity = -taken.Equity
		return []htmlpage.Row{choice("take", &taken, j.Yes), choice("pass", &positions.Outcome{Equity: -1}, !j.Yes)}
	case d.IsCube():
		return []htmlpage.Row{choice("no double", &d.NoDouble, j.Kind == positions.Double && !j.Yes), choice("double, take", &d.Take, j.Yes)}
	}
	var rows []htmlpage.Row
	plays := board.Plays(d.Position, d.Roll)
	for i := range d.Moves {
		m := &d.Moves[i]
		if i >= mostChoices && m.Result != j.Result {
			continue
		}
		row := choice(board.FormatPlay(d.Position, plays[advice.IndexOf(plays, &m.Result)]), &m.Outcome, m.Result == j.Result)
		row.Cells[0] = strconv.Itoa(i + 1)
		rows = append(rows, row)
	}
	return rows
}

func choice(name string, o *positions.Outcome, made bool) htmlpage.Row {
	e := "–"
	if o.Rolled {
		e = fmt.Sprintf("%.1f mEq", 1000*o.Error)
	}
	return htmlpage.Row{Cells: []string{"", name, fmt.Sprintf("%+.3f", o.Equity), e}, Marked: made}
}
