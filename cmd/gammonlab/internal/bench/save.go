package bench

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
	"gammonlab/evalbench"
	"gammonlab/internal/atomicfile"
)

// savedGames returns an observer that writes the games of a match to a folder, which it
// makes if necessary. Without replace, an existing file must contain the same game.
func savedGames(folder string, replace bool) (evalbench.Observer, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("--save: %w", err)
	}
	return evalbench.OnItem(func(item *evalbench.Item) error {
		for i := range item.Games {
			if item.Stored {
				break
			}
			name := filepath.Join(folder, fmt.Sprintf("%06d%c.mat", item.Number+1, 'a'+i))
			if err := saveGame(name, item.Games[i].Record, replace); err != nil {
				return err
			}
		}
		return nil
	}), nil
}

// saveGame writes a game to a file.
func saveGame(name string, m *record.Match, replace bool) error {
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
}

// resultsAreThere reports whether the command continues a match with saved games.
func resultsAreThere(c *cli.Context) bool {
	info, err := os.Stat(c.String("results"))
	return err == nil && info.Size() > 0
}
