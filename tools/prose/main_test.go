package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write writes a file into the folder of a test.
func write(t *testing.T, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestCheck finds turns in prose, with their lines, and none elsewhere.
func TestCheck(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "a.md", "fine\nchecked Anew\nkept anew <!-- prose:keep -->\n")
	write(t, folder, "b.go", "package b\n\n// Find begins anew.\nfunc anew() string {\n\treturn `a\nseldom` + \"seldom\"\n}\n")
	write(t, folder, "testdata/c.md", "anew\n")
	write(t, folder, "vendored/d.md", "anew\n")
	write(t, folder, "e.txt", "anew\n")
	var out bytes.Buffer
	found, err := check(folder, &out)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for l := range strings.Lines(strings.ReplaceAll(out.String(), folder+"/", "")) {
		place, _, _ := strings.Cut(l, ": write")
		places = append(places, place)
	}
	want := []string{"a.md:2: Anew", "b.go:3: anew", "b.go:6: seldom", "b.go:6: seldom"}
	if found != len(want) || strings.Join(places, "\n") != strings.Join(want, "\n") {
		t.Errorf("found %d:\n%s\nwanted\n%s", found, strings.Join(places, "\n"), strings.Join(want, "\n"))
	}
}

// TestParseTurns wants errors that name the line of the table.
func TestParseTurns(t *testing.T) {
	for text, want := range map[string]string{
		"# none\n\nanew":  `turns.txt, line 3: no " => "`,
		"an(ew => again":  "turns.txt, line 1: error parsing regexp",
		"anew => \"again": "",
	} {
		_, err := parseTurns(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v, wanted %q", text, err, want)
		}
	}
}
