package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"gammonlab/internal/filelock"
	"gammonlab/internal/identity"
)

// Append writes the waiting frames after this time, or when they have this many bytes.
const (
	writeInterval = time.Second / 2
	writeBytes    = 1 << 20
)

// Journal is a file of frames that is being added to. It serves one goroutine.
// After a write has failed, all methods but Finish and Close return its error.
type Journal struct {
	path      string
	kind      Kind
	head      []byte
	file      *os.File
	places    []int64 // of the payloads
	end       int64   // of the written bytes
	unwritten []byte
	written   time.Time // the last time
	dropped   int64
	err       error
	closed    bool
}

// Open resumes the journal at path, or begins it, and gives the payloads of its
// frames to replay, which must not keep them. The settings are written as a JSON
// object: all that the frames depend on.
//
// Open returns an error, and leaves the file as it is, if the file is of another kind,
// if it has other settings (an [identity.Mismatch]), if whole frames follow a damaged
// one, if replay returns an error, or if another process has locked it. A file of an
// earlier version is converted, see [Kind].
func Open(path string, kind Kind, settings any, replay func(frame []byte) error) (*Journal, error) {
	head, err := kind.head(settings)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	file, err := openLocked(path)
	if err != nil {
		return nil, err
	}
	j := &Journal{path: path, kind: kind, head: head, file: file, written: time.Now()}
	if err := j.begin(replay); err != nil {
		var other *identity.Mismatch
		if errors.As(err, &other) {
			other.Where = path
		}
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), j.file.Close())
	}
	return j, nil
}

// openLocked opens and locks a file.
func openLocked(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := filelock.Lock(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return file, nil
}

// begin reads the file, or writes its head.
func (j *Journal) begin(replay func(frame []byte) error) error {
	first := make([]byte, 256)
	n, err := j.file.ReadAt(first, 0)
	if err != nil && err != io.EOF {
		return err
	}
	err = j.kind.check(first[:n])
	if errors.Is(err, errEarlier) && j.kind.Convert != nil {
		err = j.convert()
	}
	if err != nil {
		return err
	}
	return j.resume(replay)
}

// resume passes the frames of the file to replay and drops an incomplete frame at the end.
func (j *Journal) resume(replay func(frame []byte) error) error {
	info, err := j.file.Stat()
	if err != nil {
		return err
	}
	magic, size := int64(len(j.kind.magic())), info.Size()
	j.places, j.end = j.places[:0], magic
	if size > magic {
		if j.end, err = eachFrame(j.file, magic, size, j.taking(magic, replay)); err != nil {
			return err
		}
	}
	if j.end > magic {
		j.dropped = size - j.end
		return j.file.Truncate(j.end)
	}
	if err := j.file.Truncate(0); err != nil { // killed before the head was written
		return err
	}
	j.end = 0
	return j.write(j.head)
}

// taking returns a function that compares the identity and passes the other frames to
// replay.
func (j *Journal) taking(magic int64, replay func(frame []byte) error) func(payload []byte, at int64) error {
	return func(payload []byte, at int64) error {
		if at == magic+headerSize {
			want := j.head[at : len(j.head)-1]
			return j.kind.compare(payload, want)
		}
		j.places = append(j.places, at)
		if err := replay(payload); err != nil {
			return fmt.Errorf("frame %d at byte %d: %w", len(j.places), at-headerSize, err)
		}
		return nil
	}
}

// Dropped returns the number of bytes that Open dropped at the end of the file: an
// incomplete frame.
func (j *Journal) Dropped() int64 { return j.dropped }

// Len returns the number of frames.
func (j *Journal) Len() int { return len(j.places) }

// Append adds a frame, which is written within half a second or, if nothing is
// added then, by the next call of Flush, Sync or Close.
func (j *Journal) Append(frame []byte) error {
	if j.err != nil {
		return j.err
	}
	place := j.end + int64(len(j.unwritten)) + headerSize
	j.unwritten, j.err = appendFrame(j.unwritten, frame)
	j.places = append(j.places, place)
	if len(j.unwritten) >= writeBytes || time.Since(j.written) >= writeInterval {
		return j.Flush()
	}
	return j.err
}

// Flush writes all frames. They survive a kill of the process from then on.
func (j *Journal) Flush() error {
	if j.err != nil || len(j.unwritten) == 0 {
		return j.err
	}
	j.written = time.Now()
	if j.err = j.write(j.unwritten); cap(j.unwritten) > 4*writeBytes {
		j.unwritten = nil
	}
	j.unwritten = j.unwritten[:0]
	return j.err
}

func (j *Journal) write(data []byte) error {
	n, err := j.file.WriteAt(data, j.end)
	j.end += int64(n)
	return err
}

// Sync writes all frames and returns when they are on the disk. They survive a
// crash of the machine from then on.
func (j *Journal) Sync() error {
	if j.Flush() == nil {
		j.err = j.file.Sync()
	}
	return j.err
}

// ReadAt fills p from a frame, the first of which is 0, from an offset in it on.
func (j *Journal) ReadAt(p []byte, frame int, offset int64) error {
	err := j.Flush()
	if err == nil {
		_, err = j.file.ReadAt(p, j.places[frame]+offset)
	}
	return err
}

// Each gives all frames to visit once more.
func (j *Journal) Each(visit func(frame []byte) error) error {
	if err := j.Flush(); err != nil || len(j.places) == 0 {
		return err
	}
	_, err := eachFrame(j.file, j.places[0]-headerSize, j.end, func(payload []byte, _ int64) error { return visit(payload) })
	return err
}

// Finish removes the file, whose frames are not needed any more, and closes it.
// No other process can have resumed it meanwhile.
func (j *Journal) Finish() error {
	err := os.Remove(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, j.release())
}

// Close writes all frames to the disk and lets other processes have the file. After
// Finish or Close it does nothing. It does not repeat the error of another method.
func (j *Journal) Close() error {
	if j.closed {
		return nil
	}
	var err error
	if j.err == nil {
		err = j.Sync()
	}
	return errors.Join(err, j.release())
}

// release closes the file, which ends its lock.
func (j *Journal) release() error {
	j.closed, j.err = true, os.ErrClosed
	return j.file.Close()
}
