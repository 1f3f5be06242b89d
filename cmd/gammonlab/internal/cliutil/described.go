package cliutil

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/internal/setting"
	"gammonlab/internal/strictjson"
	"gammonlab/nets"
)

// FlagsOf returns the flags of the settings that a struct describes, given a pointer to
// it, without the settings of the given names; see [setting.Field].
func FlagsOf(of any, except ...setting.Name) []cli.Flag {
	var flags []cli.Flag
	for _, f := range setting.OfCommand(of) {
		if f.IsFlag() && !slices.Contains(except, f.Name) {
			flags = append(flags, Group(f.Group, flagOfField(&f))...)
		}
	}
	return flags
}

// placeholder matches the placeholder of the value in the help of a setting.
var placeholder = regexp.MustCompile(`<([^>]*)>`)

func flagOfField(f *setting.Field) cli.Flag {
	name := f.Name.Flag()
	usage := placeholder.ReplaceAllString(f.Help, "`$1`")
	usage = strings.ReplaceAll(usage, "{values}", strings.Join(f.Values(), ", "))
	text := f.Shown
	var also []string
	if f.Also != "" {
		also = []string{f.Also}
	}
	if f.Required {
		usage += ", required"
	}
	if f.IsBool() {
		return &cli.BoolFlag{Name: name, Usage: usage, Value: f.Default == "true"}
	}
	if f.Default != "" {
		if err := f.Set(f.Default); err != nil {
			panic(fmt.Sprintf("cliutil: default of %s: %v", name, err)) // a mistake in a tag
		}
	}
	switch v := plain(f.Value()).(type) {
	case int:
		return &cli.IntFlag{Name: name, Usage: usage, Value: v, DefaultText: text}
	case *int:
		return &cli.IntFlag{Name: name, Usage: usage, DefaultText: text}
	case int64:
		return &cli.Int64Flag{Name: name, Usage: usage, Value: v, DefaultText: text}
	case uint64:
		return &cli.Uint64Flag{Name: name, Usage: usage, Value: v, DefaultText: text}
	case float32:
		return &cli.Float64Flag{Name: name, Usage: usage, Value: float64(v), DefaultText: text}
	case float64:
		return &cli.Float64Flag{Name: name, Usage: usage, Value: v, DefaultText: text}
	case *float64:
		return &cli.Float64Flag{Name: name, Usage: usage, DefaultText: text}
	case Span:
		return &cli.DurationFlag{Name: name, Usage: usage, Value: time.Duration(v), DefaultText: text}
	default:
		if text == "" {
			text = f.String()
		}
		_, list := v.(json.Marshaler)
		of := reflect.TypeOf(v)
		if of.Kind() == reflect.Slice && (list || !readsText(of)) {
			return &cli.StringSliceFlag{Name: name, Usage: usage + "; may be repeated", DefaultText: text}
		}
		return &cli.StringFlag{Name: name, Aliases: also, Usage: usage, Value: f.Default, DefaultText: text}
	}
}

// Span is a time that may be 0, as a setting.
type Span time.Duration

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Span) UnmarshalText(text []byte) (err error) {
	*(*time.Duration)(s), err = time.ParseDuration(string(text))
	return err
}

// plain returns a whole number of a type of its own as an int, unless the type reads texts.
func plain(v any) any {
	if of := reflect.ValueOf(v); of.Kind() == reflect.Int && !readsText(of.Type()) {
		return int(of.Int())
	}
	return v
}

// readsText reports whether a type reads its own text.
func readsText(of reflect.Type) bool {
	return reflect.PointerTo(of).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// ReadSettings sets a struct of settings, given a pointer to it, by the flags of [FlagsOf]
// and by the given texts of settings; see [setting.Read].
func ReadSettings(c *cli.Context, of any, given map[setting.Name]string) error {
	return readAbove(c, of, "", nil, given)
}

// ReadConfig is ReadSettings with the text of the config at path, which flags override: that
// of --config, or of a run that is resumed.
func ReadConfig(c *cli.Context, of any, path string, config []byte) error {
	return readAbove(c, of, path, config, nil)
}

func readAbove(c *cli.Context, of any, path string, config []byte, given map[setting.Name]string) error {
	texts := map[setting.Name]string{}
	for _, f := range setting.OfCommand(of) {
		if text, ok := given[f.Name]; ok {
			texts[f.Name] = text
		} else if name := f.Name.Flag(); c.IsSet(name) {
			text, err := textOf(c, name)
			if err != nil {
				return Usage(err)
			}
			texts[f.Name] = text
		}
	}
	err := setting.Read(of, config, texts)
	if errors.As(err, new(*strictjson.Error)) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	if err != nil {
		return Usage(err)
	}
	return nil
}

// textOf returns the value of a flag as a text that a setting reads.
func textOf(c *cli.Context, name string) (string, error) {
	if list := c.StringSlice(name); list != nil {
		return setting.Lines(setting.OfFlag(name), list)
	}
	return fmt.Sprint(c.Value(name)), nil
}

// Opener returns the opener of the names in settings. Players that are other programs are
// refused with --pool.
func Opener(c *cli.Context) *named.Opener {
	o := &named.Opener{
		Roller:    rollers.Roller{},
		Model:     func(name string) (*nets.Model, error) { return loadKept(c.Context, name) },
		Program:   StartProgram(c.Context),
		Databases: func(names string) (*engine.Databases, error) { return OpenDatabases(c, names) },
	}
	if c.IsSet("pool") {
		o.Only = "a farm plays only nets, pubeval and random"
	}
	return o
}

// Opened returns an error of opening what settings name: errors other than those of
// loading are errors of the command line.
func Opened(err error) error {
	if err == nil || errors.As(err, new(named.LoadError)) {
		return err
	}
	return Usage(err)
}
