package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gammonlab/internal/runfolder"
)

// Kind is the kind of a run: the command that made it.
type Kind string

// The kinds of runs.
const (
	TD         Kind = "train td"
	Supervised Kind = "train supervised"
	Iterate    Kind = "train iterate"
)

// kinds are the kinds by the beginning of "format" in the config.
var kinds = map[string]Kind{
	"gammonlab-td-run": TD, "gammonlab-supervised-run": Supervised, "gammonlab-iterate-run": Iterate,
}

// Run is the content of a run folder when it was read.
type Run struct {
	Name    string // unique among runs that are read together
	Dir     string
	Kind    Kind
	State   State
	Updated time.Time // time of the newest metrics line, or of the config if there is none
	Config  []Setting // in the order of their names
	label   string    // see [Labelled]
	same    string    // the label without the seed
	points  []point
	folder  *runfolder.Folder
	stamp   stamp
}

// errNoRun is returned for a config.json that is not a run's.
var errNoRun = errors.New("its config.json is not that of a run of train td, supervised or iterate")

// Open reads the run in a folder. Its name is the folder's name.
func Open(dir string) (*Run, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	r := &Run{Name: filepath.Base(path), Dir: dir, folder: runfolder.New(dir)}
	if err := r.read(); err != nil {
		return nil, err
	}
	return r, nil
}

// OpenIn reads the run in a folder below a root; its files must not lead out of the
// root. Its name is the folder's path below the root.
func OpenIn(root *os.Root, dir string) (*Run, error) {
	r := &Run{Name: dir, Dir: filepath.Join(root.Name(), dir), folder: runfolder.In(root, dir)}
	if dir == "." {
		r.Name = filepath.Base(root.Name())
	}
	if err := r.read(); err != nil {
		return nil, err
	}
	return r, nil
}

// OpenAll reads the runs in several folders. It makes their names as short as possible
// and all different, and labels them ([Labelled]).
func OpenAll(dirs []string) ([]*Run, error) {
	var all []*Run
	for _, dir := range dirs {
		r, err := Open(dir)
		if err != nil {
			return nil, err
		}
		for _, other := range all {
			if sameFolder(r.Dir, other.Dir) {
				return nil, fmt.Errorf("%s and %s are the same folder", other.Dir, r.Dir)
			}
		}
		all = append(all, r)
	}
	setNames(all)
	return Labelled(all), nil
}

func sameFolder(a, b string) bool {
	one, err1 := os.Stat(a)
	other, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(one, other)
}

// setNames names each run by the last elements of its path, as many as needed to make all
// names different.
func setNames(all []*Run) {
	for elements := 1; ; elements++ {
		taken, longest := map[string]bool{}, 0
		for _, r := range all {
			path, err := filepath.Abs(r.Dir)
			if err != nil {
				path = r.Dir
			}
			parts := strings.Split(strings.Trim(filepath.ToSlash(path), "/"), "/")
			longest = max(longest, len(parts))
			r.Name = strings.Join(parts[max(len(parts)-elements, 0):], "/")
			taken[r.Name] = true
		}
		if len(taken) == len(all) || elements >= longest {
			return
		}
	}
}

// read reads config, metrics and state.
func (r *Run) read() error {
	folder := r.folder
	r.stamp = newStamp(folder)
	path := folder.Path(runfolder.ConfigFile)
	text, err := folder.ReadFile(runfolder.ConfigFile)
	if err != nil {
		return fmt.Errorf("%s is not a run folder: %w", r.Dir, err)
	}
	if r.Kind, err = kindOf(text); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if r.Config, err = SettingsOf(text); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if r.points, err = readPoints(folder, r.Kind); err != nil {
		return err
	}
	for _, name := range []string{runfolder.MetricsFile, runfolder.ConfigFile} {
		info, err := folder.Stat(name)
		if err == nil {
			r.Updated = info.ModTime()
			break
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	r.State = r.stateOf(folder, time.Now())
	return nil
}

// kindOf returns the kind of the run with the config.
func kindOf(config []byte) (Kind, error) {
	var head struct{ Format string }
	if err := json.Unmarshal(config, &head); err != nil {
		return "", err
	}
	name, _, _ := strings.Cut(head.Format, " ")
	kind, ok := kinds[name]
	if !ok {
		return "", errNoRun
	}
	return kind, nil
}

// Lines returns the number of metrics lines: segments, epochs of a net, or generations.
func (r *Run) Lines() int { return len(r.points) }
