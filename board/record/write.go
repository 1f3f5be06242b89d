package record

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gammonlab/board"
)

// writers lists the formats that can be written.
var writers = []struct {
	name  string
	write func(io.Writer, *Match) error
}{
	{"mat", WriteMat}, {"sgf", WriteSGF}, {"xg", WriteXG}, {"match", WriteBgammon}, {"ogxm", WriteOGXM},
	{"snowie", WriteSnowie}, {"pos", WriteJellyfishPosition}, {"snowie-position", WriteSnowiePosition},
}

// Formats returns the names of the formats that can be written: the extensions
// of their files, snowie and snowie-position.
func Formats() []string {
	var names []string
	for _, w := range writers {
		names = append(names, w.name)
	}
	return names
}

// Writer returns the function that writes a format, by its name in [Formats].
func Writer(name string) (func(io.Writer, *Match) error, error) {
	for _, w := range writers {
		if w.name == name {
			return w.write, nil
		}
	}
	return nil, fmt.Errorf("no format %q to write, want one of %s", name, strings.Join(Formats(), ", "))
}

// checkUsualRules returns an error for rules that differ from the usual ones. Formats
// that cannot express rules call it: a reader of the file would assume the usual rules
// and find other errors.
func (m *Match) checkUsualRules(file string) error {
	without := ""
	switch r := &m.Rules; {
	case r.Variant != board.Backgammon:
		return fmt.Errorf("%s cannot hold %v", file, r.Variant)
	case r.NoCube && m.Length != 1:
		without = "doubling cube"
	case m.Length > 1 && !r.Crawford:
		without = "Crawford rule"
	case m.Length == 0 && !r.Jacoby && !slices.ContainsFunc(m.Games, gammonAtUnturnedCube):
		without = "Jacoby rule"
	default:
		return nil
	}
	return fmt.Errorf("%s cannot hold a match or money session without the %s", file, without)
}

// checkCrawford returns an error if readers of a file that does not name the Crawford
// game would take a later game for it.
func (m *Match) checkCrawford(file string) error {
	if i := m.likelyCrawford(); i >= 0 && !m.Games[i].Crawford {
		return gameError(i, fmt.Errorf("%s cannot say that the Crawford game is over", file))
	}
	return nil
}
