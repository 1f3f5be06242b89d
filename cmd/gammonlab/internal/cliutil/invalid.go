package cliutil

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/setting"
	"gammonlab/internal/strictjson"
)

// settingsFiles are the flags that name files with settings. The settings of a file are a
// section of the command's settings; "" is the section of all settings.
var settingsFiles = []struct{ flag, section string }{{"config", ""}, {"grid", "grid."}}

// guardSettings makes errors about invalid settings name the command's flags, or the places in
// its files of settings.
func guardSettings(commands []*cli.Command) {
	for _, command := range EveryCommand(commands) {
		if act := command.Action; act != nil {
			command.Action = func(c *cli.Context) error { return placeSettings(c, act(c)) }
		}
	}
}

// refuseEmpty makes the commands refuse flags that are given without a value, such as --model=.
func refuseEmpty(commands []*cli.Command) {
	for _, command := range EveryCommand(commands) {
		command.Before = func(c *cli.Context) error { // before the actions of flags
			for _, flag := range c.Command.Flags {
				name := flag.Names()[0]
				if !c.IsSet(name) || emptyVariable(flag) {
					continue
				}
				texts := []string{fmt.Sprint(c.Value(name))}
				if _, list := flag.(*cli.StringSliceFlag); list {
					texts = c.StringSlice(name)
				}
				if err := checkTexts(dashed(name), texts); err != nil {
					return Usage(err)
				}
			}
			return nil
		}
	}
}

// emptyVariable reports whether an environment variable of the flag is empty, which means, as
// usual, that it is not set.
func emptyVariable(flag cli.Flag) bool {
	documented, ok := flag.(cli.DocGenerationFlag)
	return ok && slices.ContainsFunc(documented.GetEnvVars(), func(name string) bool {
		value, set := os.LookupEnv(name)
		return set && value == ""
	})
}

// checkTexts returns an error if a value of a setting is empty, see [setting.CheckText].
func checkTexts(name string, texts []string) error {
	for _, text := range texts {
		if err := setting.CheckText(setting.Name(name), text); err != nil {
			return err
		}
	}
	return nil
}

// placeSettings replaces the names of the invalid settings in an error by flags or places in
// files.
func placeSettings(c *cli.Context, err error) error {
	invalid := setting.Errors(err)
	if len(invalid) == 0 {
		return err
	}
	origin := settingOrigin{c: c, usage: errors.As(err, new(usageError))}
	for _, of := range settingsFiles {
		if path := c.String(of.flag); path != "" && c.IsSet(of.flag) {
			origin.file, origin.path, origin.section = of.flag, path, of.section
			origin.text, _ = os.ReadFile(path) // if it cannot be read, the error keeps the names of settings
		}
	}
	text := err.Error()
	for _, e := range invalid {
		plain, described := e.Error(), origin.describe(e)
		place := origin.path + ": "
		if strings.Contains(text, place+plain) && strings.HasPrefix(described, place) {
			plain = place + plain
		}
		text = strings.Replace(text, plain, described, 1)
	}
	return &flagError{text, err}
}

// settingOrigin finds the flag or the place in a file that sets a setting of a command.
type settingOrigin struct {
	c             *cli.Context
	usage         bool   // err is a usageError: flags can change settings that have their defaults
	file          string // flag that names the file of settings, "" for none
	path, section string // path of the file, and its section
	text          []byte // content of the file
}

// describe returns the error with the user's names of the settings, after the place in
// the file if the setting is in a file.
func (o *settingOrigin) describe(e *setting.Error) string {
	place := ""
	first := true
	text := e.Text(func(n setting.Name) string {
		name, at := o.of(n)
		if first {
			first, place = false, at
		}
		return name
	})
	return place + text
}

// of returns the user's name of a setting: the flag that was given, the key in the file,
// or the flag that changes the default. The place is that of the key in the file.
func (o *settingOrigin) of(n setting.Name) (name, place string) {
	flag := flagOfSetting(o.c.Command, string(n))
	if flag == "--"+o.file {
		flag = ""
	}
	key, inFile := strings.CutPrefix(string(n), o.section)
	line := 0
	if inFile && o.path != "" {
		line = lineOf(o.text, key)
	}
	switch {
	case flag != "" && o.c.IsSet(flag[len("--"):]):
		return flag, ""
	case line > 0:
		return key, fmt.Sprintf("%s: line %d: ", o.path, line)
	case flag != "" && o.usage:
		return flag, ""
	case inFile && o.path != "":
		return key, o.path + ": "
	}
	return string(n), ""
}

// lineOf returns the line of a key in the file. If the file has no value for the key, it
// returns the line of the object that lacks the key, 0 if the file has no such object.
func lineOf(text []byte, key string) int {
	line := strictjson.Line(text, key)
	if dot := strings.LastIndexByte(key, '.'); line == 0 && dot >= 0 {
		line = strictjson.Line(text, key[:dot])
	}
	return line
}
