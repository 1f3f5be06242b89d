package dice

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/dice/fairness"
)

// testRecords tests the dice of the records that the arguments name.
func testRecords(c *cli.Context) (*fairness.Report, error) {
	if c.Int("limit") < 0 {
		return nil, cliutil.Usagef("--limit is %d, want at least 0", c.Int("limit"))
	}
	adviser, variant, err := adviserFromFlags(c)
	if err != nil {
		return nil, err
	}
	var games fairness.Games
	for _, path := range c.Args().Slice() {
		err := eachFile(path, func(path string, found bool) error {
			if err := c.Context.Err(); err != nil {
				return err
			}
			match, err := cliutil.ReadRecord(c, path)
			switch {
			case err != nil && found:
				fmt.Fprintf(c.App.ErrWriter, "gammonlab: warning: left out: %v\n", err)
				return nil
			case err != nil:
				return err
			case adviser != nil && match.Rules.Variant != variant:
				fmt.Fprintf(c.App.ErrWriter, "gammonlab: warning: %s: model %s was trained for %v, not for %v\n",
					cliutil.RecordName(path), c.String("model"), variant, match.Rules.Variant)
			}
			if err := games.Add(match, adviser); err != nil {
				return fmt.Errorf("%s: %w", cliutil.RecordName(path), err)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	source := fmt.Sprintf("%d games in %d records", games.Games, games.Records)
	if games.Records == 1 && c.NArg() == 1 {
		source = fmt.Sprintf("%s, %d games", cliutil.RecordName(c.Args().First()), games.Games)
	}
	return games.Report(source, c.Int("limit")), nil
}

// adviserFromFlags returns who knows the luck of rolls, nil without a model.
func adviserFromFlags(c *cli.Context) (*advice.Adviser, board.Variant, error) {
	if c.String("model") == "" {
		return nil, 0, nil
	}
	met, err := cube.FindMET(c.String("met"))
	if err != nil {
		return nil, 0, cliutil.Usagef("--met: %w", err)
	}
	static, variant, err := cliutil.EvaluatorFromFlags(c)
	if err != nil {
		return nil, 0, err
	}
	return advice.OfStatic(static, advice.Options{MET: met, Beavers: true}), variant, nil
}

// eachFile calls do for a file, or for all files of a folder and of those in it, but
// hidden ones; found says that the folder was named and not the file.
func eachFile(path string, do func(path string, found bool) error) error {
	if info, err := os.Stat(path); path == "-" || err != nil || !info.IsDir() {
		return do(path, false)
	}
	return filepath.WalkDir(path, func(below string, entry fs.DirEntry, err error) error {
		hidden := below != path && strings.HasPrefix(entry.Name(), ".")
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || !entry.Type().IsRegular():
			return nil
		}
		return do(below, true)
	})
}
