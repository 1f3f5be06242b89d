package completion

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
)

// valuesOf returns the values of a command's flag, nil if nothing is known of them.
func (t *Table) valuesOf(command string, flag cli.Flag) Values {
	name := "--" + flag.Names()[0]
	if values, ok := t.Flags[command+" "+name]; ok {
		return values
	}
	if values, ok := t.Flags[name]; ok {
		return values
	}
	return t.Placeholders[placeholder(flag)]
}

// Known reports whether the table says what values the flag has, even if there is
// nothing to offer.
func (t *Table) Known(command string, flag cli.Flag) bool {
	name := "--" + flag.Names()[0]
	_, of := t.Flags[command+" "+name]
	_, all := t.Flags[name]
	_, placeholder := t.Placeholders[placeholder(flag)]
	return of || all || placeholder
}

// placeholder returns the name of a flag's value in the help, "" if it has none there.
func placeholder(flag cli.Flag) string {
	_, rest, _ := strings.Cut(usage(flag), "`")
	name, _, ok := strings.Cut(rest, "`")
	if !ok {
		return ""
	}
	return name
}

// usage returns what the help says of a flag.
func usage(flag cli.Flag) string {
	if documented, ok := flag.(cli.DocGenerationFlag); ok {
		return documented.GetUsage()
	}
	return ""
}

// takesValue reports whether a value goes with the flag.
func takesValue(flag cli.Flag) bool {
	documented, ok := flag.(cli.DocGenerationFlag)
	return ok && documented.TakesValue()
}

// Nothing is what is known of values that cannot be listed, such as numbers.
func Nothing(string) []string { return nil }

// OneOf returns values from a list.
func OneOf(values ...string) Values {
	return func(string) []string { return values }
}

// Any returns the values of all of them.
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

// Behind returns values that stand behind a text.
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

// Files returns the files and folders that begin with what is typed; folders end in a
// slash.
func Files(typed string) []string { return entries(typed, true) }

// Folders returns the folders that begin with what is typed.
func Folders(typed string) []string { return entries(typed, false) }

// entries returns what lies in the folder that is typed.
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
		info, err := os.Stat(filepath.Join(read, name)) // which follows links
		switch {
		case err == nil && info.IsDir():
			names = append(names, folder+name+"/")
		case files:
			names = append(names, folder+name)
		}
	}
	return names
}
