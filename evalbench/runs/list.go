package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gammonlab/internal/runfolder"
)

// List reads all runs below a folder, the folder itself included, in the order of
// their paths. Their names are their paths below it. What is inside of a run folder is
// part of the run: the trainings of generations are not listed. Runs that cannot be
// read are in damaged, an error each, and keep none of the others from being listed;
// err says that the folder cannot be read.
func List(dir string) (all []*Run, damaged []error, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("runs: %w", err)
	}
	defer root.Close()
	all, damaged, err = ListIn(root, nil)
	for i, r := range all { // that can be read without the root
		all[i].folder = runfolder.New(r.Dir)
	}
	return all, damaged, err
}

// ListIn is List of the folder of a root, out of which no file of a run may lead. The
// root must stay open. Runs that are known, by their folders below the root, are updated
// and keep their names.
func ListIn(root *os.Root, known map[string]*Run) (all []*Run, damaged []error, err error) {
	err = fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if path == "." {
				return err
			}
			damaged = append(damaged, fmt.Errorf("runs: %w", err))
			return nil
		}
		if !entry.IsDir() {
			return nil
		}
		if _, err := root.Lstat(path + "/" + runfolder.ConfigFile); err != nil {
			return nil
		}
		r, err := openOrUpdate(root, path, known[path])
		switch {
		case errors.Is(err, errNoRun):
			return nil
		case err != nil:
			damaged = append(damaged, err)
		default:
			all = append(all, r)
		}
		return fs.SkipDir
	})
	if err != nil {
		return nil, nil, fmt.Errorf("runs: %w", err)
	}
	return all, damaged, nil
}

// openOrUpdate reads a run that may be known.
func openOrUpdate(root *os.Root, path string, known *Run) (*Run, error) {
	if known == nil {
		return OpenIn(root, path)
	}
	return known.Update()
}
