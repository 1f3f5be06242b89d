package record

import (
	"bufio"
	"bytes"
	"io"

	"gammonlab/board/record/internal/xgfile"
)

// Read reads a match in either format, SGF if the first mark is an opening
// bracket and .mat if not. The name stands for the file in errors.
func Read(name string, r io.Reader) (*Match, error) {
	in := bufio.NewReaderSize(r, 1<<12)
	head, _ := in.Peek(1 << 12) // what is wrong, the reader tells
	if xgfile.IsFile(head) {
		return ReadXG(name, in)
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, byteOrderMark), " \t\r\n")
	if bytes.HasPrefix(head, []byte("(")) {
		return ReadSGF(name, in)
	}
	return ReadMat(name, in)
}
