// Package output checks the outputs of commands. Before its work, a command lists its
// outputs and inputs, and [Check] returns an error if a file would be lost or could not be
// written at the end.
package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/filelock"
	"gammonlab/internal/journal"
	"gammonlab/internal/runfolder"
)

// Kind is a kind of output.
type Kind int

// The kinds of outputs.
const (
	// File is a file that the command writes as a whole.
	File Kind = iota

	// Journaled is a File whose journal, the path with [journal.Suffix], keeps the progress
	// until the work is done. Output and journal may both exist: the process may have been
	// killed before it removed the journal.
	Journaled

	// Kept is a file to which this command and later commands add.
	Kept

	// Folder is a folder of files. The command creates it if it is missing.
	Folder

	// RunFolder is the folder of a training run, see package runfolder.
	RunFolder
)

// Output is a file or folder that a command will write.
type Output struct {
	Name string // for messages, such as --out
	Path string
	Kind Kind

	// Resume is true if the command continues an existing file or run instead of replacing it.
	Resume bool

	// Patterns match the names of the files that go into a Folder, see
	// [filepath.Match].
	Patterns []string
}

// Input is a file that a command reads.
type Input struct {
	Name string // for messages
	Path string
}

// Check returns an error for the first output that must not or cannot be written: one that
// exists, unless the command resumes it or replace is set; one that is also an input or
// another output, by any path; one of the wrong kind; one in a folder without write
// permission. It creates the missing folders above a file.
func Check(outputs []Output, inputs []Input, replace bool) error {
	for i := range outputs {
		o := &outputs[i]
		for _, other := range outputs[:i] {
			if Same(o.Path, other.Path) {
				return fmt.Errorf("%s and %s are the same file, %s", other.Name, o.Name, o.Path)
			}
		}
		if err := o.CheckInputs(inputs); err != nil {
			return err
		}
		if err := o.check(replace); err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
	}
	return nil
}

// CheckInputs returns an error if an output is one of the inputs.
func (o *Output) CheckInputs(inputs []Input) error {
	paths := []string{o.Path}
	if o.Kind == Journaled {
		paths = append(paths, o.Path+journal.Suffix)
	}
	for _, in := range inputs {
		for _, path := range paths {
			if Same(path, in.Path) {
				return fmt.Errorf("%s: %s is also read (%s): choose another file to write", o.Name, path, in.Name)
			}
		}
		if o.holds(in.Path) {
			return fmt.Errorf("%s: %s in %s is also read (%s): choose another folder", o.Name, filepath.Base(in.Path), o.Path, in.Name)
		}
	}
	return nil
}

// check returns an error for an existing file that must stay, and for an output that
// cannot be written.
func (o *Output) check(replace bool) error {
	if o.Kind == Folder || o.Kind == RunFolder {
		return o.checkFolder(replace)
	}
	atomicfile.Release(o.Path)
	info, err := os.Lstat(o.Path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if target, err := os.Stat(o.Path); err == nil {
			info = target
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if !replace && o.Kind != Kept { // which the command creates at once
			atomicfile.Reserve(o.Path)
		}
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder, want a file", o.Path)
	case !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0:
		return fmt.Errorf("%s is not a regular file", o.Path)
	case !replace && !o.continues():
		return o.exists()
	}
	if err := os.MkdirAll(filepath.Dir(o.Path), 0o777); err != nil {
		return err
	}
	return tryWrite(o.Path)
}

// continues reports whether the command can continue an existing file.
func (o *Output) continues() bool {
	if o.Kind == Journaled {
		_, err := os.Lstat(o.Path + journal.Suffix)
		return err == nil
	}
	return o.Resume || o.Kind == Kept
}

// exists returns the error for an existing output, with the ways to continue.
func (o *Output) exists() error {
	return fmt.Errorf("%s already exists: choose another name, or replace it with --force", o.Path)
}

// Discard removes a file that a command would continue, unless another process is using it.
func Discard(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := filelock.Lock(file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.Remove(path)
}

// checkFolder returns an error if the folder contains files that the command would replace.
func (o *Output) checkFolder(replace bool) error {
	info, err := os.Stat(o.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(o.Path); err == nil {
			return fmt.Errorf("%s is a link to nothing", o.Path)
		}
		return tryWrite(filepath.Join(nearest(o.Path), filepath.Base(o.Path)))
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is a file, want a folder", o.Path)
	}
	if !replace && !o.Resume {
		if err := o.refuseFiles(); err != nil {
			return err
		}
	}
	if o.Kind == Folder {
		atomicfile.RemoveDeadIn(o.Path)
	}
	return tryWrite(filepath.Join(o.Path, "output"))
}

// refuseFiles reports the first file in the folder that would be replaced.
func (o *Output) refuseFiles() error {
	if o.Kind == RunFolder {
		if err := runfolder.New(o.Path).Refuse(); err != nil {
			return fmt.Errorf("%w, or replace it with --force", err)
		}
		return nil
	}
	entries, err := os.ReadDir(o.Path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if o.matches(e.Name()) {
			return fmt.Errorf("%s already exists: choose another folder, or replace it with --force", filepath.Join(o.Path, e.Name()))
		}
	}
	return nil
}

// matches reports whether the command may write a file of the name.
func (o *Output) matches(name string) bool {
	return slices.ContainsFunc(o.Patterns, func(pattern string) bool {
		ok, err := filepath.Match(pattern, name)
		return ok && err == nil
	})
}

// holds reports whether the file is one that the command may replace in the
// folder.
func (o *Output) holds(path string) bool {
	switch o.Kind {
	case Folder:
		return o.matches(filepath.Base(path)) && Same(o.Path, filepath.Dir(path))
	case RunFolder:
		return !o.Resume && runfolder.New(o.Path).Holds(path)
	}
	return false
}

// nearest returns the deepest existing folder on the way to the path.
func nearest(path string) string {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
	}
}

// tryWrite returns an error if a file cannot be written, and leaves no file. It removes the
// temporary files that killed processes have left.
func tryWrite(path string) error {
	atomicfile.RemoveDead(path)
	file, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	file.Abort()
	return nil
}

// Same reports whether two paths lead to the same file. The file may not exist yet.
func Same(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	if errA == nil || errB == nil || filepath.Base(a) != filepath.Base(b) {
		return false
	}
	dirA, errA := os.Stat(filepath.Dir(a))
	dirB, errB := os.Stat(filepath.Dir(b))
	return filepath.Clean(a) == filepath.Clean(b) || errA == nil && errB == nil && os.SameFile(dirA, dirB)
}
