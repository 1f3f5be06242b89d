package simulate

import (
	"encoding/binary"
	"fmt"

	"gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// record is a match as a state file keeps it, little-endian.
type record struct {
	Cell, Match, Won, Games, Plies int32
	Luck                           float64
	Counts                         [4]int32   // plays of A and B, cubes of A and B
	Errors                         [4]float64 // likewise
}

// states is the kind of files of unfinished studies: matches in the order in which
// they were played.
var states = journal.Kind{Name: "rating study", Version: 2, Kernel: kernel.CheckClass}

// Part returns the name of the file that keeps an unfinished study.
func Part(path string) string { return path + journal.Suffix }

// openState resumes the unfinished study, or begins it.
func (r *run) openState(path string) (err error) {
	r.file, err = journal.Open(Part(path), states, r.study.settings(), r.replayRecord)
	if err != nil {
		return fmt.Errorf("simulate: %w", err)
	}
	return nil
}

// appendRow writes a match to the part at once.
func (r *run) appendRow(cell int, row *Row) error {
	if err := r.file.Append(appendRecord(nil, cell, row)); err != nil {
		return err
	}
	return r.file.Flush()
}

func appendRecord(dst []byte, cell int, row *Row) []byte {
	r := record{
		int32(cell), row.Match, 0, row.Games, row.Plies, row.Luck,
		[...]int32{row.PlaysA, row.PlaysB, row.CubesA, row.CubesB},
		[...]float64{row.PlayErrorA, row.PlayErrorB, row.CubeErrorA, row.CubeErrorB},
	}
	if row.Won {
		r.Won = 1
	}
	dst, _ = binary.Append(dst, binary.LittleEndian, &r) // a struct of numbers cannot fail
	return dst
}

// replayRecord adds a match that was played earlier.
func (r *run) replayRecord(frame []byte) error {
	var m record
	if _, err := binary.Decode(frame, binary.LittleEndian, &m); err != nil || len(frame) != binary.Size(&m) {
		return fmt.Errorf("%d bytes, want %d", len(frame), binary.Size(&m))
	}
	cell, match := int(m.Cell), int(m.Match)
	switch {
	case cell < 0 || cell >= len(r.cells) || match < 0 || match >= r.cells[cell].matches:
		return fmt.Errorf("match %d of place %d is not in the grid", match, cell)
	case r.done[r.first[cell]+match]:
		return fmt.Errorf("match %d of place %d stands there twice", match, cell)
	case m.Won != 0 && m.Won != 1:
		return fmt.Errorf("match %d of place %d is won %d times", match, cell, m.Won)
	}
	row := r.study.row(r.cells[cell], match)
	row.Won, row.Games, row.Plies, row.Luck = m.Won == 1, m.Games, m.Plies, m.Luck
	row.PlaysA, row.PlaysB, row.CubesA, row.CubesB = m.Counts[0], m.Counts[1], m.Counts[2], m.Counts[3]
	row.PlayErrorA, row.PlayErrorB, row.CubeErrorA, row.CubeErrorB = m.Errors[0], m.Errors[1], m.Errors[2], m.Errors[3]
	if err := row.check(); err != nil {
		return err
	}
	r.take(cell, &row)
	return nil
}
