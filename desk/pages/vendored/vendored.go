// Package vendored contains the third-party files that pages load, unchanged unless the
// description says how: a folder for each library, with name, version, licence and SHA-256 sums.
//
// Not for other modules.
package vendored

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"gammonlab/internal/strictjson"
)

//go:embed */*
var files embed.FS

// Library is a third-party library.
type Library struct {
	Name    string            `json:"name"`
	Version string            `json:"version"`
	Licence string            `json:"licence"` // name of the licence
	Source  string            `json:"source"`  // address of the download
	Use     string            `json:"use"`     // purpose on the pages
	Change  string            `json:"change"`  // what was changed; "" for nothing
	Files   map[string]string `json:"files"`   // SHA-256 sums

	folder string
}

// Libraries returns all libraries, sorted by folder.
func Libraries() ([]*Library, error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	var all []*Library
	for _, e := range entries {
		text, err := files.ReadFile(path.Join(e.Name(), "vendored.json"))
		if err != nil {
			return nil, err
		}
		l := &Library{folder: e.Name()}
		if err := strictjson.UnmarshalFile(text, l); err != nil {
			return nil, fmt.Errorf("%s/vendored.json: %w", e.Name(), err)
		}
		all = append(all, l)
	}
	return all, nil
}

// File returns a file of a library's folder, such as uplot/uPlot.min.css.
func File(name string) ([]byte, error) { return files.ReadFile(name) }

// LicenceText returns the text of the library's licence.
func (l *Library) LicenceText() (string, error) {
	text, err := files.ReadFile(path.Join(l.folder, "LICENSE"))
	return string(text), err
}

// Check reports a file that is missing, was changed or is not listed.
func (l *Library) Check() error {
	entries, err := fs.ReadDir(files, l.folder)
	if err != nil {
		return err
	}
	want := map[string]bool{"vendored.json": true}
	for _, name := range slices.Sorted(maps.Keys(l.Files)) {
		want[name] = true
		content, err := files.ReadFile(path.Join(l.folder, name))
		if err != nil {
			return err
		}
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != l.Files[name] {
			return fmt.Errorf("%s/%s has the SHA-256 sum %x, want %s", l.folder, name, sum, l.Files[name])
		}
	}
	for _, e := range entries {
		if !want[e.Name()] {
			return fmt.Errorf("%s/%s is not in vendored.json", l.folder, e.Name())
		}
	}
	return nil
}
