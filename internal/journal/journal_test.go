package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/childtest"
	"gammonlab/internal/must"
)

var notes = Kind{Name: "notes", Version: 2}

var settings = map[string]string{"name": "a"}

// work is the contents of complete journals in these tests: text, binary data,
// and frames that look like others.
var work = []string{"one", "", "\x00\xff\n00000000 00000003 two\n", strings.Repeat("three ", 20), "four"}

// open opens the journal and returns its frames.
func open(t testing.TB, path string) (*Journal, []string) {
	t.Helper()
	j, frames, err := tryOpen(path, notes, settings)
	must.OK(t, err)
	return j, frames
}

func tryOpen(path string, kind Kind, identity any) (*Journal, []string, error) {
	var frames []string
	j, err := Open(path, kind, identity, func(frame []byte) error {
		frames = append(frames, string(frame))
		return nil
	})
	return j, frames, err
}

// finish adds the missing frames of the work and closes the journal, without
// waiting for the disk.
func finish(t testing.TB, j *Journal, from int) {
	t.Helper()
	for _, frame := range work[from:] {
		must.OK(t, j.Append([]byte(frame)))
	}
	must.OK(t, errors.Join(j.Flush(), j.release()))
}

// put makes a file, a new one since file systems take long to write over one.
func put(t testing.TB, path string, data []byte) {
	t.Helper()
	os.Remove(path)
	must.OK(t, os.WriteFile(path, data, 0o666))
}

// whole returns the file of the work, the beginnings of its frames and the end
// of the last one.
func whole(t testing.TB) (data []byte, starts []int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole")
	j, _ := open(t, path)
	starts = append(starts, len(j.head))
	for _, frame := range work {
		starts = append(starts, starts[len(starts)-1]+overhead+len(frame))
	}
	finish(t, j, 0)
	return must.Get(os.ReadFile(path))(t), starts
}

// wantResumed checks that the file is resumed with the number of frames and
// ends with the bytes of the complete one.
func wantResumed(t *testing.T, name, path string, frames int, whole []byte) {
	t.Helper()
	size := len(must.Get(os.ReadFile(path))(t))
	j, got := open(t, path)
	if !slices.Equal(got, work[:frames]) {
		t.Fatalf("%s: resumed with %q, want %d frames", name, got, frames)
	}
	if kept := j.end; frames > 0 && j.Dropped() != int64(size)-kept {
		t.Errorf("%s: %d bytes dropped of %d, %d kept", name, j.Dropped(), size, kept)
	}
	finish(t, j, frames)
	if !bytes.Equal(must.Get(os.ReadFile(path))(t), whole) {
		t.Fatalf("%s: ends in other bytes", name)
	}
}

// A file that is cut at any byte, with or without other bytes after it, is
// resumed from its last complete frame.
func TestCutAtEveryByte(t *testing.T) {
	data, starts := whole(t)
	path := filepath.Join(t.TempDir(), "cut")
	for size := range len(data) + 1 {
		frames := 0
		for frames < len(work) && size >= starts[frames+1] {
			frames++
		}
		put(t, path, data[:size])
		wantResumed(t, fmt.Sprint("cut at ", size), path, frames, data)
		if size < starts[0] {
			continue // the other bytes must not complete the head
		}
		for _, tail := range []string{"\x00\x00\x00", strings.Repeat("\x00", 5000), strings.Repeat("\xff", 100), "0123abcd 00000001 "} {
			put(t, path, append(slices.Clone(data[:size]), tail...))
			wantResumed(t, fmt.Sprintf("cut at %d before %.5q", size, tail), path, frames, data)
		}
	}
}

