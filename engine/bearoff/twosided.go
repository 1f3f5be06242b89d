package bearoff

import (
	"encoding/binary"

	"gammonlab/board"
)

// TwoSided is a database of the equities of positions in which both sides have
// few checkers left, in their home boards or a little farther back. It serves
// any number of goroutines, and no lookup allocates.
type TwoSided struct {
	file   mapping
	raw    []byte // the whole file
	header Header
	index  *Index
	record int    // bytes
	data   []byte // records, the side on roll first
}

// What the values of a two-sided database are of, by their place in what
// [TwoSided.Equities] returns.
const (
	Cubeless = iota // nobody doubles
	Owned           // the player on roll owns the cube
	Centred         // the cube is in the middle
	OppOwned        // the opponent owns the cube
)

// equityUnit is half the difference of the words of equities +1 and -1.
const equityUnit = 32767.5

// OpenTwoSided opens the two-sided database at path and compares it with its MD5,
// if one is known; see [digestSuffix].
func OpenTwoSided(path string) (*TwoSided, error) {
	d, file, err := openDatabase(path, NewTwoSided)
	if err != nil {
		return nil, err
	}
	d.file = file
	return d, nil
}

// NewTwoSided returns the database that the bytes hold, which must not change
// while it is in use. The name stands for it in errors.
func NewTwoSided(name string, data []byte) (*TwoSided, error) {
	h, err := parseHeader(name, data)
	if err != nil {
		return nil, err
	}
	if err := h.want(name, TwoSidedKind); err != nil {
		return nil, err
	}
	d := &TwoSided{raw: data, header: h, index: NewIndex(h.Points, h.Checkers), record: recordSize(h), data: data[headerSize:]}
	if err := wantSize(name, len(data), twoSidedSize(h)); err != nil {
		return nil, err
	}
	return d, nil
}

// recordSize returns the bytes of a record in a two-sided database.
func recordSize(h Header) int {
	if h.Cubeful {
		return 4 * wordSize
	}
	return wordSize
}

// twoSidedSize returns the bytes of a two-sided database, or the most that
// can be said if there are more.
func twoSidedSize(h Header) int64 {
	n := int64(NewIndex(h.Points, h.Checkers).Len())
	if n > 1<<30 {
		return 1<<63 - 1
	}
	return headerSize + n*n*int64(recordSize(h))
}

// Close gives the memory of an opened file back. No lookup may run any more.
func (d *TwoSided) Close() error {
	d.raw, d.data = nil, nil
	return d.file.close()
}

// Bytes returns the bytes of the file, which must not be changed.
func (d *TwoSided) Bytes() []byte { return d.raw }

// Header returns what the database says of itself.
func (d *TwoSided) Header() Header { return d.header }

// Points returns the number of points on which a side's checkers can be.
func (d *TwoSided) Points() int { return d.header.Points }

// Checkers returns the most checkers a side can have on the board.
func (d *TwoSided) Checkers() int { return d.header.Checkers }

// Cubeful reports whether the database has equities with a cube.
func (d *TwoSided) Cubeful() bool { return d.header.Cubeful }

// Covers reports whether the database holds the position: no contact, and both
// sides have a checker on the board, none above Points and no more than
// Checkers.
func (d *TwoSided) Covers(pos *board.Position) bool {
	if !covers(d.header, &pos.Own) || !covers(d.header, &pos.Opp) {
		return false
	}
	own, opp := pos.Own.Rearmost(), pos.Opp.Rearmost()
	return own > 0 && opp > 0 && own+opp < board.Bar
}

// Equities returns what the position, which must be covered, is worth to the
// player on roll in a money game without gammons at a cube of 1, before the
// roll and when that player does not double: [Cubeless], [Owned], [Centred] and
// [OppOwned]. The last three are 0 in a database without them
// ([TwoSided.Cubeful]). Without a cube the chance to win is half of what the
// equity is above -1.
func (d *TwoSided) Equities(pos *board.Position) [4]float32 {
	own, _ := d.index.rankOf(&pos.Own)
	opp, _ := d.index.rankOf(&pos.Opp)
	record := d.data[(own*d.index.Len()+opp)*d.record:][:d.record]
	equities := [4]float32{Cubeless: equity(record)}
	if d.header.Cubeful {
		equities[Owned] = equity(record[Owned*wordSize:])
		equities[Centred] = equity(record[Centred*wordSize:])
		equities[OppOwned] = equity(record[OppOwned*wordSize:])
	}
	return equities
}

func equity(word []byte) float32 {
	return float32(binary.LittleEndian.Uint16(word))/equityUnit - 1
}
