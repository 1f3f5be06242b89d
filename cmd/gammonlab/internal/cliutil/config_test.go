package cliutil

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/must"
)

// A config sets the flags that the command line does not; errors name the file, the line
// and the key.
func TestConfig(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.json")
	for _, c := range []struct {
		config string
		args   []string
		want   string
	}{
		{`{"name": "x", "max_games": 4}`, nil, "x 4 0.5 false [] 1"},
		{`{"name": "x", "max_games": 4}`, []string{"--max-games", "6"}, "x 6 0.5 false [] 1"},
		{`{"name": 7, "rate": 0.25, "loud": true, "file": ["a,b", "c"], "workers": 2}`, nil, "7 0 0.25 true [a,b c] 2"},
		{"{\n\"max_gmaes\": 4}", nil, `c.json: line 2: max_gmaes: unknown field "max_gmaes"; did you mean max_games?`},
		{"{\"name\": \"x\",\n\"max_games\": \"4\"}", nil, `c.json: line 2: max_games: found "4", want a whole number`},
		{`{"max_games": 4.5}`, nil, "line 1: max_games: found 4.5, want a whole number"},
		{`{"rate": null}`, nil, "line 1: rate: found null, want a number"},
		{`{"name": ""}`, nil, "c.json: line 1: name is empty"},
		{"{\"workers\": 1,\n\"file\": [\"a\", \"\"]}", nil, "c.json: line 2: file is empty"},
		{`{}`, []string{"--name="}, "lab play: --name is empty; leave it out or give it a value"},
		{`{}`, []string{"--name", " "}, "lab play: --name is empty"},
		{`{}`, []string{"--file", "a", "--file", ""}, "lab play: --file is empty"},
		{`{}`, []string{"--max-games="}, "--max-games"},
		{`{"loud": "on"}`, nil, `line 1: loud: found "on", want true or false`},
		{`{"name": ["x"]}`, nil, `line 1: name: found ["x"], want another value`},
		{`{"file": "a,b"}`, nil, " 0 0.5 false [a,b] 1"},
		{`{"file": true}`, nil, `line 1: file: found true, want a list of texts`},
		{`{"file": [3, 7]}`, nil, "[3 7] 1"},
		{`{"file": [3, "x"]}`, nil, `line 1: file: found [3, "x"], want a list of texts`},
		{`{"name": "x", "name": "y"}`, nil, "line 1: name: repeated field"},
		{`{"force": true}`, nil, `force: unknown field "force"`},
		{"{\"name\": \"x\",\n\"max_games\": -1}", nil, "c.json: line 2: max_games is -1, want at least 0"},
		{"{\"name\": \"x\",\n\"max_games\": -1}", []string{"--max-games", "-2"}, "lab play: --max-games is -2, want at least 0"},
		{`{"workers": 0}`, nil, "c.json: line 1: workers is 0, want 1 to"},
		{`{"name": `, nil, "c.json: line 1: the JSON text is incomplete"},
		{`[]`, nil, "c.json: line 1"},
	} {
		must.OK(t, os.WriteFile(path, []byte(c.config), 0o666))
		var out, errOut bytes.Buffer
		program := &Program{Name: "lab", Commands: []*cli.Command{{
			Name: "play", Flags: []cli.Flag{
				&cli.StringFlag{Name: "name"}, &cli.IntFlag{Name: "max-games"}, &cli.Float64Flag{Name: "rate", Value: 0.5}, &cli.BoolFlag{Name: "loud"},
				&cli.StringSliceFlag{Name: "file"}, &cli.BoolFlag{Name: "force"}, WorkersFlag(),
			},
			Action: func(c *cli.Context) error {
				if n := c.Int("max-games"); n < 0 {
					return Usagef("--max-games is %d, want at least 0", n)
				}
				workers := 1
				if c.IsSet("workers") {
					workers = Workers(c)
				}
				fmt.Fprintln(c.App.Writer, c.String("name"), c.Int("max-games"), c.Float64("rate"), c.Bool("loud"), c.StringSlice("file"), workers)
				return nil
			},
		}}}
		code := program.Run(t.Context(), append([]string{"lab", "play", "--config", path}, c.args...), strings.NewReader(""), &out, &errOut)
		text := out.String() + errOut.String()
		if !strings.Contains(text, c.want) || (code == ExitOK) != (out.Len() > 0) || code != ExitOK && code != ExitUsage {
			t.Errorf("%s %v: exit code %d, %s, want %s", c.config, c.args, code, text, c.want)
		}
	}
}
