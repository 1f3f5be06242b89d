package main

import (
	"encoding"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/supervised/iterate"
)

// withoutFlag are the settings of train iterate that have no flag of their own.
var withoutFlag = []string{
	"fresh", "generate.", "grow.", "hidden", "keep_databases", "label.", "measure.", "pools.", "promote.", "prune.", "train.",
}

// Every setting has the name of a flag, or is listed as one without.
func TestSettingsHaveFlags(t *testing.T) {
	app := gammonlab().App(strings.NewReader(""), io.Discard, io.Discard)
	command := find(app.Commands, []string{"train", "iterate"})
	for _, name := range fieldsOf(reflect.TypeFor[iterate.Config]()) {
		flag := strings.ReplaceAll(name, "_", "-")
		known := slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), flag) })
		listed := slices.ContainsFunc(withoutFlag, func(without string) bool {
			return name == without || strings.HasSuffix(without, ".") && strings.HasPrefix(name, without)
		})
		if known == listed {
			t.Errorf("the setting %s: flag --%s %t, listed as one without %t", name, flag, known, listed)
		}
	}
}

// find returns the command of the words.
func find(commands []*cli.Command, words []string) *cli.Command {
	for _, c := range commands {
		switch {
		case c.Name != words[0]:
		case len(words) == 1:
			return c
		default:
			return find(c.Subcommands, words[1:])
		}
	}
	return nil
}

// fieldsOf returns the JSON names of the fields of a type; those of nested structs have
// the name of the outer field before them.
func fieldsOf(of reflect.Type) []string {
	var names []string
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		inner := field.Type
		for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		text := reflect.PointerTo(inner).Implements(reflect.TypeFor[encoding.TextMarshaler]())
		switch {
		case name == "-":
		case inner.Kind() != reflect.Struct || text:
			names = append(names, name)
		case name == "":
			names = append(names, fieldsOf(inner)...)
		default:
			for _, nested := range fieldsOf(inner) {
				names = append(names, name+"."+nested)
			}
		}
	}
	return names
}
