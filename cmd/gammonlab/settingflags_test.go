package main

import (
	"encoding"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/supervised/cubenets"
	"gammonlab/internal/supervised/iterate"
	"gammonlab/rating/simulate"
	"gammonlab/supervised"
	"gammonlab/td"
)

// withoutFlag are the settings of runs that have no flag of their own.
var withoutFlag = map[string][]string{
	"train supervised": {"nets.head", "nets.fresh"},
	"train td":         {"nets.head", "nets.fresh"},
	"train iterate": {
		"fresh", "generate.", "grow.", "hidden", "keep_databases", "label.", "measure.", "pools.", "promote.", "prune.", "train.",
	},
	"weights cube":    nil,
	"rating simulate": {"name", "pairs."},
}

// Every setting has the name of a flag, or is listed as one without.
func TestSettingsHaveFlags(t *testing.T) {
	app := gammonlab().App(strings.NewReader(""), io.Discard, io.Discard)
	for words, names := range map[string][]string{
		"train td":         fieldsOf(reflect.TypeFor[td.Config]()),
		"train supervised": append(fieldsOf(reflect.TypeFor[supervised.Config]()), fieldsOf(reflect.TypeFor[supervised.Files]())...),
		"train iterate":    fieldsOf(reflect.TypeFor[iterate.Config]()),
		"weights cube":     fieldsOf(reflect.TypeFor[cubenets.Settings]()),
		"rating simulate":  fieldsOf(reflect.TypeFor[simulate.Grid]()),
	} {
		command := find(app.Commands, strings.Fields(words))
		for _, name := range names {
			section, rest, nested := strings.Cut(name, ".")
			flag := strings.ReplaceAll(name, "_", "-")
			if nested && section == "nets" {
				flag = rest
			}
			known := section == "nets" && !nested || section == "starts" || slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), flag) })
			listed := slices.ContainsFunc(withoutFlag[words], func(without string) bool {
				return name == without || strings.HasSuffix(without, ".") && strings.HasPrefix(name, without)
			})
			if known == listed {
				t.Errorf("%s: the setting %s: flag --%s %t, listed as one without %t", words, name, flag, known, listed)
			}
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
			names = append(names, prefixed(name+".", fieldsOf(inner))...)
		}
	}
	return names
}

func prefixed(prefix string, names []string) []string {
	list := slices.Clone(names)
	for i := range list {
		list[i] = prefix + list[i]
	}
	return list
}

// Errors about other settings name the flags, with values as users write them.
func TestOtherSettings(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	resumed := []string{"train", "td", "--hidden", "4-3", "--rate", "exp:0.1:0.01", "--games", "64", "--sync", "8", "--checkpoint", "64", "--bench-every", "0", "--out", in("td")}
	match := []string{"bench", "match", "--a", "random", "--b", "pubeval", "--games", "10", "--results", in("results")}
	for _, args := range [][]string{resumed, match} {
		if _, errOut, code := command(t, "", args...); code != exitOK {
			t.Fatalf("%q: exit code %d, %s", args, code, errOut)
		}
	}
	td := "gammonlab train td: "
	run := ": the run in " + in("td") + " has "
	leave := "; to resume the run, leave out the flag\n"
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--hidden", "6"}, td + "--hidden" + run + "4-3, this command has 6" + leave},
		{[]string{"--rate", "0.2"}, td + "--rate" + run + "exp:0.1:0.01, this command has 0.2" + leave},
		{[]string{"--layer-rates", "1,0.5,0.5"}, td + "--layer-rates" + run + "no value, this command has 1,0.5,0.5" + leave},
		{[]string{"--activation", "relu,tanh"}, td + "--activation" + run + "sigmoid, this command has relu,tanh" + leave},
		{[]string{"--seed", "2", "--loss", "squared"}, td + "--loss" + run + "cross-entropy, this command has squared\n--seed" + run + "1, this command has 2" + leave},
	} {
		if _, errOut, code := command(t, "", append([]string{"train", "td", "--out", in("td"), "--resume"}, tt.args...)...); code != exitUsage || errOut != tt.want {
			t.Errorf("%q: exit code %d, %q, want %q", tt.args, code, errOut, tt.want)
		}
	}
	want := "gammonlab bench match: --seed: " + in("results") + " has 1, this command has 2\n"
	if _, errOut, code := command(t, "", append(match, "--seed", "2")...); code != exitFailed || errOut != want {
		t.Errorf("exit code %d, %q, want %q", code, errOut, want)
	}
	want = "gammonlab bench match: --unpaired: " + in("results") + " has off, this command has on\n"
	if _, errOut, code := command(t, "", append(match, "--unpaired")...); code != exitFailed || errOut != want {
		t.Errorf("exit code %d, %q, want %q", code, errOut, want)
	}
}

