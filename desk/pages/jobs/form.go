package jobs

import (
	"cmp"

	"gammonlab/internal/setting"
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
	Inputs  []Input
	Problem error
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

	Type  string `json:"-"` // of its values, see [setting.Field.JSONType]
	Given string `json:"-"` // what the user gave
}

// Describe returns the settings of a struct, given a pointer to it.
func Describe(settings any) []Input {
	var all []Input
	for _, f := range setting.Fields(settings) {
		in := Input{Name: f.Name, Help: f.Words(), Default: cmp.Or(f.Default, f.Shown), Values: f.Values(), Needs: f.Needs, Required: f.Required, Type: f.JSONType()}
		in.List = f.IsTexts()
		if f.IsBool() {
			in.Default, in.Values = cmp.Or(f.Default, "false"), []string{"true", "false"}
		}
		all = append(all, in)
	}
	return all
}

// newForm returns a form with the texts that the user gave.
func newForm(k *Kind, given map[setting.Name]string, problem error) *form {
	f := &form{Kind: k, Inputs: Describe(k.New()), Problem: problem}
	for i := range f.Inputs {
		f.Inputs[i].Given = given[f.Inputs[i].Name]
	}
	return f
}
