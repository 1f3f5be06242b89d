package evalbench

import (
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/board"
)

const (
	// gameSize is what a game takes: 5 counts, the result without luck, and for
	// each side two counts and two sums of errors.
	gameSize = 5*4 + 8 + 2*(2*4+2*8)

	// judgedSize is what comes to a game that was judged: for each side a count
	// and a sum for each class, and its worst mistake.
	judgedSize = 2 * (len(ClassErrors{})*(4+8) + mistakeSize)
)

// recordSize returns the length of the record of an item.
func (m *Match) recordSize() int {
	if m.Judge != nil {
		return 2 * (gameSize + judgedSize)
	}
	return 2 * gameSize
}

// takeHeld adds the items that were played before to the result, as many as the
// match has.
func (m *Match) takeHeld(result *Result) error {
	for i, record := range m.Held[:min(len(m.Held), m.items())] {
		o, err := m.decodeRecord(record)
		if err != nil {
			return fmt.Errorf("evalbench: the record of item %d: %w", i, err)
		}
		o.item = i
		m.count(&o, result)
		result.resumed = result.Games
	}
	return nil
}

// keep gives an item to whom it is kept by.
func (m *Match) keep(o *outcome) error {
	if m.Keep == nil {
		return nil
	}
	return m.Keep(o.item, o.points(m), appendOutcome(nil, o, m.Judge != nil))
}

// points returns what A scored in the games of the item.
func (o *outcome) points(m *Match) []int {
	points := []int{o.games[0].points, o.games[1].points}
	return points[:m.gamesPerItem()]
}

// appendOutcome writes the record of an item.
func appendOutcome(dst []byte, o *outcome, judged bool) []byte {
	le := binary.LittleEndian
	for i := range o.games {
		g := &o.games[i]
		for _, n := range []int{g.points, g.plies, g.cube, g.games, g.drops} {
			dst = le.AppendUint32(dst, uint32(int32(n)))
		}
		dst = le.AppendUint64(dst, math.Float64bits(g.adjusted))
		for side := range g.errors {
			e := &g.errors[side]
			dst = le.AppendUint32(dst, uint32(e.Plays))
			dst = le.AppendUint64(dst, math.Float64bits(e.PlayError))
			dst = le.AppendUint32(dst, uint32(e.Cubes))
			dst = le.AppendUint64(dst, math.Float64bits(e.CubeError))
		}
		if judged {
			dst = appendJudged(dst, g)
		}
	}
	return dst
}

// appendJudged writes what a judge has found out about a game but for the sums.
func appendJudged(dst []byte, g *game) []byte {
	le := binary.LittleEndian
	for side := range g.classes {
		for _, c := range g.classes[side] {
			dst = le.AppendUint32(dst, uint32(c.Plays))
			dst = le.AppendUint64(dst, math.Float64bits(c.Error))
		}
		dst = appendMistake(dst, &g.worst[side])
	}
	return dst
}

// decodeRecord reads a record, which may hold anything.
func (m *Match) decodeRecord(record []byte) (outcome, error) {
	var o outcome
	if len(record) != m.recordSize() {
		return o, fmt.Errorf("%d bytes, want %d", len(record), m.recordSize())
	}
	rest := record
	integer := func() int {
		n := int32(binary.LittleEndian.Uint32(rest))
		rest = rest[4:]
		return int(n)
	}
	sound := true
	number := func() float64 {
		x := math.Float64frombits(binary.LittleEndian.Uint64(rest))
		rest = rest[8:]
		sound = sound && !math.IsNaN(x) && !math.IsInf(x, 0)
		return x
	}
	for i := range o.games {
		g := &o.games[i]
		for _, n := range []*int{&g.points, &g.plies, &g.cube, &g.games, &g.drops} {
			*n = integer()
		}
		g.adjusted = number()
		for side := range g.errors {
			e := &g.errors[side]
			e.Plays, e.PlayError, e.Cubes, e.CubeError = integer(), number(), integer(), number()
			sound = sound && e.Plays >= 0 && e.Cubes >= 0
		}
		if m.Judge != nil {
			if err := decodeJudged(g, rest[:judgedSize], m.Variant); err != nil {
				return o, err
			}
			rest = rest[judgedSize:]
		}
		if i < m.gamesPerItem() {
			sound = sound && m.possible(g)
		}
	}
	if !sound {
		return o, fmt.Errorf("no game of this match: %+v", o.games)
	}
	return o, nil
}

// decodeJudged reads what appendJudged has written.
func decodeJudged(g *game, data []byte, v board.Variant) error {
	le := binary.LittleEndian
	for side := range g.classes {
		for c := range g.classes[side] {
			e := &g.classes[side][c]
			e.Plays, e.Error = int(int32(le.Uint32(data))), math.Float64frombits(le.Uint64(data[4:]))
			if e.Plays < 0 || math.IsNaN(e.Error) || math.IsInf(e.Error, 0) {
				return fmt.Errorf("%d plays that cost %v", e.Plays, e.Error)
			}
			data = data[4+8:]
		}
		var err error
		if g.worst[side], err = decodeMistake(data[:mistakeSize], v); err != nil {
			return err
		}
		data = data[mistakeSize:]
	}
	return nil
}

// possible reports whether a game can have ended so.
func (m *Match) possible(g *game) bool {
	most := 3
	switch {
	case m.Form.Length > 0:
		most = 1
	case m.Form.Cube:
		most = 3 * max(g.cube, 1)
	}
	return g.plies >= 0 && g.cube >= 0 && g.cube <= board.MaxCube && g.games >= 0 && g.drops >= 0 &&
		g.points >= -most && g.points <= most
}
