package report

import (
	"fmt"
	"html/template"
	"io"

	"gammonlab/board"
	"gammonlab/board/svg"
	"gammonlab/evalbench/suite"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// Suite writes the page of the results of suites, with the boards of failed tests or, for
// several players, of the tests that one passes and another one fails.
func Suite(w io.Writer, c *suite.Comparison, s Settings) error {
	d := htmlpage.Document{
		Title: "Suites: " + c.Players[0].Player, Tables: c.Tables()[:1], Style: template.CSS(svg.Style), Settings: htmlpage.Settings(s),
		Subtitle: plaintext.Counted(c.Players[0].Tests, "test", "tests"), Parts: []htmlpage.Part{suiteCards(c)},
	}
	if n := len(c.Players); n > 1 {
		d.Title = fmt.Sprintf("Suites: %d players", n)
	}
	d.Verdict.Headline = c.Summary()
	return d.Write(w)
}

// suiteCards returns the cards of failed tests, or of flips.
func suiteCards(c *suite.Comparison) htmlpage.Part {
	part := htmlpage.Part{Title: "Failed tests", Empty: "No test failed."}
	if len(c.Players) > 1 {
		part = htmlpage.Part{Title: "Flips", Note: "The tests that one player passes and another one fails.", Empty: "All players pass and fail the same tests."}
		for i := range c.Flips {
			part.Cards = append(part.Cards, flipCard(c, &c.Flips[i]))
		}
		return part
	}
	for i := range c.Players[0].Results {
		r := &c.Players[0].Results[i]
		if r.Outcome != suite.Failed && r.Outcome != suite.FailedAsExpected {
			continue
		}
		card := testCard(r.Test)
		card.Loss = r.Outcome.String()
		card.Rows = append(card.Rows, htmlpage.Row{Cells: []string{"answer", r.Answer}, Marked: true})
		part.Cards = append(part.Cards, card)
	}
	return part
}

// flipCard returns the card of a test with the answers of all players.
func flipCard(c *suite.Comparison, f *suite.Flip) htmlpage.Card {
	card := testCard(f.Test)
	for i, a := range f.Answers {
		row := htmlpage.Row{Cells: []string{c.Players[i].Player, a.Answer}, Marked: !a.Right}
		if a.Answer == "" {
			row.Cells[1] = a.Outcome.String()
		}
		card.Rows = append(card.Rows, row)
	}
	return card
}

// testCard returns the card of a test with its board and the right answer.
func testCard(t *suite.Test) htmlpage.Card {
	m := board.NewMatch(0)
	if t.Match != nil {
		m = *t.Match
	}
	m.Dice = t.Roll
	names := [2]string{"opponent", "opponent"}
	names[m.Roller] = "player"
	card := boardCard(&t.Position, &m, names, t.Match == nil)
	card.Title, card.Note = t.String(), t.Question.String()
	if t.Question == suite.Play {
		card.Note = fmt.Sprintf("play %v", t.Roll)
	}
	for _, line := range t.Comment {
		card.Note += "; " + line
	}
	card.Rows = []htmlpage.Row{{Cells: []string{"right", t.Expected.Text}}}
	return card
}
