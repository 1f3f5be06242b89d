package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/journal"
	"gammonlab/internal/output"
	"gammonlab/nets"
)

// written is a flag or an argument that names what a command writes.
type written struct {
	flag     string // or
	argument int    // the number of the argument, from 1 on
	kind     output.Kind
	patterns []string // of a folder, see output.Output

	// resumes reports whether what is there is continued; nil if it never is.
	resumes func(c *cli.Context) bool

	// paths returns what is written instead of the path itself; nil for that.
	paths func(c *cli.Context, path string) []string
}

// pictures are the files of commands that draw into a folder.
var pictures = []string{"*.png", "*.svg"}

// outputs lists by command all flags and arguments that name what it writes.
// newApp has each of these commands check them before it works, by the rule of
// package output, and gives it the flag --force.
var outputs = map[string][]written{
	"analyze":                    {{flag: "html"}},
	"bearoff generate hyper":     {{argument: 1, kind: output.Journaled}},
	"bearoff generate one-sided": {{argument: 1, kind: output.Journaled}},
	"bearoff generate two-sided": {{argument: 1, kind: output.Journaled}},
	"bench match":                {{flag: "html"}, resultsOutput, {flag: "save", kind: output.Folder, patterns: []string{"*.mat"}, resumes: resultsAreThere}},
	"bench positions build":      {{flag: "out", kind: output.Journaled}, {flag: "bm", resumes: buildIsDone}},
	"bench positions run":        {{flag: "html"}, {flag: "plot", kind: output.Folder, patterns: pictures}},
	"bench sprt":                 {{flag: "html"}, resultsOutput},
	"bench tournament":           {{flag: "html"}, resultsOutput},
	"bench values":               {{flag: "plot"}},
	"dataset export":             {{flag: "out"}},
	"dataset generate":           {{flag: "out", kind: output.Journaled}},
	"dataset import":             {{flag: "out"}},
	"dataset info":               {{flag: "plot", kind: output.Folder, patterns: pictures, paths: plotFolders}},
	"dataset label":              {{flag: "out", kind: output.Journaled}},
	"dataset merge":              {{flag: "out"}},
	"dataset split":              {{flag: "train"}, {flag: "validation"}, {flag: "test"}},
	"features ablate":            {{flag: "plot"}},
	"play":                       {{flag: "save"}},
	"rating plot":                {{flag: "out", kind: output.Folder, patterns: pictures}},
	"rating simulate":            {{flag: "out", kind: output.Journaled}},
	"rollout":                    {{flag: "out", kind: output.Kept, resumes: resumed}},
	"train iterate":              {{flag: "out", kind: output.RunFolder, resumes: resumed}},
	"train supervised":           {{flag: "out", kind: output.RunFolder, resumes: resumed}},
	"train td":                   {{flag: "out", kind: output.RunFolder, resumes: resumed}},
	"weights convert":            {{argument: 2, paths: convertedFiles}},
	"weights grow":               {{flag: "out"}},
	"weights promote":            {resultsOutput},
	"weights prune":              {{flag: "out"}},
}

// resultsOutput is the file of games that commands continue.
var resultsOutput = written{flag: "results", kind: output.Kept, resumes: func(*cli.Context) bool { return true }}

// resumed reports whether the command is to resume what is there.
func resumed(c *cli.Context) bool { return c.Bool("resume") }

// resultsAreThere reports whether the command continues games, of which the first
// are saved already.
func resultsAreThere(c *cli.Context) bool {
	info, err := os.Stat(c.String("results"))
	return err == nil && info.Size() > 0
}

// buildIsDone reports whether the command has come to the end of its work before:
// only the journal is left to remove.
func buildIsDone(c *cli.Context) bool {
	_, errFile := os.Stat(c.String("out"))
	_, errJournal := os.Stat(c.String("out") + journal.Suffix)
	return errFile == nil && errJournal == nil
}

// convertedFiles returns the files that a model may be written to in the form of the
// path: ONNX files hold one net each.
func convertedFiles(_ *cli.Context, path string) []string {
	files := []string{path}
	if base, ok := strings.CutSuffix(path, extONNX); ok {
		for _, part := range nets.Parts() {
			files = append(files, base+"."+string(part)+extONNX)
		}
	}
	return files
}

// forceFlag is the flag that has a command replace its outputs.
func forceFlag() cli.Flag {
	return &cli.BoolFlag{Name: "force", Usage: "replace files that are there already"}
}

