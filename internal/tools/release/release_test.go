package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/must"
)

// made is the time of the revision in these tests.
var made = time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)

// The archives contain the files, the program can be run, and the bytes are the same
// each time.
func TestArchive(t *testing.T) {
	files := []file{{name: "lab", text: []byte("program"), executable: true}, {name: "man/man1/lab.1", text: bytes.Repeat([]byte("text"), 1000)}}
	dir := t.TempDir()
	for _, system := range []target{{"linux", "amd64"}, {"windows", "arm64"}} {
		for _, name := range []string{"one", "two"} {
			must.OK(t, system.archive(filepath.Join(dir, name), "lab_1", files, made))
		}
	}
	for _, end := range []string{".tar.gz", ".zip"} {
		one, two := must.Get(os.ReadFile(filepath.Join(dir, "one"+end)))(t), must.Get(os.ReadFile(filepath.Join(dir, "two"+end)))(t)
		if !bytes.Equal(one, two) {
			t.Errorf("%s: two archives of the same files differ", end)
		}
		want := "lab_1/lab -rwxr-xr-x 7 prog; lab_1/man/man1/lab.1 -rw-r--r-- 4000 text; "
		if got := listing(t, end, one); got != want {
			t.Errorf("%s: %s\nwant %s", end, got, want)
		}
	}
	must.OK(t, writeSums(dir))
	text := string(must.Get(os.ReadFile(filepath.Join(dir, sums)))(t))
	sum := sha256.Sum256(must.Get(os.ReadFile(filepath.Join(dir, "one.zip")))(t))
	if !strings.Contains(text, fmt.Sprintf("%x  one.zip\n", sum)) || strings.Count(text, "\n") != 4 {
		t.Errorf("sums %s", text)
	}
}

// listing returns the names, modes, sizes and beginnings of the files in an archive.
func listing(t *testing.T, end string, archive []byte) string {
	t.Helper()
	var list strings.Builder
	add := func(name string, info os.FileInfo, r io.Reader) {
		text := must.Get(io.ReadAll(r))(t)
		fmt.Fprintf(&list, "%s %v %d %s; ", name, info.Mode(), len(text), text[:4])
	}
	if end == ".zip" {
		for _, f := range must.Get(zip.NewReader(bytes.NewReader(archive), int64(len(archive))))(t).File {
			add(f.Name, f.FileInfo(), must.Get(f.Open())(t))
		}
		return list.String()
	}
	files := tar.NewReader(must.Get(gzip.NewReader(bytes.NewReader(archive)))(t))
	for {
		header, err := files.Next()
		if err == io.EOF {
			return list.String()
		}
		must.OK(t, err)
		add(header.Name, header.FileInfo(), files)
	}
}

// A program for another system has that system's format, no symbols, the build tags and
// the flags of the compiler.
func TestBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	t.Chdir("../../..")
	program := filepath.Join(t.TempDir(), "rename")
	r := &release{pkg: "./internal/tools/rename", tags: "one,two", gcflags: "gammonlab/internal/tools/rename=-l"}
	must.OK(t, r.build(target{"linux", "arm64"}, program))
	f := must.Get(elf.Open(program))(t)
	defer f.Close()
	if f.Machine != elf.EM_AARCH64 || f.Section(".symtab") != nil {
		t.Errorf("machine %v, symbols %v", f.Machine, f.Section(".symtab"))
	}
	text := must.Get(os.ReadFile(program))(t)
	if here := must.Get(os.Getwd())(t); bytes.Contains(text, []byte(here)) {
		t.Errorf("the program contains the path %s", here)
	}
	info := must.Get(buildinfo.ReadFile(program))(t)
	for _, s := range []debug.BuildSetting{{Key: "-tags", Value: r.tags}, {Key: "-gcflags", Value: r.gcflags}} {
		if !slices.Contains(info.Settings, s) {
			t.Errorf("built with %v, want %v", info.Settings, s)
		}
	}
	all := must.Get(modulesOf(program))(t)
	if all[0].Path != "std" || len(all[0].licences) == 0 {
		t.Errorf("modules %v", all)
	}
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
		return // all modules, which CI checks by make audit
	}
	t.Chdir("../../..")
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

func TestMistakes(t *testing.T) {
	r := release{out: t.TempDir()}
	must.Fail(t, r.run(""), "already exists")
	must.Fail(t, r.run("plan9/amd64"), "linux/arm64")
}
