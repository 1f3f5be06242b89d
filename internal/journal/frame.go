package journal

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"

	"gammonlab/internal/digest"
)

// headerSize is the number of bytes of a frame before its payload, overhead the number of
// all bytes except the payload.
const (
	headerSize = 8 + 1 + 8 + 1
	overhead   = headerSize + 1
)

// appendFrame appends the frame with the payload.
func appendFrame(dst, payload []byte) ([]byte, error) {
	if len(payload) > math.MaxUint32 {
		return dst, fmt.Errorf("a frame of %d bytes, want at most %d", len(payload), math.MaxUint32)
	}
	from := len(dst)
	dst = fmt.Appendf(dst, "00000000 %08x ", len(payload))
	dst = append(append(dst, payload...), '\n')
	hex.Encode(dst[from:], binary32(digest.Checksum(dst[from+8:])))
	return dst, nil
}

func binary32(v uint32) []byte { return []byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)} }

// parseHeader returns the checksum and the length from the header of a frame.
func parseHeader(b []byte) (sum uint32, size int64, ok bool) {
	if len(b) < headerSize || b[8] != ' ' || b[17] != ' ' {
		return 0, 0, false
	}
	for i, c := range b[:headerSize] {
		switch {
		case i == 8 || i == 17:
		case c >= '0' && c <= '9':
			size = size<<4 | int64(c-'0')
		case c >= 'a' && c <= 'f': // only lower case, as appendFrame writes
			size = size<<4 | int64(c-'a'+10)
		default:
			return 0, 0, false
		}
		if i == 8 {
			sum, size = uint32(size), 0
		}
	}
	return sum, size, true
}

// errTorn is returned for an incomplete frame.
var errTorn = errors.New("no whole frame")

// readFrame reads a frame of at most room bytes and returns its payload, which reuses the
// memory of the argument payload.
func readFrame(r *bufio.Reader, room int64, payload []byte) ([]byte, error) {
	var header [headerSize]byte
	if room < overhead {
		return nil, errTorn
	}
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return nil, err
	}
	sum, size, ok := parseHeader(header[:])
	if !ok || size > room-overhead {
		return nil, errTorn
	}
	if int64(cap(payload)) <= size {
		payload = make([]byte, size+1)
	}
	payload = payload[:size+1]
	if _, err := io.ReadFull(r, payload); err != nil {
		return nil, err
	}
	got := digest.AddChecksum(digest.Checksum(header[8:]), payload)
	if got != sum || payload[size] != '\n' {
		return nil, errTorn
	}
	return payload[:size], nil
}

// eachFrame calls visit with the payload of each frame from start on and with the
// payload's offset in the file. It returns the end of the last complete frame. visit must
// not keep payloads. Complete frames after an incomplete one are an error.
func eachFrame(file io.ReaderAt, start, size int64, visit func(payload []byte, at int64) error) (end int64, err error) {
	in := bufio.NewReaderSize(section(file, start, size), 1<<16)
	var payload []byte
	for end = start; end < size; end += overhead + int64(len(payload)) {
		payload, err = readFrame(in, size-end, payload)
		if errors.Is(err, errTorn) {
			return end, noFrameAfter(file, end, size)
		}
		if err == nil {
			err = visit(payload, end+headerSize)
		}
		if err != nil {
			return end, err
		}
	}
	return end, nil
}

// noFrameAfter returns an error if a complete frame follows an incomplete one: then the
// incomplete frame was not left by a killed process.
func noFrameAfter(file io.ReaderAt, torn, size int64) error {
	in := bufio.NewReaderSize(section(file, torn+1, size), 1<<16)
	for at := torn + 1; size-at >= overhead; at++ {
		header, err := in.Peek(headerSize)
		if err != nil {
			return err
		}
		if _, length, ok := parseHeader(header); ok && length <= size-at-overhead {
			if _, err := readFrame(bufio.NewReader(section(file, at, size)), size-at, nil); err == nil {
				return fmt.Errorf("damaged at byte %d: no frame with the checksum that it should have, but a whole frame at byte %d", torn, at)
			}
		}
		if _, err := in.Discard(1); err != nil {
			return err
		}
	}
	return nil
}

func section(file io.ReaderAt, from, to int64) io.Reader {
	return io.NewSectionReader(file, from, to-from)
}
