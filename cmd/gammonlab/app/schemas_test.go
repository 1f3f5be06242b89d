package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// withoutJSON are the commands without --json, with the reason.
var withoutJSON = map[string]string{
	"play":             "is interactive",
	"study":            "is interactive",
	"ubgi":             "speaks a protocol",
	"external":         "speaks a protocol",
	"evaluator":        "speaks a protocol",
	"features serve":   "speaks a protocol",
	"mcp":              "speaks a protocol",
	"serve":            "serves until it is stopped",
	"server":           "serves until it is stopped",
	"worker":           "serves until it is stopped",
	"server config":    "prints a file",
	"completion":       "prints a file",
	"completion words": "answers a shell",
	"commands":         "prints JSON only",
	"recipe show":      "prints a script",
	"recipe init":      "writes a file",
	"site":             "writes files",
}

// Every command prints its result as JSON, or there is a reason why not.
func TestCommandsHaveJSON(t *testing.T) {
	reasons := len(withoutJSON)
	clitest.Each(gammonlab().Commands, func(name string, c *cli.Command) {
		result := clitest.ResultFlag(c)
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
	clitest.Each(gammonlab().Commands, func(name string, c *cli.Command) {
		result := clitest.ResultFlag(c)
		if result == nil {
			return
		}
		path := clitest.SchemaFile(name)
		wanted = append(wanted, path)
		text := append(must.Get(json.MarshalIndent(schemaOf(name, c.Usage, result), "", "  "))(t), '\n')
		if *clitest.Update {
			must.OK(t, os.WriteFile(path, text, 0o666))
		} else if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s is not that of the types (%v): run make reference", path, err)
		}
	})
	for _, path := range must.Get(filepath.Glob(filepath.Join(clitest.Schemas, "*.json")))(t) {
		switch {
		case slices.Contains(wanted, path):
		case *clitest.Update:
			must.OK(t, os.Remove(path))
		default:
			t.Errorf("%s is of no command: run make reference", path)
		}
	}
}
