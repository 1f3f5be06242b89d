package cliutil

import (
	"reflect"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Groups of flags that several commands have.
const (
	ModelGroup  = "Model and search"
	RulesGroup  = "Rules, cube and score"
	OutputGroup = "Output"
	FarmGroup   = "Farm"
)

// Group puts flags into a group of helps and returns them.
func Group(name string, flags ...cli.Flag) []cli.Flag {
	for _, f := range flags {
		reflect.ValueOf(f).Elem().FieldByName("Category").SetString(name)
	}
	return flags
}

// FlagGroup is a group of flags of a command.
type FlagGroup struct {
	Name  string // "" for the first
	Flags []cli.Flag
}

// mostUngrouped is the number of flags, without --help, up to which a help shows them in
// one list.
const mostUngrouped = 16

// Groups returns the flags by groups, in the order of their first flags. Flags without a
// group come first, and so do all flags of a command that has few.
func Groups(flags []cli.Flag) []FlagGroup {
	all, n := []FlagGroup{{}}, len(flags)
	if slices.Contains(flags, cli.HelpFlag) {
		n--
	}
	for _, f := range flags {
		name := ""
		if of, ok := f.(cli.CategorizableFlag); ok && n > mostUngrouped {
			name = of.GetCategory()
		}
		i := slices.IndexFunc(all, func(g FlagGroup) bool { return g.Name == name })
		if i < 0 {
			i, all = len(all), append(all, FlagGroup{Name: name})
		}
		all[i].Flags = append(all[i].Flags, f)
	}
	return all
}

// optionsTemplate lists the flags of a command.
const optionsTemplate = `{{if .VisibleFlags}}

OPTIONS:{{range groups .VisibleFlags}}{{if .Name}}

   {{.Name}}:{{end}}{{range .Flags}}
   {{.}}{{end}}{{end}}{{end}}
`

func init() {
	before, _, _ := strings.Cut(cli.CommandHelpTemplate, "{{if .VisibleFlagCategories}}")
	cli.CommandHelpTemplate = before + optionsTemplate
}
