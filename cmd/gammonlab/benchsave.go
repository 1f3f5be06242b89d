package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gammonlab/board/record"
	"gammonlab/internal/atomicfile"
)

// savedGames returns what writes the games of a match to a folder, which it makes
// if need be.
func savedGames(folder string) (func(item, number int, m *record.Match) error, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("--save: %w", err)
	}
	return func(item, number int, m *record.Match) error {
		name := filepath.Join(folder, fmt.Sprintf("%06d%c.mat", item+1, 'a'+number))
		return atomicfile.Write(name, func(w io.Writer) error { return record.WriteMat(w, m) })
	}, nil
}
