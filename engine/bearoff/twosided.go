package bearoff

import (
	"encoding/binary"
	"sync"

	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/mapped"
)

// TwoSided is a database of the equities of positions in which both sides have
// few checkers left, in their home boards or a little farther back. It is safe
// for concurrent use, and lookups do not allocate.
type TwoSided struct {
	file   mapped.File
	raw    []byte // the whole file
	header Header
	index  *Index
	record int    // size in bytes
	data   []byte // records, indexed by the side on roll first

	once  sync.Once
	races *Races
}

// Indexes of the equities in the result of [TwoSided.Equities].
const (
	Cubeless = iota // without a cube
	Owned           // the player on roll owns the cube
	Centred         // the cube is centred
	OppOwned        // the opponent owns the cube
)

// equityUnit is half the difference of the words of equities +1 and -1.
const equityUnit = 32767.5

// OpenTwoSided opens the two-sided database at path and checks its MD5 if it is
// known; see [CheckDigest].
func OpenTwoSided(path string) (*TwoSided, error) {
	d, file, err := openDatabase(path, NewTwoSided)
	if err != nil {
		return nil, err
	}
	d.file = file
	return d, nil
}

// NewTwoSided returns the database in the bytes, which must not change while it
// is in use. Errors call it by the name.
func NewTwoSided(name string, data []byte) (*TwoSided, error) {
	h, err := parseHeader(name, data)
	if err != nil {
		return nil, err
	}
	if err := h.want(name, TwoSidedKind); err != nil {
		return nil, err
	}
	d := &TwoSided{raw: data, header: h, index: NewIndex(h.Points, h.Checkers), record: format.TwoSidedSize(h.Cubeful), data: data[format.HeaderSize:]}
	if err := wantSize(name, len(data), h.Size()); err != nil {
		return nil, err
	}
	return d, nil
}

// Close releases the memory of an opened file. Lookups must have ended.
func (d *TwoSided) Close() error {
	d.raw, d.data = nil, nil
	return d.file.Close()
}

// Bytes returns the bytes of the file. They must not be modified.
func (d *TwoSided) Bytes() []byte { return d.raw }

// Header returns the header of the database.
func (d *TwoSided) Header() Header { return d.header }

// Points returns the maximal point of a side's checkers.
func (d *TwoSided) Points() int { return d.header.Points }

// Checkers returns the maximal number of checkers of a side on the board.
func (d *TwoSided) Checkers() int { return d.header.Checkers }

// Cubeful reports whether the database has equities with a cube.
func (d *TwoSided) Cubeful() bool { return d.header.Cubeful }

// Covers reports whether the database contains the position: there is no
// contact, both sides have a checker on the board, none above Points and at
// most Checkers, and both have borne off a checker. If a side has borne off
// none, as often in hypergammon, it can lose a gammon, which the database
// does not know.
func (d *TwoSided) Covers(pos *board.Position) bool {
	if !covers(d.header, &pos.Own) || !covers(d.header, &pos.Opp) {
		return false
	}
	if pos.Own[board.Off] == 0 || pos.Opp[board.Off] == 0 {
		return false
	}
	own, opp := pos.Own.Rearmost(), pos.Opp.Rearmost()
	return own > 0 && opp > 0 && own+opp < board.Bar
}

// Equities returns the equities of the position, which must be covered, for the
// player on roll in a money game without gammons at a cube of 1, before the
// roll and without a double: [Cubeless], [Owned], [Centred] and [OppOwned]. The
// last three are 0 in a database without them ([TwoSided.Cubeful]). The winning
// chance is (1 + the cubeless equity)/2.
func (d *TwoSided) Equities(pos *board.Position) [4]float32 {
	own, _ := d.index.rankOf(&pos.Own)
	opp, _ := d.index.rankOf(&pos.Opp)
	record := d.data[(own*d.index.Len()+opp)*d.record:][:d.record]
	equities := [4]float32{Cubeless: equity(record)}
	if d.header.Cubeful {
		equities[Owned] = equity(record[Owned*format.WordSize:])
		equities[Centred] = equity(record[Centred*format.WordSize:])
		equities[OppOwned] = equity(record[OppOwned*format.WordSize:])
	}
	return equities
}

func equity(word []byte) float32 {
	return float32(binary.LittleEndian.Uint16(word))/equityUnit - 1
}
