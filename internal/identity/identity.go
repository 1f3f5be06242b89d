// Package identity compares the settings of long work in files: JSON objects with a
// field for each setting. Work resumes only with the settings with which it began.
package identity

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Kernel is the field of the class of the kernels that evaluate nets.
const Kernel = "kernel"

// Compare returns an error that names each setting whose found value differs from the
// wanted one, as in "with other settings (seed 1, want 2)". Of the field [Kernel],
// which older files do not have, only check decides, given what was found; without
// check it is a setting like others.
func Compare(found, want []byte, check func(kernel string) error) error {
	var was, is map[string]json.RawMessage
	if err := json.Unmarshal(found, &was); err != nil {
		return fmt.Errorf("its settings are %.200q, not a JSON object: %w", found, err)
	}
	if err := json.Unmarshal(want, &is); err != nil {
		return fmt.Errorf("settings %.200q: %w", want, err)
	}
	var class string
	_, evaluates := is[Kernel]
	if check != nil && evaluates {
		if text, ok := was[Kernel]; ok {
			if err := json.Unmarshal(text, &class); err != nil {
				return fmt.Errorf("%s: %w", Kernel, err)
			}
		}
		delete(was, Kernel)
		delete(is, Kernel)
	}
	if differences := compare(was, is); len(differences) > 0 {
		return fmt.Errorf("with other settings (%s)", strings.Join(differences, "; "))
	}
	if check != nil && evaluates {
		return check(class)
	}
	return nil
}

// compare lists the fields that differ, by name.
func compare(found, want map[string]json.RawMessage) []string {
	all := maps.Clone(found)
	maps.Copy(all, want)
	var differences []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !bytes.Equal(found[name], want[name]) {
			differences = append(differences, fmt.Sprintf("%s %s, want %s", name, text(found[name]), text(want[name])))
		}
	}
	return differences
}

// text returns a value's JSON, cut if it is long, or "" for one that is not there.
func text(value json.RawMessage) string {
	if value == nil {
		return `""`
	}
	return fmt.Sprintf("%.400s", value)
}
