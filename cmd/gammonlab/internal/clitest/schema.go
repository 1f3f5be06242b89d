package clitest

import (
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

// Schemas is the folder with the schemas of all commands. It is found when the tests begin,
// because tests change the working folder.
var Schemas = func() string {
	dir, _ := os.Getwd()
	for !Exists(filepath.Join(dir, "go.mod")) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	return filepath.Join(dir, "docs", "schemas")
}()

// SchemaFile returns the file of a command's schema.
func SchemaFile(command string) string {
	return filepath.Join(Schemas, strings.ReplaceAll(command, " ", "-")+".json")
}

// ResultFlag returns the flag --json of a command, nil if it has none.
func ResultFlag(c *cli.Command) *cliutil.ResultFlag {
	for _, f := range c.Flags {
		if result, ok := f.(*cliutil.ResultFlag); ok {
			return result
		}
	}
	return nil
}

// printed has the commands whose JSON was compared with their schemas.
var printed sync.Map

// checkJSON compares what a command has printed with its schema, if that is JSON.
func (p Program) checkJSON(t testing.TB, args []string, out string) {
	t.Helper()
	name := ""
	Each(p().Commands, func(command string, c *cli.Command) {
		words := strings.Fields(command)
		if len(words) <= len(args) && slices.Equal(words, args[:len(words)]) && ResultFlag(c) != nil && len(command) > len(name) {
			name = command
		}
	})
	if name == "" || out == "" {
		return
	}
	schema, err := jsonschema.NewCompiler().Compile(SchemaFile(name))
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
			t.Errorf("%s does not print what %s allows: %v", strings.Join(args, " "), SchemaFile(name), err)
		}
	}
	printed.Store(name, true)
}

// asksForJSON reports whether a command line asks for JSON.
func asksForJSON(args []string) bool {
	i := slices.Index(args, "--format")
	return slices.Contains(args, "--json") || slices.Contains(args, "--format=json") || i >= 0 && i+1 < len(args) && args[i+1] == "json"
}

// unprinted returns an error that lists the commands, other than the excepted ones, whose JSON
// no test has compared with the schema. It is nil if only some tests run.
func (p Program) unprinted(except []string) error {
	if flag.Lookup("test.run").Value.String() != "" || flag.Lookup("test.skip").Value.String() != "" || testing.Short() {
		return nil
	}
	var names []string
	Each(p().Commands, func(name string, c *cli.Command) {
		group, _, _ := strings.Cut(name, " ")
		if _, ok := printed.Load(name); !ok && ResultFlag(c) != nil && !slices.Contains(except, name) && !slices.Contains(except, group) {
			names = append(names, name)
		}
	})
	if names == nil {
		return nil
	}
	return fmt.Errorf("no test runs these commands with --json: %s", strings.Join(names, ", "))
}
