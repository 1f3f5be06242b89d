package journal

import (
	"errors"
	"io"
)

// Read gives the identity and the payloads of the frames of a journal to take and visit,
// which must not keep them. A process may add to the journal at the same time: size is the
// present size. Read omits an incomplete frame at the end. It does not change the file, and
// returns an error for a file of an earlier version.
func Read(file io.ReaderAt, size int64, kind Kind, take, visit func(frame []byte) error) error {
	first := make([]byte, min(size, 256))
	if _, err := file.ReadAt(first, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err := kind.check(first); err != nil {
		return err
	}
	magic := int64(len(kind.magic()))
	if size <= magic {
		return nil
	}
	_, err := eachFrame(file, magic, size, func(payload []byte, at int64) error {
		if at == magic+headerSize {
			return take(payload)
		}
		return visit(payload)
	})
	return err
}
