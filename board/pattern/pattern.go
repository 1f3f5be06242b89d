// Package pattern is the language in which users describe sets of positions.
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

// maxPattern is the maximal length of a pattern in bytes.
const maxPattern = 4096

// Parse parses a pattern. Errors name the invalid term.
//
// A pattern is a list of terms separated by blanks; a position matches if it
// satisfies all of them. A term is a subject, an operator and a number:
//
//	6:2+ 24:2 bar:0 o20:2+ pips<120 lead>20
//
// Subjects refer to the player on roll and that player's numbering of the
// points. With the prefix o they refer to the opponent and the opponent's
// numbering.
//
//	6        checkers on the point, 1 to 24
//	bar      checkers on the bar
//	off      checkers borne off
//	pips     pip count
//	blots    points with a single checker
//	back     checkers in the other's home board or on the bar
//	lead     lead of the player on roll in pips, negative if behind; no o
//	away     points still needed to win the match
//	score    points won so far
//	length   points of the match, 0 in a money session; no o
//	cube     value of the cube; no o
//	owner    of the cube: player, opponent or centred; no o
//	crawford yes in the Crawford game, no otherwise; no o
//
// Operators are <, <=, >, >=, and =, for which : is another spelling. After =
// follows a number, 2+ for 2 or more, 2- for 2 or fewer, or a range such as
// 1-3. The number of checkers on a place is 0 to 15; only lead can be negative.
//
// Terms about the match and the cube (away to crawford) are false if no match
// is known; [Pattern.NeedsMatch] returns the first of them. The term away is
// also false in a money session.
func Parse(text string) (*Pattern, error) {
	if len(text) > maxPattern {
		return nil, fmt.Errorf("longer than %d bytes", maxPattern)
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
