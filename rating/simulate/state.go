package simulate

import (
	"encoding/binary"
	"fmt"

	"gammonlab/evalbench"
	"gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// record is a match in a state file, little-endian.
type record struct {
	Cell, Match, Won, Games, Plies int32
	Luck                           float64
	Counts                         [4]int32   // plays of A and B, cubes of A and B
	Errors                         [4]float64 // sums of errors in the same order
}

// recordSize is the size of a record in bytes.
var recordSize = binary.Size(record{})

// states is the kind of journals of unfinished studies: matches in any order.
var states = journal.Kind{Name: "rating study", Version: 2, Kernel: kernel.CheckClass}

// Unfinished returns the name of the file that keeps an unfinished study.
func Unfinished(path string) string { return path + journal.Suffix }

// openState resumes or creates the file of the unfinished study.
func (r *run) openState(path string) (err error) {
	r.file, err = journal.Open(Unfinished(path), states, r.study, r.replayRecord)
	return err
}

// newRecord returns the record of a played match.
func newRecord(cell, match int, g *evalbench.Game) (record, error) {
	if g.Points == 0 {
		return record{}, fmt.Errorf("match %d: a game had no end after %d plies", match, evalbench.DefaultMaxPlies)
	}
	a, b := &g.Errors[0], &g.Errors[1]
	m := record{
		int32(cell), int32(match), 0, int32(g.Games), int32(g.Plies), (g.Adjusted + 1) / 2,
		[...]int32{int32(a.Plays), int32(b.Plays), int32(a.Cubes), int32(b.Cubes)},
		[...]float64{a.PlayError, b.PlayError, a.CubeError, b.CubeError},
	}
	if g.Points > 0 {
		m.Won = 1
	}
	return m, nil
}

// possible returns an error for an impossible record.
func (p *plan) possible(m *record) error {
	cell, match := int(m.Cell), int(m.Match)
	switch {
	case cell < 0 || cell >= len(p.cells) || match < 0 || match >= p.cells[cell].matches:
		return fmt.Errorf("match %d of place %d is not in the grid", match, cell)
	case m.Won != 0 && m.Won != 1:
		return fmt.Errorf("match %d of place %d is won %d times", match, cell, m.Won)
	}
	var row Row
	m.fill(&row)
	return row.check()
}

// fill sets the result of the match in its row.
func (m *record) fill(row *Row) {
	row.Won, row.Games, row.Plies, row.Luck = m.Won == 1, m.Games, m.Plies, m.Luck
	row.PlaysA, row.PlaysB, row.CubesA, row.CubesB = m.Counts[0], m.Counts[1], m.Counts[2], m.Counts[3]
	row.PlayErrorA, row.PlayErrorB, row.CubeErrorA, row.CubeErrorB = m.Errors[0], m.Errors[1], m.Errors[2], m.Errors[3]
}

// replayRecord adds a match that was played earlier.
func (r *run) replayRecord(frame []byte) error {
	var m record
	if _, err := binary.Decode(frame, binary.LittleEndian, &m); err != nil || len(frame) != recordSize {
		return fmt.Errorf("%d bytes, want %d", len(frame), recordSize)
	}
	return r.add(&m)
}

// add adds a match to the study.
func (r *run) add(m *record) error {
	if err := r.possible(m); err != nil {
		return err
	}
	cell, match := int(m.Cell), int(m.Match)
	i := r.first[cell] + uint64(match)
	if r.done[i] {
		return fmt.Errorf("match %d of place %d stands there twice", match, cell)
	}
	row := &r.study.Rows[i]
	*row = r.study.row(r.cells[cell], match)
	m.fill(row)
	r.done[i] = true
	r.count++
	return nil
}

// take adds the matches of a shard to the study and writes them to the part.
func (r *run) take(s *shard) error {
	for i := range s.Results {
		if err := r.add(&s.Results[i]); err != nil {
			return err
		}
		frame, err := binary.Append(nil, binary.LittleEndian, &s.Results[i])
		if err != nil {
			return err
		}
		if err := r.file.Append(frame); err != nil {
			return err
		}
	}
	if err := r.file.Flush(); err != nil {
		return err
	}
	r.reportProgress()
	return nil
}
