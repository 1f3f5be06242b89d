package record

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// ReadSnowiePosition reads a position as Snowie writes it: one line of 40
// fields separated by semicolons. The player on roll becomes [board.PlayerO],
// as in GNU Backgammon. The match has one game, which begins at the position.
// Errors call the file by the name.
func ReadSnowiePosition(name string, r io.Reader) (*Match, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxText))
	if err == nil {
		var m *Match
		if m, err = readSnowie(decode(b)); err == nil {
			return m, nil
		}
	}
	return nil, fmt.Errorf("%s: line 1: %w", name, err)
}

// snowieFields is the number of fields in the line of a position.
const snowieFields = 40

// Indexes of the fields.
const (
	snowieRolled   = 4
	snowieNames    = 5
	snowieCrawford = 7
	snowieCube     = 10
	snowieBoard    = 12
	snowieDice     = 38
)

// snowieLine reads numbers from the fields and keeps the first error.
type snowieLine struct {
	fields []string
	err    error
}

func readSnowie(text string) (*Match, error) {
	line := strings.TrimSuffix(strings.TrimSpace(text), ";")
	f := snowieLine{fields: strings.Split(line, ";")}
	if len(f.fields) != snowieFields {
		return nil, fmt.Errorf("%d fields, want %d", len(f.fields), snowieFields)
	}
	state := board.NewMatch(f.number(0, "length", 0, board.MaxMatchLength))
	state.Roller, state.Turn = board.PlayerO, board.PlayerO
	state.Jacoby = f.number(1, "Jacoby rule", 0, 1) == 1
	state.Crawford = f.number(snowieCrawford, "Crawford game", 0, 1) == 1
	for i := range state.Score {
		state.Score[i] = f.number(snowieCrawford+1+i, "score", 0, maxScore)
	}
	state.Cube = f.number(snowieCube, "cube", 1, board.MaxCube)
	switch f.number(snowieCube+1, "owner of the cube", -1, 1) {
	case 1:
		state.Owner = board.PlayerO
	case -1:
		state.Owner = board.PlayerX
	}
	if dice := [2]int{f.number(snowieDice, "die", 0, 6), f.number(snowieDice+1, "die", 0, 6)}; dice != [2]int{} {
		state.Dice = board.Roll{uint8(dice[0]), uint8(dice[1])}
	}
	pos := f.board()
	if f.err != nil {
		return nil, f.err
	}
	return ofPosition([2]string{oneLine(f.fields[snowieNames]), oneLine(f.fields[snowieNames+1])}, pos, &state, board.Backgammon)
}

// snowieAfter reads the position in an illegal play of a .mat file: the fields of a
// position, of which only the names and the checkers have a meaning. The position is seen
// by the player named first.
func snowieAfter(text string) (names [2]string, pos board.Position, err error) {
	fields := strings.Split(strings.TrimSuffix(strings.TrimSpace(text), ";"), ";")
	if n := len(fields); n == snowieFields-1 { // some programs omit the owner of the cube
		fields = slices.Insert(fields, snowieCube+1, "0")
	}
	f := snowieLine{fields: fields}
	if len(fields) != snowieFields {
		return names, pos, fmt.Errorf("%d fields, want %d", len(fields), snowieFields)
	}
	names = [2]string{oneLine(fields[snowieNames]), oneLine(fields[snowieNames+1])}
	return names, f.board(), f.err
}

// snowieText returns the position after an illegal play in the form of a position, seen by
// the opponent, who is named first.
func snowieText(r *Replay, names [2]string) string {
	m, p := &r.Match, r.Action.Player.Opponent()
	return fmt.Sprintf("%d;0;0;0;0;%s;%s;%d;%d;%d;%d;0;%s;0;0;", m.Length, names[p], names[p.Opponent()],
		flag(m.Crawford), m.Score[p], m.Score[p.Opponent()], m.Cube, snowieCheckers(&r.Play.Result))
}

// snowieCheckers returns the fields of a position's checkers.
func snowieCheckers(pos *board.Position) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%d;", -int(pos.Opp[board.Bar]))
	for place := 1; place < board.Bar; place++ {
		fmt.Fprintf(&s, "%d;", int(pos.Own[place])-int(pos.Opp[board.Bar-place]))
	}
	fmt.Fprint(&s, pos.Own[board.Bar])
	return s.String()
}

// board reads the opponent's bar, the points and the bar of the player on roll,
// with the bars in GNU Backgammon's order. The signs of the bars have no
// meaning.
func (f *snowieLine) board() board.Position {
	var pos board.Position
	for place := range board.Bar + 1 {
		name := fmt.Sprintf("point %d", place)
		if place == 0 || place == board.Bar {
			name = "bar"
		}
		n := f.number(snowieBoard+place, name, -board.MaxCheckers, board.MaxCheckers)
		switch {
		case place == 0:
			pos.Opp[board.Bar] = uint8(max(n, -n))
		case place == board.Bar:
			pos.Own[board.Bar] = uint8(max(n, -n))
		case n > 0:
			pos.Own[place] = uint8(n)
		default:
			pos.Opp[board.Bar-place] = uint8(-n)
		}
	}
	for _, side := range []*board.Side{&pos.Own, &pos.Opp} {
		off := board.MaxCheckers - side.Checkers()
		if off < 0 && f.err == nil {
			f.err = fmt.Errorf("a side has %d checkers, want at most %d", side.Checkers(), board.MaxCheckers)
		}
		side[board.Off] = uint8(max(off, 0))
	}
	return pos
}

// number reads a field; field counts from 0, errors count from 1.
func (f *snowieLine) number(field int, name string, least, most int) int {
	text := strings.TrimSpace(f.fields[field])
	n, err := strconv.Atoi(text)
	if err == nil && n >= least && n <= most {
		return n
	}
	if f.err == nil {
		f.err = fmt.Errorf("field %d, %s: %q, want %d to %d", field+1, name, clip(text), least, most)
	}
	return least
}
