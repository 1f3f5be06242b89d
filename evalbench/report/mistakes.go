package report

import (
	"fmt"
	"html/template"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/engine/advice"
	"gammonlab/evalbench"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// mistakes returns the worst mistakes of both sides.
func mistakes(r *evalbench.Result, t *Trace) []htmlpage.Part {
	if !r.Judged {
		return nil
	}
	var parts []htmlpage.Part
	for side, player := range names(r.NameA, r.NameB) {
		part := htmlpage.Part{
			Title: "The worst mistakes of " + player,
			Note:  fmt.Sprintf("At most one of each %s, by what it cost in thousandths of normalised equity (mEq).", unit(r)),
		}
		if r.Errors[side].OfJudge() {
			part.Note, part.Empty = "", "Not judged: it is the judge."
		}
		for i := range t.worst[side] {
			part.Cards = append(part.Cards, newCard(r, &t.worst[side][i], side))
		}
		parts = append(parts, part)
	}
	return parts
}

// newCard shows a mistake of a side.
func newCard(r *evalbench.Result, m *mistake, side int) htmlpage.Card {
	did, best := m.alternatives()
	c := boardCard(&m.Position, &m.Match, [2]string{"A", "B"}, r.Rules.Cubeless())
	c.Title = string(rune('A'+side)) + " " + did
	c.Loss = costs(m.Cost)
	c.Note = fmt.Sprintf("Better: %s. In %s.", best, place(r, m))
	return c
}

// costs returns the cost of a mistake in mEq as text.
func costs(points float64) string { return fmt.Sprintf("costs %.0f mEq", 1000*points) }

// boardCard returns the card of a position, seen by the player who decides. Cubeless
// games have no cube.
func boardCard(p *board.Position, m *board.Match, names [2]string, plain bool) htmlpage.Card {
	xgid := board.NewXGID(*p, *m)
	xgid.Beavers = false
	if plain {
		xgid.MaxCube = 1
	}
	return htmlpage.Card{
		Class: "mark3", ID: xgid.String(),
		Picture: template.HTML(svg.Board{Bare: true, Board: picture.Board{
			Position: *p, Match: *m, Names: names, FromO: m.Turn == board.PlayerO, NoCube: plain,
		}}.String()),
	}
}

// alternatives returns the player's action, as text to follow the name, and the correct
// action.
func (m *mistake) alternatives() (did, best string) {
	switch m.Fault {
	case advice.WrongPlay:
		return fmt.Sprintf("plays %v: %s", m.Match.Dice, board.FormatPlay(m.Position, m.Made)),
			board.FormatPlay(m.Position, m.Best)
	case advice.MissedDouble:
		return "does not double", "double"
	case advice.WrongDouble:
		return "doubles", "no double"
	case advice.WrongTake:
		return "takes", "pass"
	case advice.MissedBeaver:
		return "takes", "beaver"
	case advice.WrongBeaver:
		return "beavers", "no beaver"
	}
	return "passes", "take"
}

// place returns a text that names the game of a mistake.
func place(r *evalbench.Result, m *mistake) string {
	if !r.Paired {
		return fmt.Sprintf("%s %s", unit(r), plaintext.Thousands(m.item+1))
	}
	return fmt.Sprintf("the %s %s of pair %s", [2]string{"first", "second"}[m.game], unit(r), plaintext.Thousands(m.item+1))
}
