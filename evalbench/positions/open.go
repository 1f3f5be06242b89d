package positions

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"gammonlab/board"
)

// Open reads the benchmark at path: a file of [Set.Write] or, for backgammon, a
// benchmark file of gnubg's nets. It returns an error for a file without decisions.
func Open(path string) (*Set, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAny(f, path)
}

func readAny(r io.Reader, file string) (*Set, error) {
	from := bufio.NewReader(r)
	begin, _ := from.Peek(1) // a later read returns the error
	read := func() (*Set, error) { return ReadBM(from, file, board.Backgammon) }
	if len(begin) == 0 || begin[0] == '{' {
		read = func() (*Set, error) { return Read(from, file) }
	}
	s, err := read()
	if err == nil && len(s.Decisions) == 0 {
		return nil, fmt.Errorf("%s: it contains no decision", file)
	}
	return s, err
}
