package runs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
)

func TestState(t *testing.T) {
	const (
		line   = `{"games":1000,"games_per_second":100,"wall_seconds":%d}` + "\n"
		old    = `{"games":1000,"games_per_second":100}` + "\n" + `{"games":2000,"games_per_second":100}` + "\n"
		begun  = `{"msg":"begun"}` + "\n"
		ending = `{"msg":%q}` + "\n"
	)
	timed := fmt.Sprintf(line, 100) + fmt.Sprintf(line, 110)
	for _, c := range []struct {
		kind         Kind
		name         string
		metrics, log string
		age          time.Duration
		model        bool
		want         State
	}{
		{TD, "within 3 segments", timed, begun, 21 * time.Second, false, Running},
		{TD, "killed", timed, begun, 35 * time.Second, false, Stopped},
		{TD, "interrupted", timed, begun + fmt.Sprintf(ending, "interrupted"), 0, false, Stopped},
		{TD, "failed", timed, begun + fmt.Sprintf(ending, "failed"), 0, false, Stopped},
		{TD, "done", timed, begun + fmt.Sprintf(ending, "done") + `{"msg":"be`, 0, false, Done},
		{TD, "of a version without times", old, "", 21 * time.Second, false, Running},
		{TD, "of a version without times, killed", old, "", 35 * time.Second, false, Stopped},
		{TD, "of a version without a log", old, "", 0, true, Done},
		{TD, "made longer and killed", timed, begun, time.Hour, true, Stopped},
		{TD, "without metrics", "", begun, 0, false, Stopped},
		{Iterate, "a generation", `{"generation":1}` + "\n", "", time.Hour, false, Stopped},
		{Iterate, "all generations", `{"generation":1}` + "\n" + `{"generation":2}` + "\n", "", time.Hour, false, Done},
	} {
		f := folder(t, filepath.Join(t.TempDir(), "run"), c.kind, c.metrics)
		if c.log != "" {
			write(t, f.Path(runfolder.LogFile), c.log)
		}
		if c.model {
			write(t, f.Model(), "")
		}
		if c.metrics != "" {
			at := time.Now().Add(-c.age)
			must.OK(t, os.Chtimes(f.Path(runfolder.MetricsFile), at, at))
		}
		if r := mustOpen(t, f.Dir())[0]; r.State != c.want {
			t.Errorf("%s: got %s, want %s", c.name, r.State, c.want)
		}
		must.OK(t, f.Lock())
		if r := mustOpen(t, f.Dir())[0]; r.State != Running {
			t.Errorf("%s, at work: got %s, want %s", c.name, r.State, Running)
		}
		f.Unlock()
	}
}

// Runs are listed with their paths as names; folders inside a run are not.
func TestList(t *testing.T) {
	root := t.TempDir()
	folder(t, filepath.Join(root, "b"), TD, "{}\n")
	folder(t, filepath.Join(root, "deep", "a"), Iterate, "")
	folder(t, filepath.Join(root, "deep", "a", "generations", "0001", "train"), Supervised, "")
	folder(t, filepath.Join(root, "bad"), TD, "x\n")
	must.OK(t, os.MkdirAll(filepath.Join(root, "other"), 0o777))
	write(t, filepath.Join(root, "other", "config.json"), `{"format":"of something else"}`)
	write(t, filepath.Join(root, "notes.txt"), "")
	must.OK(t, os.MkdirAll(filepath.Join(root, "torn"), 0o777))
	write(t, filepath.Join(root, "torn", "config.json"), `{"format":"gammonlab-td-run`)
	list := func(dir string) (all []*Run, damaged []error) {
		in := must.Get(os.OpenRoot(dir))(t)
		defer in.Close()
		all, damaged, err := ListIn(in, nil)
		must.OK(t, err)
		return all, damaged
	}
	all, damaged := list(root)
	var names []string
	for _, r := range all {
		names = append(names, r.Name)
	}
	if !slices.Equal(names, []string{"b", "deep/a"}) {
		t.Errorf("listed %q", names)
	}
	if len(damaged) != 2 || !strings.Contains(damaged[0].Error(), filepath.Join("bad", "metrics.jsonl")+":1") ||
		!strings.Contains(damaged[1].Error(), filepath.Join("torn", "config.json")) {
		t.Errorf("damaged: %v", damaged)
	}
	if all, _ := list(filepath.Join(root, "b")); len(all) != 1 || all[0].Name != "b" {
		t.Errorf("the folder itself: %v", all)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	must.Fail(t, must.Err(Open(dir)), dir+" is not a run folder", "no config")
	write(t, filepath.Join(dir, "config.json"), `{"format":"x 1"}`)
	must.Fail(t, must.Err(Open(dir)), "config.json: its config.json is not that of a run", "another format")
	must.Fail(t, must.Err(OpenAll([]string{"testdata/first", "testdata/../testdata/first"})), "are the same folder")
}

// Names are as short as they can be.
func TestNames(t *testing.T) {
	root := t.TempDir()
	var dirs []string
	for _, name := range []string{"x/run", "y/run", "z"} {
		folder(t, filepath.Join(root, name), TD, "")
		dirs = append(dirs, filepath.Join(root, name))
	}
	var names []string
	for _, r := range mustOpen(t, dirs...) {
		names = append(names, r.Name)
	}
	if want := []string{"x/run", "y/run", filepath.Base(root) + "/z"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}