// Errors about invalid settings name the flag that the user gave, the place in the file of
// settings, or else the flag that changes the default.
func TestInvalidSettings(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	td, iterate, grid, lacking := in("td.json"), in("iterate.json"), in("grid.json"), in("lacking.json")
	write(t, lacking, "{\"nets\": [\n{\"part\": \"all\", \"features\": \"pubeval122\", \"activation\": \"relu\"}]}")
	write(t, td, "{\n\"hidden\": [4], \"games\": 64,\n\"sync\": 8, \"checkpoint\": 65}")
	write(t, iterate, "{\"train\": {\"batch\": 128,\n\"epochs\": 0},\n\"pools\": {\"make\": [{\"name\": \"odd\",\n\"weight\": -1, \"positions\": 10}]}}")
	write(t, grid, "{\"name\": \"x\", \"lengths\": [1],\n\"matches\": 2,\n\"pairs\": [{\"a\": {\"name\": \"a\",\n\"checker\": 2}, \"b\": {\"name\": \"b\"}}]}")
	for _, tt := range []struct {
		command string
		args    []string
		code    int
		want    string
	}{
		{"train td", []string{"--bench-every", "40", "--checkpoint", "16"}, exitUsage, "--bench-every is 40 games, want a multiple of --checkpoint, which is 16 games, or 0"},
		{"train td", []string{"--sync", "7", "--checkpoint", "16"}, exitUsage, "--checkpoint is 16 games, want a multiple of --sync, which is 7 games"},
		{"train td", []string{"--config", td}, exitUsage, td + ": line 3: checkpoint is 65 games, want a multiple of sync, which is 8 games"},
		{"train td", []string{"--config", td, "--sync", "7"}, exitUsage, td + ": line 3: checkpoint is 65 games, want a multiple of --sync, which is 7 games"},
		{"train td", []string{"--config", td, "--checkpoint", "9"}, exitUsage, "--checkpoint is 9 games, want a multiple of sync, which is 8 games"},
		{"train td", []string{"--config", lacking}, exitUsage, lacking + ": line 2: nets.0.hidden has 0 layers, want 1 to 16 (net for all)"},
		{"train supervised", []string{"--data", "x", "--batch", "0", "--optimizer", "none"}, exitUsage, "--optimizer: unknown method \"none\", want sgd or adam\n--batch is 0, want 1 to 16384"},
		{"train iterate", []string{"--config", iterate, "--batch", "0"}, exitUsage, iterate + ": line 4: pools.make.0.weight is -1, want a number above 0\n--batch is 0, want 1 to 16384\n" + iterate + ": line 2: train.epochs is 0, want at least 1"},
		{"rating simulate", []string{"--study", "1", "--matches", "0"}, exitUsage, "--matches is 0, want 1 to 10000000"},
		{"rating simulate", []string{"--grid", grid}, exitFailed, grid + ": line 4: pairs.0.a.checker is 2, want a noise from 0 to 1"},
	} {
		args := append(append(strings.Fields(tt.command), "--out", in("out")), tt.args...)
		want := "gammonlab " + tt.command + ": " + tt.want + "\n"
		if _, errOut, code := command(t, "", args...); code != tt.code || errOut != want {
			t.Errorf("%q: exit code %d, %q, want %d, %q", args, code, errOut, tt.code, want)
		}
	}
}
