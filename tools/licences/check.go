package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"slices"
)

// allowed are the licences that a dependency may have: they permit distribution together with
// their notices.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "CC0-1.0", "FTL", "ISC", "MIT", "OFL-1.1", "Unlicense"}

// checkLicences returns the number of modules that the packages and their tests need,
// and an error unless the licences of all of them are allowed.
func checkLicences(packages ...string) (int, error) {
	all, err := modulesFor(packages)
	if err != nil {
		return 0, err
	}
	var problems []error
	for _, m := range all {
		if err := m.readLicences(); err != nil {
			problems = append(problems, err)
		}
	}
	own, err := vendoredLibraries()
	if err != nil {
		return 0, err
	}
	all = append(all, own...)
	for _, m := range all {
		problems = append(problems, m.checkLicences()...)
	}
	return len(all), errors.Join(problems...)
}

// modulesFor returns the other projects' modules that packages and their tests need.
func modulesFor(packages []string) ([]*module, error) {
	args := append([]string{"list", "-deps", "-test", "-json=Module"}, packages...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []*module
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var p struct {
			Module *struct {
				module
				Main bool
			}
		}
		if err := decoder.Decode(&p); err != nil {
			return nil, err
		}
		known := func(m *module) bool { return m.Path == p.Module.Path }
		if p.Module != nil && !p.Module.Main && !slices.ContainsFunc(all, known) {
			all = append(all, &p.Module.module)
		}
	}
	return all, nil
}

// checkLicences returns an error for each licence of a module that is not allowed, and an
// error if all licences of the module are unknown.
func (m *module) checkLicences() []error {
	var problems []error
	var known bool
	for _, l := range m.licences {
		known = known || l.id != ""
		// The licences in a folder with the name licenses are alternatives.
		if l.id != "" && path.Base(path.Dir(l.name)) != "licenses" && !slices.Contains(allowed, l.id) {
			problems = append(problems, fmt.Errorf("%s %s: %s is %s, want one of %q", m.Path, m.Version, l.name, l.id, allowed))
		}
	}
	if len(m.licences) > 0 && !known {
		problems = append(problems, fmt.Errorf("%s %s: %s is no known licence", m.Path, m.Version, m.licences[0].name))
	}
	return problems
}
