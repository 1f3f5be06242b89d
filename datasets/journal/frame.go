package journal

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"gammonlab/board"
	"gammonlab/datasets"
)

// A frame is a mark, the length of its payload, the checksum of both and the
// payload, and the payload. The payload is how many items of work are done, a
// note with its length, and rows up to its end.
const (
	frameMark   = "\xf7GLF"
	frameHeader = len(frameMark) + 4 + 4

	// maxPayload bounds the memory that a frame takes.
	maxPayload = 64 << 20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// frame collects what is written together.
type frame struct {
	any   bool // something was added, if only a number
	done  uint64
	note  []byte
	rows  []byte
	texts textNumbers
}

func (f *frame) empty() bool { return !f.any }

// add adds rows and says what is done with them. After an error the frame is of
// no use.
func (f *frame) add(rows []datasets.Row, done uint64, note []byte) error {
	for i := range rows {
		f.rows = appendRow(f.rows, &rows[i], &f.texts)
	}
	if size := len(f.rows) + len(note); size > maxPayload-2*binary.MaxVarintLen64 {
		return fmt.Errorf("journal: %d rows at once need %d bytes, want at most %d", len(rows), size, maxPayload)
	}
	f.any, f.done, f.note = true, done, append(f.note[:0], note...)
	return nil
}

// take returns the bytes of the frame and empties it.
func (f *frame) take() []byte {
	payload := binary.AppendUvarint(nil, f.done)
	payload = binary.AppendUvarint(payload, uint64(len(f.note)))
	payload = append(payload, f.note...)
	payload = append(payload, f.rows...)
	head := append(make([]byte, 0, frameHeader+len(payload)), frameMark...)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(payload)))
	head = binary.LittleEndian.AppendUint32(head, frameSum(uint32(len(payload)), payload))
	f.any, f.rows = false, f.rows[:0]
	f.texts.reset()
	return append(head, payload...)
}

// frameSum covers the length too, so that zeros are no frame.
func frameSum(size uint32, payload []byte) uint32 {
	sum := crc32.Checksum(binary.LittleEndian.AppendUint32([]byte(frameMark), size), castagnoli)
	return crc32.Update(sum, castagnoli, payload)
}

// errTorn marks a frame that is not whole.
var errTorn = errors.New("torn")

// readFrame reads a frame into the room of payload: io.EOF at the end, errTorn
// for anything but a whole frame.
func readFrame(r io.Reader, payload []byte) ([]byte, error) {
	var head [frameHeader]byte
	switch _, err := io.ReadFull(r, head[:]); {
	case err == io.ErrUnexpectedEOF:
		return nil, errTorn
	case err != nil:
		return nil, err
	}
	size := binary.LittleEndian.Uint32(head[len(frameMark):])
	if string(head[:len(frameMark)]) != frameMark || size > maxPayload {
		return nil, errTorn
	}
	// What is there is read as it comes: a wrong length takes no memory.
	room := bytes.NewBuffer(payload[:0])
	n, err := io.Copy(room, io.LimitReader(r, int64(size)))
	switch {
	case err != nil:
		return nil, err
	case n < int64(size), frameSum(size, room.Bytes()) != binary.LittleEndian.Uint32(head[len(frameMark)+4:]):
		return nil, errTorn
	}
	return room.Bytes(), nil
}

// eachFrame hands the payloads from start on to visit, which must not keep them,
// and returns where they end. A last frame that is torn is left out.
func eachFrame(file io.ReaderAt, start int64, visit func(payload []byte) error) (end int64, err error) {
	in := bufio.NewReaderSize(readFrom(file, start), 1<<16)
	var payload []byte
	for end = start; ; end += int64(frameHeader + len(payload)) {
		payload, err = readFrame(in, payload)
		switch {
		case err == io.EOF:
			return end, nil
		case err == errTorn:
			return end, noFrameAfter(file, end)
		case err != nil:
			return end, err
		}
		if err := visit(payload); err != nil {
			return end, err
		}
	}
}

// noFrameAfter reports a whole frame behind one that is not: then that was not
// being written when the process or the machine went down.
func noFrameAfter(file io.ReaderAt, torn int64) error {
	const largest int64 = int64(frameHeader) + maxPayload
	tail, err := io.ReadAll(io.LimitReader(readFrom(file, torn), largest+1))
	if err != nil {
		return err
	}
	if int64(len(tail)) > largest {
		return fmt.Errorf("damaged at byte %d: no frame there, and more behind it than one", torn)
	}
	for at := 1; ; at++ {
		i := bytes.Index(tail[min(at, len(tail)):], []byte(frameMark))
		if i < 0 {
			return nil
		}
		at += i
		if _, err := readFrame(bytes.NewReader(tail[at:]), nil); err == nil {
			return fmt.Errorf("damaged at byte %d: no whole frame there, but one at byte %d", torn, torn+int64(at))
		}
	}
}

// decodeFrame reads a payload and hands its rows to visit, if that is not nil.
// The note is part of the payload.
func decodeFrame(payload []byte, v board.Variant, visit func(*datasets.Row) error) (done uint64, note []byte, err error) {
	d := decoder{rest: payload, variant: v}
	done = d.uvarint()
	note = d.bytes(d.uvarint())
	if d.err != nil || visit == nil {
		return done, note, d.err
	}
	var row datasets.Row
	for number := 1; len(d.rest) > 0; number++ {
		if d.row(&row); d.err != nil {
			return done, note, fmt.Errorf("row %d: %w", number, d.err)
		}
		if err := visit(&row); err != nil {
			return done, note, err
		}
	}
	return done, note, nil
}
