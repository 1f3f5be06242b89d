package record

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record/internal/win1252"
)

// position returns the position at the end of a record, with dice that were rolled and not
// played. It returns an error if there is none or the format, named in the error, cannot
// hold it.
func (m *Match) position(format string) (game.State, error) {
	if len(m.Games) == 0 {
		return game.State{}, fmt.Errorf("a record without a game has no position for %s", format)
	}
	last := len(m.Games) - 1
	r := m.Replay(last)
	for r.Next() {
	}
	fault := ""
	switch {
	case r.Err() != nil:
		return r.State, r.Err()
	case r.Over():
		fault = "the game is over, so there is no position"
	case r.Match.Doubled:
		fault = "a double is on offer"
	case r.Variant != board.Backgammon:
		fault = fmt.Sprintf("the game is %v", r.Variant)
	default:
		return r.State, nil
	}
	return r.State, gameError(last, fmt.Errorf("%s cannot hold the end: %s", format, fault))
}

// WriteSnowiePosition writes the position at the end of a record as a line of Snowie: 40
// fields separated by semicolons.
func WriteSnowiePosition(w io.Writer, m *Match) error {
	s, err := m.position("a position of Snowie")
	if err != nil {
		return err
	}
	p := s.Match.Roller
	owner := map[board.Player]int{p: 1, p.Opponent(): -1}[s.Match.Owner]
	_, err = fmt.Fprintf(w, "%d;%d;0;%d;%d;%s;%s;%d;%d;%d;%d;%d;%s;%d;%d\n", m.Length, flag(m.Rules.Jacoby), flag(m.Length == 0), int(p),
		snowieName(m.Names[p]), snowieName(m.Names[p.Opponent()]), flag(s.Match.Crawford), s.Match.Score[p], s.Match.Score[p.Opponent()],
		s.Match.Cube, owner, snowieCheckers(&s.Position), s.Match.Dice[0], s.Match.Dice[1])
	return err
}

// snowieName replaces the character that ends a field.
func snowieName(name string) string { return strings.ReplaceAll(oneLine(name), ";", "_") }

// flag returns 1 for true.
func flag(set bool) int {
	if set {
		return 1
	}
	return 0
}

// States of the Crawford rule in .pos files.
const (
	beforeCrawford = iota + 1
	inCrawford
	afterCrawford
)

// WriteJellyfishPosition writes the position at the end of a record as a .pos file of
// Jellyfish, version 126. [board.PlayerO] becomes its player 1.
func WriteJellyfishPosition(w io.Writer, m *Match) error {
	s, err := m.position("a .pos file")
	if err != nil {
		return err
	}
	state := &s.Match
	const match, money, twoPlayers, level = 1, 3, 1, 7
	kind, crawford, turn := match, beforeCrawford, int(state.Roller)+1
	if m.Length == 0 {
		kind = money
	}
	switch {
	case state.Crawford:
		crawford = inCrawford
	case m.Length > 0 && game.OneAway(m.Length, state.Score):
		crawford = afterCrawford
	}
	if !state.Dice.Valid() {
		turn += 2 // not rolled yet
	}
	var b []byte
	numbers := func(all ...int) {
		for _, n := range all {
			b = binary.LittleEndian.AppendUint16(b, uint16(n))
		}
	}
	numbers(lastPos, 0, 0, flag(!m.Rules.NoCube), flag(m.Rules.Jacoby), flag(m.Length == 0), state.Cube, int(state.Owner)+1, turn, 0, 0, 0,
		kind, twoPlayers, level, m.Length, state.Score[0], state.Score[1])
	for _, name := range m.Names {
		text := win1252.Encode(oneLine(name))
		text = text[:min(len(text), 255)]
		b = append(append(b, byte(len(text))), text...)
	}
	numbers(0, crawford, 0)
	b = append(b, 0) // the last move
	numbers(int(state.Dice[0]), int(state.Dice[1]))
	pos := s.Position
	if state.Roller == board.PlayerX {
		pos = pos.Swap()
	}
	const added = 20
	for place := range board.Bar + 1 {
		n := added
		if place > 0 {
			n -= int(pos.Own[place])
		}
		if place < board.Bar {
			n += int(pos.Opp[board.Bar-place])
		}
		numbers(n, n)
	}
	_, err = w.Write(b)
	return err
}
