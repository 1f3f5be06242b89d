package cliutil

import (
	"errors"
	"fmt"
	"os"
	"reflect"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/identity"
	"gammonlab/internal/setting"
)

// option is a setting of a command's config file with the flag that overrides it.
type option struct {
	Name  string
	at    any // pointer to a text, a number, a bool or an encoding.TextUnmarshaler
	usage string
	group string
}

// Option returns the option for a setting.
func Option(name string, at any, usage string) option {
	return option{Name: name, at: at, usage: usage}
}

// Settings are the options of a command.
type Settings []option

// In puts the options into a group of helps, see [Group].
func (all Settings) In(group string) Settings {
	for i := range all {
		all[i].group = group
	}
	return all
}

// Flags returns the flags, with the values as defaults.
func (all Settings) Flags() []cli.Flag {
	var flags []cli.Flag
	for _, s := range all {
		switch at := s.at.(type) {
		case *bool:
			flags = append(flags, &cli.BoolFlag{Name: s.Name, Usage: s.usage, Value: *at, Category: s.group})
		default:
			text := s.String()
			flags = append(flags, &cli.StringFlag{Name: s.Name, Usage: s.usage, Value: text, DefaultText: text, Category: s.group})
		}
	}
	return flags
}

// String returns the text of the setting.
func (s *option) String() string {
	if at, ok := s.at.(fmt.Stringer); ok {
		return at.String()
	}
	return fmt.Sprint(reflect.ValueOf(s.at).Elem())
}

// Override sets the settings whose flags are given.
func (all Settings) Override(c *cli.Context) error {
	var problems []error
	for _, s := range all {
		if !c.IsSet(s.Name) {
			continue
		}
		if err := setting.SetText(s.at, fmt.Sprint(c.Value(s.Name))); err != nil {
			problems = append(problems, Usagef("--%s: %w", s.Name, err))
		}
	}
	return errors.Join(problems...)
}

// FromConfig reads the settings in the file of --config with parse. Without the flag, it
// parses an empty JSON object.
func FromConfig[T any](c *cli.Context, parse func(text []byte) (T, error)) (T, error) {
	text, path := []byte("{}"), c.String("config")
	var err error
	if path != "" {
		if text, err = os.ReadFile(path); err != nil {
			var none T
			return none, err
		}
	}
	of, err := parse(text)
	if err != nil {
		return of, Usagef("%s: %w", path, err)
	}
	return of, nil
}

// RefuseWithResume returns an error for flags that are allowed for new runs only.
func RefuseWithResume(c *cli.Context, flags ...string) error {
	for _, name := range flags {
		if c.IsSet(name) {
			return Usagef("--%s cannot be given with --resume: the run has begun", name)
		}
	}
	return nil
}

// CheckSame adds the way out to an [identity.Mismatch]: the flags of a command that resumes
// a run differ from the settings of the run.
func CheckSame(c *cli.Context, err error) error {
	var other *identity.Mismatch
	if !errors.As(err, &other) {
		return err
	}
	hint := "--resume continues the run with its settings, --force begins another run"
	if c.Bool("resume") {
		hint = "to resume the run, leave out the flag"
	}
	return Usage(&identity.Mismatch{Where: "the run in " + c.String("out"), Hint: hint, Differences: other.Differences})
}
