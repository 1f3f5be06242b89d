package library_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/library"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/paste"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// open opens a library that keeps records in a folder and shows those of other folders.
func open(t *testing.T, save string, others ...string) *library.Library {
	t.Helper()
	all := must.Get(models.New(models.Options{Names: []string{"fast", "td512"}, Load: nets.LoadShipped, Workers: 1}))(t)
	l := must.Get(library.Open(&backend.Backend{Models: all, Save: save, Matches: others}))(t)
	t.Cleanup(l.Close)
	return l
}

func text(t *testing.T) string {
	return string(must.Get(os.ReadFile("../../../engine/analysis/testdata/match5.mat"))(t))
}

// add pastes a record into a library.
func add(t *testing.T, l *library.Library, name, content string) *library.Entry {
	t.Helper()
	p := must.Get(paste.Read(name, []byte(content), board.Backgammon))(t)
	return must.Get(l.Add(name, []byte(content), p))(t)
}

// Records are kept once, under safe names, also when they were cut off; only those of the own
// folder can be removed, and another library of the folder has them under the same IDs.
func TestLibrary(t *testing.T) {
	save, other := t.TempDir(), t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(other, "shown.mat"), []byte(strings.ReplaceAll(text(t), "Ann", "Eve")), 0o666))
	must.OK(t, os.WriteFile(filepath.Join(other, "notes.txt"), []byte("no match"), 0o666))
	l := open(t, save, other)
	first := add(t, l, "../../<b>\u202e.mat", text(t))
	if again := add(t, l, "../../<b>\u202e.mat", text(t)); again.ID != first.ID || !again.Own || filepath.Dir(again.Path()) != filepath.Join(save, "matches") {
		t.Errorf("added twice: %q and %q", first.Path(), again.Path())
	}
	cut := add(t, l, "cut.mat", text(t)[:len(text(t))/2]+"\n"+strings.Repeat("x", 1<<17))
	if !strings.Contains(cut.Match.Info.Comment, library.Incomplete) || len(cut.Match.Games) == 0 || filepath.Ext(cut.Path()) != ".sgf" {
		t.Errorf("a cut record: %s with %d games: %q", cut.Path(), len(cut.Match.Games), cut.Match.Info.Comment)
	}
	all := must.Get(l.Entries())(t)
	if len(all) != 3 {
		t.Fatalf("%d records, want 3", len(all))
	}
	for _, e := range all {
		if err := l.Remove(e.ID); (err == nil) != e.Own {
			t.Errorf("%s is removed: %v", e.Path(), err)
		}
	}
	if _, err := l.Find(first.ID); err == nil {
		t.Error("a removed record is found")
	}
	kept := add(t, l, "a.mat", text(t))
	if found, err := open(t, save).Find(kept.ID); err != nil || found.Title() != "Ann – Bob" || found.Length() != "5" || found.Score() != kept.Score() {
		t.Errorf("in another library: %+v, %v", found, err)
	}
}

// A match is there once, whatever the format of its files: also if a file of a folder that is only read is
// added, and if the match was played on the pages, whose record is replaced when the match goes on.
func TestOnce(t *testing.T) {
	other := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(other, "shown.mat"), []byte(text(t)), 0o666))
	must.OK(t, os.WriteFile(filepath.Join(other, "again.mat"), []byte("\n"+text(t)), 0o666))
	l := open(t, t.TempDir(), other)
	all := must.Get(l.Entries())(t)
	if len(all) != 1 {
		t.Fatalf("%d entries of two equal files, want 1", len(all))
	}
	m := all[0].Match
	var b bytes.Buffer
	must.OK(t, record.WriteSGF(&b, m))
	if e := add(t, l, "other.sgf", b.String()); e.ID != all[0].ID {
		t.Errorf("another format is added as %s, want %s", e.Path(), all[0].Path())
	}
	short := *m
	short.Games = m.Games[:1]
	first := must.Get(l.Keep("ABC", &short))(t)
	played := must.Get(l.Keep("ABC", m))(t)
	if all := must.Get(l.Entries())(t); first.ID != played.ID || len(all) != 1 || all[0].ID != played.ID || !all[0].Own {
		t.Errorf("%d entries, the first is %s; want that of the match that was played", len(all), all[0].Path())
	}
	for _, name := range []string{"shown.mat", "again.mat"} { // their addresses stay
		if _, err := l.Find(folders.ID(l.Roots()[1], name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file with two matches has an entry for each, with what the reader passed over.
func TestSeveralMatches(t *testing.T) {
	l := open(t, t.TempDir())
	short := "3 point match\n\n Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5 hello      42: 8/4 6/4\n"
	first := add(t, l, "two.mat", short+"\n"+strings.ReplaceAll(short, "Bob", "Cid"))
	all := must.Get(l.Entries())(t)
	if len(all) != 2 || first.Title() != "Ann – Bob" || all[0].ID == all[1].ID {
		t.Fatalf("%d entries, %s", len(all), first.Title())
	}
	j := must.Get(l.Judge("td512", 0))(t)
	for i, want := range []string{"Ann – Bob", "Ann – Cid"} {
		e := must.Get(l.Find(all[i].ID))(t)
		r := must.Get(l.Analyse(t.Context(), e, j, 1, nil))(t)
		if got := r.Names[0] + " – " + r.Names[1]; e.Title() != want || got != want {
			t.Errorf("entry %d: %s with the analysis of %s, want %s", i, e.Title(), got, want)
		}
		if notices := e.Notices(); len(notices) != 1 || !strings.HasPrefix(notices[0], `remarks: "hello" (line `) {
			t.Errorf("entry %d: %q", i, notices)
		}
	}
}

// The key of a judge in an address leads to the judge, and the usual judge has none.
func TestJudgeOf(t *testing.T) {
	l := open(t, t.TempDir())
	for _, name := range []string{"fast", "td512"} {
		for plies := range 4 {
			j := must.Get(l.Judge(name, plies))(t)
			got, id, err := l.JudgeOf("abcdef" + l.Key(j))
			if err != nil || id != "abcdef" || got.Model.Name != name || got.Plies != plies {
				t.Errorf("%s at %d plies: %q is %+v of %q: %v", name, plies, l.Key(j), got, id, err)
			}
		}
	}
	if key := l.Key(must.Get(l.Judge("", models.UsualPlies))(t)); key != "" {
		t.Errorf("the usual judge has the key %q", key)
	}
	if _, err := l.Judge("none", 2); err == nil {
		t.Error("a net that is not served judges")
	}
}
