package record

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"gammonlab/board"
)

// tagComment matches a tag of a .mat file, which is a comment: ; [Event "World
// Cup"].
var tagComment = pattern(`^\[\s*([A-Za-z0-9 ]+?)\s+"(.*)"\s*\]$`)

// infoTags lists the tags that are copied to and from Info, in the order in
// which they are written.
var infoTags = []struct {
	name  string
	field func(*Info) *string
}{
	{"Site", func(i *Info) *string { return &i.Place }},
	{"Event", func(i *Info) *string { return &i.Event }},
	{"Round", func(i *Info) *string { return &i.Round }},
	{"EventDate", func(i *Info) *string { return &i.Date }},
	{"Transcriber", func(i *Info) *string { return &i.Annotator }},
	{"Player 1 Elo", func(i *Info) *string { return &i.Ratings[0] }},
	{"Player 2 Elo", func(i *Info) *string { return &i.Ratings[1] }},
}

// variantTags are the values of the tag Variation, as gnubg writes them.
var variantTags = map[board.Variant]string{
	board.Nackgammon:   "NackGammon",
	board.Hypergammon1: "HyperGammon (1)",
	board.Hypergammon2: "HyperGammon (2)",
	board.Hypergammon3: "HyperGammon (3)",
}

// comment reads a comment. After the first game it may belong to a further match.
func (m *matReader) comment(text string) error {
	if board, cube, ok := setPosition(text, m.match.Rules.Variant); ok && m.scored {
		return m.place(board, cube)
	}
	if m.game == nil {
		m.ofMatch(text)
	} else if len(m.pending) < maxPending {
		m.pending = append(m.pending, text)
	}
	return nil
}

// setPos matches the comment by which XG sets a position in a game. The capital letters are
// the checkers of the left player. The number is the exponent of the cube; it is negative
// if the left player owns it.
var setPos = pattern(`^Set Pos=([-A-Pa-p]{26})/(-?\d{1,2})$`)

// setPosition returns the position that a comment sets, from the left player's point of
// view, and the exponent of its cube.
func setPosition(text string, v board.Variant) (pos *board.Position, cube int, ok bool) {
	found := setPos().FindStringSubmatch(text)
	if found == nil {
		return nil, 0, false
	}
	x, err := board.ParseXGID(found[1]+":0:0:1:00:0:0:0:0:10", v)
	cube, _ = strconv.Atoi(found[2]) // it is a number
	if err != nil || max(cube, -cube) >= bits.Len(board.MaxCube) {
		return nil, 0, false
	}
	return &x.Position, cube, true
}

// place sets a position with its cube, unless the game begins there.
func (m *matReader) place(pos *board.Position, cube int) error {
	if m.last() == nil && cube == 0 && *pos == m.match.Rules.Variant.Start() {
		return nil
	}
	err := m.add(Action{Kind: SetBoard, Player: board.PlayerO, Board: pos})
	if cube == 0 || err != nil {
		return err
	}
	owner := board.PlayerX
	if cube < 0 {
		owner, cube = board.PlayerO, -cube
	}
	if err := m.add(Action{Kind: SetCube, Value: 1 << cube}); err != nil {
		return err
	}
	return m.add(Action{Kind: SetOwner, Player: owner})
}

// maxPending is the maximal number of comments between two games.
const maxPending = 1000

// applyPending reads the comments after a game as those of the match.
func (m *matReader) applyPending() {
	for _, text := range m.pending {
		m.ofMatch(text)
	}
	m.pending = m.pending[:0]
}

// ofMatch reads a comment on the match: a tag, or before the first game a line.
func (m *matReader) ofMatch(text string) {
	tag := tagComment().FindStringSubmatch(text)
	if tag == nil {
		if info := &m.match.Info; m.game == nil && len(info.Comment)+len(text) < maxText {
			info.Comment += text + "\n"
		}
		return
	}
	name, value := strings.ToLower(tag[1]), oneLine(tag[2])
	for _, t := range infoTags {
		if strings.ToLower(t.name) == name {
			*t.field(&m.match.Info) = value
		}
	}
	rules := &m.match.Rules
	switch name {
	case "player 1", "player 2":
		m.tagged[name[len(name)-1]-'1'] = value
	case "eventdate":
		m.match.Info.Date = withDashes(value)
	case "crawford":
		rules.Crawford = !strings.EqualFold(value, "off")
	case "jacoby":
		rules.Jacoby, rules.JacobyAssumed = !strings.EqualFold(value, "off"), false
	case "cubelimit":
		rules.NoCube = value == "1"
	case "variation":
		rules.Variant = taggedVariant(value)
	}
}

// swapRatings assigns the ratings to the right players. In files of XG, which
// have a tag for each name, player 1 of the tags is in the right column.
func (m *matReader) swapRatings() {
	names, ratings := m.match.Names, &m.match.Info.Ratings
	if names[0] != names[1] && m.tagged == [2]string{names[1], names[0]} {
		ratings[0], ratings[1] = ratings[1], ratings[0]
	}
}

// taggedVariant returns the variant of a tag, backgammon if it is unknown.
// Hypergammon without a number has 3 checkers.
func taggedVariant(value string) board.Variant {
	if strings.EqualFold(value, "hypergammon") {
		return board.Hypergammon3
	}
	for v, name := range variantTags {
		if strings.EqualFold(value, name) {
			return v
		}
	}
	return board.Backgammon
}

// writtenDate matches a date in .mat files and in Info.Date.
var writtenDate = pattern(`^(\d{4})[.-](\d{2})[.-](\d{2})$`)

func withDashes(date string) string { return writtenDate().ReplaceAllString(date, "$1-$2-$3") }

func withDots(date string) string { return writtenDate().ReplaceAllString(date, "$1.$2.$3") }

// matTags returns the lines before the header.
func matTags(m *Match) string {
	var s strings.Builder
	tag := func(name, value string) {
		if value = oneLine(value); value != "" {
			fmt.Fprintf(&s, "; [%s \"%s\"]\n", name, value)
		}
	}
	for _, t := range infoTags {
		value := *t.field(&m.Info)
		if t.name == "EventDate" {
			value = withDots(value)
		}
		tag(t.name, value)
		if t.name == "EventDate" {
			tag("Variation", variantTags[m.Rules.Variant])
		}
	}
	if m.Rules.NoCube {
		tag("CubeLimit", "1")
	}
	if m.Length > 0 && !m.Rules.Crawford {
		tag("Crawford", "Off")
	}
	if m.Length == 0 && !m.Rules.JacobyAssumed {
		tag("Jacoby", map[bool]string{true: "On", false: "Off"}[m.Rules.Jacoby])
	}
	s.WriteByte('\n')
	if comment := manyLines(m.Info.Comment); comment != "" {
		for line := range strings.SplitSeq(comment, "\n") {
			s.WriteString(strings.TrimRight("; "+line, " ") + "\n")
		}
	}
	return s.String()
}
