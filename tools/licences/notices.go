package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// module is another project's module that a program contains.
type module struct {
	Path, Version, Dir string
	licences           []licence
}

// licence is a file of a module with the terms of its use.
type licence struct {
	name, id string // id is the SPDX identifier, "" if unknown
	text     []byte
}

// vendored is the folder of other projects' libraries in the repository, each in a
// folder with its licence.
const vendored = "desk/pages/vendored"

// licenceFile matches the names of licence files.
var licenceFile = regexp.MustCompile(`(?i)^(LICEN[CS]E|COPYING|NOTICE|COPYRIGHT|PATENTS|UNLICENSE)([.-].*)?$`)

// modulesOf returns the modules in a program, Go itself first, with their licences.
func modulesOf(program string) ([]*module, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	all := []*module{{Path: "std", Version: info.GoVersion, Dir: strings.TrimSpace(string(root))}}
	for _, dep := range info.Deps {
		if dep.Replace != nil {
			dep = dep.Replace
		}
		all = append(all, &module{Path: dep.Path, Version: dep.Version})
	}
	if err := locate(all[1:]); err != nil {
		return nil, err
	}
	for _, m := range all {
		if err := m.readLicences(); err != nil {
			return nil, err
		}
	}
	own, err := vendoredLibraries()
	return append(all, own...), err
}

// locate finds the folders of modules in the module cache.
func locate(all []*module) error {
	args := []string{"mod", "download", "-json"}
	for _, m := range all {
		args = append(args, m.Path+"@"+m.Version)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return fmt.Errorf("go mod download: %w", err)
	}
	dirs := map[string]string{}
	decoder := json.NewDecoder(bytes.NewReader(out))
	for decoder.More() {
		var m module
		if err := decoder.Decode(&m); err != nil {
			return err
		}
		dirs[m.Path] = m.Dir
	}
	for _, m := range all {
		if m.Dir = dirs[m.Path]; m.Dir == "" {
			return fmt.Errorf("%s %s is not in the module cache", m.Path, m.Version)
		}
	}
	return nil
}

// readLicences reads the licences of a module: the licence files in its folder and in the
// folders below, which contain code from other projects. If there are none, it reads the
// README if the README contains a licence. A module without a licence is an error.
func (m *module) readLicences() error {
	err := filepath.WalkDir(m.Dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != m.Dir && (m.Path == "std" || e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".")):
			return fs.SkipDir
		case e.IsDir() || !isLicence(path):
			return nil
		}
		return m.add(path)
	})
	readme := filepath.Join(m.Dir, "README.md")
	if text, readErr := os.ReadFile(readme); err == nil && len(m.licences) == 0 && readErr == nil && spdx(text) != "" {
		err = m.add(readme)
	}
	if err == nil && len(m.licences) == 0 {
		err = fmt.Errorf("%s %s: no licence in %s", m.Path, m.Version, m.Dir)
	}
	return err
}

// isLicence reports whether a file is a licence, by the name of the file or of its folder.
func isLicence(path string) bool {
	if filepath.Ext(path) == ".go" {
		return false
	}
	return licenceFile.MatchString(filepath.Base(path)) || filepath.Base(filepath.Dir(path)) == "licenses"
}

// add adds the licence in a file.
func (m *module) add(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	name, err := filepath.Rel(m.Dir, path)
	m.licences = append(m.licences, licence{filepath.ToSlash(name), spdx(text), text})
	return err
}

// vendoredLibraries returns the other projects' libraries in the repository.
func vendoredLibraries() ([]*module, error) {
	descriptions, err := filepath.Glob(filepath.Join(vendored, "*", "*.json"))
	if err != nil || len(descriptions) == 0 {
		return nil, errors.Join(err, fmt.Errorf("no libraries in %s", vendored))
	}
	var all []*module
	for _, path := range descriptions {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		var of struct{ Name, Version string }
		if err := json.Unmarshal(text, &of); err != nil || of.Name == "" {
			return nil, fmt.Errorf("%s: no name and version (%v)", path, err)
		}
		m := &module{Path: of.Name, Version: of.Version, Dir: filepath.Dir(path)}
		if err := m.readLicences(); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// phrases identify licences, the longer texts first.
var phrases = []struct{ id, phrase string }{
	{"Apache-2.0", `Apache License,? +Version 2\.0`},
	{"MPL-2.0", "Mozilla Public License"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE"},
	{"FTL", "The FreeType License"},
	{"AGPL", "(?i)GNU Affero General Public License"},
	{"LGPL", "(?i)GNU (Lesser|Library) General Public License"},
	{"GPL", "(?i)GNU General Public License"},
	{"CC-BY-4.0", `(?i)Creative Commons Attribution 4\.0`},
	{"BSD-3-Clause", "Redistribution and use in source(?s:.*)[Nn]either the name"},
	{"BSD-2-Clause", "Redistribution and use in source"},
	{"ISC", "Permission to use, copy, modify, and(/or)? distribute"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"Unlicense", "free and unencumbered software"},
	{"CC0-1.0", "CC0 1.0 Universal"},
}

// spdx returns the SPDX identifier of a licence, "" if it is unknown.
func spdx(text []byte) string {
	words := strings.Join(strings.Fields(string(text)), " ")
	for _, p := range phrases {
		if regexp.MustCompile(p.phrase).MatchString(words) {
			return p.id
		}
	}
	return ""
}

// noticesOf returns the licences of all modules as one text.
func noticesOf(all []*module) []byte {
	var b bytes.Buffer
	b.WriteString("This program contains the following works of other projects, each with its licence.\n")
	for _, m := range all {
		for _, l := range m.licences {
			rule := strings.Repeat("=", 80)
			fmt.Fprintf(&b, "\n%s\n%s %s: %s\n%s\n\n%s\n", rule, m.Path, m.Version, l.name, rule, bytes.TrimSpace(l.text))
		}
	}
	return b.Bytes()
}
