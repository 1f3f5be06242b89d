package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gammonlab/internal/runfolder"
)

// List reads all runs below a folder, the folder itself included, in the order of
// their paths. Their names are their paths below it. What is inside of a run folder is
// part of the run: the trainings of generations are not listed. Runs that cannot be
// read are in damaged, an error each, and keep none of the others from being listed;
// err says that the folder cannot be read.
func List(dir string) (all []*Run, damaged []error, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if path == dir {
				return err
			}
			damaged = append(damaged, fmt.Errorf("runs: %w", err))
			return nil
		}
		if !entry.IsDir() {
			return nil
		}
		if _, err := os.Stat(filepath.Join(path, runfolder.ConfigFile)); err != nil {
			return nil
		}
		r, err := Open(path)
		switch {
		case errors.Is(err, errNoRun):
			return nil
		case err != nil:
			damaged = append(damaged, err)
		default:
			if below, err := filepath.Rel(dir, path); err == nil && below != "." {
				r.Name = filepath.ToSlash(below)
			}
			all = append(all, r)
		}
		return fs.SkipDir
	})
	if err != nil {
		return nil, nil, fmt.Errorf("runs: %w", err)
	}
	return all, damaged, nil
}
