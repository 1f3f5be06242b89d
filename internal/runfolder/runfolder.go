// Package runfolder reads and writes the folder of a training run: config.json,
// metrics.jsonl, log.jsonl, checkpoints/ and, at the end, model.safetensors. A kill at
// any moment leaves no damaged file. The package does not depend on the content of the
// files. Errors name the file; the caller adds the kind of run.
//
// A trainer keeps the state from which it resumes in one [Checkpoint], together with the
// settings of its run: reading the checkpoint of another run is an error.
package runfolder

import (
	"log/slog"
	"os"
	"path/filepath"
	"time"
)

// Names in a run folder.
const (
	ConfigFile    = "config.json"
	MetricsFile   = "metrics.jsonl"
	ModelFile     = "model.safetensors"
	ParentFile    = "parent.safetensors" // the model from which a run starts, if it needs it
	LogFile       = "log.jsonl"
	CheckpointDir = "checkpoints"
)

// Folder is the folder of a run; it may not exist yet.
type Folder struct {
	dir     string
	root    *os.Root // limit for reading; nil for the whole file system
	lock    *os.File // nil without a lock
	log     *slog.Logger
	logFile *os.File
	clock   clock     // valid while the folder is locked
	saved   time.Time // of the newest checkpoint, or of the lock
}

// New returns the folder at the path.
func New(dir string) *Folder { return &Folder{dir: dir} }

// Dir returns the folder's path.
func (f *Folder) Dir() string { return f.dir }

// Path returns the path of a file in the folder.
func (f *Folder) Path(name string) string {
	if f.root != nil {
		return filepath.Join(f.root.Name(), f.dir, name)
	}
	return filepath.Join(f.dir, name)
}

// Model returns the path of the trained model.
func (f *Folder) Model() string { return f.Path(ModelFile) }

// Begin creates the folder of a new run, with the given subfolders, and locks it, see
// [Folder.Lock]. It returns an error if the folder contains a run.
func (f *Folder) Begin(folders ...string) error {
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return err
	}
	// Check the content before the lock file exists, because a lock file shows that other
	// files belong to a run. Check again when no other process can add files.
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
