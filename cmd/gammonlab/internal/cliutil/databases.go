package cliutil

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/engine"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/internal/cachefolder"
)

// Values of the flag bearoff that are not files.
const (
	bearoffDefault = "default"
	BearoffNone    = "none"
)

// BearoffFlag returns the flag that names bear-off databases.
func BearoffFlag() cli.Flag {
	return NetFlags("model", "precision", "variant")[0]
}

// DatabasesFromFlag opens the databases that the flag bearoff names.
func DatabasesFromFlag(c *cli.Context) (*engine.Databases, error) {
	return OpenDatabases(c, c.String("bearoff"))
}

// DatabasesIn returns the files that a value of the flag bearoff names, nil for the values that
// are no files.
func DatabasesIn(value string) []string {
	if value == BearoffNone || value == bearoffDefault {
		return nil
	}
	return strings.Split(value, ",")
}

// OpenDatabases opens the databases that a value of the flag bearoff names.
func OpenDatabases(c *cli.Context, value string) (*engine.Databases, error) {
	paths := DatabasesIn(value)
	switch value {
	case BearoffNone:
		return nil, nil
	case bearoffDefault:
		var err error
		if paths, err = defaultDatabases(c); err != nil {
			return nil, fmt.Errorf("%w (--bearoff none does without databases)", err)
		}
	}
	if err := CheckInputs(c, "--bearoff", paths...); err != nil {
		return nil, err
	}
	databases := new(engine.Databases)
	for _, path := range paths {
		if err := databases.Open(path); err != nil {
			return nil, err
		}
	}
	return databases, nil
}

// defaultDatabases returns the files of the default databases, the same as gnubg's, and
// creates missing ones.
func defaultDatabases(c *cli.Context) ([]string, error) {
	dir, err := cachefolder.Path()
	if err != nil {
		return nil, fmt.Errorf("no folder for databases: %w", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	var paths []string
	for _, d := range []defaultDatabase{
		{"two-sided-6x6.bd", func(path string, bar *Bar) error {
			return generate.TwoSided(c.Context, path, generate.TwoSidedOptions{
				Points: 6, Checkers: 6, Progress: bar.Report})
		}},
		{"one-sided-6x15.bd", func(path string, bar *Bar) error {
			return generate.OneSided(c.Context, path, generate.OneSidedOptions{Points: 6, Progress: bar.Report})
		}},
	} {
		path := filepath.Join(dir, d.name)
		if err := d.provide(c, path); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// defaultDatabase is a database that the program creates for its own use.
type defaultDatabase struct {
	name string
	make func(path string, bar *Bar) error
}

// provide creates the database at the path if it is missing or damaged. If the file
// cannot be read, the error appears when the file is opened.
func (d *defaultDatabase) provide(c *cli.Context, path string) error {
	file, err := os.Open(path)
	switch {
	case err == nil:
		file.Close()
		if err = new(engine.Databases).Open(path); err == nil {
			return nil
		}
		Warn(c, "creating %s again: %v", path, err)
	case errors.Is(err, fs.ErrNotExist):
		Note(c, "creating the bear-off database %s, once", path)
	default:
		return nil
	}
	bar := NewBar(c, "bearoff", "positions")
	defer bar.Finish()
	return d.make(path, bar)
}