// A file with any wrong bit is refused and not changed, or its last frame is
// dropped and added again.
func TestEveryBitFlipped(t *testing.T) {
	data, starts := whole(t)
	path := filepath.Join(t.TempDir(), "flipped")
	last := starts[len(work)-1]
	for bit := range 8 * len(data) {
		flipped := slices.Clone(data)
		flipped[bit/8] ^= 1 << (bit % 8)
		put(t, path, flipped)
		name := fmt.Sprint("bit ", bit)
		if bit/8 >= last {
			wantResumed(t, name, path, len(work)-1, data)
			continue
		}
		j, frames, err := tryOpen(path, notes, settings)
		if err == nil {
			j.Close()
			t.Fatalf("%s: resumed with %q", name, frames)
		}
		if !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("%s: %v, want the file", name, err)
		}
		if at := bit / 8; at >= len(notes.magic()) {
			frame := len(notes.magic())
			for _, start := range starts {
				if start <= at {
					frame = start
				}
			}
			if want := fmt.Sprintf("damaged at byte %d:", frame); !strings.Contains(err.Error(), want) {
				t.Fatalf("%s: %v, want %q", name, err, want)
			}
		}
		if !bytes.Equal(must.Get(os.ReadFile(path))(t), flipped) {
			t.Fatalf("%s: the file was changed", name)
		}
	}
}

func TestMain(m *testing.M) {
	childtest.Main(m, func(words []string) error {
		step, err := strconv.Atoi(words[0])
		if err != nil {
			return err
		}
		return workUntil(words[1], step)
	})
}

// workUntil resumes the work and kills the process at a step: after a frame was
// added, after it was written, or while the frames are rewritten.
func workUntil(path string, step int) error {
	count := 0
	next := func() {
		if count++; count > step {
			childtest.Die()
		}
	}
	j, done, err := tryOpen(path, notes, settings)
	if err != nil {
		return err
	}
	next()
	for _, frame := range work[len(done):] {
		err = errors.Join(err, j.Append([]byte(frame)))
		next()
		err = errors.Join(err, j.Flush())
		next()
	}
	err = errors.Join(err, j.Rewrite(func(add func([]byte) error) error {
		for _, frame := range work {
			err = errors.Join(err, add([]byte(frame)))
			next()
		}
		return err
	}))
	next()
	return errors.Join(err, j.Close())
}

// A process that is killed at any step leaves a file that the next one resumes.
func TestKilledAtEveryStep(t *testing.T) {
	data, _ := whole(t)
	steps := 1 + 2*len(work) + len(work) + 1
	for first := 0; first < steps; first += 1 + first/4 {
		path := filepath.Join(t.TempDir(), "killed")
		for _, step := range []int{first, 3, steps - first - 1} {
			if out, err := childtest.Command(strconv.Itoa(step), path).CombinedOutput(); err == nil || len(out) > 0 && step < len(work) {
				t.Fatalf("step %d: %v %s", step, err, out)
			}
		}
		j, frames := open(t, path)
		if !slices.Equal(frames, work[:len(frames)]) {
			t.Fatalf("killed at %d: %q", first, frames)
		}
		finish(t, j, len(frames))
		if !bytes.Equal(must.Get(os.ReadFile(path))(t), data) {
			t.Errorf("killed at %d: other bytes", first)
		}
	}
}

func TestReadsBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	j, _ := open(t, path)
	all := func() (frames []string) {
		must.OK(t, j.Each(func(frame []byte) error { frames = append(frames, string(frame)); return nil }))
		return frames
	}
	if got := all(); len(got) != 0 {
		t.Errorf("a new journal has frames %q", got)
	}
	large := strings.Repeat("x", writeBytes)
	for _, frame := range []string{"one", "two", large, "three"} {
		must.OK(t, j.Append([]byte(frame)))
	}
	if got := must.Get(os.ReadFile(path))(t); !bytes.HasSuffix(got, []byte("x\n")) {
		t.Errorf("a large frame waits: the file has %d bytes", len(got))
	}
	if got := all(); !slices.Equal(got, []string{"one", "two", large, "three"}) || j.Len() != 4 {
		t.Errorf("%d frames: %.20q", j.Len(), got)
	}
	rewritten := []string{"three", "two"}
	must.OK(t, j.Rewrite(func(add func([]byte) error) error {
		return errors.Join(add([]byte(rewritten[0])), add([]byte(rewritten[1])))
	}))
	if _, _, err := tryOpen(path, notes, settings); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("opened after it was rewritten: %v", err)
	}
	must.OK(t, j.Append([]byte("four")))
	if got := all(); !slices.Equal(got, []string{"three", "two", "four"}) {
		t.Errorf("frames %q", got)
	}
	part := make([]byte, 3)
	if err := j.ReadAt(part, 2, 1); err != nil || string(part) != "our" {
		t.Errorf("read %q, %v", part, err)
	}
	if err := errors.Join(j.Close(), j.Close()); err != nil {
		t.Error(err)
	}
	if err := j.Append(nil); !errors.Is(err, os.ErrClosed) {
		t.Errorf("added to a closed journal: %v", err)
	}
	if j, got := open(t, path); !slices.Equal(got, []string{"three", "two", "four"}) {
		t.Errorf("resumed with %q", got)
	} else if err := errors.Join(j.Finish(), j.Close()); err != nil {
		t.Error(err)
	}
}

