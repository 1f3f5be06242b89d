package evalbench

import (
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/board"
)

// gameRecord is a game in the record of an item, little-endian.
type gameRecord struct {
	Points, Plies, Cube, Games, Drops int32
	Adjusted                          float64
	Errors                            [2]struct {
		Plays     int32
		PlayError float64
		Cubes     int32
		CubeError float64
	}
}

// judgedRecord is the additional part of a judged game's record, for each side.
type judgedRecord [2]struct {
	Classes [len(ClassErrors{})]struct {
		Plays int32
		Error float64
	}
	Worst mistakeRecord
}

// recordSize returns the length of the record of an item.
func (m *Match) recordSize() int {
	size := binary.Size(gameRecord{})
	if m.Judge != nil {
		size += binary.Size(judgedRecord{})
	}
	return 2 * size
}

// takeStored adds the stored items to the result, except items beyond the end of the match,
// and reports the progress.
func (m *Match) takeStored(result *Result) error {
	for i, record := range m.Stored[:min(len(m.Stored), m.items())] {
		o, err := m.decodeRecord(record)
		if err != nil {
			return fmt.Errorf("the record of item %d: %w", i, err)
		}
		o.item = i
		if err := m.add(&o, true, result); err != nil {
			return err
		}
		result.resumed = result.Games
	}
	if result.Games == 0 {
		return nil
	}
	return m.progress(result)
}

// appendOutcome encodes an item.
func appendOutcome(dst []byte, o *outcome, judged bool) []byte {
	for i := range o.games {
		g := &o.games[i]
		r := gameRecord{int32(g.Points), int32(g.Plies), int32(g.cube), int32(g.Games), int32(g.drops), g.Adjusted, gameRecord{}.Errors}
		for side, e := range g.Errors {
			to := &r.Errors[side]
			to.Plays, to.PlayError, to.Cubes, to.CubeError = int32(e.Plays), e.PlayError, int32(e.Cubes), e.CubeError
		}
		dst, _ = binary.Append(dst, binary.LittleEndian, &r) // cannot fail for numbers
		if judged {
			dst, _ = binary.Append(dst, binary.LittleEndian, judgedOf(g))
		}
	}
	return dst
}

// judgedOf returns the errors by class and the worst mistakes of a game.
func judgedOf(g *Game) *judgedRecord {
	var r judgedRecord
	for side := range g.Classes {
		for c, e := range g.Classes[side] {
			r[side].Classes[c].Plays, r[side].Classes[c].Error = int32(e.Plays), e.Error
		}
		r[side].Worst = g.Worst[side].record()
	}
	return &r
}

// decodeRecord reads a record from a file and checks it.
func (m *Match) decodeRecord(record []byte) (outcome, error) {
	var o outcome
	if len(record) != m.recordSize() {
		return o, fmt.Errorf("%d bytes, want %d", len(record), m.recordSize())
	}
	for i := range o.games {
		g := &o.games[i]
		var r gameRecord
		n, _ := binary.Decode(record, binary.LittleEndian, &r) // the length was checked
		record = record[n:]
		g.Points, g.Plies, g.cube, g.Games, g.drops = int(r.Points), int(r.Plies), int(r.Cube), int(r.Games), int(r.Drops)
		g.Adjusted = r.Adjusted
		sound := finite(r.Adjusted)
		for side, e := range r.Errors {
			g.Errors[side] = Errors{int(e.Plays), e.PlayError, int(e.Cubes), e.CubeError}
			sound = sound && e.Plays >= 0 && e.Cubes >= 0 && finite(e.PlayError) && finite(e.CubeError)
		}
		if m.Judge != nil {
			var judged judgedRecord
			n, _ := binary.Decode(record, binary.LittleEndian, &judged)
			record = record[n:]
			if err := judged.take(g, m.Variant); err != nil {
				return o, err
			}
		}
		if !sound || i < m.gamesPerItem() && !m.possible(g) {
			return o, fmt.Errorf("impossible games for this match: game %d has %d points (%v adjusted), %d rolls and a cube of 2^%d", i+1, g.Points, g.Adjusted, g.Plies, g.cube)
		}
	}
	return o, nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// take copies the judge's results to a game.
func (r *judgedRecord) take(g *Game, v board.Variant) error {
	for side := range r {
		for c, e := range r[side].Classes {
			if e.Plays < 0 || !finite(e.Error) {
				return fmt.Errorf("%d plays that cost %v", e.Plays, e.Error)
			}
			g.Classes[side][c] = PlayErrors{int(e.Plays), e.Error}
		}
		var err error
		if g.Worst[side], err = r[side].Worst.mistake(v); err != nil {
			return err
		}
	}
	return nil
}

// possible reports whether a game of the match can have this outcome.
func (m *Match) possible(g *Game) bool {
	most := 3
	switch {
	case m.Rules.Length > 0:
		most = 1
	case m.Rules.Cube:
		most = 3 * max(g.cube, 1)
	}
	return g.Plies >= 0 && g.cube >= 0 && g.cube <= board.MaxCube && g.Games >= 0 && g.drops >= 0 &&
		g.Points >= -most && g.Points <= most
}
