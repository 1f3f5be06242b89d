package recipe

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	inputsName = ".inputs" // what work that is not finished reads
)

// notes are the files in the folder of work that is not finished, which are no results.
var notes = []string{errorName, inputsName, spentName}

// storeFormat is the version of the layout of stores and of identities.
const storeFormat = "gammonlab-recipe-store 3"

// shortDigest is the number of digits of an identity in the name of a folder.
const shortDigest = 16

// Store is a folder with the results of steps, by identity. Several recipes can share it.
type Store struct {
	Dir string

	checked sync.Map // stamps of files whose digests this process has compared, by path
}

// OpenStore returns the store in a folder, which may not exist yet.
func OpenStore(dir string) (*Store, error) {
	path := filepath.Join(dir, storeFile)
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", dir)
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Store{Dir: dir}, nil
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
	return &Store{Dir: dir}, nil
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
	External map[string]string  `json:"external_inputs"` // digests of the files, folders and shipped nets that it read, by name
	Model    string             `json:"model,omitempty"` // digest of the net that the step made
	Kernel   string             `json:"kernel"`
	Toolkit  string             `json:"toolkit"`
	Finished time.Time          `json:"finished"`
	Seconds  float64            `json:"seconds"`      // of elapsed time
	Cores    float64            `json:"core_seconds"` // of processor time
	Machine  Machine            `json:"machine,omitzero"`
	Results  map[string]float64 `json:"results"`
	Files    []File             `json:"files"`
	Record   string             `json:"record"` // digest of all the above

	Dir string `json:"-"`
}

// File is a file of finished work.
type File struct {
	Name     string `json:"name"`
	Bytes    int64  `json:"bytes"`
	SHA256   string `json:"sha256"`
	Modified int64  `json:"modified"` // time in nanoseconds
	Changed  int64  `json:"changed"`  // time of the last change of content or attributes, which users cannot set; 0 if unknown
}

// Machine is the machine of work.
type Machine struct {
	Processor string `json:"processor"`         // name, such as AMD EPYC 9R14
	Workers   int    `json:"workers,omitempty"` // threads that the work could use; 0 if it shared them with other steps or a farm
}

// Hours returns the core-hours of the work.
func (r *Record) Hours() float64 { return r.Cores / secondsPerHour }

// Use returns the share of its threads that work used, between 0 and 1, and whether it is known.
func (r *Record) Use() (share float64, known bool) {
	if r.Machine.Workers == 0 || r.Seconds == 0 {
		return 0, false
	}
	return min(1, r.Cores/(r.Seconds*float64(r.Machine.Workers))), true
}

// Find returns the record of finished work, nil if there is none. It returns an error if
// the files of the work have changed since.
func (s *Store) Find(w *Work) (*Record, error) {
	dir, err := s.folder(w.folder(), w.Digest)
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
	return r, s.check(r)
}

// folder returns the folder of finished work, "" if there is none. name is its readable part,
// unless another recipe or version has made it.
func (s *Store) folder(name, identity string) (string, error) {
	dir := s.named(name, identity)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	found, err := filepath.Glob(filepath.Join(escape(s.Dir), stepsDir, "*-"+identity[:shortDigest]))
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}

// named returns the folder of finished work with a readable part.
func (s *Store) named(name, identity string) string {
	return filepath.Join(s.Dir, stepsDir, name+"-"+identity[:shortDigest])
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
		return nil, fmt.Errorf("%s: %w: remove the folder to do the step again", path, err)
	}
	sum, err := r.digest()
	if err == nil && sum != r.Record {
		err = fmt.Errorf("%s was changed after the step %s had made it: remove %s to do the step again", path, r.Step, dir)
	}
	return r, err
}

// digest returns the digest of the rest of the record.
func (r *Record) digest() (string, error) {
	rest := *r
	rest.Record = ""
	return digest.JSON(rest)
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

// check returns an error for the first file that has changed. A file with the size and times of
// the record is the same; times that cannot be set are among them.
func (s *Store) check(r *Record) error {
	for _, f := range r.Files {
		path := filepath.Join(r.Dir, filepath.FromSlash(f.Name))
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("%w: the step %s had made it; remove %s to do the step again", err, r.Step, r.Dir)
		}
		sum := f.SHA256
		if info.Size() == f.Bytes && !f.sameTimes(info) && !s.hasChecked(path, info) {
			if sum, err = digest.File(path); err != nil {
				return err
			}
		}
		if info.Size() != f.Bytes || sum != f.SHA256 {
			return fmt.Errorf("%s was changed after the step %s had made it: remove %s to do the step again", path, r.Step, r.Dir)
		}
		s.checked.Store(path, stamp(info))
	}
	return nil
}

// sameTimes reports whether a file cannot have changed since it was recorded, by its times.
func (f *File) sameTimes(info fs.FileInfo) bool {
	return f.Changed != 0 && changeTime(info) == f.Changed && info.ModTime().UnixNano() == f.Modified
}

// hasChecked reports whether this process has compared the digest of a file, as in a store that
// was copied, and it cannot have changed since.
func (s *Store) hasChecked(path string, info fs.FileInfo) bool {
	before, ok := s.checked.Load(path)
	return ok && before == stamp(info) && changeTime(info) != 0
}

// addFiles adds the files of the folder, in the order of their names, to the record.
func (r *Record) addFiles(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || slices.Contains(notes, name) || name == RecordFile {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		sum, err := digest.File(path)
		r.Files = append(r.Files, File{filepath.ToSlash(name), info.Size(), sum, info.ModTime().UnixNano(), changeTime(info)})
		return err
	})
}

// Write writes the record into a folder, with its digest.
func (r *Record) Write(dir string) (err error) {
	if r.Record, err = r.digest(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(dir, RecordFile), append(text, '\n'))
}
