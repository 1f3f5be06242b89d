package runfolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/filelock"
)

// lockFile is the file that a working process locks. It stays in the folder after the run.
const lockFile = ".lock"

// names are patterns of all files that runs write into their folder, except [lockFile]. The
// first is the config: a folder without a config contains no run.
var names = []string{
	ConfigFile, MetricsFile, LogFile, ModelFile, CheckpointDir,
	ParentFile, "*-curve.png", "*-curve.svg",
}

// beginning are the names of files that a run writes before its config.
var beginning = []string{LogFile, CheckpointDir, ParentFile}

// Lock locks the folder, which must exist, for this process until [Folder.Unlock]. It
// returns an error at once if another process has locked it. It removes temporary files
// that killed processes have left.
func (f *Folder) Lock() error {
	if f.lock != nil {
		return nil
	}
	file, err := os.OpenFile(f.Path(lockFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	if err := filelock.Lock(file); err != nil {
		file.Close()
		return fmt.Errorf("another process is at work in %s: %w", f.dir, err)
	}
	if err := f.openLog(); err != nil {
		file.Close()
		return err
	}
	f.lock = file
	atomicfile.RemoveDeadIn(f.dir)
	atomicfile.RemoveDeadIn(f.Path(CheckpointDir))
	return nil
}

// Unlock unlocks the folder. Without a lock it does nothing.
func (f *Folder) Unlock() {
	if f.lock != nil {
		f.logFile.Close()
		f.lock.Close()
		f.lock, f.log = nil, nil
	}
}

// Refuse returns an error if the folder contains a run, or files that a run would replace.
// Files of a process that was killed before it wrote the config do not count as a run.
func (f *Folder) Refuse() error {
	found, err := f.present()
	if err != nil || len(found) == 0 {
		return err
	}
	if found[0] == ConfigFile {
		return fmt.Errorf("%s holds a run already: resume it or choose another folder", f.dir)
	}
	if _, err := os.Lstat(f.Path(lockFile)); err == nil && f.Reached() == 0 && len(found) == f.count(beginning) {
		return nil
	}
	return fmt.Errorf("%s already exists: choose another folder for the run", f.Path(found[0]))
}

// Begun reports whether the folder contains a run of any kind.
func (f *Folder) Begun() bool {
	var head Head
	text, err := os.ReadFile(f.Path(ConfigFile))
	return err == nil && json.Unmarshal(text, &head) == nil && strings.HasPrefix(head.Format, "gammonlab-")
}

// present returns the names of files that a run would replace.
func (f *Folder) present() ([]string, error) {
	var all []string
	for _, pattern := range names {
		matches, err := f.match(pattern)
		if err != nil {
			return nil, err
		}
		all = append(all, matches...)
	}
	return all, nil
}

// match returns the names in the folder that match the pattern, without empty subfolders.
// It returns no names if the folder does not exist.
func (f *Folder) match(pattern string) ([]string, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []string
	for _, e := range entries {
		if ok, _ := filepath.Match(pattern, e.Name()); !ok {
			continue
		}
		if e.IsDir() {
			if inside, err := os.ReadDir(f.Path(e.Name())); err == nil && len(inside) == 0 {
				continue
			}
		}
		all = append(all, e.Name())
	}
	return all, nil
}

// count returns the number of names in the folder that match one of the patterns.
func (f *Folder) count(patterns []string) int {
	n := 0
	for _, pattern := range patterns {
		matches, _ := f.match(pattern)
		n += len(matches)
	}
	return n
}

// Clear removes the run in the folder, if there is one. Other files and the folder stay. kind
// is td or supervised: it returns an error and removes nothing if the folder contains
// a run of another kind, whose files a new run would not write again.
func (f *Folder) Clear(kind string) error {
	if _, err := os.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := f.checkKind(kind); err != nil { // before the lock, which adds files
		return err
	}
	if err := f.Lock(); err != nil {
		return err
	}
	defer f.Unlock()
	found, err := f.present()
	if err != nil {
		return err
	}
	for _, name := range found {
		if err := os.RemoveAll(f.Path(name)); err != nil {
			return err
		}
	}
	return nil
}

// checkKind returns an error if the folder contains a run of another kind.
func (f *Folder) checkKind(kind string) error {
	format := "gammonlab-" + kind + "-run"
	of := ""
	if text, err := os.ReadFile(f.Path(ConfigFile)); err == nil {
		var head Head
		if json.Unmarshal(text, &head) == nil {
			of, _, _ = strings.Cut(head.Format, " ")
		}
	}
	if of != "" && of != format {
		return fmt.Errorf("%s holds a run of another kind, %s: choose another folder", f.dir, of)
	}
	return nil
}

// Holds reports whether [Folder.Clear] would remove the file, by any path.
func (f *Folder) Holds(path string) bool {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return false
	}
	found, err := f.present()
	if err != nil {
		return false
	}
	for _, name := range found {
		info, err := os.Stat(f.Path(name))
		if err == nil && leadsThrough(path, info) {
			return true
		}
	}
	return false
}

// leadsThrough reports whether the path leads to the given file, or through it if it is a
// folder.
func leadsThrough(path string, file fs.FileInfo) bool {
	for ; ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && os.SameFile(info, file) {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}
