package main

import (
	"encoding"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/netplan"
	"gammonlab/internal/identity"
	"gammonlab/internal/must"
	"gammonlab/rating/simulate"
	"gammonlab/supervised"
	"gammonlab/supervised/cubenets"
	"gammonlab/supervised/iterate"
	"gammonlab/td"
)

// withoutFlag are the settings of runs that have no flag of their own. Those of train
// iterate are in --config, which cannot be given with --resume.
var withoutFlag = map[string][]string{
	"train supervised": {"nets.head", "nets.fresh"},
	"train td":         {"nets.head", "nets.fresh"},
	"train iterate": {
		"fresh", "generate.", "grow.", "hidden", "keep_databases", "label.", "measure.", "pools.", "promote.", "prune.", "train.",
	},
	"weights prune":   {"nets.part", "nets.head", "nets.fresh"},
	"features ablate": {"nets.part", "nets.activations", "nets.head", "nets.fresh"},
}

// settingNames are the names of all settings with which work of the commands resumes.
func settingNames(t *testing.T) map[string][]string {
	generated := append(mapKeys(t, "datasets/generate", "identity"), mapKeys(t, "cmd/gammonlab/internal/dataset", "generateDatabases")...)
	book := func(dir, command string) []string {
		return append(mapKeys(t, dir, "made"), mapKeys(t, "cmd/gammonlab/internal/"+command, "")...)
	}
	return map[string][]string{
		"train td":                   fieldsOf(reflect.TypeFor[td.Config]()),
		"train supervised":           append(fieldsOf(reflect.TypeFor[supervised.Config]()), fieldsOf(reflect.TypeFor[supervised.Files]())...),
		"train iterate":              append(fieldsOf(reflect.TypeFor[iterate.Config]()), "start_digest", "databases"),
		"dataset generate":           append(generated, "player_model", "opponent_model", "informative_model", "variant"),
		"dataset label":              append(mapKeys(t, "datasets/label", "describe", "describeRollout"), "variant"),
		"rollout":                    tags(t, "engine/rollout", "identity"),
		"openings build":             book("evalbench/openings", "openings"),
		"bench positions build":      book("evalbench/positions", "bench"),
		"rating simulate":            append(tags(t, "rating/simulate", "settings"), prefixed("grid.", fieldsOf(reflect.TypeFor[simulate.Grid]()))...),
		"weights prune":              append(prefixed("nets.", fieldsOf(reflect.TypeFor[netplan.Shape]())), "parts", "positions", "epochs"),
		"weights cube":               fieldsOf(reflect.TypeFor[cubenets.Settings]()),
		"features ablate":            append(prefixed("nets.", fieldsOf(reflect.TypeFor[netplan.Shape]())), "epochs"),
		"bearoff generate hyper":     mapKeys(t, "engine/bearoff", "resume"),
		"bearoff generate one-sided": mapKeys(t, "engine/bearoff", "settings"),
		"bearoff generate two-sided": mapKeys(t, "engine/bearoff", "settings"),
	}
}

// Every setting has a flag, or is listed as one without.
func TestSettingsHaveFlags(t *testing.T) {
	app := gammonlab().App(strings.NewReader(""), io.Discard, io.Discard)
	for words, names := range settingNames(t) {
		command := find(app.Commands, strings.Fields(words))
		if len(names) < 2 {
			t.Errorf("%s: the settings are %q, want more", words, names)
		}
		for _, name := range names {
			listed := slices.ContainsFunc(withoutFlag[words], func(without string) bool {
				return name == without || strings.HasSuffix(without, ".") && strings.HasPrefix(name, without)
			})
			if _, known := settingFlags.Flags(command, words, name); !known && !listed {
				t.Errorf("%s: the setting %s has no flag: add it to settingFlags, with an empty text if no flag changes it", words, name)
			}
		}
	}
}

