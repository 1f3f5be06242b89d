// Package setting makes errors about invalid settings. Such an error can be printed with
// other names of the settings, such as the flags of a command.
package setting

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Name is the name of a setting: its JSON key or, in nested objects and lists, the path
// of the key, such as train.rate or nets.0.hidden.
type Name string

// Errorf returns an [Error]. Arguments of type [Name] are names of settings; the first is
// the name of the invalid setting. The format may contain %w.
func Errorf(format string, args ...any) error {
	return &Error{format, args}
}

// Check returns nil if ok, otherwise an [Error] that begins with the name of the setting
// and a blank.
func Check(name Name, ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return Errorf("%s "+format, slices.Concat([]any{name}, args)...)
}

// In turns an error about the settings of a nested object into an error about those of the
// whole: the names of settings become paths below section, the key of the nested object.
// The given error is the cause of the result. In converts joined errors one by one and
// joins the results.
func In(section Name, err error) error {
	switch of := err.(type) {
	case nil:
		return nil
	case *Error:
		return of.in(section)
	case interface{ Unwrap() []error }:
		var all []error
		for _, one := range of.Unwrap() {
			all = append(all, In(section, one))
		}
		return errors.Join(all...)
	}
	return Errorf("%s: %w", section, err)
}

// Error is an error about an invalid setting.
type Error struct {
	format string
	args   []any
}

// Error implements error: the text contains the settings' names.
func (e *Error) Error() string {
	return e.Text(func(n Name) string { return string(n) })
}

// Unwrap returns the causes.
func (e *Error) Unwrap() []error {
	var causes []error
	for _, arg := range e.args {
		if err, ok := arg.(error); ok {
			causes = append(causes, err)
		}
	}
	return causes
}

// Text returns the text of the error. It replaces each name of a
// setting by the result of name. The first call of name gets the invalid setting.
func (e *Error) Text(name func(Name) string) string {
	args := slices.Clone(e.args)
	for i, arg := range args {
		switch of := arg.(type) {
		case Name:
			args[i] = name(of)
		case *Error:
			args[i] = of.Text(name)
		}
	}
	return fmt.Sprintf(strings.ReplaceAll(e.format, "%w", "%v"), args...)
}

// in returns the error with names below the section.
func (e *Error) in(section Name) *Error {
	args := slices.Clone(e.args)
	for i, arg := range args {
		switch of := arg.(type) {
		case Name:
			args[i] = section + "." + of
		case *Error:
			args[i] = of.in(section)
		}
	}
	return &Error{e.format, args}
}

// Errors returns the errors about settings in the tree of err, without the causes of
// these errors.
func Errors(err error) []*Error {
	switch of := err.(type) {
	case *Error:
		return []*Error{of}
	case interface{ Unwrap() error }:
		return Errors(of.Unwrap())
	case interface{ Unwrap() []error }:
		var all []*Error
		for _, one := range of.Unwrap() {
			all = append(all, Errors(one)...)
		}
		return all
	}
	return nil
}
