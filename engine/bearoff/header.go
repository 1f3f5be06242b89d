package bearoff

import (
	"fmt"
	"io"
	"math"
	"os"

	"gammonlab/engine/bearoff/internal/format"
)

// Kind is the kind of a database.
type Kind uint8

// The kinds of databases.
const (
	OneSidedKind    Kind = iota + 1 // rolls that a side needs, see [OneSided]
	TwoSidedKind                    // equities of small bear-offs, see [TwoSided]
	HypergammonKind                 // equities of all positions of hypergammon
)

// String returns the kind in words, such as "one-sided".
func (k Kind) String() string {
	switch k {
	case OneSidedKind:
		return "one-sided"
	case TwoSidedKind:
		return "two-sided"
	case HypergammonKind:
		return "hypergammon"
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Header is the content of the first 40 bytes of a database.
type Header struct {
	Kind     Kind
	Points   int // maximal point of a checker; 25 in hypergammon, the bar included
	Checkers int // maximum of each side

	Gammons    bool // one-sided: contains rolls to bear off the first checker
	Compressed bool // one-sided: zeros at both ends of a distribution are omitted
	Normal     bool // one-sided: means and standard deviations only
	Cubeful    bool // two-sided: contains equities with a cube
}

// Limits of the numbers in a header that gnubg accepts.
const maxPoints = 23

// ReadHeader reads the header of the database at path. It does not check the
// rest of the file.
func ReadHeader(path string) (Header, error) {
	f, err := os.Open(path)
	if err != nil {
		return Header{}, err
	}
	defer f.Close()
	return HeaderOf(path, f)
}

// HeaderOf reads the header at the start of a database. Errors call the
// database by the name.
func HeaderOf(name string, r io.Reader) (Header, error) {
	var text [format.HeaderSize]byte
	n, err := io.ReadFull(r, text[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return Header{}, err
	}
	return parseHeader(name, text[:n])
}

// Offsets of the fields in the header.
const (
	magic        = "gnubg-"
	kindAt       = 6
	hyperAt      = 7
	pointsAt     = 9
	checkersAt   = 12
	gammonsAt    = 15
	cubefulAt    = 15
	compressedAt = 17
	normalAt     = 19
)

// parseHeader parses a header. Errors call the database by the name.
func parseHeader(name string, text []byte) (Header, error) {
	if len(text) < format.HeaderSize {
		return Header{}, fmt.Errorf("%s: file has %d bytes, want a header of %d", name, len(text), format.HeaderSize)
	}
	p := headerParser{name: name, text: text[:format.HeaderSize]}
	var h Header
	switch start := string(text[:kindAt+2]); {
	case start == magic+"OS":
		h = Header{Kind: OneSidedKind, Gammons: p.flag("gammons", gammonsAt),
			Compressed: p.flag("compressed", compressedAt), Normal: p.flag("normal", normalAt)}
	case start == magic+"TS":
		h = Header{Kind: TwoSidedKind, Cubeful: p.flag("cubeful", cubefulAt)}
	case start[:kindAt+1] == magic+"H":
		h = Header{Kind: HypergammonKind, Points: maxIndexPoints, Checkers: p.number("checkers", hyperAt, 1, 3)}
	default:
		return Header{}, fmt.Errorf("%s: file starts with %q, want gnubg-OS, gnubg-TS or gnubg-H", name, start)
	}
	if h.Kind != HypergammonKind {
		h.Points = p.number("points", pointsAt, 1, maxPoints)
		h.Checkers = p.number("checkers", checkersAt, 1, 15)
	}
	if end := text[format.HeaderSize-1]; end != '\n' {
		p.fail("byte 40", fmt.Sprintf("%q", end), `'\n'`)
	}
	return h, p.err
}

// headerParser parses fields and keeps the first error.
type headerParser struct {
	name string
	text []byte
	err  error
}

func (p *headerParser) fail(field, got, want string) {
	if p.err == nil {
		p.err = fmt.Errorf("%s: header: %s is %s, want %s", p.name, field, got, want)
	}
}

// number parses all digits at an offset.
func (p *headerParser) number(field string, at, least, most int) int {
	n, end := 0, at
	for ; end < at+2 && p.text[end] >= '0' && p.text[end] <= '9'; end++ {
		n = 10*n + int(p.text[end]-'0')
	}
	if end == at || n < least || n > most {
		p.fail(field, fmt.Sprintf("%q", p.text[at:max(end, at+1)]), fmt.Sprintf("%d to %d", least, most))
		return least
	}
	return n
}

func (p *headerParser) flag(field string, at int) bool {
	if c := p.text[at]; c != '0' && c != '1' {
		p.fail(field, fmt.Sprintf("%q", c), "0 or 1")
	}
	return p.text[at] == '1'
}

// Bytes returns the first 40 bytes of a database with this header.
func (h Header) Bytes() []byte {
	var s string
	switch h.Kind {
	case OneSidedKind:
		s = fmt.Sprintf("gnubg-OS-%02d-%02d-%d-%d-%d",
			h.Points, h.Checkers, digit(h.Gammons), digit(h.Compressed), digit(h.Normal))
	case TwoSidedKind:
		s = fmt.Sprintf("gnubg-TS-%02d-%02d-%d", h.Points, h.Checkers, digit(h.Cubeful))
	case HypergammonKind:
		s = fmt.Sprintf("gnubg-H%d", h.Checkers)
	}
	text := make([]byte, format.HeaderSize)
	for i := copy(text, s); i < format.HeaderSize-1; i++ {
		text[i] = 'x'
	}
	text[format.HeaderSize-1] = '\n'
	return text
}

// Size returns the number of bytes of a database with this header, which must be possible: 0 if
// the size depends on the content, as of compressed ones, and the maximal int64 if it is larger.
func (h Header) Size() int64 {
	n := int64(NewIndex(h.Points, h.Checkers).Len())
	switch {
	case h.Kind == OneSidedKind && h.layout().EntrySize() > 0:
		return 0
	case h.Kind == OneSidedKind:
		return format.HeaderSize + n*int64(h.layout().RecordSize())
	case n > 1<<30:
		return math.MaxInt64
	case h.Kind == HypergammonKind:
		return format.HeaderSize + n*n*format.HyperSize
	}
	return format.HeaderSize + n*n*int64(format.TwoSidedSize(h.Cubeful))
}

// layout returns the layout of a one-sided database.
func (h Header) layout() format.Layout {
	return format.Layout{Gammons: h.Gammons, Compressed: h.Compressed, Normal: h.Normal}
}

func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// want returns an error unless the file is of the given kind.
func (h Header) want(name string, kind Kind) error {
	if h.Kind == kind {
		return nil
	}
	return fmt.Errorf("%s: file is a %v database, want a %v one", name, h.Kind, kind)
}

// wantSize returns an error unless the file has the size that its header
// implies.
func wantSize(name string, got int, want int64) error {
	if int64(got) == want {
		return nil
	}
	return fmt.Errorf("%s: file has %d bytes, want %d from its header", name, got, want)
}