// All flags and settings of the table exist.
func TestSettingFlagsAreUsed(t *testing.T) {
	app := gammonlab().App(strings.NewReader(""), io.Discard, io.Discard)
	all := settingNames(t)
	for words, table := range settingFlags {
		command := find(app.Commands, strings.Fields(words))
		for name, flags := range table {
			if !slices.ContainsFunc(all[words], func(s string) bool { return s == name || strings.HasPrefix(s, name+".") }) {
				t.Errorf("%s has no setting %s", words, name)
			}
			for _, flag := range strings.Fields(flags) {
				if !slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), flag) }) {
					t.Errorf("%s has no flag --%s, of the setting %s", words, flag, name)
				}
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

// sources returns the syntax trees of a package, without tests.
func sources(t *testing.T, dir string) []*ast.File {
	t.Helper()
	var files []*ast.File
	for _, path := range must.Get(filepath.Glob(filepath.Join("../..", dir, "*.go")))(t) {
		if !strings.HasSuffix(path, "_test.go") {
			files = append(files, must.Get(parser.ParseFile(token.NewFileSet(), path, nil, 0))(t))
		}
	}
	return files
}

// mapKeys returns the texts that are keys of maps in functions of a package. With the
// function "" it returns those of the field Identity, in all functions.
func mapKeys(t *testing.T, dir string, functions ...string) []string {
	t.Helper()
	var keys []string
	add := func(key ast.Expr) {
		ast.Inspect(key, func(n ast.Node) bool {
			switch of := n.(type) {
			case *ast.BasicLit:
				if of.Kind == token.STRING {
					keys = append(keys, must.Get(strconv.Unquote(of.Value))(t))
				}
			case *ast.SelectorExpr:
				if of.Sel.Name == "Kernel" {
					keys = append(keys, identity.Kernel)
				}
			}
			return true
		})
	}
	for _, file := range sources(t, dir) {
		for _, declared := range file.Decls {
			function, ok := declared.(*ast.FuncDecl)
			whole := ok && slices.Contains(functions, function.Name.Name)
			if !ok || !whole && !slices.Contains(functions, "") {
				continue
			}
			ast.Inspect(function, func(n ast.Node) bool {
				switch of := n.(type) {
				case *ast.IndexExpr:
					if whole || isIdentity(of.X) {
						add(of.Index)
					}
				case *ast.KeyValueExpr:
					if name, ok := of.Key.(*ast.Ident); ok && name.Name == "Identity" {
						return true
					}
					if whole {
						add(of.Key)
					}
				case *ast.AssignStmt: // s.Identity = map[string]string{...}
					if values, ok := of.Rhs[0].(*ast.CompositeLit); ok && isIdentity(of.Lhs[0]) {
						for _, element := range values.Elts {
							if pair, ok := element.(*ast.KeyValueExpr); ok {
								add(pair.Key)
							}
						}
					}
				}
				return true
			})
		}
	}
	return keys
}

func isIdentity(e ast.Expr) bool {
	selector, ok := e.(*ast.SelectorExpr)
	return ok && selector.Sel.Name == "Identity"
}

// tags returns the JSON names of the fields of an unexported struct of a package.
func tags(t *testing.T, dir, name string) []string {
	t.Helper()
	var names []string
	for _, file := range sources(t, dir) {
		ast.Inspect(file, func(n ast.Node) bool {
			of, ok := n.(*ast.TypeSpec)
			if !ok || of.Name.Name != name {
				return true
			}
			for _, field := range of.Type.(*ast.StructType).Fields.List {
				tag := reflect.StructTag(must.Get(strconv.Unquote(field.Tag.Value))(t)).Get("json")
				tag, _, _ = strings.Cut(tag, ",")
				names = append(names, tag)
			}
			return false
		})
	}
	return names
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
	write(t, lacking, "{\"nets\": [\n{\"part\": \"all\", \"features\": \"pubeval122\", \"activations\": [\"relu\"]}]}")
	write(t, td, "{\n\"hidden\": [4], \"games\": 64,\n\"sync\": 8, \"segment\": 65}")
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
		{"train td", []string{"--config", td}, exitUsage, td + ": line 3: segment is 65 games, want a multiple of sync, which is 8 games"},
		{"train td", []string{"--config", td, "--sync", "7"}, exitUsage, td + ": line 3: segment is 65 games, want a multiple of --sync, which is 7 games"},
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
