package record

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// A program's format is read, and never takes a file of this package's formats.
func TestRegister(t *testing.T) {
	mark := []byte("OWN 1\n")
	Register("an own file", func(head []byte) bool { return bytes.Contains(head, mark) }, func(name string, r io.Reader) (*Match, error) {
		text, err := io.ReadAll(r)
		return &Match{Length: len(text), Names: [2]string{name, "b"}}, err
	})
	m, err := Read("x.own", strings.NewReader("OWN 1\n..."))
	if err != nil {
		t.Fatal(err)
	}
	if m.Length != 9 || m.Names[0] != "x.own" || !HoldsMatch(mark) {
		t.Errorf("read %d bytes of %s, match %v", m.Length, m.Names[0], HoldsMatch(mark))
	}
	if m, err := Read("x.mat", strings.NewReader(" 5 point match\n; OWN 1\nGame 1\n")); err != nil || m.Length != 5 {
		t.Errorf("a .mat file is read as %+v, %v", m, err)
	}
}
