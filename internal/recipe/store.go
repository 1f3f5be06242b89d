package recipe

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/strictjson"
)

// Files of a store.
const (
	RecordFile = "step.json" // what was done, in the folder of each step
	storeFile  = "store.json"
	stepsDir   = "steps"
	partSuffix = ".part" // of the folder of work that is not finished
	lockSuffix = ".lock" // of the file that a process locks during the work
	errorName  = ".error"
)

// storeFormat is the version of the layout of stores and of identities.
const storeFormat = "gammonlab-recipe-store 2"

// shortDigest is the number of digits of an identity in the name of a folder.
const shortDigest = 16

// Store is a folder with the results of steps, by identity. Several recipes can share it.
type Store struct{ Dir string }

// OpenStore returns the store in a folder, which may not exist yet.
func OpenStore(dir string) (*Store, error) {
	path := filepath.Join(dir, storeFile)
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", dir)
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Store{dir}, nil
	}
	if err != nil {
		return nil, err
	}
	var head struct {
		Format string `json:"format"`
	}
	if err := strictjson.UnmarshalFile(text, &head); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if head.Format != storeFormat {
		return nil, fmt.Errorf("%s: format is %q, this program reads %q: choose another folder", path, head.Format, storeFormat)
	}
	return &Store{dir}, nil
}

// create makes the folder of the store.
func (s *Store) create() error {
	if err := os.MkdirAll(filepath.Join(s.Dir, stepsDir), 0o777); err != nil {
		return err
	}
	path := filepath.Join(s.Dir, storeFile)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return atomicfile.WriteFile(path, []byte(`{"format": "`+storeFormat+"\"}\n"))
}

// Record describes finished work.
type Record struct {
	Step     string             `json:"step"`
	Recipe   string             `json:"recipe"`
	Command  string             `json:"command"`
	Digest   string             `json:"digest"`
	Settings map[string]any     `json:"settings"`        // those that the recipe gives
	Inputs   map[string]string  `json:"inputs"`          // labels of the steps that it read, by their digests
	Model    string             `json:"model,omitempty"` // digest of the net that the step made
	Kernel   string             `json:"kernel"`
	Toolkit  string             `json:"toolkit"`
	Finished time.Time          `json:"finished"`
	Seconds  float64            `json:"seconds"`      // of elapsed time
	Cores    float64            `json:"core_seconds"` // of processor time
	Results  map[string]float64 `json:"results"`
	Files    []File             `json:"files"`

	Dir string `json:"-"`
}

// File is a file of finished work.
type File struct {
	Name     string `json:"name"`
	Bytes    int64  `json:"bytes"`
	SHA256   string `json:"sha256"`
	Modified int64  `json:"modified"` // time in nanoseconds; if it has not changed, the content has not
}

// Find returns the record of finished work, nil if there is none. It returns an error if
// the files of the work have changed since.
func (s *Store) Find(w *Work) (*Record, error) {
	dir, err := s.folder(w.Digest)
	if dir == "" || err != nil {
		return nil, err
	}
	r, err := ReadRecord(dir)
	if err != nil {
		return nil, err
	}
	if r.Digest != w.Digest {
		return nil, fmt.Errorf("%s: digest is %s, want %s: remove the folder to do the step again",
			filepath.Join(dir, RecordFile), r.Digest, w.Digest)
	}
	return r, r.check()
}

// folder returns the folder of finished work, "" if there is none.
func (s *Store) folder(identity string) (string, error) {
	found, err := filepath.Glob(filepath.Join(escape(s.Dir), stepsDir, "*-"+identity[:shortDigest]))
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}

// recordFiles returns the records of finished work in a store.
func recordFiles(store string) ([]string, error) {
	return filepath.Glob(filepath.Join(escape(store), stepsDir, "*-*", RecordFile))
}

// FindStores returns the stores in a folder that have finished work: the folder itself, and
// those in it, by their paths.
func FindStores(folder string) (all []string, err error) {
	inside, err := filepath.Glob(filepath.Join(escape(folder), "*"))
	for _, dir := range append([]string{folder}, inside...) {
		records, found := recordFiles(dir)
		if err = errors.Join(err, found); len(records) > 0 {
			all = append(all, dir)
		}
	}
	return all, err
}

// escape returns a path as a pattern that matches only this path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// part returns the folder of work that is not finished.
func (s *Store) part(w *Work) string {
	return filepath.Join(s.Dir, stepsDir, w.Digest[:shortDigest]+partSuffix)
}

// lockFile returns the file that a process locks during work.
func (s *Store) lockFile(w *Work) string {
	return filepath.Join(s.Dir, stepsDir, w.Digest[:shortDigest]+lockSuffix)
}

// ReadRecord reads the record in the folder of finished work.
func ReadRecord(dir string) (*Record, error) {
	path := filepath.Join(dir, RecordFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w: remove the folder to do the step again", err)
	}
	r := &Record{Dir: dir}
	if err := strictjson.UnmarshalFile(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// Records returns the records of all finished work below the folders of stores.
func Records(dirs []string) ([]*Record, error) {
	var all []*Record
	for _, dir := range dirs {
		if _, err := OpenStore(dir); err != nil {
			return nil, err
		}
		found, err := recordFiles(dir)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s holds no finished step of a recipe", dir)
		}
		for _, path := range found {
			r, err := ReadRecord(filepath.Dir(path))
			if err != nil {
				return nil, err
			}
			all = append(all, r)
		}
	}
	return all, nil
}

// check returns an error for the first file that has changed.
func (r *Record) check() error {
	for _, f := range r.Files {
		path := filepath.Join(r.Dir, filepath.FromSlash(f.Name))
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("%w: the step %s had made it; remove %s to do the step again", err, r.Step, r.Dir)
		}
		sum := f.SHA256
		if info.ModTime().UnixNano() != f.Modified && info.Size() == f.Bytes {
			if sum, err = digest.File(path); err != nil {
				return err
			}
		}
		if info.Size() != f.Bytes || sum != f.SHA256 {
			return fmt.Errorf("%s was changed after the step %s had made it: remove %s to do the step again", path, r.Step, r.Dir)
		}
	}
	return nil
}

// addFiles adds the files of the folder, in the order of their names, to the record.
func (r *Record) addFiles(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || name == errorName || name == RecordFile {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		sum, err := digest.File(path)
		r.Files = append(r.Files, File{filepath.ToSlash(name), info.Size(), sum, info.ModTime().UnixNano()})
		return err
	})
}

// write writes the record into the folder.
func (r *Record) write(dir string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(dir, RecordFile), append(text, '\n'))
}
