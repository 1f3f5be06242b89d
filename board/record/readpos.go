package record

import (
	"encoding/binary"
	"fmt"
	"io"

	"gammonlab/board"
	"gammonlab/board/record/internal/win1252"
)

// ReadJellyfishPosition reads a .pos file of Jellyfish, versions 124 to 126.
// Its player 1 becomes [board.PlayerO], as in GNU Backgammon. The match has one
// game, which begins at the position. Errors call the file by the name and
// contain the offset.
func ReadJellyfishPosition(name string, r io.Reader) (*Match, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxText))
	if err == nil {
		p := jellyfish{b: b}
		m := p.read()
		if err = p.err; err == nil {
			return m, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

// Versions of .pos files.
const (
	firstPos = 124
	rulesPos = 125 // the first with rules
	lastPos  = 126 // the first with two additional numbers
)

// isPos reports whether the bytes begin like a .pos file: with its version and
// a small number.
func isPos(head []byte) bool {
	return len(head) >= 4 && head[0] >= firstPos && head[0] <= lastPos && head[1] == 0 && head[3] == 0
}

// jellyfish reads the numbers of a .pos file one by one and keeps the first
// error.
type jellyfish struct {
	b   []byte
	at  int
	err error
}

func (j *jellyfish) fail(at int, field, format string, args ...any) {
	if j.err == nil {
		j.err = fmt.Errorf("byte %d, %s: %s", at, field, fmt.Sprintf(format, args...))
	}
}

// number reads two bytes.
func (j *jellyfish) number(field string, least, most int) int {
	at := j.at
	if j.err != nil || at+2 > len(j.b) {
		j.fail(len(j.b), field, "the file ends")
		return least
	}
	j.at += 2
	n := int(int16(binary.LittleEndian.Uint16(j.b[at:])))
	if n < least || n > most {
		j.fail(at, field, "%d, want %d to %d", n, least, most)
		return least
	}
	return n
}

func (j *jellyfish) skip(numbers int, field string) {
	for range numbers {
		j.number(field, -1<<15, 1<<15-1)
	}
}

// text reads a length and that number of bytes.
func (j *jellyfish) text(field string) string {
	if j.err != nil || j.at >= len(j.b) || j.at+1+int(j.b[j.at]) > len(j.b) {
		j.fail(len(j.b), field, "the file ends")
		return ""
	}
	from := j.at + 1
	j.at = from + int(j.b[j.at])
	return oneLine(win1252.Decode(j.b[from:j.at]))
}

// read reads the whole file.
func (j *jellyfish) read() *Match {
	state := board.NewMatch(0)
	version := j.number("version", firstPos, lastPos)
	if version == lastPos {
		j.skip(2, "caution")
	}
	noCube := false
	if version >= rulesPos {
		noCube = j.number("cube in use", 0, 1) == 0
		state.Jacoby = j.number("Jacoby rule", 0, 1) == 1
		j.number("beavers", 0, 1)
	}
	state.Cube = max(j.number("cube", 0, 1<<14), 1)
	state.Owner = board.Player(j.number("owner of the cube", 0, 2) - 1)
	turn := j.number("who is on roll", 0, 4)
	if turn > 0 {
		state.Roller = board.Player((turn - 1) % 2)
		state.Turn = state.Roller
	}
	j.skip(3, "moves left")
	money := j.number("match or money", 1, 3) == 3
	j.skip(2, "opponent and level")
	state.Length = j.number("length", 0, board.MaxMatchLength)
	for i := range state.Score {
		state.Score[i] = j.number("score", 0, maxScore)
	}
	if money {
		state.Length = 0
	}
	names := [2]string{j.text("name of player 1"), j.text("name of player 2")}
	j.skip(1, "lower die")
	state.Crawford = j.number("Crawford", 0, 3) == 2 && state.Length > 0
	j.skip(1, "who moved last")
	j.text("last move")
	dice := [2]int{j.number("die 1", -6, 6), j.number("die 2", -6, 6)}
	if turn < 3 && dice[0] != 0 && dice[1] != 0 {
		state.Dice = board.Roll{uint8(max(dice[0], -dice[0])), uint8(max(dice[1], -dice[1]))}
	}
	pos := j.board()
	if state.Roller == board.PlayerX {
		pos = pos.Swap()
	}
	return j.match(names, pos, &state, noCube)
}

// match builds a match from the data read without an error.
func (j *jellyfish) match(names [2]string, pos board.Position, state *board.Match, noCube bool) *Match {
	if j.err != nil {
		return nil
	}
	if state.Length > 0 {
		state.Jacoby = false
	}
	m, err := ofPosition(names, pos, state, board.Backgammon)
	if err != nil {
		j.fail(0, "position", "%v", err)
		return nil
	}
	m.Rules.NoCube = noCube
	return m
}

// board reads the checkers from the point of view of player 1, whose own
// are negative. Each number is followed by the one before the last move.
func (j *jellyfish) board() board.Position {
	const added = 20
	var pos board.Position
	for place := range board.Bar + 1 {
		at := j.at
		n := j.number(fmt.Sprintf("place %d", place), added-board.MaxCheckers, added+board.MaxCheckers) - added
		j.skip(1, "place before the move")
		switch {
		case n < 0 && place > 0:
			pos.Own[place] = uint8(-n)
		case n > 0 && place < board.Bar:
			pos.Opp[board.Bar-place] = uint8(n)
		case n != 0 && place == 0:
			j.fail(at, "bar of player 2", "%d checkers of the other side", -n)
		case n != 0:
			j.fail(at, "bar of player 1", "%d checkers of the other side", n)
		}
	}
	for _, side := range []*board.Side{&pos.Own, &pos.Opp} {
		off := board.MaxCheckers - side.Checkers()
		if off < 0 {
			j.fail(j.at, "checkers", "%d of a side, want at most %d", side.Checkers(), board.MaxCheckers)
		}
		side[board.Off] = uint8(max(off, 0))
	}
	return pos
}
