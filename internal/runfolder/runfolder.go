// Package runfolder is the folder of a training run: config.json, metrics.jsonl,
// checkpoints/ and, at the end, model.safetensors. It writes them in ways that a
// kill at any moment leaves whole, and knows nothing of what they hold. Errors
// name the file; they leave it to the caller to name the kind of run.
package runfolder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gammonlab/internal/atomicfile"
)

// Names in a run folder.
const (
	ConfigFile    = "config.json"
	MetricsFile   = "metrics.jsonl"
	ModelFile     = "model.safetensors"
	CheckpointDir = "checkpoints"
	checkpointExt = ".safetensors"
)

// Folder is a run's folder, which need not exist.
type Folder struct {
	dir  string
	lock *os.File // nil without
}

// New returns the folder at the path.
func New(dir string) *Folder { return &Folder{dir: dir} }

// Dir returns the folder's path.
func (f *Folder) Dir() string { return f.dir }

// Path returns the path of a file in the folder.
func (f *Folder) Path(name string) string { return filepath.Join(f.dir, name) }

// Model returns the path of the trained model.
func (f *Folder) Model() string { return f.Path(ModelFile) }

// Begin makes the folder of a new run, with folders in it, and takes it for this
// process, see [Folder.Lock]. It refuses one that has a run in it.
func (f *Folder) Begin(folders ...string) error {
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return err
	}
	// What is there is looked at before the lock's file is, which says that what
	// else there is comes from a run, and again when no other process can add to it.
	err := f.Refuse()
	if err == nil {
		err = f.Lock()
	}
	if err == nil {
		err = f.Refuse()
	}
	for _, name := range folders {
		if err == nil {
			err = os.MkdirAll(f.Path(name), 0o777)
		}
	}
	if err != nil {
		f.Unlock()
	}
	return err
}

// WriteConfig writes config.json. It comes last of what a new run writes: a
// folder with a config is one that can be resumed.
func (f *Folder) WriteConfig(document any) error {
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(f.Path(ConfigFile), append(text, '\n'))
}

// ReadConfig reads config.json, whose field "format" must be as given and which
// must have no fields that the document has not.
func (f *Folder) ReadConfig(format string, document any) error {
	path := f.Path(ConfigFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%s is no run folder: %w", f.dir, err)
	}
	var of struct{ Format string }
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&of); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if of.Format != format {
		return fmt.Errorf("%s: format is %q, this program reads %q", path, of.Format, format)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(document); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// CheckpointPath returns the path of the checkpoint after n games, steps or
// whatever the run counts.
func (f *Folder) CheckpointPath(n int64) string {
	return filepath.Join(f.Path(CheckpointDir), fmt.Sprintf("%012d%s", n, checkpointExt))
}

// Checkpoints lists the paths of the checkpoints, oldest first.
func (f *Folder) Checkpoints() ([]string, error) {
	entries, err := os.ReadDir(f.Path(CheckpointDir)) // sorted: names are of equal width
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), checkpointExt) && !strings.HasPrefix(e.Name(), ".") {
			paths = append(paths, filepath.Join(f.Path(CheckpointDir), e.Name()))
		}
	}
	return paths, nil
}

// Newest returns the path of the newest checkpoint.
func (f *Folder) Newest() (string, error) {
	paths, err := f.Checkpoints()
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("%s has no checkpoint to resume from", f.Path(CheckpointDir))
	}
	if err != nil {
		return "", err
	}
	return paths[len(paths)-1], nil
}

// Reached returns the number of the newest checkpoint, 0 if there is none.
func (f *Folder) Reached() int64 {
	path, err := f.Newest()
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(filepath.Base(path), checkpointExt), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// DropCheckpoint removes the checkpoint of the number, if it is there.
func (f *Folder) DropCheckpoint(n int64) error {
	if err := os.Remove(f.CheckpointPath(n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
