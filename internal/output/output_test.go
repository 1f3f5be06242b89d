package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// fill makes a folder of files and makes it the working folder. A text that
// begins with -> makes a link.
func fill(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		must.OK(t, os.MkdirAll(filepath.Dir(name), 0o777))
		var err error
		if target, link := strings.CutPrefix(text, "->"); link {
			err = os.Symlink(target, name)
		} else {
			err = os.WriteFile(name, []byte(text), 0o666)
		}
		must.OK(t, err)
	}
}

func TestCheck(t *testing.T) {
	fill(t, map[string]string{
		"old": "", "read": "", "link": "->read", "nowhere": "->gone", "again": "->folder", "done": "", "done.part": "",
		"folder/read.png": "", "folder/notes": "", "run/config.json": "{}", "begun/checkpoints/000000000009.safetensors": "",
		"parent/config.json": "{}", "parent/model.safetensors": "", "deep/checkpoints/read": "", "beside/read": "", "beside/config.json": "{}",
		"linked": "->parent/model.safetensors",
	})
	reads := []Input{{"--data", "read"}, {"--data", "folder/read.png"}, {"--from", "linked"}, {"--from", "deep/checkpoints/read"}, {"--data", "beside/read"}}
	file := func(paths ...string) (all []Output) {
		for i, path := range paths {
			all = append(all, Output{Name: []string{"--out", "--more"}[i], Path: path})
		}
		return all
	}
	one := func(o Output) []Output { o.Name = "--out"; return []Output{o} }
	for _, c := range []struct {
		name    string
		outputs []Output
		want    string // in the error, empty for none
		forced  string // likewise, when outputs are replaced
	}{
		{"new", file("new", "folder/new"), "", ""},
		{"existing file", file("old"), "--out: old already exists", ""},
		{"twice", file("new", "./new"), "--out and --more are the same file, ./new", "same file"},
		{"twice through a link", file("folder/new", "again/new"), "the same file", "the same file"},
		{"an input", file("read"), "--out: read is also read (--data)", "also read"},
		{"an input through a link", file("link"), "also read", "also read"},
		{"an input in a linked folder", file("again/read.png"), "also read", "also read"},
		{"a link to nothing", file("nowhere"), "nowhere already exists", ""},
		{"a folder for a file", file("folder"), "folder is a folder, want a file", "want a file"},
		{"a device", file("/dev/null"), "is not a regular file", "is not a regular file"},
		{"no folder", file("none/deep/new"), "", ""},
		{"in a file", file("old/new"), "old", "old"},
		{"unfinished", one(Output{Path: "done", Kind: Journaled}), "", ""},
		{"finished", one(Output{Path: "old", Kind: Journaled}), "already exists", ""},
		{"kept", one(Output{Path: "old", Kind: Kept}), "", ""},
		{"a new folder", one(Output{Path: "a/b/c", Kind: Folder}), "", ""},
		{"a folder with other files", one(Output{Path: "folder", Kind: Folder, Patterns: []string{"*.mat"}}), "", ""},
		{"a folder with such files", one(Output{Path: "folder", Kind: Folder, Patterns: []string{"*.svg", "note*"}}),
			"folder/notes already exists", ""},
		{"a folder with an input", one(Output{Path: "again", Kind: Folder, Patterns: []string{"*.png"}}),
			"read.png in again is also read", "also read"},
		{"a folder that is a file", one(Output{Path: "old", Kind: Folder}), "old is a file, want a folder", "want a folder"},
		{"a folder in a file", one(Output{Path: "old/x/y", Kind: Folder}), "old", "old"},
		{"a run", one(Output{Path: "run", Kind: RunFolder}), "run holds a run already: resume it or choose another folder, or replace it with --force", ""},
		{"an incomplete run", one(Output{Path: "begun", Kind: RunFolder}), "checkpoints already exists", ""},
		{"a run with an input", one(Output{Path: "parent", Kind: RunFolder}), "linked in parent is also read", "also read"},
		{"a run with an input in a folder", one(Output{Path: "deep", Kind: RunFolder}), "read in deep is also read", "also read"},
		{"a run with an input among its other files", one(Output{Path: "beside", Kind: RunFolder}), "beside holds a run already", ""},
		{"a run with an input, resumed", one(Output{Path: "parent", Kind: RunFolder, Resume: true}), "", ""},
		{"a run that is resumed", one(Output{Path: "run", Kind: RunFolder, Resume: true}), "", ""},
	} {
		for _, replace := range []bool{false, true} {
			want := map[bool]string{false: c.want, true: c.forced}[replace]
			err := Check(c.outputs, reads, replace)
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, replaced: %v: got %v, want %q", c.name, replace, err, want)
			}
		}
	}
	if err := Check(one(Output{Path: "done", Kind: Journaled}), []Input{{"--data", "done.part"}}, true); err == nil {
		t.Error("an input is the journal: no error")
	}
	for _, name := range []string{".", "folder", "begun", "run"} {
		if left, _ := filepath.Glob(name + "/.*.tmp"); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	}
}

// Check removes the temporary files that a killed process has left for its
// outputs.
func TestCheckRemovesStaleFiles(t *testing.T) {
	fill(t, map[string]string{
		".new.2147483646-0.tmp": "half", ".other.2147483646-0.tmp": "half", "folder/.a.png.2147483646-0.tmp": "half",
	})
	must.OK(t, Check([]Output{{Name: "--plot", Path: "folder", Kind: Folder}}, nil, false))
	if left, _ := filepath.Glob("folder/.*.tmp"); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
	must.OK(t, Check([]Output{{Name: "--out", Path: "new"}}, nil, false))
	if left, _ := filepath.Glob(".*.tmp"); len(left) != 1 || left[0] != ".other.2147483646-0.tmp" {
		t.Errorf("%q are left, want that of the other file", left)
	}
}

func TestDiscard(t *testing.T) {
	fill(t, map[string]string{"old": ""})
	for range 2 { // the second time it is gone already
		must.OK(t, Discard("old"))
		if _, err := os.Stat("old"); err == nil {
			t.Error("it is still there")
		}
	}
}
