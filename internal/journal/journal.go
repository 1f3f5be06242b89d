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

// Append writes the waiting frames after this time, or when they reach this size in bytes.
const (
	writeInterval = time.Second / 2
	writeBytes    = 1 << 20
)

// Journal is an open file of frames to which frames can be added. Only one goroutine may
// use it. After a failed write, all methods except Finish and Close return its error.
type Journal struct {
	path      string
	kind      Kind
	head      []byte
	file      *os.File
	places    []int64 // offsets of the payloads
	end       int64   // end of the written bytes
	unwritten []byte
	written   time.Time // time of the last write
	dropped   int64
	err       error
	closed    bool
}

// Open resumes or begins the journal at path, and calls replay with the payload of each
// frame; replay must not keep payloads. The settings, which Open writes as a JSON object,
// are everything that the frames depend on.
//
// Open returns an error, and does not change the file, if the file is of another kind,
// if it has other settings (an [identity.Mismatch]), if complete frames follow a damaged
// one, if replay returns an error, or if another process has locked the file.
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

// begin reads the frames of the file, or writes the head of a new file.
func (j *Journal) begin(replay func(frame []byte) error) error {
	first := make([]byte, 256)
	n, err := j.file.ReadAt(first, 0)
	if err != nil && err != io.EOF {
		return err
	}
	if err := j.kind.check(first[:n]); err != nil {
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
	if err := j.file.Truncate(0); err != nil { // a process was killed before it wrote the whole head
		return err
	}
	j.end = 0
	return j.write(j.head)
}

// taking returns a function that compares the identity, which is the payload of the frame
// at magic, and passes the payloads of other frames to replay.
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

// Append adds a frame. Later calls of Append write the waiting frames after half a second;
// Flush, Sync and Close write them at once.
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

// Flush writes all frames. Then they survive a kill of the process.
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

// Sync writes all frames and returns when they are on the disk. Then they survive a
// crash of the machine.
func (j *Journal) Sync() error {
	if j.Flush() == nil {
		j.err = j.file.Sync()
	}
	return j.err
}

// ReadAt fills p from a frame, numbered from 0, beginning at an offset in its payload.
func (j *Journal) ReadAt(p []byte, frame int, offset int64) error {
	err := j.Flush()
	if err == nil {
		_, err = j.file.ReadAt(p, j.places[frame]+offset)
	}
	return err
}

// Each calls visit with the payload of each frame.
func (j *Journal) Each(visit func(frame []byte) error) error {
	if err := j.Flush(); err != nil || len(j.places) == 0 {
		return err
	}
	_, err := eachFrame(j.file, j.places[0]-headerSize, j.end, func(payload []byte, _ int64) error { return visit(payload) })
	return err
}

// Finish removes the file, whose frames are not necessary any more, and closes it. It
// removes the file before the lock, so no other process can resume it.
func (j *Journal) Finish() error {
	err := os.Remove(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, j.release())
}

// Close writes all frames to the disk and unlocks the file. After Finish or Close it does
// nothing. It does not return an error that another method has returned.
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
