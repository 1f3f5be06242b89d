package journal

import (
	"errors"
	"io"
)

// Read calls take with the identity of a journal and visit with the payloads of its frames;
// these functions must not keep their arguments. Another process may add frames at the same
// time: Read reads only size bytes. It omits an incomplete frame at the end, and does not
// change the file.
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
