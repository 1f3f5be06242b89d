package xgfile

import "strings"

// File is the content of a file.
type File struct {
	Comment  string   // in the header
	Records  []Record // in file order
	Comments []string // plain text; records refer to them by index
}

// Names of the files in the archive.
const (
	recordsName  = "temp.xg"
	endsName     = "temp.xgi" // copies of the first and the last record
	commentsName = "temp.xgc"
)

// Read reads the bytes of a file. With an error, the file is nil or has the records before the
// fault, such as the end of a file that was cut off.
func Read(b []byte) (*File, error) {
	comment, files, cut := unpack(b)
	if files == nil {
		return nil, cut
	}
	f := &File{Comment: comment}
	found := false
	for _, part := range files {
		switch strings.ToLower(part.name) {
		case recordsName:
			found = true
			var err error
			if f.Records, err = readRecords(part.data); err != nil {
				return f, err
			}
		case commentsName:
			f.Comments = readComments(part.data)
		}
	}
	if !found {
		return nil, fault(len(b)-trailerSize, "registry", "the archive has no %s", recordsName)
	}
	return f, cut
}

// readRecords reads the records one after the other. With an error, it returns those before
// the fault.
func readRecords(b []byte) ([]Record, error) {
	var records []Record
	for at := 0; at < len(b); at += RecordSize {
		if len(b)-at < RecordSize {
			return records, fault(at, "last record of "+recordsName, "%d bytes, want %d", len(b)-at, RecordSize)
		}
		r, err := readRecord(b[at:at+RecordSize], at)
		if err != nil {
			return records, err
		}
		if r != nil {
			records = append(records, r)
		}
	}
	return records, nil
}

// beginRecords reports whether a file begins like the records of a match.
func beginRecords(b []byte) bool {
	if len(b) < RecordSize {
		return false
	}
	r, err := readRecord(b[:RecordSize], 0)
	_, match := r.(*Match)
	return err == nil && match
}

// readRecord reads the record at an offset, nil for an unused record.
func readRecord(b []byte, at int) (Record, error) {
	r, known := newRecord(b[kindOffset])
	if !known {
		return nil, fault(at+kindOffset, "kind of record in "+recordsName, "%d, want 0 to 6", b[kindOffset])
	}
	if r == nil {
		return nil, nil
	}
	r.fields(&codec{b: b})
	r.setOffset(at)
	if m, ok := r.(*Match); ok && m.mark != matchMagic {
		return nil, fault(at+556, "mark of the match in "+recordsName, "%08x, want %08x", uint32(m.mark), uint32(matchMagic))
	}
	return r, nil
}

// Write returns the bytes of a file.
func Write(f *File) []byte { return write(f, func([]byte) {}) }

// WriteChanged is Write with a function that changes the bytes of the records,
// for tests of readers.
func WriteChanged(f *File, change func(records []byte)) []byte { return write(f, change) }

func write(f *File, change func([]byte)) []byte {
	b := make([]byte, len(f.Records)*RecordSize)
	for i, r := range f.Records {
		part := b[i*RecordSize : (i+1)*RecordSize]
		part[kindOffset] = r.kind()
		r.fields(&codec{b: part, write: true})
	}
	change(b)
	files := []archived{{recordsName, b}}
	if n := len(b); n > 0 {
		ends := append(append([]byte(nil), b[:RecordSize]...), b[n-RecordSize:]...)
		files = append(files, archived{endsName, ends})
	}
	if len(f.Comments) > 0 {
		files = append(files, archived{commentsName, writeComments(f.Comments)})
	}
	return pack(f.Comment, files)
}
