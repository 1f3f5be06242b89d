package runs

import (
	"errors"
	"io/fs"
	"os"

	"gammonlab/internal/runfolder"
)

// ListIn reads all runs in the folder of a root, including the folder itself, in the order of
// their paths. The name of a run is its path below the folder. ListIn skips runs inside a run
// folder, such as the trainings of generations. damaged has an error for each run that
// cannot be read; the others are still listed. err is set if the folder cannot be read. Files of
// runs must not lead out of the folder. The root must stay open. known has earlier runs by
// their folders below the root: ListIn updates them, and they keep their names.
func ListIn(root *os.Root, known map[string]*Run) (all []*Run, damaged []error, err error) {
	err = fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if path == "." {
				return err
			}
			damaged = append(damaged, err)
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
		return nil, nil, err
	}
	return all, damaged, nil
}

// openOrUpdate updates a known run, or opens it.
func openOrUpdate(root *os.Root, path string, known *Run) (*Run, error) {
	if known == nil {
		return OpenIn(root, path)
	}
	return known.Update()
}
