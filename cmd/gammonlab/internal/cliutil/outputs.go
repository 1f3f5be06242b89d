package cliutil

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/output"
)

// Output is a flag or an argument that names an output of a command.
type Output struct {
	Flag     string // name of the flag, or
	Argument int    // number of the argument, from 1
	Kind     output.Kind
	Patterns []string // files of a folder, see output.Output

	// Resumes reports whether the command continues an existing output; nil if it never
	// does.
	Resumes func(c *cli.Context) bool

	// Paths returns the paths that the command writes for a value; nil for the value
	// itself.
	Paths func(c *cli.Context, path string) []string

	// Beside returns the files that the command writes beside a path; nil for none.
	Beside func(path string) []output.Output
}

// Outputs lists, for each command, all flags and arguments that name its outputs. A
// program adds the flag --force to each of these commands, and the commands check their
// outputs before they work, by the rules of package output.
type Outputs map[string][]Output

// Pictures matches the files of commands that draw into a folder.
var Pictures = []string{"*.png", "*.svg"}

// outputsKey is the key of the table in the metadata of an app.
const outputsKey = "outputs"

// forceFlag returns the flag that lets a command replace its outputs.
func forceFlag() cli.Flag {
	return &cli.BoolFlag{Name: "force", Usage: "overwrite existing files"}
}

// OutputsOf returns the outputs of the commands of a program.
func OutputsOf(app *cli.App) Outputs {
	table, _ := app.Metadata[outputsKey].(Outputs)
	return table
}

// guard makes the commands check their outputs before they work.
func (t Outputs) guard(commands []*cli.Command) {
	for name, command := range EveryCommand(commands) {
		list := t[name]
		if len(list) == 0 {
			continue
		}
		command.Flags = append(command.Flags, forceFlag())
		act := command.Action
		command.Action = func(c *cli.Context) error {
			if err := checkOutputs(c, list); err != nil {
				return err
			}
			return act(c)
		}
	}
}

// checkOutputs returns an error if an output must not or cannot be written.
func checkOutputs(c *cli.Context, list []Output) error {
	if c.Bool("force") && c.Bool("resume") {
		return Usagef("--force contradicts --resume: it begins again")
	}
	var all []output.Output
	for i := range list {
		all = append(all, list[i].of(c)...)
	}
	if err := output.Check(all, inputsOf(c, list), c.Bool("force")); err != nil {
		return Usage(err)
	}
	return nil
}

// CheckInputs returns an error if files that the command will read, besides those on its
// command line, are among its outputs.
func CheckInputs(c *cli.Context, name string, paths ...string) error {
	var inputs []output.Input
	for _, path := range paths {
		inputs = append(inputs, filesIn(name, path)...)
	}
	for _, w := range OutputsOf(c.App)[CommandName(c)] {
		for _, o := range w.of(c) {
			if err := o.CheckInputs(inputs); err != nil {
				return Usage(err)
			}
		}
	}
	return nil
}

// CheckPaths returns an error if files whose names the command learned from its inputs must
// not or cannot be written. name is the flag or argument of its command line for them.
func CheckPaths(c *cli.Context, name string, paths ...string) error {
	list := OutputsOf(c.App)[CommandName(c)]
	var all []output.Output
	for _, path := range paths {
		all = append(all, output.Output{Name: name, Path: path})
	}
	if err := output.Check(all, inputsOf(c, list), c.Bool("force")); err != nil {
		return Usage(err)
	}
	return nil
}

// of returns the outputs that the command line names.
func (w *Output) of(c *cli.Context) []output.Output {
	var name string
	var values []string
	if w.Argument > 0 {
		name, values = argumentName(w.Argument), []string{c.Args().Get(w.Argument - 1)}
	} else {
		name, values = "--"+w.Flag, valuesOf(c, w.Flag)
	}
	var paths []string
	for _, path := range values {
		switch {
		case path == "" || path == "-":
		case w.Paths != nil:
			paths = append(paths, w.Paths(c, path)...)
		default:
			paths = append(paths, path)
		}
	}
	var all []output.Output
	for _, path := range paths {
		all = append(all, output.Output{
			Name: name, Path: path, Kind: w.Kind, Patterns: w.Patterns, Resume: w.Resumes != nil && w.Resumes(c),
		})
		if w.Beside == nil {
			continue
		}
		for _, o := range w.Beside(path) {
			o.Name = name
			all = append(all, o)
		}
	}
	return all
}

// valuesOf returns the values of a repeatable flag, or the single value of another flag.
func valuesOf(c *cli.Context, name string) []string {
	for _, flag := range c.Command.Flags {
		if _, ok := flag.(*cli.StringSliceFlag); ok && flag.Names()[0] == name {
			return c.StringSlice(name)
		}
	}
	return []string{fmt.Sprint(c.Value(name))}
}

// argumentName returns the name of an argument in messages, counted from 1.
func argumentName(i int) string { return fmt.Sprintf("argument %d", i) }

// inputsOf returns all files that flags and arguments name, for any purpose, except the
// outputs.
func inputsOf(c *cli.Context, list []Output) []output.Input {
	var all []output.Input
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if !c.IsSet(name) || slices.ContainsFunc(list, func(w Output) bool { return w.Flag == name }) {
			continue
		}
		for _, value := range valuesOf(c, name) {
			all = append(all, filesIn("--"+name, value)...)
		}
	}
	for i, argument := range c.Args().Slice() {
		if !slices.ContainsFunc(list, func(w Output) bool { return w.Argument == i+1 }) {
			all = append(all, filesIn(argumentName(i+1), argument)...)
		}
	}
	return all
}

// filesIn returns the files that a value of the command line names, see [NamesIn].
func filesIn(name, value string) []output.Input {
	var files []output.Input
	for _, path := range NamesIn(value) {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			files = append(files, output.Input{Name: name, Path: path})
		}
	}
	return files
}

// NamesIn returns the parts of a value of the command line that may name a file or a net:
// the value itself, an element of a list with commas, the model of a player, a word of a
// program's command line, or a file with a weight (FILE=WEIGHT).
func NamesIn(value string) []string {
	candidates := []string{value}
	if i := strings.LastIndexByte(value, '='); i >= 0 {
		candidates = append(candidates, value[:i])
	}
	for _, part := range strings.Split(value, ",") {
		_, of, _ := strings.Cut(part, ":")
		candidates = append(candidates, part, of)
		candidates = append(candidates, strings.Fields(of)...)
	}
	return candidates
}
