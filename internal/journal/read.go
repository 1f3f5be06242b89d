package journal

import (
	"errors"
	"io"
)

// Read gives the identity and the payloads of the frames of a journal to take and visit,
// which must not keep them, also while a process adds to it: size is that of what there
// is. What is not whole at the end is left out. The file stays as it is; one of an earlier
// version is refused.
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
