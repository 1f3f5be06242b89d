package export_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/evalbench/analyses/report"
	"gammonlab/evalbench/analyses/report/export"
	"gammonlab/evalbench/analyses/report/reporttest"
	"gammonlab/internal/must"
)

// TestFile writes every format and looks at how the files begin.
func TestFile(t *testing.T) {
	heads := map[string]string{
		".html": "<!DOCTYPE html>", ".pdf": "%PDF-", ".tex": `\documentclass`, ".txt": "Ann_1", ".svg": "<svg ", ".png": "\x89PNG",
	}
	folder := t.TempDir()
	for _, extension := range export.Extensions {
		path := filepath.Join(folder, "report"+strings.ToUpper(extension))
		must.OK(t, export.File(path, reporttest.Sample()))
		if got := must.Get(os.ReadFile(path))(t); heads[extension] == "" || !bytes.HasPrefix(got, []byte(heads[extension])) {
			t.Errorf("%s begins with %.20q", path, got)
		}
	}
}

// Several boards are several files.
func TestPictures(t *testing.T) {
	folder := t.TempDir()
	d := reporttest.Sample()
	second := d.Sections[0].Entries[0]
	second.Figure = "01-007"
	d.Sections[0].Entries = append(d.Sections[0].Entries, second)
	must.OK(t, export.File(filepath.Join(folder, "all.svg"), d))
	var names []string
	for _, f := range must.Get(os.ReadDir(folder))(t) {
		names = append(names, f.Name())
	}
	if want := []string{"all-01-001.svg", "all-01-007.svg"}; !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	if got := export.Numbered(filepath.Join(folder, "all.svg")); len(got) != 2 || export.Numbered(filepath.Join(folder, "al.svg")) != nil {
		t.Errorf("numbered files %q", got)
	}
}

// A picture of a report with a map is the map.
func TestMap(t *testing.T) {
	folder := t.TempDir()
	for _, extension := range export.Extensions {
		must.OK(t, export.File(filepath.Join(folder, "map"+extension), reporttest.WithMap()))
	}
	for name, want := range map[string]string{"map.svg": "Map of all throws", "map.html": "Map of all throws", "map.tex": `text=bgink`} {
		text := string(must.Get(os.ReadFile(filepath.Join(folder, name)))(t))
		if !strings.Contains(text, want) || !strings.Contains(text, "24/18* 13/11") {
			t.Errorf("no map in %s", name)
		}
		if name == "map.svg" && strings.Contains(text, "Backgammon board") {
			t.Errorf("a board in %s", name)
		}
	}
}

func TestErrors(t *testing.T) {
	folder := t.TempDir()
	none := &report.Document{Title: "nothing"}
	for name, want := range map[string]string{
		"report.doc": `the extension ".doc", want one of .html .pdf`, "report": `the extension ""`,
		"boards.png": "no board to draw", "no/such/folder.pdf": "no such file or directory",
	} {
		if err := export.File(filepath.Join(folder, name), none); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
	}
	if files := must.Get(os.ReadDir(folder))(t); len(files) > 0 {
		t.Errorf("errors leave %v", files)
	}
}

func ExampleCheck() {
	fmt.Println(export.Check("match.pdf"))
	fmt.Println(export.Check("match.doc"))
	// Output:
	// <nil>
	// match.doc has the extension ".doc", want one of .html .pdf .tex .txt .svg .png
}
