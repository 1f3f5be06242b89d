package jobs

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/engine/named"
	"gammonlab/internal/output"
	"gammonlab/internal/setting"
	"gammonlab/work/paths"
)

// view is the data of the pages: the list of jobs, a form, or a job.
type view struct {
	Groups []group
	Jobs   []*job
	Form   *form
	Job    *job
}

// form asks for the settings of a kind of work.
type form struct {
	Kind    *Kind
	Main    []Input // the settings that matter most
	Folded  []inputs
	Problem error
	Needs   string // how long the work takes and how much disk it needs, "" if that is not known
	Trains  bool   // the work makes a run, for which needs can be known
}

// inputs are the settings of a group.
type inputs struct {
	Name string
	All  []Input
	Open bool // one of them is given
}

// Input describes a setting to clients and forms.
type Input struct {
	Name     setting.Name `json:"name"`
	Help     string       `json:"help"`
	Default  string       `json:"default,omitempty"`
	Values   []string     `json:"values,omitempty"` // the values that it can have, if they can be listed
	Needs    setting.Name `json:"needs,omitempty"`  // setting without which it has no meaning
	Required bool         `json:"required,omitempty"`
	List     bool         `json:"list,omitempty"` // a list of texts; in a form one on each line

	Type      string   `json:"-"` // of its values, see [setting.Field.JSONType]
	Given     string   `json:"-"` // what the user gave
	Suggested []string `json:"-"` // values among others, which forms offer
}

// Flag returns the name for people, that of the setting's flag.
func (in *Input) Flag() string { return in.Name.Flag() }

// Whole reports whether the value is a whole number.
func (in *Input) Whole() bool { return in.Type == "integer" }

// Describe returns the settings of a struct, given a pointer to it.
func Describe(settings any) []Input {
	var all []Input
	for _, f := range setting.Fields(settings) {
		all = append(all, describe(&f))
	}
	return all
}

// describe returns the description of a setting.
func describe(f *setting.Field) Input {
	in := Input{Name: f.Name, Help: f.Words(), Default: cmp.Or(f.Default, f.Shown), Values: f.Values(), Needs: f.Needs, Required: f.Required, Type: f.JSONType()}
	in.List = f.IsTexts()
	if f.IsBool() {
		in.Default, in.Values = cmp.Or(f.Default, "false"), []string{"true", "false"}
	}
	return in
}

// mostOpen is the number of settings up to which a form shows all of them.
const mostOpen = 8

// newForm returns a form with the texts that the user gave.
func (all *Jobs) newForm(k *Kind, given map[setting.Name]string, problem error) *form {
	settings := k.New()
	fields := setting.Fields(settings)
	f := &form{Kind: k, Problem: problem}
	main := paths.Main(settings)
	f.Trains = main != nil && main.Kind == output.RunFolder
	marked := slices.ContainsFunc(fields, func(f setting.Field) bool { return f.Tag.Get("main") != "" })
	for i := range fields {
		of := &fields[i]
		in := describe(of)
		all.suggest(of, &in)
		if in.Given = given[in.Name]; in.Given == in.Default {
			in.Given = ""
		}
		in.Given = cmp.Or(in.Given, of.Tag.Get("form"))
		if main != nil && main.Name == in.Name {
			in.Given = cmp.Or(in.Given, all.freeName(k, main))
		}
		switch first := of.Tag.Get("main") != "" || !marked && of.Group == ""; {
		case len(fields) <= mostOpen || in.Required || first:
			f.Main = append(f.Main, in)
		default:
			f.fold(cmp.Or(of.Group, "More"), in)
		}
	}
	if f.Trains && problem == nil {
		texts := map[setting.Name]string{}
		for _, in := range f.Main {
			if texts[in.Name] = in.Given; in.Given == "" {
				delete(texts, in.Name)
			}
		}
		for name, text := range given {
			texts[name] = text
		}
		f.Needs, _ = all.needs(k, texts) // nothing is wrong before the user has filled in the form
	}
	return f
}

// fold adds a setting to a group.
func (f *form) fold(name string, in Input) {
	i := slices.IndexFunc(f.Folded, func(g inputs) bool { return g.Name == name })
	if i < 0 {
		i = len(f.Folded)
		f.Folded = append(f.Folded, inputs{Name: name})
	}
	g := &f.Folded[i]
	g.All, g.Open = append(g.All, in), g.Open || in.Given != ""
}

// suggest adds the values that a setting can have on this server.
func (all *Jobs) suggest(f *setting.Field, in *Input) {
	switch f.Value().(type) {
	case named.Model:
		in.Suggested = all.backend.ModelNames()
	case named.Player:
		for _, name := range all.backend.ModelNames() {
			in.Suggested = append(in.Suggested, "net:"+name)
		}
		in.Suggested = append(in.Suggested, "pubeval", "random")
	case named.Databases:
		in.Values = []string{"default", "none"}
	}
	if f.Tag.Get("path") == "in" && !f.IsTexts() {
		found, err := filepath.Glob(filepath.Join(all.backend.Jobs, "*"+suffix))
		for _, path := range found {
			if err == nil {
				in.Suggested = append(in.Suggested, filepath.Base(path))
			}
		}
	}
}

// freeName returns the first free name of the main output of a kind, such as td-1.
func (all *Jobs) freeName(k *Kind, main *paths.Path) string {
	words := strings.Split(k.Name, "-")
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-%d%s", words[len(words)-1], n, main.Ext())
		if _, err := os.Stat(filepath.Join(all.backend.Jobs, name)); err != nil {
			return name
		}
	}
}