func TestRefused(t *testing.T) {
	data, _ := whole(t)
	path := filepath.Join(t.TempDir(), "file")
	for _, c := range []struct {
		name, file string
		kind       Kind
		identity   any
		want       string
	}{
		{"other settings", string(data), notes, map[string]string{"name": "b"}, `of the kind "notes" with other settings (name "a", want "b")`},
		{"another kind", string(data), Kind{Name: "games", Version: 2}, settings, `not a gammonlab file of the kind "games": it starts with "gammonlab notes 2\n`},
		{"another file", "hello\n", notes, settings, `it starts with "hello\n", want "gammonlab notes 2\n"`},
		{"earlier", "gammonlab notes 1\n{}\n", notes, settings, "made by another version of this program: format 1, want 2"},
		{"later", "gammonlab notes 3\n", notes, settings, "made by another version of this program: format 3, want 2"},
		{"no settings", string(data), notes, 1, "settings"},
		{"settings not in JSON", string(data), notes, func() {}, "unsupported type"},
	} {
		put(t, path, []byte(c.file))
		_, _, err := tryOpen(path, c.kind, c.identity)
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if string(must.Get(os.ReadFile(path))(t)) != c.file {
			t.Errorf("%s: the file was changed", c.name)
		}
	}
	put(t, path, data)
	broken := errors.New("twice the same")
	if _, err := Open(path, notes, settings, func([]byte) error { return broken }); !errors.Is(err, broken) || !strings.Contains(err.Error(), "frame 1 at byte") {
		t.Errorf("an error of replay became %v", err)
	}
	if _, _, err := tryOpen(filepath.Join(path, "none"), notes, settings); err == nil {
		t.Error("a journal in no folder")
	}
}

// A file names the class of its kernels; only work with this class can be
// added.
func TestKernel(t *testing.T) {
	kind := notes
	kind.Kernel = func(class string) error {
		if class != "this" {
			return errors.New("made with kernel " + class)
		}
		return nil
	}
	for _, c := range []struct{ begun, want string }{{"this", ""}, {"other", `of the kind "notes" made with kernel other`}} {
		path := filepath.Join(t.TempDir(), "file")
		j, _, err := tryOpen(path, kind, map[string]string{"kernel": c.begun})
		must.OK(t, err)
		finish(t, j, 0)
		_, _, err = tryOpen(path, kind, map[string]string{"kernel": "this"})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("begun with %s: %v, want %q", c.begun, err, c.want)
		}
	}
}

// A process that waits for a locked file does not resume the work if the owner
// finishes it meanwhile. On a busy machine the process may come late, so the
// test gives it more and more time.
func TestWaitsForFinish(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var err error
	for wait := 100 * time.Millisecond; err == nil && wait < 2*time.Second; wait *= 2 { // less than Open waits for the lock
		j, _ := open(t, path)
		opened := make(chan error)
		go func() {
			late, _, err := tryOpen(path, notes, settings)
			if err == nil { // it came after the end of the work
				err = late.Finish()
			}
			opened <- err
		}()
		time.Sleep(wait)
		must.OK(t, j.Finish())
		err = <-opened
	}
	must.Fail(t, err, "another process has just finished this work", "a second process")
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still there")
	}
}

