package analyse

import (
	"fmt"
	"html/template"
	"math/bits"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/board/picture"
	"gammonlab/board/svg"
	"gammonlab/internal/plaintext"
)

// setUp is a board that the user sets up. The player on roll sits at the bottom.
type setUp struct {
	XGID    board.XGID
	Variant board.Variant
	Left    bool   // the players bear off to the left
	Tool    string // effect of activating a point
	Said    string // the last change, for a screen reader
	Problem string // reason why the change failed

	focus string            // the place that was activated
	typed map[string]string // content of the fields if they are not a valid board, otherwise nil
}

// The tools of set-up. Two of them are names of checkers, which sentences use.
const (
	putDark  = "dark"
	putLight = "light"
	takeOff  = "off"
	move     = "move"
)

// fieldsOf are the fields of an XGID, in its order, with their defaults. The rule comes from
// other fields.
var fieldsOf = []struct{ name, value string }{
	{"checkers", ""}, {"cube", "0"}, {"owner", "0"}, {"turn", "1"}, {"dice", "00"},
	{"dark", "0"}, {"light", "0"}, {"rule", ""}, {"length", "0"}, {"largest", "10"},
}

// readBoard reads the fields of the form of set-up.
func readBoard(q url.Values, v board.Variant) (board.XGID, error) {
	rule := 0
	for name, value := range map[string]int{"crawford": 1, "jacoby": 1, "beavers": 2} {
		inMatch := q.Get("length") != "0" && q.Get("length") != ""
		if q.Has(name) && inMatch == (name == "crawford") {
			rule += value
		}
	}
	var fields []string
	for _, f := range fieldsOf {
		value := f.value
		if f.name == "rule" {
			value = strconv.Itoa(rule)
		} else if got := strings.TrimSpace(q.Get(f.name)); got != "" {
			value = got
		}
		fields = append(fields, value)
	}
	return board.ParseXGID(strings.Join(fields, ":"), v)
}

// startOf returns the start of a money game.
func startOf(v board.Variant) board.XGID {
	return board.NewXGID(v.Start(), board.NewMatch(0))
}

// newSetUp returns the board of the form after the action of the form. If the form has
// no board, newSetUp uses the one given.
func newSetUp(q url.Values, v board.Variant, given board.XGID) *setUp {
	s := &setUp{XGID: given, Variant: v, Left: isLeft(q), Tool: q.Get("tool")}
	if !slices.Contains([]string{putDark, putLight, takeOff, move}, s.Tool) {
		s.Tool = putDark
	}
	if q.Has("checkers") {
		x, err := readBoard(q, v)
		if err != nil {
			s.keep(q)
			s.refuse(err)
			return s
		}
		s.XGID = x
	}
	before := s.XGID
	if err := s.do(q); err != nil {
		s.XGID = before
		s.refuse(err)
	}
	return s
}

// keep keeps the typed text of an invalid board, and the valid fields.
func (s *setUp) keep(q url.Values) {
	s.typed = map[string]string{}
	for name := range q {
		s.typed[name] = q.Get(name)
	}
	if x, err := readBoard(url.Values{"checkers": q["checkers"], "turn": q["turn"]}, s.Variant); err == nil {
		s.XGID = x
	}
}

func (s *setUp) refuse(err error) {
	s.Problem = err.Error()
	if _, field, ok := strings.Cut(s.Problem, `": `); ok && strings.HasPrefix(s.Problem, "XGID ") {
		s.Problem = field // the form shows the field
	}
	s.Said = s.Problem
}

// do performs the action of the form and checks the board.
func (s *setUp) do(q url.Values) error {
	switch q.Get("do") {
	case "start":
		s.XGID.Position, s.Said = s.Variant.Start(), "Opening position."
	case "clear":
		n := uint8(s.Variant.Checkers())
		s.XGID.Position, s.Said = board.Position{Own: board.Side{n}, Opp: board.Side{n}}, "All checkers are off."
	}
	if place := q.Get("place"); place != "" {
		s.focus = place
		if err := s.activate(place, q.Get("from")); err != nil {
			return err
		}
	}
	if err := s.XGID.Position.Validate(s.Variant); err != nil {
		return err
	}
	return s.XGID.Match.Validate()
}

