package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
	"gammonlab/internal/atomicfile"
)

// savedGames returns what writes the games of a match to a folder, which it makes
// if need be. Without replace, a file that is there must be of the same game.
func savedGames(folder string, replace bool) (func(item, number int, m *record.Match) error, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("--save: %w", err)
	}
	return func(item, number int, m *record.Match) error {
		name := filepath.Join(folder, fmt.Sprintf("%06d%c.mat", item+1, 'a'+number))
		var text bytes.Buffer
		if err := record.WriteMat(&text, m); err != nil {
			return fmt.Errorf("--save: %s: %w", name, err)
		}
		there, err := os.ReadFile(name)
		switch {
		case err == nil && bytes.Equal(there, text.Bytes()):
			return nil
		case err == nil && !replace:
			return fmt.Errorf("--save: %s already exists and is of another game: choose another folder, or replace it with --force", name)
		}
		return atomicfile.WriteFile(name, text.Bytes())
	}, nil
}

// ResultsAreThere reports whether the command continues games, of which the first
// are saved already.
func ResultsAreThere(c *cli.Context) bool {
	info, err := os.Stat(c.String("results"))
	return err == nil && info.Size() > 0
}
