package record

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// utf8Text returns a reader of the same text in UTF-8 if the text is UTF-16, and
// a reader of the same bytes otherwise.
func utf8Text(r io.Reader) io.Reader {
	in := bufio.NewReaderSize(r, HeadSize)
	head, _ := in.Peek(utf16Head) // the reader returns the error
	if order := utf16Order(head); order != nil {
		return &utf16Reader{in: in, order: order}
	}
	return in
}

// utf16Head is the number of bytes that show UTF-16.
const utf16Head = 64

// utf16Order returns the byte order of a text in UTF-16, by its byte order mark or
// because its first bytes are Latin-1, and nil for other bytes.
func utf16Order(head []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		return binary.LittleEndian
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		return binary.BigEndian
	}
	for first, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		if latinPairs(head, first) {
			return order
		}
	}
	return nil
}

// latinPairs reports whether the bytes are pairs of a zero and a character of
// Latin-1; first is the index of the character in its pair.
func latinPairs(head []byte, first int) bool {
	for i := 0; i+1 < len(head); i += 2 {
		c := head[i+first]
		if head[i+1-first] != 0 || c >= 0x7F && c < 0xA0 || c < ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return len(head) >= 16
}

// utf8Head returns the first bytes of a text in UTF-8.
func utf8Head(head []byte) []byte {
	if utf16Order(head[:min(len(head), utf16Head)]) == nil {
		return head
	}
	b, _ := io.ReadAll(utf8Text(bytes.NewReader(head))) // a reader of bytes has no errors
	return b
}

// utf16Reader converts UTF-16 to UTF-8. Half a character at the end is dropped.
type utf16Reader struct {
	in    *bufio.Reader
	order binary.ByteOrder
	high  rune   // first half of a pair, 0 for none
	ready []byte // converted bytes that were not read
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.ready) < len(p) && (len(u.ready) == 0 || u.in.Buffered() >= 2) {
		if err := u.convert(); err != nil {
			if len(u.ready) > 0 {
				break // the next call returns the error
			}
			return 0, err
		}
	}
	n := copy(p, u.ready)
	u.ready = u.ready[n:]
	return n, nil
}

// convert converts the next two bytes.
func (u *utf16Reader) convert() error {
	var unit [2]byte
	if _, err := io.ReadFull(u.in, unit[:]); err != nil {
		if err == io.ErrUnexpectedEOF {
			err = io.EOF
		}
		return err
	}
	c := rune(u.order.Uint16(unit[:]))
	high := u.high
	u.high = 0
	switch {
	case high != 0 && utf16.IsSurrogate(c):
		c = utf16.DecodeRune(high, c)
	case utf16.IsSurrogate(c):
		u.high = c
		return nil
	}
	u.ready = utf8.AppendRune(u.ready, c)
	return nil
}
