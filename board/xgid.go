package board

import (
	"fmt"
	"math/bits"
	"strings"
)

// XGID is a position with its match in the form of eXtreme Gammon. The bottom
// player of the XGID is [PlayerX], the top player [PlayerO].
type XGID struct {
	Position Position // from the point of view of Match.Roller
	Match    Match
	Beavers  bool // allowed; money games only
	MaxCube  int  // the maximal value of the cube, a power of 2
}

const (
	xgidPrefix = "XGID="
	xgidFields = 10
	xgidPlaces = 26

	doubledSym   = "D" // instead of the dice
	beaveredSym  = "B"
	raccoonedSym = "R"

	usualMaxCube = 1 << 10 // of texts that do not state it
)

// NewXGID returns the XGID of a position of a match, with beavers in money games and the
// usual maximal cube.
func NewXGID(p Position, m Match) XGID {
	return XGID{Position: p, Match: m, Beavers: m.Length == 0, MaxCube: usualMaxCube}
}

// String returns the XGID with its prefix, such as
//
//	XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10
//
// Position and match must be valid. An XGID cannot express, and so loses, the
// end of a game and an offer to resign.
func (x XGID) String() string {
	m := x.Match
	rule, dice := 0, m.xgidDice()
	switch {
	case m.Length > 0 && m.Crawford, m.Length == 0 && m.Jacoby:
		rule = 1
	}
	if m.Length == 0 && x.Beavers {
		rule |= 2
	}
	return fmt.Sprintf("%s%s:%d:%d:%d:%s:%d:%d:%d:%d:%d", xgidPrefix,
		x.places(), log2(m.Cube), xgidSign(m.Owner), xgidSign(m.Roller), dice,
		m.Score[PlayerX], m.Score[PlayerO], rule, m.Length, log2(x.MaxCube))
}

// xgidDice returns the field of the dice. After a beaver it takes back the match to the state
// before the double, which the other fields have.
func (m *Match) xgidDice() string {
	switch {
	case !m.Doubled && m.Dice.Valid():
		return m.Dice.String()
	case !m.Doubled:
		return "00"
	case m.Length > 0 || m.Owner != m.Roller.Opponent():
		return doubledSym
	}
	sym, beavers := raccoonedSym, 2
	if m.Turn == m.Roller {
		sym, beavers = beaveredSym, 1
	}
	if m.Cube>>beavers == 0 {
		return doubledSym
	}
	if m.Cube, m.Owner = m.Cube>>beavers, m.Roller; m.Cube == 1 {
		m.Owner = Nobody
	}
	return sym
}

// places formats the board from the bottom player's point of view.
func (x XGID) places() string {
	p := x.Position
	if x.Match.Roller == PlayerO {
		p = p.Swap()
	}
	text := []byte(strings.Repeat("-", xgidPlaces))
	for point := 1; point <= Bar; point++ {
		if n := p.Own[point]; n > 0 {
			text[point] = 'A' + n - 1
		}
		if n := p.Opp[point]; n > 0 {
			text[Bar-point] = 'a' + n - 1
		}
	}
	return string(text)
}

// log2 returns the exponent of a power of 2, 0 for numbers below 1.
func log2(n int) int { return max(bits.Len(uint(max(n, 0)))-1, 0) }

// xgidSign encodes a player: 1 bottom, -1 top, 0 nobody.
func xgidSign(p Player) int {
	switch p {
	case PlayerX:
		return 1
	case PlayerO:
		return -1
	}
	return 0
}
