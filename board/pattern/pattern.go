package pattern

import (
	"fmt"
	"strings"

	"gammonlab/board"
)

// Pattern is a set of positions. The zero value and nil contain all positions.
type Pattern struct{ terms []term }

// term is one condition.
type term struct {
	text    string
	subject *subject
	opp     bool // the subject is the opponent's
	point   int  // of the subject that has one
	low     int  // minimum and
	high    int  // maximum of the subject
}

// maxText is the maximal length of a pattern in bytes.
const maxText = 4096

// Parse parses a pattern. Errors name the invalid term.
func Parse(text string) (*Pattern, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("longer than %d bytes", maxText)
	}
	p := &Pattern{}
	for _, word := range strings.Fields(text) {
		t, err := parseTerm(word)
		if err != nil {
			return nil, fmt.Errorf("term %q: %w", word, err)
		}
		p.terms = append(p.terms, *t)
	}
	if len(p.terms) == 0 {
		return nil, fmt.Errorf("the pattern has no term, want some such as 6:2+ or pips<120")
	}
	return p, nil
}

// String returns the terms as they were written, separated by single blanks.
func (p *Pattern) String() string {
	if p == nil {
		return ""
	}
	var words []string
	for i := range p.terms {
		words = append(words, p.terms[i].text)
	}
	return strings.Join(words, " ")
}

// NeedsMatch returns the first term that is about the match or the cube, "" if there
// is none.
func (p *Pattern) NeedsMatch() string {
	if p == nil {
		return ""
	}
	for i := range p.terms {
		if t := &p.terms[i]; t.subject.ofMatch != nil {
			return t.text
		}
	}
	return ""
}

// Matches reports whether the pattern contains the position. The position has
// the point of view of the player on roll, who is the match's Roller; m is nil
// if the match is unknown.
func (p *Pattern) Matches(pos *board.Position, m *board.Match) bool {
	if p == nil {
		return true
	}
	for i := range p.terms {
		if !p.terms[i].holds(pos, m) {
			return false
		}
	}
	return true
}

// holds reports whether the term is true.
func (t *term) holds(pos *board.Position, m *board.Match) bool {
	var n int
	switch {
	case t.subject.ofMatch == nil:
		own, other := &pos.Own, &pos.Opp
		if t.opp {
			own, other = other, own
		}
		n = t.subject.ofSide(own, other, t.point)
	case m == nil:
		return false
	default:
		p := m.Roller
		if t.opp {
			p = p.Opponent()
		}
		var known bool
		if n, known = t.subject.ofMatch(m, p); !known {
			return false
		}
	}
	return t.low <= n && n <= t.high
}
