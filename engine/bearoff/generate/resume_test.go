package generate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/internal/childtest"
	"gammonlab/internal/journal"
	"gammonlab/internal/must"
)

// job is the making of a database with a journal, small as it is.
type job struct {
	name string
	want string // MD5
	make func(ctx context.Context, path string, workers int, progress func(done, total int64)) error
}

var jobs = []job{
	{"one-sided", oneSidedSums[2].want,
		func(ctx context.Context, path string, workers int, progress func(done, total int64)) error {
			o := OneSidedOptions{Points: 3, Workers: workers, Progress: progress}
			return makeOneSided(ctx, path, o, true)
		}},
	{"normal", oneSidedSums[10].want,
		func(ctx context.Context, path string, workers int, progress func(done, total int64)) error {
			o := OneSidedOptions{Points: 3, Normal: true, Workers: workers, Progress: progress}
			return makeOneSided(ctx, path, o, true)
		}},
	{"two-sided", twoSidedSums[2].want,
		func(ctx context.Context, path string, workers int, progress func(done, total int64)) error {
			o := TwoSidedOptions{Points: 6, Checkers: 3, Workers: workers, Progress: progress}
			return makeTwoSided(ctx, path, o, true)
		}},
}

func TestCancelAndResume(t *testing.T) {
	for _, j := range jobs {
		t.Run(j.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "out.bd")
			for stop := int64(0); stop < 10; stop++ {
				ctx, cancel := context.WithCancel(context.Background())
				err := j.make(ctx, path, 1+int(stop)%3, func(done, total int64) {
					if done > total*stop/10 {
						cancel()
					}
				})
				cancel()
				if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), path+".part") {
					t.Fatalf("%v, want %v and the journal", err, context.Canceled)
				}
				wantFiles(t, path, "out.bd.part")
			}
			must.OK(t, j.make(context.Background(), path, 2, nil))
			wantSum(t, j.name, path, j.want)
		})
	}
}

// wantFiles compares the names of the files in the folder of the path.
func wantFiles(t *testing.T, path string, want ...string) {
	t.Helper()
	entries := must.Get(os.ReadDir(filepath.Dir(path)))(t)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%v are there, want %v", got, want)
	}
}

func TestCancelledSmallRunLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.bd")
	ctx, cancel := context.WithCancel(context.Background())
	stop := func(int64, int64) { cancel() }
	err := OneSided(ctx, path, OneSidedOptions{Points: 3, Progress: stop})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	if err := TwoSided(ctx, path, TwoSidedOptions{Points: 6, Checkers: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	wantFiles(t, path)
}

func TestMain(m *testing.M) { childtest.Main(m, makeHalf) }

// makeHalf makes the database that the first word names at the path of the second, and
// is killed half way.
func makeHalf(words []string) error {
	i := slices.IndexFunc(jobs, func(j job) bool { return j.name == words[0] })
	return jobs[i].make(context.Background(), words[1], 2, func(done, total int64) {
		if done > total/2 {
			childtest.Die()
		}
	})
}

func TestKillAndResume(t *testing.T) {
	for _, j := range jobs {
		path := filepath.Join(t.TempDir(), "out.bd")
		if out, err := childtest.Command(j.name, path).CombinedOutput(); err == nil || len(out) > 0 {
			t.Fatalf("the process to be killed ended with %v: %s", err, out)
		}
		wantFiles(t, path, "out.bd.part")
		must.OK(t, j.make(context.Background(), path, 1, nil))
		wantSum(t, j.name, path, j.want)
	}
}

// stopped returns the path of a database of which half is made, and the journal.
func stopped(t *testing.T, j job) (path string, part []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "out.bd")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err := j.make(ctx, path, 1, func(done, total int64) {
		if done > total/2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	part, err = os.ReadFile(path + journal.Suffix)
	must.OK(t, err)
	return path, part
}

// A journal that is cut is resumed; one of another run or version is
// refused and left alone.
func TestJournals(t *testing.T) {
	for _, j := range jobs {
		path, whole := stopped(t, j)
		another := jobs[0]
		if j.name == another.name {
			another = jobs[2]
		}
		for _, c := range []struct {
			name string
			data []byte
			make job
			want string
		}{
			{"torn", whole[:len(whole)-3], j, ""},
			{"of another run", whole, another, "with other settings ("},
			{"of an earlier version", []byte("gammonlab unfinished bearoff database 1\ngnubg-OS\n"), j, "made by another version of this program: format 1, want 3"},
		} {
			must.OK(t, os.WriteFile(path+journal.Suffix, c.data, 0o666))
			err := c.make.make(context.Background(), path, 2, nil)
			if c.want == "" {
				if err != nil {
					t.Errorf("%s, %s: %v", j.name, c.name, err)
				}
				wantSum(t, j.name+", "+c.name, path, j.want)
				os.Remove(path)
				continue
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path+".part") {
				t.Errorf("%s, %s: %v, want the journal and %q", j.name, c.name, err, c.want)
			}
			if got, err := os.ReadFile(path + journal.Suffix); err != nil || !bytes.Equal(got, c.data) {
				t.Errorf("%s, %s: the journal was changed: %v", j.name, c.name, err)
			}
		}
	}
}

func TestTwoRunsOfOneDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.bd")
	var second error
	once := false
	must.OK(t, jobs[0].make(context.Background(), path, 1, func(int64, int64) {
		if !once {
			once = true
			second = jobs[0].make(context.Background(), path, 1, nil)
		}
	}))
	if second == nil || !strings.Contains(second.Error(), "in use by another process") {
		t.Errorf("the second run ended with %v", second)
	}
	wantSum(t, jobs[0].name, path, jobs[0].want)
}

// A run that was killed while it wrote the database leaves its temporary file.
func TestStaleFilesAreRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.bd")
	stale := filepath.Join(filepath.Dir(path), ".out.bd.123-0.tmp")
	must.OK(t, os.WriteFile(stale, []byte("half"), 0o666))
	must.OK(t, jobs[2].make(context.Background(), path, 1, nil))
	wantFiles(t, path, "out.bd", "out.bd.md5")
}

// A run that takes seconds keeps its journal. .ci/run kills the command with 8 points, too,
// resumes it, and wants the sum in gnubg's manual.
func TestEightPointsKeepTheirJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "os8.bd")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := OneSidedOptions{Points: 8, Progress: func(done, total int64) {
		if done > total/20 {
			cancel()
		}
	}}
	if err := OneSided(ctx, path, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	wantFiles(t, path, "os8.bd.part")
}

func TestOptionsOutOfRange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.bd")
	for _, o := range []OneSidedOptions{{}, {Points: 14}, {Points: -1}, {Points: 3, Workers: -1}} {
		if err := OneSided(context.Background(), path, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
	for _, o := range []TwoSidedOptions{
		{Points: 6}, {Checkers: 6}, {Points: 13, Checkers: 1}, {Points: 6, Checkers: 12}, {Points: 12, Checkers: 11},
		{Points: 1, Checkers: 1, Workers: -1},
	} {
		if err := TwoSided(context.Background(), path, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
	wantFiles(t, path)
}
