package bearoff

import "gammonlab/board"

// Hyper is a database of all positions of hypergammon with a number of checkers.
// It serves any number of goroutines, and no lookup allocates.
type Hyper struct {
	file   mapping
	raw    []byte // the whole file
	header Header
	index  *Index
	data   []byte // records, the side on roll first
}

// HyperEntry is what a position is worth to the player on roll, before the roll
// and when that player does not double.
type HyperEntry struct {
	// Probabilities are those to win, win a gammon or more, win a backgammon,
	// lose a gammon or more and lose a backgammon.
	Probabilities [5]float32

	// Equities of a money game at a cube of 1, by who owns the cube.
	Owned         float32 // the player on roll
	Centred       float32 // nobody, gammons count
	CentredJacoby float32 // nobody, gammons count after a double alone
	OppOwned      float32 // the opponent
}

// OpenHyper opens the hypergammon database at path and compares it with its MD5,
// if one is known; see [digestSuffix].
func OpenHyper(path string) (*Hyper, error) {
	d, file, err := openDatabase(path, NewHyper)
	if err != nil {
		return nil, err
	}
	d.file = file
	return d, nil
}

// NewHyper returns the database that the bytes hold, which must not change while
// it is in use. The name stands for it in errors.
func NewHyper(name string, data []byte) (*Hyper, error) {
	h, err := parseHeader(name, data)
	if err != nil {
		return nil, err
	}
	if err := h.want(name, HypergammonKind); err != nil {
		return nil, err
	}
	d := &Hyper{raw: data, header: h, index: NewIndex(h.Points, h.Checkers), data: data[headerSize:]}
	n := int64(d.index.Len())
	if err := wantSize(name, len(data), headerSize+n*n*hyperRecordSize); err != nil {
		return nil, err
	}
	return d, nil
}

// Close gives the memory of an opened file back. No lookup may run any more.
func (d *Hyper) Close() error {
	d.raw, d.data = nil, nil
	return d.file.close()
}

// Bytes returns the bytes of the file, which must not be changed.
func (d *Hyper) Bytes() []byte { return d.raw }

// Header returns what the database says of itself.
func (d *Hyper) Header() Header { return d.header }

// Checkers returns how many checkers each side has, borne off included.
func (d *Hyper) Checkers() int { return d.header.Checkers }

// Covers reports whether the database holds the position: both sides have as
// many checkers as the database is for, those borne off included. Positions
// with fewer are not the same with some more borne off, because a side that has
// borne off none may lose a gammon.
func (d *Hyper) Covers(pos *board.Position) bool {
	return pos.Own.Checkers() == d.header.Checkers && pos.Opp.Checkers() == d.header.Checkers
}

// Evaluate returns the entry of the position, which must be covered. It also
// knows games that are over. Of positions in which both sides hold a point
// everything is 0.
func (d *Hyper) Evaluate(pos *board.Position) HyperEntry {
	own, _ := d.index.rankOf(&pos.Own)
	opp, _ := d.index.rankOf(&pos.Opp)
	return hyperEntry(d.record(own, opp))
}

// record returns the record of two numbers of sides.
func (d *Hyper) record(own, opp int) []byte {
	return d.data[(own*d.index.Len()+opp)*hyperRecordSize:][:hyperRecordSize]
}

func hyperEntry(record []byte) (e HyperEntry) {
	for i := range e.Probabilities {
		e.Probabilities[i] = hyperNumber(record, i)
	}
	e.Owned = hyperEquity(record, 5)
	e.Centred = hyperEquity(record, 6)
	e.CentredJacoby = hyperEquity(record, 7)
	e.OppOwned = hyperEquity(record, 8)
	return e
}
