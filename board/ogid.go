package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	ogidPrefix = "OGID="
	ogidPoints = "0123456789abcdefghijklmnop" // the places, from White's bar to Black's bar
	ogidOff    = 'q'                          // a checker that was borne off, which most writers omit
	ogidOpens  = "IW"                         // the state of a game in which White throws first
	ogidLeast  = 3                            // fields
	ogidMost   = 11
)

// ParseOGID parses an OGID, the position ID of OpenGammon and HedgeHog, in a
// game of the variant. The prefix "OGID=", in upper or lower case, and all fields
// after the cube are optional. Black, who moves from 24 to 1, is [PlayerX]; White is [PlayerO].
//
// The fifth field names the player who brought the position about, so the other
// one acts: throws, plays the dice, or answers the double that the named player
// has offered, in which case the dice are ignored. Two exceptions: without dice
// in the state IW, which is also that of an OGID without this field, White throws;
// without the fifth field Black does. Without the match field the game is a
// money game with the Jacoby rule and beavers, which an OGID cannot state. Errors
// name the invalid field.
func ParseOGID(text string, v Variant) (XGID, error) {
	r := xgidReader{fields: strings.Split(withoutPrefix(text, ogidPrefix), ":")}
	if n := len(r.fields); n < ogidLeast || n > ogidMost {
		return XGID{}, fmt.Errorf("OGID %q has %d fields, want %d to %d", text, n, ogidLeast, ogidMost)
	}
	r.fields = append(r.fields, make([]string, ogidMost-len(r.fields))...)
	x := r.readOGID(v)
	if r.err == nil {
		r.err = x.Match.Validate()
	}
	if r.err != nil {
		return XGID{}, fmt.Errorf("OGID %q: %w", text, r.err)
	}
	return x, nil
}

func (r *xgidReader) readOGID(v Variant) XGID {
	white, black := r.ogidSide("White's checkers", true), r.ogidSide("Black's checkers", false)
	m := NewMatch(0)
	offered := r.ogidCube(&m)
	dice := r.next()
	m.Turn = r.ogidTurn(dice != "" || offered)
	m.Roller = m.Turn
	if dice != "" && !offered {
		roll, err := ParseRoll(dice)
		if err != nil {
			r.fail("dice", dice, "two digits from 1 to 6, or nothing")
		}
		m.Dice = roll
	}
	if offered {
		m.Doubled, m.Roller = true, m.Turn.Opponent()
	}
	m.Score[PlayerO], m.Score[PlayerX] = r.ogidNumber("White's score", maxScore, 0), r.ogidNumber("Black's score", maxScore, 0)
	r.ogidLength(&m)
	r.next() // the number of the move
	if n := r.ogidNumber("number of checkers", MaxCheckers, v.Checkers()); n != v.Checkers() {
		r.fail("number of checkers", strconv.Itoa(n), fmt.Sprintf("%d, as in %v", v.Checkers(), v))
	}
	p := Position{Own: black, Opp: white}
	if m.Roller == PlayerO {
		p = p.Swap()
	}
	r.legal(&p, v)
	return NewXGID(p, m)
}

// ogidSide reads the checkers of a side, one character each.
func (r *xgidReader) ogidSide(name string, white bool) (s Side) {
	field := r.next()
	if len(field) > MaxCheckers {
		r.fail(name, field, fmt.Sprintf("at most %d characters", MaxCheckers))
		return s
	}
	for i := range len(field) {
		if field[i] == ogidOff {
			continue
		}
		place := strings.IndexByte(ogidPoints, field[i])
		if white {
			place = Bar - place
		}
		if place < 1 || place > Bar {
			r.fail(name, field, fmt.Sprintf("another character than %q at place %d", field[i], i+1))
			return Side{}
		}
		s[place]++
	}
	return s
}