// guardOutputs has the commands check what they write before they work.
func guardOutputs(commands []*cli.Command, path ...string) {
	for _, command := range commands {
		name := append(slices.Clone(path), command.Name)
		guardOutputs(command.Subcommands, name...)
		list := outputs[strings.Join(name, " ")]
		if len(list) == 0 {
			continue
		}
		if slices.ContainsFunc(list, func(w written) bool { return w.flag != resultsOutput.flag }) {
			command.Flags = append(command.Flags, forceFlag())
		}
		act := command.Action
		command.Action = func(c *cli.Context) error {
			if err := checkOutputs(c, list); err != nil {
				return err
			}
			return act(c)
		}
	}
}

// checkOutputs refuses a command line whose outputs must not or cannot be written.
func checkOutputs(c *cli.Context, list []written) error {
	if c.Bool("force") && c.Bool("resume") {
		return usagef("--force contradicts --resume: it begins again")
	}
	var all []output.Output
	for i := range list {
		all = append(all, list[i].of(c)...)
	}
	if err := output.Check(all, inputsOf(c, list), c.Bool("force")); err != nil {
		return usageError{err}
	}
	return nil
}

// checkInputs refuses to work if files that the command will read besides those on
// its command line are among its outputs.
func checkInputs(c *cli.Context, name string, paths ...string) error {
	var inputs []output.Input
	for _, path := range paths {
		inputs = append(inputs, filesIn(name, path)...)
	}
	for _, w := range outputs[commandName(c)] {
		for _, o := range w.of(c) {
			if err := o.CheckInputs(inputs); err != nil {
				return usageError{err}
			}
		}
	}
	return nil
}

// commandName returns the words of the command, without that of the program.
func commandName(c *cli.Context) string {
	_, words, _ := strings.Cut(c.Command.HelpName, " ")
	return words
}

// of returns the outputs that the command line names.
func (w *written) of(c *cli.Context) []output.Output {
	name, path := "--"+w.flag, c.String(w.flag)
	if w.argument > 0 {
		name, path = commandName(c), c.Args().Get(w.argument-1)
	}
	if path == "" || path == "-" {
		return nil
	}
	paths := []string{path}
	if w.paths != nil {
		paths = w.paths(c, path)
	}
	var all []output.Output
	for _, path := range paths {
		all = append(all, output.Output{
			Name: name, Path: path, Kind: w.kind, Patterns: w.patterns, Resume: w.resumes != nil && w.resumes(c),
		})
	}
	return all
}

// inputsOf returns all files that flags and arguments name but for the outputs,
// whatever they are for.
func inputsOf(c *cli.Context, list []written) []output.Input {
	var all []output.Input
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if !c.IsSet(name) || slices.ContainsFunc(list, func(w written) bool { return w.flag == name }) {
			continue
		}
		values := []string{fmt.Sprint(c.Value(name))}
		if _, ok := flag.(*cli.StringSliceFlag); ok {
			values = c.StringSlice(name)
		}
		for _, value := range values {
			all = append(all, filesIn("--"+name, value)...)
		}
	}
	for i, argument := range c.Args().Slice() {
		if !slices.ContainsFunc(list, func(w written) bool { return w.argument == i+1 }) {
			all = append(all, filesIn(commandName(c), argument)...)
		}
	}
	return all
}

// filesIn returns the files that a value of the command line names: the value
// itself, one of those that it joins by commas, the model of a player, a word of a
// program's command, or what has a weight.
func filesIn(name, value string) []output.Input {
	candidates := []string{value}
	if i := strings.LastIndexByte(value, '='); i >= 0 {
		candidates = append(candidates, value[:i])
	}
	for _, part := range strings.Split(value, ",") {
		_, of, _ := strings.Cut(part, ":")
		candidates = append(candidates, part, of)
		candidates = append(candidates, strings.Fields(of)...)
	}
	var files []output.Input
	for _, path := range candidates {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			files = append(files, output.Input{Name: name, Path: path})
		}
	}
	return files
}

// plotFolders returns the folders that pictures of databases go into: of several
// databases, each has one of its own.
func plotFolders(c *cli.Context, dir string) []string {
	files := c.Args().Slice()
	if len(files) < 2 {
		return []string{dir}
	}
	var all []string
	for i, path := range files {
		all = append(all, filepath.Join(dir, fmt.Sprintf("%d-%s", i+1, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))))
	}
	return all
}
