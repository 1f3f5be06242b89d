package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/must"
)

// made is the time of the revision in these tests.
var made = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

// A program gets the licences and the list of its contents in its folder, with Go and the
// libraries of the repository, and the same bytes each time.
func TestDescribe(t *testing.T) {
	t.Chdir("../..")
	program := filepath.Join(t.TempDir(), "test")
	must.OK(t, os.Symlink(must.Get(os.Executable())(t), program))
	r := release{name: "lab", version: "1.0", made: made}
	var before [2][]byte
	for range 2 {
		must.OK(t, r.describe(program))
		for i, name := range []string{noticesFile, sbomFile} {
			text := must.Get(os.ReadFile(filepath.Join(filepath.Dir(program), name)))(t)
			if before[i] != nil && !bytes.Equal(text, before[i]) {
				t.Errorf("%s: other bytes the second time", name)
			}
			before[i] = text
		}
	}
	libraries := must.Get(vendoredLibraries())(t)
	std := "std " + runtime.Version() + ": LICENSE\n"
	if notices := string(before[0]); !strings.Contains(notices, std) || !strings.Contains(notices, libraries[0].Path) {
		t.Errorf("the notices lack Go or %s", libraries[0].Path)
	}
	var b bom
	must.OK(t, json.Unmarshal(before[1], &b))
	info, _ := debug.ReadBuildInfo()
	if len(b.Components) != 1+len(info.Deps)+len(libraries) || b.Components[0].Name != "std" {
		t.Errorf("contents %+v", b.Components)
	}
	must.Fail(t, r.describe("go.mod"), "go.mod")
}

// lab is a module with its own licence and that of code from another project.
func lab(t *testing.T, files map[string]string) *module {
	t.Helper()
	m := &module{Path: "example.org/lab", Version: "v1.2.3", Dir: t.TempDir()}
	for name, text := range files {
		path := filepath.Join(m.Dir, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	}
	return m
}

const mit, apache = "Permission is hereby granted,\nfree of charge, to any", "Apache License\n   Version 2.0"

func TestLicences(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"own and another project's": {map[string]string{"LICENSE": mit, "sub/LICENSE.txt": apache, "license.go": "package lab", "testdata/LICENSE": mit},
			"LICENSE MIT, sub/LICENSE.txt Apache-2.0, "},
		"folder":     {map[string]string{"LICENSE": "choose", "licenses/ftl.txt": "FreeType"}, "LICENSE , licenses/ftl.txt , "},
		"readme":     {map[string]string{"README.md": "# Lab\n" + mit}, "README.md MIT, "},
		"no licence": {map[string]string{"README.md": "# Lab"}, "no licence"},
	} {
		m := lab(t, c.files)
		var got strings.Builder
		if err := m.readLicences(); err != nil {
			got.WriteString(err.Error())
		}
		for _, l := range m.licences {
			fmt.Fprintf(&got, "%s %s, ", l.name, l.id)
		}
		if !strings.Contains(got.String(), c.want) {
			t.Errorf("%s: %s, want %s", name, got.String(), c.want)
		}
	}
}

// The licences of all modules that the program and the tests need are allowed; licences
// that are not allowed are found.
func TestCheckLicences(t *testing.T) {
	for want, files := range map[string]map[string]string{
		"":                   {"LICENSE": mit, "sub/LICENSE": apache, "licenses/gpl.txt": "GNU GENERAL PUBLIC LICENSE"},
		"sub/COPYING is GPL": {"LICENSE": mit, "sub/COPYING": "GNU General\nPublic License"},
		"LICENSE is AGPL":    {"LICENSE": "GNU AFFERO GENERAL PUBLIC LICENSE"},
		"no known licence":   {"LICENSE": "do as you like"},
	} {
		m := lab(t, files)
		must.OK(t, m.readLicences())
		if err := errors.Join(m.checkLicences()...); want == "" {
			must.OK(t, err)
		} else {
			must.Fail(t, err, want)
		}
	}
	if testing.Short() {
		return // CI checks all modules by this program
	}
	t.Chdir("../..")
	if n := must.Get(checkLicences("./..."))(t); n < 30 {
		t.Errorf("%d modules, want all", n)
	}
}

func TestNoticesAndSBOM(t *testing.T) {
	m := lab(t, map[string]string{"LICENSE": mit, "PATENTS": "none", "sub/LICENSE": apache})
	must.OK(t, m.readLicences())
	notices := string(noticesOf([]*module{m}))
	for _, piece := range []string{"example.org/lab v1.2.3: LICENSE\n", mit, "example.org/lab v1.2.3: sub/LICENSE\n", apache} {
		if !strings.Contains(notices, piece) {
			t.Errorf("the notices lack %q", piece)
		}
	}
	r := release{name: "lab", version: "1.0", made: made}
	var b bom
	must.OK(t, json.Unmarshal(must.Get(r.sbom([]*module{m, {Path: "std", Version: "go1.26.8"}}))(t), &b))
	if b.Format != "CycloneDX" || b.Metadata.Component.Name != "lab" || b.Metadata.Timestamp != "2026-01-31T12:00:00Z" || len(b.Components) != 2 {
		t.Fatalf("%+v", b)
	}
	c := b.Components[0]
	if c.PURL != "pkg:golang/example.org/lab@v1.2.3" || len(c.Licences) != 1 || c.Licences[0].Licence.ID != "MIT" {
		t.Errorf("component %+v", c)
	}
	own := lab(t, map[string]string{"LICENSE": "do as you like"})
	must.OK(t, own.readLicences())
	if c := own.choices(); len(c) != 1 || c[0].Licence.Name != "LICENSE" {
		t.Errorf("an unknown licence: %+v", c)
	}
	if std := b.Components[1].PURL; std != "pkg:golang/std@1.26.8" {
		t.Errorf("Go is %s", std)
	}
}
