package simulate

import (
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/internal/journal"
	"gammonlab/nets/kernel"
)

// recordSize is what a match takes: its place, whether it was won, two counts, the
// luck, four counts and four errors.
const recordSize = 5*4 + 8 + 4*4 + 4*8

// states is the kind of files of unfinished studies: matches in the order in which
// they were played.
var states = journal.Kind{Name: "rating study", Version: 2, Kernel: kernel.CheckClass}

// Part returns the name of the file that keeps an unfinished study.
func Part(path string) string { return path + journal.Suffix }

// openState resumes the unfinished study, or begins it.
func (r *run) openState(path string) (err error) {
	r.file, err = journal.Open(Part(path), states, r.study.settings(), r.takeRecord)
	if err != nil {
		return fmt.Errorf("simulate: %w", err)
	}
	return nil
}

// keepRow keeps a match, which is written at once.
func (r *run) keepRow(cell int, row *Row) error {
	if err := r.file.Append(appendRecord(nil, cell, row)); err != nil {
		return err
	}
	return r.file.Flush()
}

func appendRecord(dst []byte, cell int, row *Row) []byte {
	le := binary.LittleEndian
	won := uint32(0)
	if row.Won {
		won = 1
	}
	for _, n := range []uint32{uint32(cell), uint32(row.Match), won, uint32(row.Games), uint32(row.Plies)} {
		dst = le.AppendUint32(dst, n)
	}
	dst = le.AppendUint64(dst, math.Float64bits(row.Luck))
	for _, n := range []int32{row.PlaysA, row.PlaysB, row.CubesA, row.CubesB} {
		dst = le.AppendUint32(dst, uint32(n))
	}
	for _, x := range []float64{row.PlayErrorA, row.PlayErrorB, row.CubeErrorA, row.CubeErrorB} {
		dst = le.AppendUint64(dst, math.Float64bits(x))
	}
	return dst
}

// takeRecord takes a match that was played before.
func (r *run) takeRecord(record []byte) error {
	if len(record) != recordSize {
		return fmt.Errorf("%d bytes, want %d", len(record), recordSize)
	}
	integer := func() int32 {
		n := int32(binary.LittleEndian.Uint32(record))
		record = record[4:]
		return n
	}
	number := func() float64 {
		x := math.Float64frombits(binary.LittleEndian.Uint64(record))
		record = record[8:]
		return x
	}
	cell, match, won := int(integer()), int(integer()), integer()
	switch {
	case cell < 0 || cell >= len(r.cells) || match < 0 || match >= r.cells[cell].matches:
		return fmt.Errorf("match %d of place %d is not in the grid", match, cell)
	case r.done[r.first[cell]+match]:
		return fmt.Errorf("match %d of place %d stands there twice", match, cell)
	case won != 0 && won != 1:
		return fmt.Errorf("match %d of place %d is won %d times", match, cell, won)
	}
	row := r.study.row(r.cells[cell], match)
	row.Won, row.Games, row.Plies = won == 1, integer(), integer()
	row.Luck = number()
	for _, n := range []*int32{&row.PlaysA, &row.PlaysB, &row.CubesA, &row.CubesB} {
		*n = integer()
	}
	for _, x := range []*float64{&row.PlayErrorA, &row.PlayErrorB, &row.CubeErrorA, &row.CubeErrorB} {
		*x = number()
	}
	if err := row.check(); err != nil {
		return err
	}
	r.take(cell, &row)
	return nil
}
