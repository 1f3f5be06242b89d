package recipe

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gammonlab/internal/digest"
)

// A command reads its inputs some time after their digests were computed, so they may differ:
// an input may change and change back. Its digests are therefore computed before and after the
// command, and stamps show that nothing has changed between.

// inputs are what work reads.
type inputs struct {
	digests map[string]string // of those that no step has made, by name
	stamps  stamps
}

// stamps has, of each file, a text that differs after each change. The time at which a file's
// data or attributes were changed last cannot be set, unlike the time of its modification.
type stamps map[string]string

// clockTick is longer than the interval at which file systems read the clock: a file that was
// changed before it and one that is changed after it have different times.
const clockTick = 20 * time.Millisecond

// inputs returns what the work reads now. It returns an error if that is not what it read when
// its identity was computed.
func (r *Runner) inputs(w *Work) (*inputs, error) {
	of := &inputs{stamps: stamps{}}
	now := time.Now()
	var newest int64
	for _, name := range slices.Sorted(maps.Keys(w.external)) {
		at, err := of.stamps.add(name, name)
		if err != nil {
			return nil, w.Step.at.errorf("%w", err)
		}
		newest = max(newest, at)
	}
	if now.UnixNano()-newest < int64(clockTick) {
		time.Sleep(clockTick)
	}
	for _, n := range w.Needs {
		record, err := r.Store.Find(n)
		if err != nil {
			return nil, err
		}
		if record == nil {
			return nil, w.Step.at.errorf("the result of the step %s is gone: run the recipe again", n.Label)
		}
		for _, f := range record.Files {
			if _, err := of.stamps.add(relative(n.Digest)+"/"+f.Name, filepath.Join(record.Dir, filepath.FromSlash(f.Name))); err != nil {
				return nil, err
			}
		}
	}
	fresh := *w
	err := fresh.identify(r.Recipe.program, r.Recipe.program.Digest)
	if err != nil {
		return nil, err
	}
	of.digests = fresh.external
	if fresh.Digest != w.Digest {
		return nil, w.changed(func(name string) bool { return w.external[name] != fresh.external[name] }, of.digests)
	}
	return of, nil
}

// changed returns the error about inputs that differ from others, which may have further names.
func (w *Work) changed(differs func(name string) bool, others map[string]string) error {
	var names []string
	for _, all := range []map[string]string{w.external, others} {
		for name := range all {
			if differs(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	text := strings.Join(names, ", ")
	if names == nil {
		text = "an input"
	}
	return w.Step.at.errorf("%s changed while the recipe was at work, so there is no result: run the recipe again when it stays as it is", text)
}

// unchanged returns an error if what the work reads has changed since.
func (r *Runner) unchanged(w *Work, since *inputs) error {
	now, err := r.inputs(w)
	if err != nil {
		return err
	}
	if maps.Equal(now.stamps, since.stamps) {
		return nil
	}
	return w.changed(func(path string) bool { return now.stamps[path] != since.stamps[path] }, now.stamps)
}

// begin makes the folder of work that is not finished, and notes what the work reads there. If
// the folder has the rest of work that may have read something else, begin removes it and reports
// that.
func (of *inputs) begin(part string) (again bool, err error) {
	note := filepath.Join(part, inputsName)
	text, err := json.Marshal(of.stamps)
	if err != nil {
		return false, err
	}
	before, err := os.ReadFile(note)
	if err == nil && string(before) == string(text) {
		return false, nil
	}
	again = err == nil
	if err := errors.Join(os.RemoveAll(part), os.MkdirAll(part, 0o777)); err != nil {
		return false, err
	}
	return again, os.WriteFile(note, text, 0o666) // if it is damaged, the work begins again
}

// add adds a file, or a folder with all files in it, under a name, and the links that lead to
// it. It returns the time of the last change, in nanoseconds. What is neither, such as a shipped
// net, does not change.
func (s stamps) add(name, path string) (newest int64, err error) {
	newest, err = s.addLinks(name, path)
	if err != nil {
		return 0, err
	}
	err = walk(path, func(inside string, info fs.FileInfo) error {
		s[name+inside] = stamp(info)
		newest = max(newest, changeTime(info), info.ModTime().UnixNano())
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return newest, err
}

// addLinks adds the links through which a path leads: they may lead elsewhere for a while.
func (s stamps) addLinks(name, path string) (newest int64, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return 0, err
	}
	const most = 40 // as in the kernel
	for i, at := 0, path; i < most && at != filepath.Dir(at); at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil || info.Mode().Type() != fs.ModeSymlink {
			continue
		}
		target, err := os.Readlink(at)
		if err != nil {
			return 0, err
		}
		i++
		s[fmt.Sprintf("%s link %d", name, i)] = stamp(info)
		newest = max(newest, changeTime(info))
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(at), target)
		}
		path = filepath.Join(target, strings.TrimPrefix(path, at))
		at = filepath.Join(path, "x") // again from the end
	}
	return newest, nil
}

// stamp returns the stamp of a file.
func stamp(info fs.FileInfo) string {
	return fmt.Sprintf("%d %d %d", info.Size(), info.ModTime().UnixNano(), changeTime(info))
}

// Content returns the digest of a file, or of the names and contents of all files in a folder,
// also those to which links in it lead.
func Content(path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		if err != nil {
			return "", err
		}
		return digest.File(path)
	}
	all := digest.New()
	err := walk(path, func(inside string, info fs.FileInfo) error {
		if !info.Mode().IsRegular() {
			return nil
		}
		sum, err := digest.File(path + inside)
		if err == nil {
			_, err = fmt.Fprintf(all, "%s %s\n", sum, filepath.ToSlash(inside))
		}
		return err
	})
	return all.String(), err
}

// walk calls visit for a file, or for a folder and all folders and files in it, with their
// paths behind the given one. It follows links.
func walk(path string, visit func(inside string, info fs.FileInfo) error) error {
	var in func(inside string, folders []fs.FileInfo) error
	in = func(inside string, folders []fs.FileInfo) error {
		info, err := os.Stat(path + inside)
		if folders != nil && errors.Is(err, fs.ErrNotExist) { // a link that leads nowhere
			return nil
		}
		if err == nil {
			err = visit(inside, info)
		}
		if err != nil || !info.IsDir() {
			return err
		}
		if slices.ContainsFunc(folders, func(of fs.FileInfo) bool { return os.SameFile(of, info) }) {
			return fmt.Errorf("%s leads back to a folder that contains it", path+inside)
		}
		folders = append(slices.Clip(folders), info)
		entries, err := os.ReadDir(path + inside)
		for _, entry := range entries {
			if err == nil {
				err = in(inside+string(filepath.Separator)+entry.Name(), folders)
			}
		}
		return err
	}
	return in("", nil)
}
