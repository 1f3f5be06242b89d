// Package identity compares the settings of long work, which files keep as JSON objects
// with a field for each setting. Work resumes only with the settings with which it began.
package identity

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Kernel is the name of the field with the class of the kernels that evaluate nets.
const Kernel = "kernel"

// Setting is a setting that differs between the work in a file and a command.
type Setting struct {
	Name        string          // path of the field, such as seed, train.rate or nets.0.hidden
	Found, Want json.RawMessage // value in the file, and of the command; nil if unset
}

// Differences are the settings that differ, by name.
type Differences []Setting

// String lists the settings, as in "seed 1, want 2"; "" for none.
func (d Differences) String() string {
	var list []string
	for _, s := range d {
		list = append(list, fmt.Sprintf("%s %s, want %s", s.Name, text(s.Found), text(s.Want)))
	}
	return strings.Join(list, "; ")
}

// text returns a value's JSON, truncated if it is long; "" for a missing value.
func text(value json.RawMessage) string {
	if value == nil {
		return `""`
	}
	return fmt.Sprintf("%.400s", value)
}

// Mismatch is the error for work that began with other settings.
type Mismatch struct {
	Where string // name of the work, such as the path of its file
	Hint  string // how to resume it, or ""
	Differences
}

// Error implements error.
func (m *Mismatch) Error() string { return fmt.Sprintf("with other settings (%v)", m.Differences) }

// Err returns a [Mismatch] with the settings, nil for none.
func (d Differences) Err() error {
	if len(d) == 0 {
		return nil
	}
	return &Mismatch{Differences: d}
}

// Between returns the settings in which two documents differ. It panics if a document
// cannot be written as JSON, which is a mistake in the program.
func Between(found, want any) Differences {
	was, err1 := json.Marshal(found)
	is, err2 := json.Marshal(want)
	if err1 != nil || err2 != nil {
		panic(fmt.Sprintf("identity: a document that cannot be written: %v, %v", err1, err2))
	}
	return between("", was, is)
}

// Compare returns a [Mismatch] with the settings whose found and wanted values differ. If
// check is not nil, it alone decides about the field [Kernel] if both have it: check gets the
// found value.
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
	text, evaluated := was[Kernel]
	decides := check != nil && evaluates && evaluated
	if decides {
		if err := json.Unmarshal(text, &class); err != nil {
			return fmt.Errorf("%s: %w", Kernel, err)
		}
		delete(was, Kernel)
		delete(is, Kernel)
	}
	if d := fields("", was, is); len(d) > 0 {
		return &Mismatch{Differences: d}
	}
	if decides {
		return check(class)
	}
	return nil
}

// between lists the differences of two values with a name: the differences of their fields
// if both are objects, of their elements if both are lists of objects with equal lengths.
func between(name string, found, want json.RawMessage) Differences {
	if bytes.Equal(found, want) {
		return nil
	}
	var was, is map[string]json.RawMessage
	if isObject(found) && isObject(want) && json.Unmarshal(found, &was) == nil && json.Unmarshal(want, &is) == nil {
		return fields(name, was, is)
	}
	var all, others []json.RawMessage
	if json.Unmarshal(found, &all) == nil && json.Unmarshal(want, &others) == nil && len(all) == len(others) &&
		!slices.ContainsFunc(slices.Concat(all, others), func(e json.RawMessage) bool { return !isObject(e) }) {
		var d Differences
		for i := range all {
			d = append(d, between(name+"."+strconv.Itoa(i), all[i], others[i])...)
		}
		return d
	}
	return Differences{{name, found, want}}
}

// fields lists the differences of the fields of an object.
func fields(name string, found, want map[string]json.RawMessage) Differences {
	all := maps.Clone(found)
	maps.Copy(all, want)
	if name != "" {
		name += "."
	}
	var d Differences
	for _, field := range slices.Sorted(maps.Keys(all)) {
		d = append(d, between(name+field, found[field], want[field])...)
	}
	return d
}

func isObject(value json.RawMessage) bool {
	return bytes.HasPrefix(bytes.TrimSpace(value), []byte("{"))
}
