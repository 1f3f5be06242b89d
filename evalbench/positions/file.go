package positions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"gammonlab/board"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/strictjson"
)

// Set is a benchmark: decisions with the equities of their choices.
type Set struct {
	Variant   board.Variant
	Made      map[string]string // settings that the equities depend on, such as the digest of the model
	Decisions []Decision
}

// header is the first line of a file.
type header struct {
	Format  string            `json:"format"`
	Version int               `json:"version"`
	Variant string            `json:"variant"`
	Made    map[string]string `json:"made,omitempty"`
}

// Values of the header.
const (
	formatName    = "gammonlab-positions"
	formatVersion = 1
)

// maxLine is the largest length of a line in Read; lines of Write have up to about 20,000
// bytes.
const maxLine = 1 << 20

// Write writes the set in the format of [Read]. Equal sets give identical bytes.
func (s *Set) Write(w io.Writer) error {
	line, err := s.header()
	for i := 0; err == nil; i++ {
		if _, err = w.Write(append(line, '\n')); err != nil || i == len(s.Decisions) {
			break
		}
		line, err = s.Decisions[i].encode()
	}
	return err
}

func (s *Set) header() ([]byte, error) {
	return json.Marshal(header{formatName, formatVersion, s.Variant.String(), s.Made})
}

// Read reads a file. Errors name the given file and the line.
func Read(r io.Reader, file string) (*Set, error) {
	lines := plaintext.NewLines(r, file, maxLine)
	s := new(Set)
	for {
		text, err := lines.Next()
		switch {
		case err == io.EOF && lines.Number == 0:
			return nil, fmt.Errorf("%s: it is empty, want a benchmark of positions", file)
		case err == io.EOF:
			return s, nil
		case err != nil:
			return nil, err
		}
		line := bytes.TrimRight([]byte(text), "\r\n")
		if lines.Number == 1 {
			err = s.readHeader(line)
		} else {
			err = s.readDecision(line)
		}
		if err != nil {
			return nil, lines.Fault(err)
		}
	}
}

func (s *Set) readHeader(line []byte) error {
	var h header
	if err := strictjson.Unmarshal(line, &h); err != nil {
		return fmt.Errorf("header: %w", err)
	}
	if h.Format != formatName {
		return fmt.Errorf("format is %q, want %q", h.Format, formatName)
	}
	if h.Version != formatVersion {
		return fmt.Errorf("version is %d, want %d", h.Version, formatVersion)
	}
	variant, err := board.ParseVariant(h.Variant)
	if err != nil {
		return fmt.Errorf("variant: %w", err)
	}
	s.Variant, s.Made = variant, h.Made
	return nil
}

func (s *Set) readDecision(line []byte) error {
	d, err := decode(line, s.Variant)
	if err == nil {
		err = d.check(s.Variant)
	}
	if err != nil {
		return err
	}
	s.Decisions = append(s.Decisions, *d)
	return nil
}

// IsFile reports whether the beginning of a file is that of a file of [Set.Write].
func IsFile(first []byte) bool {
	return bytes.HasPrefix(first, fmt.Appendf(nil, `{"format":%q`, formatName))
}
