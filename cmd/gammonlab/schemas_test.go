package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/must"
)

// schemas is the folder of the schemas of all commands. Tests change the working folder.
var schemas, _ = filepath.Abs("../../docs/schemas")

// withoutJSON are the commands without --json, with the reason.
var withoutJSON = map[string]string{
	"play":             "is interactive",
	"study":            "is interactive",
	"ubgi":             "speaks a protocol",
	"external":         "speaks a protocol",
	"serve":            "serves until it is stopped",
	"server":           "serves until it is stopped",
	"worker":           "serves until it is stopped",
	"server config":    "prints a file",
	"completion":       "prints a file",
	"completion words": "answers a shell",
	"commands":         "prints JSON only",
}

// resultFlag returns the flag --json of a command, nil if it has none.
func resultFlag(c *cli.Command) *cliutil.ResultFlag {
	for _, f := range c.Flags {
		if result, ok := f.(*cliutil.ResultFlag); ok {
			return result
		}
	}
	return nil
}

// eachActing calls do for all commands that do something, also those with subcommands.
func eachActing(do func(name string, c *cli.Command)) {
	var visit func(commands []*cli.Command, path string)
	visit = func(commands []*cli.Command, path string) {
		for _, c := range commands {
			name := strings.TrimSpace(path + " " + c.Name)
			if c.Action != nil && c.Name != "help" {
				do(name, c)
			}
			visit(c.Subcommands, name)
		}
	}
	visit(gammonlab().Commands, "")
}

// schemaFile returns the file of a command's schema.
func schemaFile(command string) string {
	return filepath.Join(schemas, strings.ReplaceAll(command, " ", "-")+".json")
}

// Every command prints its result as JSON, or there is a reason why not.
func TestCommandsHaveJSON(t *testing.T) {
	reasons := len(withoutJSON)
	eachActing(func(name string, c *cli.Command) {
		result := resultFlag(c)
		_, without := withoutJSON[name]
		if without {
			reasons--
		}
		switch {
		case result == nil && !without:
			t.Errorf("%s has no --json: give it cliutil.JSONFlag, or withoutJSON of this test a reason", name)
		case result != nil && without:
			t.Errorf("%s has --json and a reason in withoutJSON why it has none", name)
		case result != nil && len(result.Forms) == 0:
			t.Errorf("%s: --json has no type of the result", name)
		}
	})
	if reasons != 0 {
		t.Errorf("withoutJSON names %d commands that are not there", reasons)
	}
}

// The files of docs/schemas are those of the types that commands print. With -update the
// test writes them.
func TestSchemasAreCurrent(t *testing.T) {
	var wanted []string
	eachActing(func(name string, c *cli.Command) {
		result := resultFlag(c)
		if result == nil {
			return
		}
		path := schemaFile(name)
		wanted = append(wanted, path)
		text := append(must.Get(json.MarshalIndent(schemaOf(name, c.Usage, result), "", "  "))(t), '\n')
		if *update {
			must.OK(t, os.WriteFile(path, text, 0o666))
		} else if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s is not that of the types (%v): run make reference", path, err)
		}
	})
	for _, path := range must.Get(filepath.Glob(filepath.Join(schemas, "*.json")))(t) {
		switch {
		case slices.Contains(wanted, path):
		case *update:
			must.OK(t, os.Remove(path))
		default:
			t.Errorf("%s is of no command: run make reference", path)
		}
	}
}

// printed has the commands whose JSON was compared with their schemas.
var printed sync.Map

// checkJSON compares what a command has printed with its schema, if that is JSON.
func checkJSON(t *testing.T, args []string, out string) {
	t.Helper()
	name := ""
	eachActing(func(command string, c *cli.Command) {
		words := strings.Fields(command)
		if len(words) <= len(args) && slices.Equal(words, args[:len(words)]) && resultFlag(c) != nil && len(command) > len(name) {
			name = command
		}
	})
	if name == "" || out == "" {
		return
	}
	schema, err := jsonschema.NewCompiler().Compile(schemaFile(name))
	must.OK(t, err)
	in := json.NewDecoder(strings.NewReader(out))
	in.UseNumber()
	for {
		var value any
		err := in.Decode(&value)
		if errors.Is(err, io.EOF) {
			break
		}
		must.OK(t, err)
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s does not print what %s allows: %v", strings.Join(args, " "), schemaFile(name), err)
		}
	}
	printed.Store(name, true)
}

// asksForJSON reports whether a command line asks for JSON.
func asksForJSON(args []string) bool {
	i := slices.Index(args, "--format")
	return slices.Contains(args, "--json") || slices.Contains(args, "--format=json") || i >= 0 && i+1 < len(args) && args[i+1] == "json"
}

// unprinted returns an error that lists the commands whose JSON no test has compared with
// the schema. It is nil if only some tests run.
func unprinted() error {
	if flag.Lookup("test.run").Value.String() != "" || flag.Lookup("test.skip").Value.String() != "" || testing.Short() {
		return nil
	}
	var names []string
	eachActing(func(name string, c *cli.Command) {
		if _, ok := printed.Load(name); !ok && resultFlag(c) != nil {
			names = append(names, name)
		}
	})
	if names == nil {
		return nil
	}
	return fmt.Errorf("no test runs these commands with --json: %s", strings.Join(names, ", "))
}
