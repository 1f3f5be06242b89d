// Package recordfile keeps what long work has done in a file that outlives the
// process: records of one size, each with a checksum, behind a head of three
// lines that says what the file is, what all records depend on as JSON, and the
// checksum of both. One process has the file at a time.
package recordfile

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"gammonlab/internal/filelock"
	"gammonlab/internal/identity"
)

// Kind is what files are of.
type Kind struct {
	Magic  string // the first line, with its end
	Size   int    // bytes of a record, its checksum included
	Record string // what a record is called, such as "trial record"
	Name   string // what a file is, such as "the state of a rollout"

	// Kernel, if not nil, decides whether records of nets that were evaluated with
	// kernels of a class can be added to; see [identity.Compare].
	Kernel func(class string) error
}

// writeInterval is how long records may wait to be written.
const writeInterval = time.Second / 2

// sumSize is the length of a checksum.
const sumSize = 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AppendSum ends the record that begins at from with its checksum.
func AppendSum(dst []byte, from int) []byte {
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[from:], castagnoli))
}

// Head returns the head of a file whose records depend on the settings, which
// must be an object in JSON.
func (k *Kind) Head(settings any) ([]byte, error) {
	line, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	head := fmt.Appendf(nil, "%s%s\n", k.Magic, line)
	return appendHeadSum(head), nil
}

// appendHeadSum adds the line with the checksum to the lines of a head.
func appendHeadSum(head []byte) []byte {
	return fmt.Appendf(head, "%08x\n", crc32.Checksum(head, castagnoli))
}

// File is a file of records that is being added to. It serves one goroutine.
type File struct {
	file      *os.File
	unwritten []byte
	written   time.Time // the last time
}

// Open takes up the file with the head, or begins it, and gives its records,
// without their checksums, to take, see [Kind.Read].
func (k *Kind) Open(path string, head []byte, take func(i int, record []byte) error) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := k.resume(file, head, take); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &File{file: file, written: time.Now()}, nil
}

// resume reads what is in the file and puts the file's position behind it.
func (k *Kind) resume(file *os.File, head []byte, take func(int, []byte) error) error {
	if err := filelock.Lock(file); err != nil {
		return fmt.Errorf("in use by another process: %w", err)
	}
	// Whoever had the lock until now may have finished and removed the file.
	mine, err1 := file.Stat()
	there, err2 := os.Stat(file.Name())
	if err := errors.Join(err1, err2); err != nil || !os.SameFile(mine, there) {
		return errors.New("another process has just finished this work")
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	start, err := k.checkHead(head, data)
	if err != nil {
		return err
	}
	if start > len(data) { // new, or killed at once
		if _, err := file.WriteAt(head, 0); err != nil {
			return err
		}
	}
	whole, err := k.Read(data[min(start, len(data)):], take)
	if err != nil {
		return err
	}
	end := int64(start + whole)
	if err := file.Truncate(end); err != nil {
		return err
	}
	_, err = file.Seek(end, io.SeekStart)
	return err
}

// checkHead refuses the file of anything else and returns where the records
// begin.
func (k *Kind) checkHead(head, data []byte) (start int, err error) {
	switch {
	case bytes.HasPrefix(data, head), bytes.HasPrefix(head, data):
		return len(head), nil
	case !bytes.HasPrefix(data, []byte(k.Magic)):
		return 0, fmt.Errorf("not %s: it starts with %.20q, want %q", k.Name, data, k.Magic)
	}
	found, _, _ := bytes.Cut(data[len(k.Magic):], []byte("\n"))
	want, _, _ := bytes.Cut(head[len(k.Magic):], []byte("\n"))
	whole := appendHeadSum(slices.Concat([]byte(k.Magic), found, []byte("\n")))
	if !bytes.HasPrefix(data, whole) {
		return 0, errors.New("damaged: its first lines have another checksum than they say")
	}
	if err := identity.Compare(found, want, k.Kernel); err != nil {
		return 0, fmt.Errorf("%s %w", k.Name, err)
	}
	return len(whole), nil
}

// Read gives the records of data to take and returns how many bytes they have.
// What is not whole at the end was being written when the process ended, and is
// dropped; damage anywhere else is an error.
func (k *Kind) Read(data []byte, take func(i int, record []byte) error) (int, error) {
	good := 0
	for i := range len(data) / k.Size {
		record := data[i*k.Size : (i+1)*k.Size]
		content := record[:k.Size-sumSize]
		if crc32.Checksum(content, castagnoli) != binary.LittleEndian.Uint32(record[k.Size-sumSize:]) {
			continue
		}
		if i != good {
			return 0, fmt.Errorf("damaged: the checksum of %s %d is wrong, that of record %d is right", k.Record, good, i)
		}
		if err := take(i, content); err != nil {
			return 0, fmt.Errorf("damaged: %s %d: %w", k.Record, i, err)
		}
		good++
	}
	return good * k.Size, nil
}

// Add keeps a record, which ends with its checksum and is written at once or
// soon.
func (f *File) Add(record []byte) error {
	f.unwritten = append(f.unwritten, record...)
	if now := time.Now(); now.Sub(f.written) >= writeInterval {
		f.written = now
		return f.Flush()
	}
	return nil
}

// Flush writes all records that wait for it.
func (f *File) Flush() error {
	_, err := f.file.Write(f.unwritten)
	f.unwritten = f.unwritten[:0]
	return err
}

// Remove removes the file, whose records stand elsewhere, and then lets it go, so
// that no other process takes it up meanwhile.
func (f *File) Remove() error {
	err := os.Remove(f.file.Name())
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, f.file.Close())
}

// Close has all records on the disk and lets the file go.
func (f *File) Close() error {
	return errors.Join(f.Flush(), f.file.Sync(), f.file.Close())
}