// activate performs the action of a part of the drawing.
func (s *setUp) activate(place, from string) error {
	m := &s.XGID.Match
	switch place {
	case svg.FirstDie, svg.SecondDie:
		s.nextDie(place)
		s.Said = fmt.Sprintf("The dice show %d and %d.", m.Dice[0], m.Dice[1])
	case svg.Cube, svg.CubeUp, svg.CubeDown:
		s.moveCube(place)
		s.Said = fmt.Sprintf("The cube shows %d.", m.Cube)
	case svg.TopPlayer:
		s.turnRound()
	case svg.BottomPlayer:
		s.Said = fmt.Sprintf("%s is on roll.", plaintext.Capital(s.colour(0)))
	default:
		return s.change(place, from)
	}
	return nil
}

// nextDie sets a die to the next number.
func (s *setUp) nextDie(place string) {
	m := &s.XGID.Match
	if m.Doubled || !m.Dice.Valid() {
		m.Doubled, m.Turn, m.Dice = false, m.Roller, board.Roll{1, 1}
		return
	}
	die := &m.Dice[0]
	if place == svg.SecondDie {
		die = &m.Dice[1]
	}
	*die = *die%6 + 1
}

// moveCube moves the cube to a place, or doubles its value if it is there.
func (s *setUp) moveCube(place string) {
	m := &s.XGID.Match
	owner := map[string]board.Player{svg.Cube: board.Nobody, svg.CubeDown: m.Roller, svg.CubeUp: m.Roller.Opponent()}[place]
	if owner == m.Owner || place == svg.Cube && m.Doubled {
		m.Cube = shownAfter(m.Cube, s.XGID.MaxCube)
	}
	m.Owner = owner
	switch {
	case owner == board.Nobody && m.Length > 0:
		m.Cube = 1
	case owner != board.Nobody:
		m.Cube = max(m.Cube, 2)
	}
}

// shownAfter returns the next value of a cube; 1 follows the largest.
func shownAfter(value, largest int) int {
	sides := bits.Len(uint(largest))
	return 1 << (bits.Len(uint(value)) % sides)
}

// turnRound sets the other player on roll.
func (s *setUp) turnRound() {
	m := &s.XGID.Match
	m.Roller = m.Roller.Opponent()
	m.Turn, m.Doubled = m.Roller, false
	s.XGID.Position = s.XGID.Position.Swap()
	s.Said = fmt.Sprintf("%s is on roll and sits at the bottom.", plaintext.Capital(s.colour(0)))
}

// colour names the checkers of a seat; 0 is the bottom.
func (s *setUp) colour(seat int) string {
	if (s.XGID.Match.Roller == board.PlayerX) == (seat == 0) {
		return putDark
	}
	return putLight
}

// Drawing returns the drawing of the board.
func (s *setUp) Drawing() template.HTML {
	picks := map[string]bool{svg.TopTray: false, svg.BottomTray: false}
	if s.Tool == move {
		for place := range 26 {
			if s.seatAt(place) >= 0 {
				picks[strconv.Itoa(place)] = false
			}
		}
	}
	return template.HTML(svg.Board{
		Board: picture.Board{
			Position: s.XGID.Position, Match: s.XGID.Match, Names: names,
			FromO: s.XGID.Match.Roller == board.PlayerO, Left: s.Left,
		},
		Bare: true, Class: "wide", Parts: &svg.Parts{ID: "set-up", SetUp: true, Focus: s.focus, Picks: picks},
	}.String())
}

// names are the default names of the players.
var names = [2]string{board.PlayerO: "Light", board.PlayerX: "Dark"}
