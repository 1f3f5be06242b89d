package recipe

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gammonlab/internal/setting"
)

// check finds the defaults of the other settings. It returns an error if the command would
// refuse the values. Its place is that of the
// first setting that the error names and the recipe gives.
func (p *planner) check(w *Work) error {
	if p.recipe.program.Check == nil {
		return nil
	}
	values := map[string][]string{}
	for _, v := range w.values {
		values[v.Name] = v.values
	}
	var err error
	if w.defaults, err = p.recipe.program.Check(w.Step.Kind, values); err == nil {
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
	name := values[0]
	switch {
	case len(values) != 1 || !filepath.IsLocal(name) || name != filepath.Base(name) || strings.HasPrefix(name, ".") || name == RecordFile:
		return fmt.Errorf("%s is %q, want the name of a file in the folder of the step", setting, name)
	case others[name] != "":
		return fmt.Errorf("%s and %s name the same output, %s", others[name], setting, name)
	}
	others[name] = setting
	return nil
}

// check returns an error if the values are not of the type of the setting.
func (s *Setting) check(values []string, at node) error {
	if s.Type == List {
		return nil
	}
	if len(values) != 1 {
		return at.errorf("%d values, want %s", len(values), s.Type)
	}
	var err error
	switch s.Type {
	case Number:
		_, err = strconv.ParseFloat(values[0], 64)
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
