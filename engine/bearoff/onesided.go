package bearoff

import (
	"encoding/binary"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/mapped"
)

// MaxRolls is the length of the distributions in a one-sided database: they
// have the probabilities of needing 0 to MaxRolls-1 rolls.
const MaxRolls = format.MaxRolls

// One is the sum of the words of a distribution in a one-sided database.
const One = format.One

// OneSided is a database of the numbers of rolls that a side needs to bear off
// all of its checkers, and the first one. It is safe for concurrent use, and
// lookups do not allocate.
//
// Lookups use only a side's checkers on the points 1 to Points. They ignore checkers
// farther back, as if those had been borne off; a covered side ([OneSided.Covers]) has
// none. If a side has more checkers on these points than the database supports, lookups
// also ignore some of them.
type OneSided struct {
	file    mapped.File
	raw     []byte // the whole file
	header  Header
	index   *Index
	records format.OneSided
}

// OpenOneSided opens the one-sided database at path, in any of gnubg's layouts.
// It checks everything that lookups rely on, and the MD5 if it is known; see
// [CheckDigest].
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
	d := &OneSided{raw: data, header: h, index: NewIndex(h.Points, h.Checkers)}
	layout := h.layout()
	if size := h.Size(); size > 0 {
		if err := wantSize(name, len(data), size); err != nil {
			return nil, err
		}
		d.records = layout.Split(data, d.index.Len())
		return d, d.checkNormal(name)
	}
	tableEnd := format.HeaderSize + int64(d.index.Len())*int64(layout.EntrySize())
	if int64(len(data)) < tableEnd {
		return nil, fmt.Errorf("%s: file has %d bytes, want %d for the table alone", name, len(data), tableEnd)
	}
	d.records = layout.Split(data, d.index.Len())
	return d, d.checkTable(name)
}

// checkTable returns an error unless the table refers to consecutive
// distributions of 1 to 32 words that fill the data.
func (d *OneSided) checkTable(name string) error {
	next, size := uint64(0), d.header.layout().EntrySize()
	table := d.records.Table
	for i := 0; i < len(table); i += size {
		entry := table[i : i+size : i+size]
		if offset := binary.LittleEndian.Uint32(entry); uint64(offset) != next {
			return fmt.Errorf("%s: table entry %d: offset is %d, want %d", name, i/size, offset, next)
		}
		for j := format.OffsetSize; j < size; j += format.SpanSize {
			count, start := int(entry[j]), int(entry[j+1])
			if count == 0 || count+start > MaxRolls {
				return fmt.Errorf("%s: table entry %d: %d words from %d on, want 1 or more that end before %d",
					name, i/size, count, start, MaxRolls)
			}
			next += uint64(count)
		}
	}
	if got, want := uint64(len(d.records.Data)), next*format.WordSize; got != want {
		return fmt.Errorf("%s: file has %d bytes after its table, want %d", name, got, want)
	}
	return nil
}

// Close releases the memory of an opened file. Lookups must have ended.
func (d *OneSided) Close() error {
	d.raw, d.records = nil, format.OneSided{}
	return d.file.Close()
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
