package main

import (
	"encoding"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/nets"
)

// setting ties a flag of a command to the setting of its config file that the flag
// overrides.
type setting struct {
	name  string
	at    any // pointer to a text, a number, a bool or an encoding.TextUnmarshaler; or a flag.Value
	usage string
	text  string // the default in the help, if it is not what is there
}

// settings are the table of a command's options.
type settings []setting

// flags returns the flags, with what is there as defaults.
func (all settings) flags() []cli.Flag {
	var flags []cli.Flag
	for _, s := range all {
		text := s.String()
		if s.text != "" {
			text = s.text
		}
		switch at := s.at.(type) {
		case *bool:
			flags = append(flags, &cli.BoolFlag{Name: s.name, Usage: s.usage, Value: *at})
		default:
			flags = append(flags, &cli.StringFlag{Name: s.name, Usage: s.usage, Value: text, DefaultText: text})
		}
	}
	return flags
}

// String returns the setting's text.
func (s *setting) String() string {
	if at, ok := s.at.(fmt.Stringer); ok {
		return at.String()
	}
	return fmt.Sprint(reflect.ValueOf(s.at).Elem())
}

// override sets those settings whose flags are given.
func (all settings) override(c *cli.Context) error {
	var problems []error
	for _, s := range all {
		if !c.IsSet(s.name) {
			continue
		}
		if err := s.set(fmt.Sprint(c.Value(s.name))); err != nil {
			problems = append(problems, usagef("--%s: %w", s.name, err))
		}
	}
	return errors.Join(problems...)
}

// set reads the setting's text.
func (s *setting) set(text string) (err error) {
	switch at := s.at.(type) {
	case flag.Value:
		return at.Set(text)
	case encoding.TextUnmarshaler:
		return at.UnmarshalText([]byte(text))
	}
	want := "a number"
	switch v := reflect.ValueOf(s.at).Elem(); v.Kind() {
	case reflect.Bool:
		v.SetBool(text == "true")
	case reflect.Int, reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(text, 0, v.Type().Bits())
		v.SetInt(n)
		want = "a whole number"
	case reflect.Uint64:
		var n uint64
		n, err = strconv.ParseUint(text, 0, 64)
		v.SetUint(n)
		want = "a whole number from 0 up"
	case reflect.Float64:
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		v.SetFloat(f)
	default:
		v.SetString(text)
	}
	if err != nil {
		return fmt.Errorf("%q is not %s", text, want)
	}
	return nil
}

// fromConfig reads the settings of the file of --config by parse; of no settings
// without the flag.
func fromConfig[T any](c *cli.Context, parse func(text []byte) (T, error)) (T, error) {
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
		return of, usagef("%s: %w", path, err)
	}
	return of, nil
}

// refuseWithResume refuses flags that only a new run can have.
func refuseWithResume(c *cli.Context, flags ...string) error {
	for _, name := range flags {
		if c.IsSet(name) {
			return usagef("--%s cannot be given with --resume: the run has begun", name)
		}
	}
	return nil
}

// checkSame refuses to resume a run under settings that it does not have, of which
// the difference is given.
func checkSame(c *cli.Context, difference string) error {
	if difference == "" {
		return nil
	}
	return usagef("%s is a run with other settings: %s; leave the flag out to resume it", c.String("out"), difference)
}

// hiddenValue are the units of hidden layers.
type hiddenValue struct{ at *[]int }

func (v hiddenValue) String() string { return nets.FormatHidden(*v.at) }

// Set implements [flag.Value].
func (v hiddenValue) Set(text string) (err error) {
	*v.at, err = nets.ParseHidden(text)
	return err
}

// activationValue is the activation of all hidden layers, or those of each.
type activationValue struct {
	one  *nets.Activation
	each *[]nets.Activation
}

func (v activationValue) String() string { return string(*v.one) }

// Set implements [flag.Value].
func (v activationValue) Set(text string) (err error) {
	*v.one, *v.each, err = parseActivations(text)
	return err
}

// factorsValue are numbers joined by commas.
type factorsValue struct{ at *[]float64 }

func (v factorsValue) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(*v.at), " ", ","), "[]")
}

// Set implements [flag.Value].
func (v factorsValue) Set(text string) (err error) {
	*v.at, err = parseFactors(text)
	return err
}

// parseActivations reads one activation for all layers, or one for each, joined by
// commas.
func parseActivations(text string) (nets.Activation, []nets.Activation, error) {
	var each []nets.Activation
	for _, name := range strings.Split(text, ",") {
		a, err := nets.ParseActivation(name)
		if err != nil {
			return "", nil, err
		}
		each = append(each, a)
	}
	if len(each) == 1 {
		return each[0], nil, nil
	}
	return "", each, nil
}

// parseFactors reads numbers joined by commas; none from an empty text.
func parseFactors(text string) ([]float64, error) {
	if text == "" {
		return nil, nil
	}
	var factors []float64
	for _, part := range strings.Split(text, ",") {
		f, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number", part)
		}
		factors = append(factors, f)
	}
	return factors, nil
}
