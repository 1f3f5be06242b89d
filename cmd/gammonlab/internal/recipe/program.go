package recipe

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/digest"
	"gammonlab/internal/evalbench/runs"
	"gammonlab/internal/journal"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/output"
	"gammonlab/internal/recipe"
	"gammonlab/internal/setting"
	"gammonlab/nets"
)

// Program is the program whose commands are steps.
type Program struct {
	// Run runs a command line, which begins with the program's name.
	Run func(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error

	// Settings returns new settings of a command, a pointer to a struct as [setting.Field]
	// describes it; nil for commands without.
	Settings func(command string) any
}

// programOf describes the program for recipes. Its commands are those of a running app.
func programOf(c *cli.Context, of Program) *recipe.Program {
	p := &recipe.Program{
		Class:  kernel.Class(),
		Files:  filesIn,
		Digest: digests{}.of,
		Losses: losses,
		Check:  of.check,
		Run: func(ctx context.Context, args []string, out, errOut io.Writer) error {
			return cliutil.WithoutDashes(of.Run(ctx, append([]string{c.App.Name}, args...), strings.NewReader(""), out, errOut))
		},
	}
	own := slices.Concat(ownFlags, cliutil.PoolNames())
	for name, command := range cliutil.EveryCommand(c.App.Commands) {
		group, _, _ := strings.Cut(name, " ")
		if slices.Contains(groups, group) && len(command.Subcommands) == 0 && command.Name != "help" {
			p.Kinds = append(p.Kinds, kindOf(name, command, own, cliutil.OutputsOf(c.App)[name]))
		}
	}
	return p
}

// check returns an error about the values of the settings of a command.
func (p Program) check(kind *recipe.Kind, values map[string][]string) error {
	settings := p.Settings(kind.Name)
	if settings == nil {
		return nil
	}
	texts := map[setting.Name]string{}
	for _, f := range setting.Fields(settings) {
		if of, ok := values[f.Name.Flag()]; ok {
			texts[f.Name] = strings.Join(of, "\n")
		} else if f.Required && !slices.Contains(kind.Names(), f.Name.Flag()) { // an argument of the command
			texts[f.Name] = "given"
		}
	}
	return setting.Read(settings, nil, texts)
}

// groups are the groups of commands whose work can be a step.
var groups = []string{"train", "dataset", "weights", "bench", "rating", "bearoff", "features", "openings", "rollout"}

// versions count the changes of commands after which equal settings give other results. A
// command that is not listed has version 1.
var versions = map[string]int{}

// ownFlags are the flags, besides those of farms, that recipes do not set: they do not change the result, or the
// runner sets them.
var ownFlags = []string{
	"help", "json", "force", "workers", "resume", "tensorboard",
}

// kindOf describes a command; own are the flags that recipes do not set.
func kindOf(name string, command *cli.Command, own []string, outputs []cliutil.Output) *recipe.Kind {
	k := &recipe.Kind{
		Name: name, Version: cmp.Or(versions[name], 1),
		Seeded: name != "dataset label", // which refuses a seed with most methods
	}
	for _, flag := range command.Flags {
		switch s := settingOf(flag); {
		case s.Name == "json":
			k.Always = []string{"--json"}
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
	return k
}

// extensions are the endings of the main outputs of commands, by the command or its group.
var extensions = map[string]string{
	"dataset": ".parquet", "weights": ".safetensors", "bearoff": ".bd", "openings": ".json",
	"rating simulate": ".parquet", "bench positions build": ".jsonl",
}

// setOutput makes a setting one that names an output.
func setOutput(k *recipe.Kind, s *recipe.Setting, of *cliutil.Output) {
	group, _, _ := strings.Cut(k.Name, " ")
	s.Output = s.Name
	if s.Name == "out" || of.Argument > 0 {
		k.Main = s.Name
		s.Output = cmp.Or(map[output.Kind]string{output.RunFolder: "run"}[of.Kind],
			"out"+cmp.Or(extensions[k.Name], extensions[group]))
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
		s.Default = cmp.Or(documented.GetValue(), documented.GetDefaultText())
	}
	switch flag.(type) {
	case *cli.IntFlag, *cli.Int64Flag, *cli.Uint64Flag, *cli.Float64Flag:
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
			s := recipe.Setting{Name: name, Place: len(all) + 1}
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
	if setting == "bearoff" && value == "default" { // databases, not the net
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

// losses returns the sum of the validation losses of all nets after each epoch of a training.
func losses(path string) ([]float64, error) {
	r, err := runs.Open(path)
	if err != nil {
		return nil, err
	}
	var all []float64
	for i, part := range r.Series("validation_loss", runs.Epoch) {
		if i == 0 {
			all = make([]float64, len(part.Values))
		}
		all = all[:min(len(all), len(part.Values))]
		for epoch := range all {
			all[epoch] += part.Values[epoch].Y
		}
	}
	return all, nil
}

// digests are the digests of files and nets, each computed once.
type digests map[string]string

func (d digests) of(name string) (string, error) {
	if sum := d[name]; sum != "" {
		return sum, nil
	}
	var sum string
	info, err := os.Stat(name)
	switch {
	case slices.Contains(nets.Shipped(), name):
		var model *nets.Model
		if model, err = nets.LoadShipped(name); err == nil {
			sum, err = model.Digest()
		}
	case err == nil && info.IsDir():
		sum, err = folderDigest(name)
	default:
		sum, err = digest.File(name)
	}
	if err == nil {
		d[name] = sum
	}
	return sum, err
}

// folderDigest returns the digest of the names and contents of all files in a folder.
func folderDigest(dir string) (string, error) {
	all := digest.New()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		sum, err := digest.File(path)
		if err == nil {
			_, err = fmt.Fprintf(all, "%s %s\n", sum, strings.TrimPrefix(path, dir))
		}
		return err
	})
	return all.String(), err
}
