package completion

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
)

// valuesOf returns the values of a command's flag, nil if they are unknown.
func (t *Table) valuesOf(command string, flag cli.Flag) Values {
	long := "--" + flag.Names()[0]
	for _, values := range []Values{t.Flags[command+" "+long], t.Flags[long]} {
		if values != nil {
			return values
		}
	}
	if t.Listed != nil {
		if list := t.Listed(command, flag.Names()[0]); list != nil {
			return OneOf(list...)
		}
	}
	return t.Placeholders[placeholder(flag)]
}

// Known reports whether the values of the flag are known, which may be [Nothing].
func (t *Table) Known(command string, flag cli.Flag) bool { return t.valuesOf(command, flag) != nil }

// placeholder returns the placeholder of a flag's value in the help, "" for none.
func placeholder(flag cli.Flag) string {
	_, rest, _ := strings.Cut(usage(flag), "`")
	name, _, ok := strings.Cut(rest, "`")
	if !ok {
		return ""
	}
	return name
}

// usage returns the flag's description in the help.
func usage(flag cli.Flag) string {
	if documented, ok := flag.(cli.DocGenerationFlag); ok {
		return documented.GetUsage()
	}
	return ""
}

// takesValue reports whether the flag has a value.
func takesValue(flag cli.Flag) bool {
	documented, ok := flag.(cli.DocGenerationFlag)
	return ok && documented.TakesValue()
}

// Nothing stands for values that cannot be listed, such as numbers.
func Nothing(string) []string { return nil }

// OneOf returns values from a list.
func OneOf(values ...string) Values {
	return func(string) []string { return values }
}

// Any returns the values of all its arguments.
func Any(all ...Values) Values {
	return func(typed string) []string {
		var values []string
		for _, v := range all {
			values = append(values, v(typed)...)
		}
		return values
	}
}

// List returns values joined by one of the separators.
func List(separators string, of Values) Values {
	return func(typed string) []string {
		i := strings.LastIndexAny(typed, separators) + 1
		return Behind(typed[:i], of)(typed)
	}
}

// Behind returns the values with a text before each.
func Behind(text string, of Values) Values {
	return func(typed string) []string {
		rest, ok := strings.CutPrefix(typed, text)
		if !ok {
			return nil
		}
		var values []string
		for _, v := range of(rest) {
			values = append(values, text+v)
		}
		return values
	}
}

// Files returns the files and folders whose paths begin with the typed text; folders end
// with a slash.
func Files(typed string) []string { return entries(typed, true) }

// Folders returns the folders whose paths begin with the typed text.
func Folders(typed string) []string { return entries(typed, false) }

// entries returns the entries of the typed folder.
func entries(typed string, files bool) []string {
	folder, begin := filepath.Split(typed)
	read := folder
	if rest, ok := strings.CutPrefix(read, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil
		}
		read = filepath.Join(home, rest)
	}
	if read == "" {
		read = "."
	}
	list, err := os.ReadDir(read)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range list {
		name := e.Name()
		if !strings.HasPrefix(name, begin) || name[0] == '.' && begin == "" {
			continue
		}
		info, err := os.Stat(filepath.Join(read, name)) // Stat follows links
		switch {
		case err == nil && info.IsDir():
			names = append(names, folder+name+"/")
		case files:
			names = append(names, folder+name)
		}
	}
	return names
}
