package recipe

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gammonlab/internal/runfolder"
)

// checkAdopted returns an error if one of the runs to adopt is none, or if no work of the list can adopt it.
func (r *Runner) checkAdopted(works []*Work) error {
	for label, folder := range r.Adopt {
		i := slices.IndexFunc(works, func(w *Work) bool { return w.Label == label })
		switch {
		case i < 0:
			return fmt.Errorf("adopting %s: there is no step %s", folder, label)
		case works[i].run() == "":
			return fmt.Errorf("adopting %s: the step %s is %s, which has no run folder", folder, label, works[i].Step.Kind.Name)
		case !runfolder.New(folder).Begun():
			return fmt.Errorf("adopting %s: the folder has no run", folder)
		}
	}
	return nil
}

// run returns the name of the run folder that the command of the work continues, "" if it has none.
func (w *Work) run() string {
	if w.Step.Kind.Result == "" {
		return ""
	}
	return w.Setting(w.Step.Kind.Main)
}

// adopt copies the run that the work is to adopt, if any, into its folder, so that its command continues it: it
// refuses a run with other settings or data, and does what is missing. undo takes the copy away and says in the
// command's error which run was adopted.
func (r *Runner) adopt(w *Work, part string) (undo func(error) error, err error) {
	from, to := r.Adopt[w.Label], filepath.Join(part, w.run())
	if from == "" || runfolder.New(to).Begun() { // what an attempt has left goes first
		return func(err error) error { return err }, nil
	}
	undo = func(err error) error {
		os.RemoveAll(to) // otherwise the step without it would be refused, too
		return fmt.Errorf("adopting %s: %w", from, err)
	}
	copied := to + ".copy"
	if err = os.RemoveAll(copied); err == nil {
		err = os.CopyFS(copied, os.DirFS(from))
	}
	if err == nil {
		err = os.Rename(copied, to)
	}
	if err != nil {
		return nil, fmt.Errorf("copying the run %s: %w", from, err)
	}
	e := runfolder.New(to).Spent()
	return undo, writeSpent(filepath.Join(part, spentName), e.Wall, e.CPU)
}
