package record

import (
	"fmt"
	"io"
	"strings"
)

// writers are the formats that can be written.
var writers = []struct {
	name  string
	write func(io.Writer, *Match) error
}{
	{"mat", WriteMat}, {"sgf", WriteSGF}, {"xg", WriteXG}, {"match", WriteBgammon}, {"snowie", WriteSnowie},
}

// Formats returns the names of the formats that can be written: the extensions of
// their files, and snowie.
func Formats() []string {
	var names []string
	for _, w := range writers {
		names = append(names, w.name)
	}
	return names
}

// Writer returns what writes a format, by one of the names of [Formats].
func Writer(name string) (func(io.Writer, *Match) error, error) {
	for _, w := range writers {
		if w.name == name {
			return w.write, nil
		}
	}
	return nil, fmt.Errorf("no format %q to write, want one of %s", name, strings.Join(Formats(), ", "))
}