// ogidCube reads the owner, the exponent and the state of the cube, and reports
// whether a double is offered.
func (r *xgidReader) ogidCube(m *Match) (offered bool) {
	const name, want = "cube", "an owner (W, B, N, D for a dead cube, or ?), a digit, and N, O or T"
	field := r.next()
	if len(field) != 3 || field[1] < '0' || field[1] > '9' || !strings.Contains("NOT", field[2:]) {
		r.fail(name, field, want)
		return false
	}
	switch field[0] {
	case 'W':
		m.Owner = PlayerO
	case 'B':
		m.Owner = PlayerX
	case 'N', 'D', '?':
		m.Owner = Nobody
	default:
		r.fail(name, field, want)
	}
	m.Cube = 1 << (field[1] - '0')
	return field[2] == 'O'
}

// ogidTurn reads the player who acted and the state of the game, and returns
// the player who acts now. due is set if dice or a double are there to be answered.
func (r *xgidReader) ogidTurn(due bool) Player {
	acted, state := r.next(), r.next()
	turn := PlayerX
	switch acted {
	case "":
		return turn
	case "W":
	case "B":
		turn = PlayerO
	default:
		r.fail("the player who acted", acted, "W or B")
	}
	if !due && (state == "" || state == ogidOpens) {
		return PlayerO
	}
	return turn
}

// ogidNumber reads a number. It returns otherwise if the field is empty or
// missing.
func (r *xgidReader) ogidNumber(name string, most, otherwise int) int {
	if r.fields[0] == "" {
		r.next()
		return otherwise
	}
	return r.number(name, most)
}

// ogidLength reads the length of the match, followed by C in the Crawford game.
func (r *xgidReader) ogidLength(m *Match) {
	field := r.next()
	if field == "" {
		return
	}
	digits := strings.TrimRight(field, "0123456789")
	rule := byte(0)
	if digits != "" {
		rule = digits[len(digits)-1]
		field, _, _ = strings.Cut(field, string(rule))
	}
	n, err := strconv.Atoi(field)
	if err != nil || n < 0 || n > MaxMatchLength || rule != 0 && !slices.Contains([]byte("LCG"), rule) {
		r.fail("match length", field, fmt.Sprintf("a number from 0 to %d, followed by L, C or G", MaxMatchLength))
		return
	}
	m.Length = n
	m.Jacoby = n == 0
	m.Crawford = n > 0 && rule == 'C'
}

// OGID returns the OGID with its prefix, in the states that OpenGammon gives
// decisions: R with dice, C before them, D after a double. It does not contain the cube limit,
// the Jacoby rule, beavers, a resignation, or a cube above 512.
func (x XGID) OGID() string {
	p, m := x.Position, &x.Match
	if m.Roller == PlayerO {
		p = p.Swap()
	}
	var white, black strings.Builder
	for point := 1; point <= Bar; point++ {
		black.WriteString(strings.Repeat(ogidPoints[point:point+1], int(p.Own[point])))
		white.WriteString(strings.Repeat(ogidPoints[Bar-point:Bar-point+1], int(p.Opp[point])))
	}
	letter := map[Player]string{PlayerO: "W", PlayerX: "B", Nobody: "N"}
	action, dice, state, crawford := "N", "", "C", ""
	if m.Doubled {
		action, state = "O", "D"
	} else if m.Dice.Valid() {
		dice, state = m.Dice.String(), "R"
	}
	if m.Crawford {
		crawford = "C"
	}
	return fmt.Sprintf("%s%s:%s:%s%d%s:%s:%s:%s:%d:%d:%d%s:0", ogidPrefix, white.String(), black.String(),
		letter[m.Owner], min(log2(m.Cube), 9), action, dice, letter[m.Turn.Opponent()], state, m.Score[PlayerO], m.Score[PlayerX], m.Length, crawford)
}

// LooksLikeOGID reports whether a text has the form of an OGID: it has the
// prefix, or its third field has the form of a cube.
func LooksLikeOGID(text string) bool {
	text = strings.TrimSpace(text)
	fields := strings.Split(text, ":")
	return hasPrefix(text, ogidPrefix) || len(fields) >= ogidLeast && len(fields[2]) == 3 && strings.Contains("WBND?", fields[2][:1])
}
