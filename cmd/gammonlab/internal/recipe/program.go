package recipe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/internal/journal"
	"gammonlab/internal/output"
	"gammonlab/internal/result"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
	"gammonlab/recipe"
	"gammonlab/work"
	"gammonlab/work/paths"
)

// Program runs a command line of the program whose commands are steps. The line begins with the
// program's name.
type Program func(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error

// programOf describes the program for recipes. Its commands are those of a running app.
func programOf(c *cli.Context, of Program) *recipe.Program {
	var shipped sync.Map // digests of nets
	p := &recipe.Program{
		Class: kernel.Class(),
		Files: filesIn,
		Digest: func(name string) (string, error) {
			if !slices.Contains(nets.Shipped(), name) {
				return recipe.Content(name)
			}
			if sum, ok := shipped.Load(name); ok {
				return sum.(string), nil
			}
			model, err := nets.LoadShipped(name)
			if err != nil {
				return "", err
			}
			sum, err := model.Digest()
			if err == nil {
				shipped.Store(name, sum)
			}
			return sum, err
		},
		Check: check,
		Run: func(ctx context.Context, args []string, out, errOut io.Writer) error {
			return cliutil.WithoutDashes(of(ctx, append([]string{c.App.Name}, args...), strings.NewReader(""), out, errOut))
		},
	}
	p.Kinds = Kinds(c.App.Commands, cliutil.OutputsOf(c.App))
	return p
}

// Kinds describes the commands of the program that can be steps: the kinds of work of the
// catalogue.
func Kinds(commands []*cli.Command, outputs cliutil.Outputs) (all []*recipe.Kind) {
	own := slices.Concat(ownFlags, cliutil.PoolNames())
	for name, command := range cliutil.EveryCommand(commands) {
		if e := work.Find(name); e != nil {
			all = append(all, kindOf(e, command, own, outputs[name]))
		}
	}
	return all
}

// check returns the defaults of the settings of a command that have no value, and an error
// about those that have.
func check(kind *recipe.Kind, values map[string][]string) (map[string]string, error) {
	for i := range kind.Settings {
		if err := checkFiles(&kind.Settings[i], values[kind.Settings[i].Name]); err != nil {
			return nil, err
		}
	}
	e := work.Find(kind.Name)
	settings := e.New()
	if err := checkArguments(kind, e, settings, values); err != nil {
		return nil, err
	}
	var config []byte
	if names := values["config"]; names != nil {
		var err error
		if config, err = os.ReadFile(names[0]); err != nil {
			return nil, setting.In("config", err)
		}
	}
	texts := map[setting.Name]string{}
	for _, f := range setting.OfCommand(settings) {
		of := values[argumentOf(&f)]
		if f.IsFlag() {
			of = slices.Concat(of, values[f.Name.Flag()])
		}
		if of != nil {
			texts[f.Name] = strings.Join(of, "\n")
		} else if f.Required && !slices.Contains(kind.Names(), f.Name.Flag()) { // an argument of the command
			texts[f.Name] = "given"
		}
	}
	if err := setting.Read(settings, config, texts); err != nil {
		return nil, err
	}
	if err := named.Open(settings, checker()); err != nil {
		return nil, err
	}
	defaults := map[string]string{}
	for _, f := range setting.OfCommand(settings) {
		if _, given := texts[f.Name]; !given && f.IsSet() {
			defaults[f.Name.Flag()] = f.String()
		}
	}
	return defaults, nil
}

// checkArguments returns an error if an argument is missing: one that is required, or one before
// another that is given, whose place it would leave.
func checkArguments(kind *recipe.Kind, e *work.Entry, settings any, values map[string][]string) error {
	missing := ""
	for _, s := range kind.Settings {
		switch {
		case s.Place == 0:
		case values[s.Name] == nil:
			missing = cmp.Or(missing, s.Name)
		case missing != "":
			return setting.Errorf("%s needs %s, the argument before it", setting.Name(s.Name), setting.Name(missing))
		}
	}
	for _, f := range setting.OfCommand(settings) {
		if name := argumentOf(&f); name == missing && name != "" && f.Required {
			return setting.Errorf("%s is required", setting.Name(name))
		}
	}
	if e.Asks() && missing != "" {
		return setting.Errorf("%s is required", setting.Name(missing))
	}
	return nil
}

// argumentOf returns the name of the arguments that give a setting, "" for none.
func argumentOf(f *setting.Field) string {
	if all := argumentsOf(f.Place); all != nil {
		return all[0].Name
	}
	return ""
}

// models are arguments that name models.
var models = []string{"model", "candidate", "other", "replaced"}

// checkFiles returns an error if a setting names a file or a model that is not there.
func checkFiles(s *recipe.Setting, values []string) error {
	for _, value := range values {
		switch {
		case s.Output != "" || recipe.IsOutput(value) || value == "-":
		case s.Place > 0 && slices.Contains(models, s.Name):
			if _, err := checker().Model(value); !errors.Is(err, named.ErrLater) {
				return setting.In(setting.OfFlag(s.Name), err)
			}
		case s.File && !slices.ContainsFunc(cliutil.NamesIn(value), exists):
			return setting.Errorf("%s: there is no file %s", setting.OfFlag(s.Name), value)
		}
	}
	return nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// checker returns an opener that opens nothing: it checks the names of players and models, as
// far as these are no outputs of other steps.
func checker() *named.Opener {
	return &named.Opener{
		Roller: rollers.Roller{},
		Model: func(name string) (*nets.Model, error) {
			own := name == "a" || name == "b" // luck by the net of a player
			_, program := named.Command(name)
			if own || program || exists(name) || recipe.IsOutput(name) || slices.Contains(nets.Shipped(), name) {
				return nil, named.ErrLater
			}
			return cliutil.LoadModel(name)
		},
		Databases: func(value string) (*engine.Databases, error) {
			for _, name := range cliutil.DatabasesIn(value) {
				if !exists(name) && !recipe.IsOutput(name) {
					return nil, fmt.Errorf("there is no file %s", name)
				}
			}
			return nil, nil
		},
		MET: func(name string) (*cube.MET, error) {
			if recipe.IsOutput(name) {
				return nil, named.ErrLater
			}
			return cube.FindMET(name)
		},
	}
}

// ownFlags are the flags, besides those of farms, that recipes do not set: they do not change the result, or the
// runner sets them.
var ownFlags = []string{
	"help", "json", "force", "workers", "resume", "tensorboard",
}

// kindOf describes a command; own are the flags that recipes do not set.
func kindOf(e *work.Entry, command *cli.Command, own []string, outputs []cliutil.Output) *recipe.Kind {
	k := &recipe.Kind{
		Name: e.Name, Version: 1,
		Seeded: e.Name != "dataset label", // which refuses a seed with most methods
	}
	for _, flag := range command.Flags {
		switch s := settingOf(flag); {
		case s.Name == "json":
			k.Always, k.Results = []string{"--json"}, result.Of(e.Results)
		case slices.Contains(own, s.Name):
			k.Flags = append(k.Flags, s.Name)
		default:
			k.Settings = append(k.Settings, s)
		}
	}
	k.Settings = append(k.Settings, argumentsOf(command.ArgsUsage)...)
	for i := range k.Settings {
		s := &k.Settings[i]
		at := slices.IndexFunc(outputs, func(o cliutil.Output) bool {
			return o.Flag != "" && o.Flag == s.Name || o.Argument > 0 && o.Argument == s.Place
		})
		if at >= 0 {
			setOutput(k, s, &outputs[at])
		}
	}
	setPaths(k, e)
	return k
}

// setPaths describes the settings that name files by their tags.
func setPaths(k *recipe.Kind, e *work.Entry) {
	all, main := paths.Of(e.New()), paths.Main(e.New())
	for i := range k.Settings {
		s := &k.Settings[i]
		at := slices.IndexFunc(all, func(p paths.Path) bool {
			return s.Place == 0 && s.Name == p.Name.Flag() || s.Place > 0 && s.Name == argumentOf(&p.Field)
		})
		s.File = at >= 0 && !all[at].Written // a text without the tag, such as the name of a suite, may name other things
		if at < 0 {
			continue
		}
		if all[at].Written && main != nil && all[at].Name == main.Name && main.Kind != output.RunFolder {
			k.Main, s.Output = s.Name, "out"+main.Ext()
		}
	}
}

// setOutput makes a setting one that names an output.
func setOutput(k *recipe.Kind, s *recipe.Setting, of *cliutil.Output) {
	s.Output = s.Name
	if s.Name == "out" || of.Argument > 0 {
		k.Main, s.Output = s.Name, cmp.Or(map[output.Kind]string{output.RunFolder: "run"}[of.Kind], "out")
	}
	switch of.Kind {
	case output.RunFolder:
		k.Result = "model.safetensors"
		s.Keeps = func(string) bool { return true }
	case output.Kept:
		s.Keeps = func(string) bool { return true }
	case output.Journaled:
		s.Keeps = func(path string) bool {
			_, err := os.Stat(path + journal.Suffix)
			return err == nil
		}
	}
}

// joints join the values of settings that take one for each net; other lists are joined by
// commas.
var joints = map[string]string{"features": "/", "hidden": "/", "activation": "/"}

// settingOf describes a flag.
func settingOf(flag cli.Flag) recipe.Setting {
	s := recipe.Setting{Name: flag.Names()[0]}
	documented, ok := flag.(cli.DocGenerationFlag)
	if ok {
		s.Default = documented.GetValue()
	}
	if of, ok := flag.(*cli.BoolFlag); ok && of.Value {
		s.Default = "true"
	}
	if s.Default == "0" || s.Default == "[]" { // off, as a setting that the command does not have
		s.Default = ""
	}
	switch flag.(type) {
	case *cli.IntFlag, *cli.Int64Flag, *cli.Uint64Flag:
		s.Type = recipe.Whole
	case *cli.Float64Flag:
		s.Type = recipe.Number
	case *cli.StringSliceFlag:
		s.Type = recipe.List
	default:
		if ok && !documented.TakesValue() {
			s.Type = recipe.Bool
			break
		}
		s.Join = cmp.Or(joints[s.Name], ",")
	}
	return s
}

// argumentWord matches the name of an argument in the usage of a command.
var argumentWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Z]+`) })

// argumentsOf describes the arguments of a command by their names in its usage.
func argumentsOf(usage string) []recipe.Setting {
	var all []recipe.Setting
	for _, word := range strings.Fields(usage) {
		name := strings.ToLower(argumentWord().FindString(word))
		last := len(all) - 1
		switch {
		case word == "|":
			return all
		case name == "":
		case last >= 0 && all[last].Name == name:
			all[last].Type = recipe.List
		default:
			s := recipe.Setting{Name: name, Place: len(all) + 1, File: name == "file"}
			if strings.ContainsAny(word, ".…") {
				s.Type = recipe.List
			}
			all = append(all, s)
		}
	}
	return all
}

// filesIn returns the files, folders and shipped nets that the value of a setting names.
func filesIn(setting, value string) []string {
	var all []string
	if setting == "bearoff" && cliutil.DatabasesIn(value) == nil { // default databases, not the net
		return nil
	}
	for _, name := range cliutil.NamesIn(value) {
		info, err := os.Stat(name)
		isFolder := err == nil && info.IsDir() && strings.ContainsRune(name, filepath.Separator)
		if slices.Contains(nets.Shipped(), name) || err == nil && info.Mode().IsRegular() || isFolder {
			all = append(all, name)
		}
	}
	return all
}