// After a failed write nothing more is written.
func TestWriteFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	j, _ := open(t, path)
	must.OK(t, j.file.Close())
	if err := errors.Join(j.Append([]byte("one")), j.Flush()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v", err)
	}
	for name, err := range map[string]error{
		"Append": j.Append(nil), "Flush": j.Flush(), "Sync": j.Sync(), "Each": j.Each(nil), "Rewrite": j.Rewrite(nil),
	} {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("%s after that: %v", name, err)
		}
	}
}

// A journal whose frames announce more than the file has takes little memory.
func TestLyingSizes(t *testing.T) {
	data, _ := whole(t)
	path := filepath.Join(t.TempDir(), "file")
	must.Lies(data, func(lie []byte) {
		put(t, path, lie)
		must.Allocate(t, 1<<20, func() {
			if j, _, err := tryOpen(path, notes, settings); err == nil {
				must.OK(t, j.Close())
			}
		})
	})
	for _, digits := range []string{"ffffffff", "7fffffff"} { // of a size
		put(t, path, slices.Concat(data, []byte("00000000 "+digits+" ")))
		must.Allocate(t, 1<<20, func() {
			if j, _, err := tryOpen(path, notes, settings); err == nil {
				must.OK(t, j.Close())
			}
		})
	}
}

// Sync goes to the disk also if no frame waits: those that Flush wrote may not be there yet.
func TestSyncReachesTheDisk(t *testing.T) {
	j, _ := open(t, filepath.Join(t.TempDir(), "file"))
	must.OK(t, j.Append([]byte("one")))
	must.OK(t, j.Flush())
	must.OK(t, j.Sync())
	must.OK(t, j.file.Close())
	must.OK(t, j.Flush()) // it has nothing to write
	must.Fail(t, j.Sync(), "sync "+j.path)
}

// FuzzOpen opens any files, also those with the head of a journal. Frames can
// be added to an accepted file, which keeps its own.
func FuzzOpen(f *testing.F) {
	data, starts := whole(f)
	f.Add(data, false)
	f.Add(data[starts[0]:], true)
	f.Add(append(slices.Clone(data[starts[0]:]), data[starts[2]:starts[4]-3]...), true)
	f.Add([]byte("ffffffff ffffffff \n"), true)
	f.Add([]byte("gammonlab notes 9\n"), false)
	path := filepath.Join(f.TempDir(), "file")
	f.Fuzz(func(t *testing.T, file []byte, headed bool) {
		if headed {
			file = append(slices.Clone(data[:starts[0]]), file...)
		}
		put(t, path, file)
		j, frames, err := tryOpen(path, notes, settings)
		if err != nil {
			if !bytes.Equal(must.Get(os.ReadFile(path))(t), file) {
				t.Fatalf("%v, and the file was changed", err)
			}
			return
		}
		must.OK(t, errors.Join(j.Append([]byte("more")), j.Flush(), j.release()))
		if j, again := open(t, path); !slices.Equal(again, append(frames, "more")) || j.Dropped() != 0 {
			t.Fatalf("%q became %q", frames, again)
		} else if err := j.release(); err != nil {
			t.Fatal(err)
		}
	})
}

// A rewriting that fails says why, and leaves the frames.
func TestRewriteFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	j, _ := open(t, path)
	must.OK(t, j.Append([]byte("one")))
	must.OK(t, j.Flush())
	full := errors.New("full")
	if err := j.Rewrite(func(add func([]byte) error) error { return errors.Join(add([]byte("two")), full) }); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	if err := j.Append(nil); !errors.Is(err, full) {
		t.Errorf("a frame after it: %v, want %v", err, full)
	}
	must.OK(t, j.Close())
	if _, got := open(t, path); !slices.Equal(got, []string{"one"}) {
		t.Errorf("left %q", got)
	}
}
