package cliutil

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/nearest"
	"gammonlab/internal/setting"
	"gammonlab/internal/strictjson"
)

// notInConfigs are the flags that no config sets.
var notInConfigs = []string{"config", "force", "help", "json"}

// schemaKey names the schema of a config for editors.
const schemaKey = "$schema"

// ConfigFlags returns the flags that the config of a command sets, none if it has no config:
// commands with long work have one.
func ConfigFlags(command *cli.Command) (all []cli.Flag) {
	if command.Action == nil || flagOf(command, "workers") == nil {
		return nil
	}
	for _, flag := range command.Flags {
		if !slices.Contains(notInConfigs, flag.Names()[0]) {
			all = append(all, flag)
		}
	}
	return all
}

// addConfigs gives --config to the commands with --workers, which are those with long
// work, unless they have a config of their own. The keys of the config are the names of
// the flags, with _ for -; $schema is for editors.
func addConfigs(commands []*cli.Command) {
	for _, command := range EveryCommand(commands) {
		if ConfigFlags(command) == nil || flagOf(command, "config") != nil {
			continue
		}
		act := command.Action
		command.Flags = append(command.Flags, &cli.StringFlag{Name: "config", Usage: "settings from a JSON `FILE`; flags override them"})
		command.Action = func(c *cli.Context) error {
			if !c.IsSet("config") {
				return act(c)
			}
			f, err := readConfig(c.String("config"))
			if err == nil {
				err = f.set(c)
			}
			if err != nil {
				return Usage(err)
			}
			return f.place(act(c))
		}
	}
}

// configFile is the config of a command.
type configFile struct {
	path   string
	text   []byte
	values map[string]json.RawMessage
	flags  map[string]string // keys by the flags that the config sets
}

func readConfig(path string) (*configFile, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f := &configFile{path: path, text: text, flags: map[string]string{}}
	if err := strictjson.UnmarshalFile(text, &f.values); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// errorf returns an error about a key.
func (f *configFile) errorf(key, format string, args ...any) error {
	return fmt.Errorf("%s: line %d: %s: %w", f.path, strictjson.Line(f.text, key), key, fmt.Errorf(format, args...))
}

// set sets the flags that the config has and the command line has not.
func (f *configFile) set(c *cli.Context) error {
	var names []string
	for _, flag := range ConfigFlags(c.Command) {
		names = append(names, string(setting.OfFlag(flag.Names()[0])))
	}
	delete(f.values, schemaKey)
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		if !slices.Contains(names, key) {
			return f.errorf(key, "unknown field %q%s", key, nearest.Question(key, names))
		}
		name := setting.Name(key).Flag()
		if c.IsSet(name) {
			continue
		}
		switch err := setFlag(c, name, f.values[key]); {
		case setting.Errors(err) != nil: // it names the key
			return fmt.Errorf("%s: line %d: %w", f.path, strictjson.Line(f.text, key), err)
		case err != nil:
			return f.errorf(key, "%w", err)
		}
		f.flags[name] = key
	}
	return f.check(c)
}

// check runs the checks of the flags that the config has set.
func (f *configFile) check(c *cli.Context) error {
	for _, flag := range c.Command.Flags {
		if checked, ok := flag.(cli.ActionableFlag); ok && f.flags[flag.Names()[0]] != "" {
			if err := checked.RunAction(c); err != nil {
				return f.place(err)
			}
		}
	}
	return nil
}

// setFlag sets a flag to a JSON value: a text, a number or a bool, or a list of texts, or one
// text, for a flag that may be repeated.
func setFlag(c *cli.Context, name string, value json.RawMessage) error {
	flag := flagOf(c.Command, name)
	texts, ok := textsOf(flag, value)
	if ok {
		if err := checkTexts(string(setting.OfFlag(name)), texts); err != nil {
			return err
		}
	}
	for i := 0; ok && i < len(texts); i++ {
		ok = c.Set(name, texts[i]) == nil
	}
	if !ok {
		return fmt.Errorf("found %.60s, want %s", value, wantedOf(flag))
	}
	return nil
}

// textsOf returns a JSON value as the values of a flag, and whether it is of its type.
func textsOf(flag cli.Flag, value json.RawMessage) (texts []string, ok bool) {
	var text string
	switch flag.(type) {
	case *cli.StringSliceFlag:
		if value[0] == '"' && json.Unmarshal(value, &text) == nil { // a list of one
			return []string{text}, true
		}
		if json.Unmarshal(value, &texts) == nil {
			return texts, texts != nil
		}
		var numbers []json.Number
		ok := json.Unmarshal(value, &numbers) == nil
		texts = nil // the first reading may have begun it
		for _, n := range numbers {
			texts = append(texts, n.String())
		}
		return texts, ok
	case *cli.BoolFlag:
		return []string{string(value)}, string(value) == "true" || string(value) == "false"
	case *cli.StringFlag, *cli.DurationFlag:
		if json.Unmarshal(value, &text) == nil && value[0] == '"' {
			return []string{text}, true
		}
	}
	return []string{string(value)}, json.Unmarshal(value, new(float64)) == nil && value[0] != 'n'
}

// mentioned matches the flags in an error.
var mentioned = regexp.MustCompile(`--[a-z][a-z0-9-]*`)

// InKeys replaces the flags in the text of an error by the results of key, given their names
// without dashes.
func InKeys(text string, key func(flag string) string) string {
	return mentioned.ReplaceAllStringFunc(text, func(flag string) string { return key(flag[2:]) })
}

// WithoutDashes makes an error name settings instead of flags.
func WithoutDashes(err error) error {
	if err == nil {
		return nil
	}
	return &flagError{InKeys(err.Error(), func(flag string) string { return flag }), err}
}

// place makes an error about the command line name the key and the line of the first flag
// that the config has set.
func (f *configFile) place(err error) error {
	if err == nil || !errors.As(err, new(usageError)) {
		return err
	}
	text, line := err.Error(), 0
	text = InKeys(text, func(flag string) string {
		key := f.flags[flag]
		if key == "" {
			return dashed(flag)
		}
		if line == 0 {
			line = strictjson.Line(f.text, key)
		}
		return key
	})
	if line == 0 {
		return err
	}
	return &flagError{fmt.Sprintf("%s: line %d: %s", f.path, line, text), err}
}
