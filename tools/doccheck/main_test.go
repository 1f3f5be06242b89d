package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
)

const programText = `{"name": "gammonlab", "commands": [
	{"name": "gammonlab eval", "flags": [{"form": "--plies N"}, {"form": "--json"}]},
	{"name": "gammonlab bench", "commands": [{"name": "gammonlab bench match", "flags": [{"form": "-a PLAYER"}]}]}]}`

// TestCheck finds broken links and invalid examples, and nothing else.
func TestCheck(t *testing.T) {
	var program command
	if err := json.Unmarshal([]byte(programText), &program); err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{
		"README.md": {Data: []byte(strings.Join([]string{
			"# Title",
			"[a](docs/a.md) [b](docs/a.md#a-headings-name) [c](https://example.org/x) [d](#title) `[e](none.md)`",
			"[f](docs/b.md) [g](docs/a.md#none)",
			"    gammonlab eval --plies 2 ID",
			"    $ bin/gammonlab eval --ply 2 ID",
			"    gammonlab eval --no-json ID",
			"    gammonlab eval --no-plies ID",
			"    gammonlab bench match --a x | gammonlab-other --none",
			"    gammonlab bench \\",
			"        game",
			"    gammonlab bench COMMAND --none",
			"    my-gammonlab --none",
			"```",
			"gammonlab evil",
			"gammonlab --version",
			"```",
			"gammonlab evil in prose",
		}, "\n"))},
		"docs/a.md":     {Data: []byte("## A heading's `name`\n[up](../README.md)\n")},
		".hidden/x.md":  {Data: []byte("[f](none.md)")},
		"docs/code.txt": {Data: []byte("[f](none.md)")},
	}
	want := []string{
		"README.md:3: link to docs/b.md: docs/b.md does not exist",
		"README.md:3: link to docs/a.md#none: docs/a.md has no such heading",
		"README.md:5: gammonlab eval has no flag --ply",
		"README.md:7: gammonlab eval has no flag --no-plies",
		"README.md:10: gammonlab bench has no command game",
		"README.md:14: gammonlab has no command evil",
	}
	var out bytes.Buffer
	found, err := check(tree, &program, &out)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(out.String()); found != len(want) || got != strings.Join(want, "\n") {
		t.Errorf("found %d:\n%s\nwanted\n%s", found, got, strings.Join(want, "\n"))
	}
}
