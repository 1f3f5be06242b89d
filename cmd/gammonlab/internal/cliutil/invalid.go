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

// settingsFiles are the flags of files with settings. Their settings are in a section of
// the command's settings, "" for all of these.
var settingsFiles = []struct{ flag, section string }{{"config", ""}, {"grid", "grid."}}

// guard has errors about invalid settings name the flags of the command, or the places
// in its files of settings.
func (s SettingFlags) guard(commands []*cli.Command) {
	for _, command := range commands {
		s.guard(command.Subcommands)
		if act := command.Action; act != nil {
			command.Action = func(c *cli.Context) error { return s.place(c, act(c)) }
		}
	}
}

// place returns the error with other names of the invalid settings in it.
func (s SettingFlags) place(c *cli.Context, err error) error {
	invalid := setting.Errors(err)
	if len(invalid) == 0 {
		return err
	}
	origin := settingOrigin{c: c, flags: s, usage: errors.As(err, new(usageError))}
	for _, of := range settingsFiles {
		if path := c.String(of.flag); path != "" && c.IsSet(of.flag) {
			origin.file, origin.path, origin.section = of.flag, path, of.section
			origin.text, _ = os.ReadFile(path) // an error leaves the names of settings
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

// settingOrigin finds out where a command's settings have their values from.
type settingOrigin struct {
	c             *cli.Context
	flags         SettingFlags
	usage         bool   // a setting that has its default can be changed by its flag
	file          string // flag of the file of settings, "" if there is none
	path, section string // of the file
	text          []byte // of the file
}

// describe returns the error with the names by which the user knows the settings, after
// the place in the file if it is there.
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

// of returns the name of a setting: the flag that was given, the key in the file, or the
// flag that changes the default. The place is that of a key in the file.
func (o *settingOrigin) of(n setting.Name) (name, place string) {
	flags, _ := o.flags.Flags(o.c.Command, CommandName(o.c), string(n))
	given := slices.DeleteFunc(slices.Clone(flags), func(flag string) bool {
		flag = strings.TrimPrefix(flag, "--")
		return flag == o.file || !o.c.IsSet(flag)
	})
	key, inFile := strings.CutPrefix(string(n), o.section)
	line := 0
	if inFile && o.path != "" {
		line = lineOf(o.text, key)
	}
	switch {
	case len(given) > 0:
		return anyOf(given), ""
	case line > 0:
		return key, fmt.Sprintf("%s: line %d: ", o.path, line)
	case len(flags) > 0 && o.usage:
		return anyOf(flags), ""
	case inFile && o.path != "":
		return key, o.path + ": "
	}
	return string(n), ""
}

// lineOf returns the line of a key in the file or, if the file has no value for it, that of
// the object that lacks it; 0 for a key that no object of the file could have.
func lineOf(text []byte, key string) int {
	line := strictjson.Line(text, key)
	if dot := strings.LastIndexByte(key, '.'); line == 0 && dot >= 0 {
		line = strictjson.Line(text, key[:dot])
	}
	return line
}
