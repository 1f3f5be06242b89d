package board

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseXGID parses an XGID in a game of the variant; the variant determines the
// number of checkers borne off. The prefix "XGID=", in upper or lower case, is optional. The dice
// "D" denote a double that the opponent must answer, "B" the opponent's beaver, which the player
// who doubled must answer, and "R" the raccoon, a beaver of the beaver, which the opponent must
// answer; the fields of the cube have the state before the double (eXtreme Gammon's manual).
// Errors name the invalid field.
func ParseXGID(text string, v Variant) (XGID, error) {
	r := xgidReader{fields: strings.Split(withoutPrefix(text, xgidPrefix), ":")}
	if n := len(r.fields); n != xgidFields {
		return XGID{}, fmt.Errorf("XGID %q has %d fields, want %d", text, n, xgidFields)
	}
	x := r.read(v)
	if r.err == nil {
		r.err = x.Match.Validate()
	}
	if r.err != nil {
		return XGID{}, fmt.Errorf("XGID %q: %w", text, r.err)
	}
	return x, nil
}

// xgidReader reads the fields of an XGID one by one and keeps the first error.
type xgidReader struct {
	fields []string
	err    error
}

func (r *xgidReader) read(v Variant) XGID {
	p := r.places()
	m := NewMatch(0)
	m.Cube = 1 << r.number("cube", log2(MaxCube))
	m.Owner = r.player("cube owner", true)
	m.Roller = r.player("turn", false)
	m.Turn = m.Roller
	dice := r.dice(&m)
	m.Score[PlayerX] = r.number("score of the bottom player", maxScore)
	m.Score[PlayerO] = r.number("score of the top player", maxScore)
	rule := r.number("rule", 3)
	m.Length = r.number("match length", MaxMatchLength)
	maxCube := 1 << r.number("maximum cube", log2(MaxCube))
	if m.Roller == PlayerO {
		p = p.Swap()
	}
	r.legal(&p, v)
	x := XGID{Position: p, Match: m, MaxCube: maxCube}
	if m.Length > 0 {
		x.Match.Jacoby = false
		x.Match.Crawford = rule == 1
		if rule > 1 {
			r.fail("rule", strconv.Itoa(rule), "0 or 1 in a match")
		}
		if dice == beaveredSym || dice == raccoonedSym {
			r.fail("dice", dice, "no beaver in a match")
		}
	} else {
		x.Match.Jacoby = rule&1 != 0
		x.Beavers = rule&2 != 0
	}
	return x
}

func (r *xgidReader) next() string {
	field := r.fields[0]
	r.fields = r.fields[1:]
	return field
}

func (r *xgidReader) fail(field, got, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s is %q, want %s", field, got, want)
	}
}

func (r *xgidReader) number(name string, most int) int {
	field := r.next()
	n, err := strconv.Atoi(field)
	if err != nil || n < 0 || n > most {
		r.fail(name, field, fmt.Sprintf("a number from 0 to %d", most))
		return 0
	}
	return n
}

func (r *xgidReader) player(name string, orNobody bool) Player {
	field := r.next()
	switch {
	case field == "1":
		return PlayerX
	case field == "-1":
		return PlayerO
	case field == "0" && orNobody:
		return Nobody
	case orNobody:
		r.fail(name, field, "1 (bottom), -1 (top) or 0 (nobody)")
	default:
		r.fail(name, field, "1 (bottom) or -1 (top)")
	}
	return PlayerX
}

// dice reads the roll, or the offer that stands in its place, and returns the field.
func (r *xgidReader) dice(m *Match) string {
	field := r.next()
	switch field {
	case "00":
	case doubledSym:
		m.offer(0)
	case beaveredSym:
		m.offer(1)
	case raccoonedSym:
		m.offer(2)
	default:
		roll, err := ParseRoll(field)
		if err != nil {
			r.fail("dice", field, "two digits from 1 to 6, 00 (not thrown), D (doubled), B (beavered) or R (raccooned)")
		}
		m.Dice = roll
	}
	return field
}

// offer offers a double by the Roller that was answered by a number of beavers, each of which
// doubles the cube, gives it to the opponent and leaves the answer to the other player.
func (m *Match) offer(beavers int) {
	m.Doubled, m.Turn = true, m.Roller.Opponent()
	for range beavers {
		m.Cube, m.Owner, m.Turn = 2*m.Cube, m.Roller.Opponent(), m.Turn.Opponent()
	}
}

// places reads the board from the point of view of the bottom player.
func (r *xgidReader) places() Position {
	const name = "position"
	var p Position
	field := r.next()
	if len(field) != xgidPlaces {
		r.fail(name, field, fmt.Sprintf("%d characters", xgidPlaces))
		return p
	}
	for i := range len(field) {
		switch c := field[i]; {
		case c == '-':
		case c >= 'A' && c <= 'P' && i != Off:
			p.Own[i] = c - 'A' + 1
		case c >= 'a' && c <= 'p' && i != Bar:
			p.Opp[Bar-i] = c - 'a' + 1
		default:
			r.fail(name, field, fmt.Sprintf("another character than %q at place %d", c, i+1))
		}
	}
	return p
}

// legal bears off the checkers that are not on the board and validates the
// position.
func (r *xgidReader) legal(p *Position, v Variant) {
	err := bearOffRest(p, v)
	if err == nil {
		err = p.Validate(v)
	}
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("position: %w", err)
	}
}
