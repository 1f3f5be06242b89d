package recipe

import (
	"context"
	"io"
	"slices"

	"gammonlab/internal/result"
)

// Program is what recipes need to know of the program whose commands they contain.
type Program struct {
	Kinds []*Kind
	Class string // class of the kernels, a part of all identities

	// Files returns the parts of the value of a setting that name something with content:
	// files, folders and shipped nets.
	Files func(setting, value string) []string

	// Digest returns the digest of what such a part names now.
	Digest func(name string) (string, error)

	// Check returns the defaults of the other settings as far as they depend on the given
	// values, or an error if the command would refuse these. Outputs of other steps have the
	// form of a token, see [IsOutput]. Several pieces of work may call Check and Digest at once.
	Check func(kind *Kind, values map[string][]string) (defaults map[string]string, err error)

	// Run runs a command line, which begins with the words of the command.
	Run func(ctx context.Context, args []string, out, errOut io.Writer) error

	including int // recipes that include the one that is read
}

// Kind is a kind of work: a command of the program.
type Kind struct {
	Name     string // such as "train td"
	Seeded   bool   // a step without a seed gets that of the recipe
	Version  int    // counts changes of the program after which equal settings give other results
	Settings []Setting

	// Main is the setting that names the main output, "" if the result is only printed.
	Main string

	// Result is the file of the main output, a folder, that other steps read; "" if the
	// main output is a file.
	Result string

	// Always are flags for each run, such as --json.
	Always []string

	// Results are the numbers in the results of the command, see [result.Of]; nil if they are unknown.
	Results []result.Number

	// Flags are the names of flags that do not matter for the result, such as workers.
	Flags []string
}

// Setting is a flag or an argument of a command.
type Setting struct {
	Name    string
	Type    Type
	Default string // "" if there is none, or if it depends on other settings
	Place   int    // number of the argument, from 1; 0 for a flag
	Join    string // joins the elements of a list to one value
	File    bool   // names files that the command reads

	// Output is the name of the file that the setting names in the folder of the step, if
	// the recipe names none; "" if the setting names no output.
	Output string

	// Keeps reports whether the command continues an existing output at a path. Otherwise
	// the rest of an interrupted run is removed.
	Keeps func(path string) bool
}

// Type is the type of a setting.
type Type int

// The types of settings.
const (
	Text Type = iota
	Number
	Whole // number
	Bool
	List // texts: the flag may be repeated, or the argument
)

// String returns what a value of the type is called in errors.
func (t Type) String() string {
	return [...]string{"a text", "a number", "a whole number", "true or false", "a list"}[t]
}

// kind returns the kind of a name, nil if there is none.
func (p *Program) kind(name string) *Kind {
	i := slices.IndexFunc(p.Kinds, func(k *Kind) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return p.Kinds[i]
}

// setting returns the setting of a name, nil if there is none.
func (k *Kind) setting(name string) *Setting {
	i := slices.IndexFunc(k.Settings, func(s Setting) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return &k.Settings[i]
}

// Names returns the names of the settings.
func (k *Kind) Names() []string {
	var names []string
	for i := range k.Settings {
		names = append(names, k.Settings[i].Name)
	}
	return names
}
