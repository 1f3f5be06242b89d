package bearoff

import (
	"encoding/binary"
	"fmt"

	"gammonlab/board"
)

// MaxRolls is the length of the distributions in a one-sided database: they
// have the probabilities of needing 0 to MaxRolls-1 rolls.
const MaxRolls = 32

// One is the sum of the words of a distribution in a one-sided database.
const One = 65535

// OneSided is a database of the numbers of rolls that a side needs to bear off
// all of its checkers, and the first one. It is safe for concurrent use, and
// lookups do not allocate.
//
// Lookups use only a side's checkers on the points 1 to Points. They ignore checkers
// farther back, as if those had been borne off; a covered side ([OneSided.Covers]) has
// none. If a side has more checkers on these points than the database supports, lookups
// also ignore some of them.
type OneSided struct {
	file   mapping
	raw    []byte // the whole file
	header Header
	index  *Index
	layout oneSidedLayout
	table  []byte // of the compressed layout: index of the distributions
	data   []byte
}

// oneSidedLayout is the layout of the records of a file.
type oneSidedLayout struct {
	entry  int // bytes of an entry in the table, 0 without a table
	record int // bytes of a record, 0 with a table
}

const (
	wordSize     = 2
	spanSize     = 2 // a count and a start in the table
	offsetSize   = 4
	normalSize   = 4 * 4 // two means and two standard deviations
	fullDistSize = MaxRolls * wordSize
)

func layoutOf(h Header) oneSidedLayout {
	dists := 1 + digit(h.Gammons)
	switch {
	case h.Normal:
		return oneSidedLayout{record: normalSize}
	case h.Compressed:
		return oneSidedLayout{entry: offsetSize + dists*spanSize}
	}
	return oneSidedLayout{record: dists * fullDistSize}
}

// OpenOneSided opens the one-sided database at path, in any of gnubg's layouts.
// It checks everything that lookups rely on, and the MD5 if it is known; see
// [digestSuffix].
func OpenOneSided(path string) (*OneSided, error) {
	d, file, err := openDatabase(path, NewOneSided)
	if err != nil {
		return nil, err
	}
	d.file = file
	return d, nil
}

// NewOneSided returns the database in the bytes, which must not change while it
// is in use. Errors call it by the name. See [OpenOneSided].
func NewOneSided(name string, data []byte) (*OneSided, error) {
	h, err := parseHeader(name, data)
	if err != nil {
		return nil, err
	}
	if err := h.want(name, OneSidedKind); err != nil {
		return nil, err
	}
	d := &OneSided{raw: data, header: h, index: NewIndex(h.Points, h.Checkers), layout: layoutOf(h)}
	n := int64(d.index.Len())
	if d.layout.entry == 0 {
		d.data = data[headerSize:]
		if err := wantSize(name, len(data), headerSize+n*int64(d.layout.record)); err != nil {
			return nil, err
		}
		return d, d.checkNormal(name)
	}
	tableEnd := headerSize + n*int64(d.layout.entry)
	if int64(len(data)) < tableEnd {
		return nil, fmt.Errorf("%s: file has %d bytes, want %d for the table alone", name, len(data), tableEnd)
	}
	d.table, d.data = data[headerSize:tableEnd], data[tableEnd:]
	return d, d.checkTable(name)
}

// checkTable returns an error unless the table refers to consecutive
// distributions of 1 to 32 words that fill the data.
func (d *OneSided) checkTable(name string) error {
	next, size := uint64(0), d.layout.entry
	for i := 0; i < len(d.table); i += size {
		entry := d.table[i : i+size : i+size]
		if offset := binary.LittleEndian.Uint32(entry); uint64(offset) != next {
			return fmt.Errorf("%s: table entry %d: offset is %d, want %d", name, i/size, offset, next)
		}
		for j := offsetSize; j < size; j += spanSize {
			count, start := int(entry[j]), int(entry[j+1])
			if count == 0 || count+start > MaxRolls {
				return fmt.Errorf("%s: table entry %d: %d words from %d on, want 1 or more that end before %d",
					name, i/size, count, start, MaxRolls)
			}
			next += uint64(count)
		}
	}
	if got, want := uint64(len(d.data)), next*wordSize; got != want {
		return fmt.Errorf("%s: file has %d bytes after its table, want %d", name, got, want)
	}
	return nil
}

// Close releases the memory of an opened file. Lookups must have ended.
func (d *OneSided) Close() error {
	d.raw, d.table, d.data = nil, nil, nil
	return d.file.close()
}

// Bytes returns the bytes of the file. They must not be modified.
func (d *OneSided) Bytes() []byte { return d.raw }

// Header returns the header of the database.
func (d *OneSided) Header() Header { return d.header }

// Points returns the maximal point of a side's checkers.
func (d *OneSided) Points() int { return d.header.Points }

// Checkers returns the maximal number of checkers of a side on the board.
func (d *OneSided) Checkers() int { return d.header.Checkers }

// HasGammon reports whether the database contains the numbers of rolls to bear
// off the first of 15 checkers.
func (d *OneSided) HasGammon() bool { return d.header.Gammons }

// Covers reports whether the database contains the side: no checker above
// Points and at most Checkers on the board. It cannot detect contact.
func (d *OneSided) Covers(s *board.Side) bool {
	return covers(d.header, s)
}

// Answers reports whether [OneSided.Evaluate] returns the chances of the race: the database
// covers both sides and contains everything that each can lose. A side that has borne off
// no checker can lose a gammon, and a backgammon from the opponent's home board. The
// database knows the gammons of 15 checkers only, and no backgammons.
func (d *OneSided) Answers(pos *board.Position) bool {
	return d.answers(&pos.Own) && d.answers(&pos.Opp)
}

// answers is Answers for a side.
func (d *OneSided) answers(s *board.Side) bool {
	return d.Covers(s) && (s[board.Off] > 0 || d.knowsFirst(s) && s.Rearmost() <= homeOfOther)
}

// homeOfOther is the highest point outside the opponent's home board.
const homeOfOther = 18

// knowsFirst reports whether the database contains the rolls to bear off the first checker
// of a covered side. It contains them for 15 checkers, not for fewer in hypergammon.
func (d *OneSided) knowsFirst(s *board.Side) bool {
	return d.header.Gammons && (s[board.Off] > 0 || s.Checkers() == board.MaxCheckers)
}

// covers is Covers for all databases with a header.
func covers(h Header, s *board.Side) bool {
	return s.Rearmost() <= h.Points && s.Checkers()-int(s[board.Off]) <= h.Checkers
}
