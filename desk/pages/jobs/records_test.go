package jobs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/webtest"
	"gammonlab/internal/must"
)

// A job analyses the records of the library, or of a folder in it, and profiles a player; files
// without a match and records that cannot be read are named, and no other folder is reached.
func TestRecords(t *testing.T) {
	folder := t.TempDir()
	records := os.DirFS("../../../engine/analysis/testdata")
	for _, name := range []string{"club/match5.mat", "money.mat"} {
		must.OK(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o777))
		text := must.Get(records.Open(filepath.Base(name)))(t)
		to := must.Get(os.Create(filepath.Join(folder, name)))(t)
		must.Get(to.ReadFrom(text))(t)
		must.OK(t, to.Close())
	}
	must.OK(t, os.WriteFile(filepath.Join(folder, "notes.txt"), []byte("not a match"), 0o666))
	l := open(t, t.TempDir(), folder)
	defer l.stop()
	run := func(body string) scheduler.Status {
		at := l.post(apiPath+"/analyze", body)
		webtest.Get(t, l.URL+at+"/events")
		return l.status(at)
	}
	all := run(`{"model": "td512", "plies": 0, "bearoff": "none"}`)
	for _, want := range []string{`"plies":0,"matches":2,`, `"skipped":["notes.txt"]`, `"file":"match5.mat"`} {
		if !strings.Contains(string(all.Result), want) {
			t.Errorf("%s: no %s in %s", all.State, want, all.Result)
		}
	}
	if s := run(`{"folder": "club", "model": "td512", "plies": 0, "bearoff": "none"}`); s.State != scheduler.Done || !strings.Contains(string(s.Result), `"matches":1,`) {
		t.Errorf("a folder: %+v", s)
	}
	if s := run(`{"name": "Nobody", "model": "td512", "plies": 0, "bearoff": "none"}`); s.State != scheduler.Failed || !strings.Contains(s.Error, `name: "Nobody" plays in none of 2 matches`) {
		t.Errorf("an unknown player: %+v", s)
	}
	for _, other := range []string{"none", "..", "/etc", "../" + filepath.Base(folder)} {
		if text := l.post(apiPath+"/analyze", `{"folder": "`+other+`", "model": "td512"}`); !strings.Contains(text, "has no records, want a folder of the library") {
			t.Errorf("%s: %s", other, text)
		}
	}
}
