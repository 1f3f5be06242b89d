package recipe

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gammonlab/internal/setting"
)

// check finds the defaults of the other settings. It returns an error if the command would
// refuse the values. Its place is that of the
// first setting that the error names and the recipe gives.
func (w *Work) check(program *Program) error {
	if program.Check == nil {
		return nil
	}
	values := map[string][]string{}
	for _, v := range w.values {
		values[v.Name] = v.values
	}
	var err error
	if w.defaults, err = program.Check(w.Step.Kind, values); err == nil {
		for _, name := range slices.Sorted(maps.Keys(w.defaults)) { // of a config, for example
			if err := checkText(w.defaults[name]); err != nil {
				return w.Step.at.errorf("%s: %w", name, err)
			}
		}
		return nil
	}
	at, text, own := w.Step.at, err.Error(), ""
	if all := setting.Errors(err); len(all) > 0 {
		text = all[0].Text(func(name setting.Name) string {
			i := slices.IndexFunc(w.values, func(v assigned) bool { return v.Name == name.Flag() })
			if i >= 0 && at == w.Step.at && w.values[i].at != at {
				at, own = w.values[i].at, name.Flag()+": "
			}
			return name.Flag()
		})
	}
	return at.errorf("%s", strings.TrimPrefix(text, own))
}

// checkOutput returns an error if the name of an output leaves the folder of its step, or
// if two outputs have one name. The map has the names of the other outputs.
func checkOutput(others map[string]string, setting string, values []string) error {
	name := strings.Join(values, ", ")
	switch {
	case len(values) != 1 || !filepath.IsLocal(name) || name != filepath.Base(name) || strings.HasPrefix(name, ".") || name == RecordFile:
		return fmt.Errorf("%s is %q, want the name of a file in the folder of the step", setting, name)
	case others[name] != "":
		return fmt.Errorf("%s and %s name the same output, %s", others[name], setting, name)
	}
	others[name] = setting
	return nil
}

// checkText returns an error if a text contains control characters: they separate the parts of
// lists, mark the outputs of steps, and change what a terminal shows.
func checkText(text string) error {
	if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 {
		r, _ := utf8.DecodeRuneInString(text[i:])
		return fmt.Errorf("found %.60q, want a text without control characters such as %U", text, r)
	}
	return nil
}

// check returns an error if the values are not of the type of the setting.
func (s *Setting) check(values []string, at node) error {
	switch {
	case slices.Contains(values, ""):
		return at.errorf("an empty value, want %s", s.Type)
	case s.Type == List:
		return nil
	case len(values) != 1:
		return at.errorf("%d values, want %s", len(values), s.Type)
	}
	var err error
	switch s.Type {
	case Number:
		_, err = strconv.ParseFloat(values[0], 64)
	case Whole:
		if err = setting.SetText(new(int64), values[0]); err != nil {
			err = setting.SetText(new(uint64), values[0])
		}
	case Bool:
		if values[0] != "true" && values[0] != "false" {
			err = strconv.ErrSyntax
		}
	}
	if err != nil {
		return at.errorf("found %.60q, want %s", values[0], s.Type)
	}
	return nil
}
