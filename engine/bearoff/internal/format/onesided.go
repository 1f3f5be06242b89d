package format

import "encoding/binary"

// Layout is the layout of the records of a one-sided database.
type Layout struct {
	Gammons    bool // rolls to bear off the first checker
	Compressed bool // zeros at both ends of a distribution are omitted
	Normal     bool // means and standard deviations only
}

// Dists returns the number of distributions of a side.
func (l Layout) Dists() int {
	if l.Gammons {
		return 2
	}
	return 1
}

// EntrySize returns the bytes of an entry in the table, 0 without a table.
func (l Layout) EntrySize() int {
	if l.Compressed && !l.Normal {
		return OffsetSize + l.Dists()*SpanSize
	}
	return 0
}

// RecordSize returns the bytes of a record, 0 with a table.
func (l Layout) RecordSize() int {
	switch {
	case l.Normal:
		return NormalSize
	case l.Compressed:
		return 0
	}
	return l.Dists() * MaxRolls * WordSize
}

// OneSided are the records of a one-sided database.
type OneSided struct {
	Table []byte // of the compressed layout: index of the distributions
	Data  []byte

	gammons       bool
	entry, record int // sizes
}

// Split returns the records in the bytes of a file, which must be long enough for the table of as
// many sides.
func (l Layout) Split(file []byte, sides int) OneSided {
	end := HeaderSize + sides*l.EntrySize()
	return OneSided{file[HeaderSize:end], file[end:], l.Gammons, l.EntrySize(), l.RecordSize()}
}

// Spans returns the two distributions of the side with the given rank.
// Without gammons the second is empty. The database must contain distributions.
func (d *OneSided) Spans(rank int) (bearoff, gammon Span) {
	if d.entry == 0 {
		record := d.Data[rank*d.record:][:d.record]
		const size = MaxRolls * WordSize
		return Span{Words: record[:size]}, Span{Words: record[size:]}
	}
	entry := d.Table[rank*d.entry:][:d.entry]
	words := d.Data[WordSize*int(binary.LittleEndian.Uint32(entry)):]
	n := int(entry[OffsetSize]) * WordSize
	bearoff = Span{words[:n], int(entry[OffsetSize+1])}
	if d.gammons {
		words = words[n:]
		n = int(entry[OffsetSize+SpanSize]) * WordSize
		gammon = Span{words[:n], int(entry[OffsetSize+SpanSize+1])}
	}
	return bearoff, gammon
}

// Normals returns the distributions of the rolls of the side with the given rank to bear off all
// checkers, and the first one, in a database of means and standard deviations.
func (d *OneSided) Normals(rank int) [2]Normal {
	return ParseNormals(d.Data[rank*NormalSize:])
}
