package completion

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Word is a complete word that may be at the cursor.
type Word struct {
	Text  string
	Usage string // description, may be ""
}

// Values returns the values that begin with the typed text.
type Values func(typed string) []string

// Table contains the values of flags and arguments.
type Table struct {
	Flags        map[string]Values // by "--flag", or by "command --flag" for one command
	Arguments    map[string]Values // by command, for all its arguments
	Placeholders map[string]Values // by the name of the value in the help, such as FILE

	// Listed returns the values that the setting of a command's flag lists, nil for none. They
	// are offered for flags without an entry in Flags.
	Listed func(command, flag string) []string
}

// Complete returns the possible words at the cursor. The last of the words is at the
// cursor; it may be "" or incomplete. The words do not include the program's name.
func (t *Table) Complete(commands []*cli.Command, words []string) []Word {
	if len(words) == 0 {
		words = []string{""}
	}
	l := line{table: t, commands: commands, typed: words[len(words)-1]}
	for _, word := range words[:len(words)-1] {
		l.pass(word)
	}
	return slices.DeleteFunc(l.next(), func(w Word) bool { return !strings.HasPrefix(w.Text, l.typed) })
}

// line is the command line before the cursor.
type line struct {
	table    *Table
	commands []*cli.Command // commands that may be next
	command  *cli.Command   // command that the words name; nil for the program
	name     string         // full name of the command, without the program's
	value    cli.Flag       // flag whose value is next, nil for none
	given    []string       // names of the flags so far
	count    int            // number of arguments so far
	rest     bool           // after "--": no more flags
	typed    string         // text of the word at the cursor
}

// pass processes a complete word.
func (l *line) pass(word string) {
	switch {
	case l.value != nil:
		l.value = nil
	case l.rest:
		l.count++
	case word == "--":
		l.rest = true
	case len(word) > 1 && word[0] == '-' && !strings.Contains(word, ":"):
		l.passFlag(strings.TrimLeft(word, "-"))
	case word == "help" && l.count == 0:
	default:
		l.passWord(word)
	}
}

// passFlag processes a flag, with or without its value.
func (l *line) passFlag(word string) {
	name, _, whole := strings.Cut(word, "=")
	if flag := l.flag(name); flag != nil {
		l.given = append(l.given, flag.Names()[0])
		if takesValue(flag) && !whole {
			l.value = flag
		}
	}
}

// passWord processes the name of a command, or an argument.
func (l *line) passWord(word string) {
	i := slices.IndexFunc(l.commands, func(c *cli.Command) bool { return c.HasName(word) })
	if i < 0 || l.count > 0 {
		l.count++
		return
	}
	l.command = l.commands[i]
	l.commands = l.command.Subcommands
	l.name = strings.TrimSpace(l.name + " " + l.command.Name)
}

// next returns the possible words at the cursor.
func (l *line) next() []Word {
	name, typed, whole := strings.Cut(l.typed, "=")
	switch {
	case l.value != nil:
		return l.values(l.value, "", l.typed)
	case !l.rest && whole && strings.HasPrefix(name, "-"):
		if flag := l.flag(strings.TrimLeft(name, "-")); flag != nil {
			return l.values(flag, name+"=", typed)
		}
		return nil
	case !l.rest && strings.HasPrefix(l.typed, "-"):
		return l.flags()
	}
	if words := l.groups(); len(words) > 0 || l.command == nil {
		return words
	}
	words := plain("", l.argument())
	if len(words) == 0 && l.typed == "" && !l.rest && l.command.ArgsUsage == "" {
		return l.flags()
	}
	return words
}

// groups returns the commands that may be next.
func (l *line) groups() []Word {
	var words []Word
	for _, c := range l.commands {
		if !c.Hidden && c.Name != "help" {
			words = append(words, Word{c.Name, c.Usage})
		}
	}
	return words
}

// flags returns the flags that may be next. A flag that was given is not returned, unless
// it may be repeated.
func (l *line) flags() []Word {
	var words []Word
	for _, flag := range l.all() {
		name := flag.Names()[0]
		_, many := flag.(*cli.StringSliceFlag)
		_, numbers := flag.(*cli.IntSliceFlag)
		if slices.Contains(l.given, name) && !many && !numbers {
			continue
		}
		if len(name) > 1 {
			name = "-" + name
		}
		words = append(words, Word{"-" + name, strings.ReplaceAll(usage(flag), "`", "")})
	}
	return words
}

// all returns all flags of the command.
func (l *line) all() []cli.Flag {
	flags := []cli.Flag{cli.HelpFlag}
	if l.command == nil {
		return append(flags, cli.VersionFlag)
	}
	var all []cli.Flag
	for _, g := range cliutil.Groups(l.command.Flags) {
		all = append(all, g.Flags...)
	}
	return append(all, flags...)
}

// flag returns the flag of that name, nil if there is none.
func (l *line) flag(name string) cli.Flag {
	for _, flag := range l.all() {
		if slices.Contains(flag.Names(), name) {
			return flag
		}
	}
	return nil
}

// values returns the values of a flag, each with the text before it in the word.
func (l *line) values(flag cli.Flag, before, typed string) []Word {
	values := l.table.valuesOf(l.name, flag)
	if values == nil {
		return nil
	}
	return plain(before, values(typed))
}

// plain returns words without a description.
func plain(before string, values []string) []Word {
	var words []Word
	for _, v := range values {
		words = append(words, Word{Text: before + v})
	}
	return words
}

// argument returns the values of the argument at the cursor.
func (l *line) argument() []string {
	if values := l.table.Arguments[l.name]; values != nil {
		return values(l.typed)
	}
	names := arguments(l.command.ArgsUsage)
	i := min(l.count, len(names)-1)
	if i < 0 || i < l.count && !strings.ContainsAny(l.command.ArgsUsage, ".…") {
		return nil
	}
	if values := l.table.Placeholders[names[i][0]]; values != nil {
		return values(l.typed)
	}
	if len(names[i]) > 1 && strings.ToLower(names[i][0]) == names[i][0] {
		return names[i] // a list of fixed words, such as bash | zsh | fish
	}
	return nil
}

// arguments returns the alternatives of each argument in the help, such as FILE... | -
func arguments(usage string) [][]string {
	var all [][]string
	or := false
	for _, name := range strings.Fields(usage) {
		name = strings.Trim(name, "[].…")
		switch {
		case name == "|":
			or = true
			continue
		case or:
			all[len(all)-1] = append(all[len(all)-1], name)
		case name != "":
			all = append(all, []string{name})
		}
		or = false
	}
	return all
}
