package bearoff

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"gammonlab/internal/filelock"
)

// store keeps the records of a run in the order in which they were made.
type store interface {
	// add adds a record, which may change afterwards.
	add(record []byte) error

	// readAt fills p from a record, from the given offset on.
	readAt(p []byte, record int, offset int64) error
}

// memory is the store of runs that are too short to be worth resuming.
type memory struct{ records [][]byte }

func (m *memory) add(record []byte) error {
	m.records = append(m.records, bytes.Clone(record))
	return nil
}

func (m *memory) readAt(p []byte, record int, offset int64) error {
	copy(p, m.records[record][offset:])
	return nil
}

// journal is the store of long runs: a file next to the database to be made. It
// begins with lines that say what is being made, and each record with its
// length and checksum, so that what a killed process or machine left behind is
// good up to the first record that is not whole.
type journal struct {
	file    *os.File
	path    string
	offsets []int64 // of the records' contents
	end     int64
}

const (
	journalMagic  = "gammonlab unfinished bearoff database 1\n"
	journalSuffix = ".part"
	recordHeader  = 8 + 4 // length and checksum
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// journalHead returns the beginning of a journal of a run with the settings,
// which are one line.
func journalHead(settings string) []byte {
	head := []byte(journalMagic + settings + "\n")
	return fmt.Appendf(head, "%08x\n", crc32.Checksum(head, castagnoli))
}

// openJournal opens the journal of the database at path, or begins it. It fails
// if it belongs to other settings or is being written by another process.
func openJournal(path, settings string) (*journal, error) {
	path += journalSuffix
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("bearoff: %w", err)
	}
	j := &journal{file: file, path: path}
	if err := j.begin(settings); err != nil {
		file.Close()
		return nil, err
	}
	return j, nil
}

func (j *journal) begin(settings string) error {
	if err := filelock.Lock(j.file); err != nil {
		return fmt.Errorf("bearoff: %s is in use, another run is making this database: %w", j.path, err)
	}
	want := journalHead(settings)
	got := make([]byte, len(want))
	n, err := io.ReadFull(j.file, got)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return fmt.Errorf("bearoff: %w", err)
	}
	got = got[:n]
	j.end = int64(len(want))
	switch {
	case bytes.Equal(got, want):
		return nil
	case bytes.HasPrefix(want, got): // killed before the first record
		return j.write(want, 0)
	case bytes.HasPrefix(got, []byte(journalMagic)):
		found, _, _ := bytes.Cut(got[len(journalMagic):], []byte("\n"))
		return fmt.Errorf("bearoff: %s is of an unfinished run with the settings %q, want %q: finish that one or remove the file",
			j.path, found, settings)
	}
	return fmt.Errorf("bearoff: %s is in the way: it starts with %q, want %q of an unfinished run",
		j.path, got[:min(n, len(journalMagic))], journalMagic)
}

func (j *journal) write(p []byte, at int64) error {
	if _, err := j.file.WriteAt(p, at); err != nil {
		return fmt.Errorf("bearoff: %w", err)
	}
	return nil
}

// next returns the record after those that were read or added so far, nil when
// there is none. A record that is not whole is dropped with all after it.
func (j *journal) next() ([]byte, error) {
	record, err := j.read()
	if err != nil {
		return nil, fmt.Errorf("bearoff: reading %s: %w", j.path, err)
	}
	if record == nil {
		if err := j.file.Truncate(j.end); err != nil {
			return nil, fmt.Errorf("bearoff: %w", err)
		}
		return nil, nil
	}
	j.extend(len(record))
	return record, nil
}

func (j *journal) read() ([]byte, error) {
	info, err := j.file.Stat()
	if err != nil {
		return nil, err
	}
	var head [recordHeader]byte
	if info.Size()-j.end < recordHeader {
		return nil, nil
	}
	if _, err := j.file.ReadAt(head[:], j.end); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint64(head[:])
	// No record is empty: a machine that goes down may leave zeros.
	if size == 0 || size > uint64(info.Size()-j.end-recordHeader) {
		return nil, nil
	}
	record := make([]byte, size)
	if _, err := j.file.ReadAt(record, j.end+recordHeader); err != nil {
		return nil, err
	}
	if crc32.Checksum(record, castagnoli) != binary.LittleEndian.Uint32(head[8:]) {
		return nil, nil
	}
	return record, nil
}

// extend counts a record of the given length in.
func (j *journal) extend(size int) {
	j.offsets = append(j.offsets, j.end+recordHeader)
	j.end += recordHeader + int64(size)
}

func (j *journal) add(record []byte) error {
	var head [recordHeader]byte
	binary.LittleEndian.PutUint64(head[:], uint64(len(record)))
	binary.LittleEndian.PutUint32(head[8:], crc32.Checksum(record, castagnoli))
	if err := j.write(head[:], j.end); err != nil {
		return err
	}
	if err := j.write(record, j.end+recordHeader); err != nil {
		return err
	}
	j.extend(len(record))
	return nil
}

func (j *journal) readAt(p []byte, record int, offset int64) error {
	if _, err := j.file.ReadAt(p, j.offsets[record]+offset); err != nil {
		return fmt.Errorf("bearoff: reading %s: %w", j.path, err)
	}
	return nil
}

// close keeps the journal for another day.
func (j *journal) close() error { return j.file.Close() }

// remove ends the journal: the database is made.
func (j *journal) remove() error {
	return errors.Join(os.Remove(j.path), j.file.Close())
}
