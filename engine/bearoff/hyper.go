package bearoff

import (
	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/mapped"
)

// Hyper is a database of all positions of hypergammon with a number of
// checkers. It is safe for concurrent use, and lookups do not allocate.
type Hyper struct {
	file   mapped.File
	raw    []byte // the whole file
	header Header
	index  *Index
	data   []byte // records, indexed by the side on roll first
}

// HyperEntry is the value of a position to the player on roll, before the roll
// and without a double.
type HyperEntry struct {
	// Probabilities are those to win, win a gammon or more, win a backgammon,
	// lose a gammon or more and lose a backgammon.
	Probabilities [5]float32

	// Equities of a money game at a cube of 1, by the owner of the cube.
	Owned         float32 // the player on roll
	Centred       float32 // centred, gammons count
	CentredJacoby float32 // centred, gammons count only after a double
	OppOwned      float32 // the opponent
}

// OpenHyper opens the hypergammon database at path and checks its MD5 if it is
// known; see [CheckDigest].
func OpenHyper(path string) (*Hyper, error) {
	d, file, err := openDatabase(path, NewHyper)
	if err != nil {
		return nil, err
	}
	d.file = file
	return d, nil
}

// NewHyper returns the database in the bytes, which must not change while it is
// in use. Errors call it by the name.
func NewHyper(name string, data []byte) (*Hyper, error) {
	h, err := parseHeader(name, data)
	if err != nil {
		return nil, err
	}
	if err := h.want(name, HypergammonKind); err != nil {
		return nil, err
	}
	d := &Hyper{raw: data, header: h, index: NewIndex(h.Points, h.Checkers), data: data[format.HeaderSize:]}
	if err := wantSize(name, len(data), h.Size()); err != nil {
		return nil, err
	}
	return d, nil
}

// Close releases the memory of an opened file. Lookups must have ended.
func (d *Hyper) Close() error {
	d.raw, d.data = nil, nil
	return d.file.Close()
}

// Bytes returns the bytes of the file. They must not be modified.
func (d *Hyper) Bytes() []byte { return d.raw }

// Header returns the header of the database.
func (d *Hyper) Header() Header { return d.header }

// Checkers returns the number of checkers of each side, including those borne
// off.
func (d *Hyper) Checkers() int { return d.header.Checkers }

// Covers reports whether the database contains the position: both sides have
// the database's number of checkers, including those borne off. Positions with
// fewer checkers differ from positions with more borne off, because a side that
// has borne off none may lose a gammon.
func (d *Hyper) Covers(pos *board.Position) bool {
	return pos.Own.Checkers() == d.header.Checkers && pos.Opp.Checkers() == d.header.Checkers
}

// Evaluate returns the entry of the position, which must be covered. Finished
// games are included. For positions in which both sides hold a point all values
// are 0.
func (d *Hyper) Evaluate(pos *board.Position) HyperEntry {
	own, _ := d.index.rankOf(&pos.Own)
	opp, _ := d.index.rankOf(&pos.Opp)
	record := d.data[(own*d.index.Len()+opp)*format.HyperSize:]
	return HyperEntry(format.ParseHyper(record))
}
