package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	compiled "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/urfave/cli/v2"
	"go.yaml.in/yaml/v3"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	recipes "gammonlab/cmd/gammonlab/internal/recipe"
	"gammonlab/internal/must"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/recipe"
	"gammonlab/supervised"
	"gammonlab/td"
)

// Lines of metrics, with the time of the run so far.
type (
	tdLine struct {
		td.Point
		runfolder.Elapsed
	}
	tdStartLine struct {
		td.Start
		runfolder.Elapsed
	}
	supervisedLine struct {
		supervised.Point
		runfolder.Elapsed
	}
)

// configSchemas returns the schemas of files that users write or read, by their paths below
// docs/schemas: configs of commands, recipes, and the lines of metrics.
func configSchemas() map[string]*jsonschema.Schema {
	all := map[string]*jsonschema.Schema{
		"config/recipe.json":            recipeSchema(),
		"metrics/train-td.json":         lineSchema("train td", tdLine{}, tdStartLine{}),
		"metrics/train-supervised.json": lineSchema("train supervised", supervisedLine{}),
	}
	clitest.Each(gammonlab().Commands, func(name string, c *cli.Command) {
		if flags := cliutil.ConfigFlags(c); flags != nil {
			all["config/"+strings.ReplaceAll(name, " ", "-")+".json"] = configSchema(name, flags)
		}
	})
	return all
}

// lineSchema returns the schema of a line of metrics.jsonl, which has one of the forms.
func lineSchema(command string, forms ...any) *jsonschema.Schema {
	s := schemaOf(command, "", &cliutil.ResultFlag{Forms: forms})
	s.Title, s.Description = "metrics.jsonl of gammonlab "+command, "A line of metrics of a run."
	return s
}

// configSchema returns the schema of a command's --config. Configs of trainings are also the
// config.json of runs, which have more fields.
func configSchema(command string, flags []cli.Flag) *jsonschema.Schema {
	s := object("gammonlab "+command+" --config", "Settings of the command.")
	s.Properties.Set("$schema", &jsonschema.Schema{Type: "string"})
	for _, f := range flags {
		s.Properties.Set(string(setting.OfFlag(f.Names()[0])), flagSchema(f))
	}
	if strings.HasPrefix(command, "train ") {
		s.AdditionalProperties = nil
	}
	return s
}

// object returns the schema of an object without properties.
func object(title, description string) *jsonschema.Schema {
	return &jsonschema.Schema{
		Version: jsonschema.Version, Title: title, Description: description, Type: "object",
		Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema,
	}
}

// oneOf returns the schema of a value of one of the types.
func oneOf(types ...string) *jsonschema.Schema {
	s := &jsonschema.Schema{}
	for _, t := range types {
		one := &jsonschema.Schema{Type: t}
		if t == "array" {
			one.Items = oneOf("string", "number")
		}
		s.AnyOf = append(s.AnyOf, one)
	}
	return s
}

// flagSchema returns the schema of a setting that a flag describes, more than one value if it
// may be repeated. Texts may be written as numbers.
func flagSchema(f cli.Flag) *jsonschema.Schema {
	s := oneOf("string", "number", "array")
	switch f.(type) {
	case *cli.BoolFlag:
		s = &jsonschema.Schema{Type: "boolean"}
	case *cli.StringSliceFlag, *cli.IntSliceFlag:
		s = oneOf("array", "string", "number")
	}
	if of, ok := f.(cli.DocGenerationFlag); ok {
		s.Description = strings.ReplaceAll(of.GetUsage(), "`", "")
	}
	return s
}

// recipeSchema returns the schema of recipes. A value may be a reference, so each may be a text.
func recipeSchema() *jsonschema.Schema {
	s := object("a recipe of gammonlab", "Steps that make nets: see docs/recipes.md.")
	anything := &jsonschema.Schema{}
	for _, p := range []struct{ name, description string }{
		{"recipe", "name of the recipe"}, {"include", "files whose steps this recipe also has"}, {"seed", "random seed of steps without one"},
		{"define", "parts of the file that aliases repeat"}, {"sweep", "settings whose values are compared: STEP.SETTING with a list or a range; one-at-a-time, sample, halve"},
		{"keep", "result that says which settings are the best: STEP.RESULT, {highest: STEP.RESULT} or {lowest: STEP.RESULT}; or {winner: STEP} of a test"}, {"budget", "core-hours after which the work ends, such as 2 core-hours"}, {"tune", "numbers to tune by matches (SPSA): of, on, rounds, gain"},
	} {
		s.Properties.Set(p.name, &jsonschema.Schema{Description: p.description})
	}
	step := object("", "A command with its settings, and how often it is done.")
	step.Version, step.Title = "", ""
	for _, name := range []string{"repeat", "each", "with", "prev"} {
		step.Properties.Set(name, anything)
	}
	app := gammonlab()
	usage := map[string]map[string]string{}
	summary := map[string]string{}
	clitest.Each(app.Commands, func(name string, c *cli.Command) {
		usage[name], summary[name] = map[string]string{}, c.Usage
		for _, f := range c.Flags {
			usage[name][f.Names()[0]] = flagSchema(f).Description
		}
	})
	for _, k := range recipes.Kinds(app.Commands, app.Outputs) {
		command := object("", summary[k.Name])
		command.Version, command.Title, command.Type = "", "", ""
		for _, of := range k.Settings {
			value := oneOf("string", "number", "array")
			if of.Type == recipe.Bool {
				value = oneOf("boolean", "string")
			}
			value.Description = usage[k.Name][of.Name]
			command.Properties.Set(of.Name, value)
		}
		step.Properties.Set(k.Name, command)
	}
	s.Definitions = jsonschema.Definitions{"step": step}
	s.Properties.Set("steps", &jsonschema.Schema{Description: "steps by name", Type: "object", AdditionalProperties: &jsonschema.Schema{Ref: "#/$defs/step"}})
	s.Required = []string{"recipe"}
	return s
}

// The schemas of configs, recipes and metrics are those of the program. With -update the test
// writes them.
func TestConfigSchemasAreCurrent(t *testing.T) {
	var wanted []string
	for name, s := range configSchemas() {
		path := filepath.Join(clitest.Schemas, name)
		wanted = append(wanted, path)
		text := append(must.Get(json.MarshalIndent(s, "", " "))(t), '\n')
		if *clitest.Update {
			must.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
			must.OK(t, os.WriteFile(path, text, 0o666))
		} else if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s is not that of the program (%v): run make reference", path, err)
		}
	}
	for _, path := range must.Get(filepath.Glob(filepath.Join(clitest.Schemas, "*", "*.json")))(t) {
		if !slices.Contains(wanted, path) {
			if *clitest.Update {
				must.OK(t, os.Remove(path))
			} else {
				t.Errorf("%s is of nothing: run make reference", path)
			}
		}
	}
}

// Recipes, configs and metrics of this repository are valid by the schemas, and mistakes are not.
func TestConfigSchemas(t *testing.T) {
	check := func(name string, value any) error {
		text := must.Get(json.Marshal(value))(t)
		return must.Get(compiled.NewCompiler().Compile(filepath.Join(clitest.Schemas, name)))(t).Validate(must.Get(compiled.UnmarshalJSON(bytes.NewReader(text)))(t))
	}
	paths := slices.Concat(must.Get(filepath.Glob("../../../docs/recipes/*.yaml"))(t), must.Get(filepath.Glob("../internal/recipe/templates/*.yaml"))(t))
	for _, path := range paths {
		var value any
		must.OK(t, yaml.Unmarshal([]byte(clitest.File(t, path)), &value))
		if err := check("config/recipe.json", value); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if len(paths) < 8 {
		t.Errorf("only %d recipes were looked at", len(paths))
	}
	for _, run := range []string{"first", "parts"} {
		for line := range strings.Lines(clitest.File(t, runsOf+run, "metrics.jsonl")) {
			var value map[string]any
			must.OK(t, json.Unmarshal([]byte(line), &value))
			for _, name := range []string{"wall_seconds", "cpu_seconds"} { // of a version that wrote no times
				if value[name] == nil {
					value[name] = 0
				}
			}
			for _, end := range []string{"", "_low", "_high"} { // of a version that measured against pubeval only
				if ppg, earlier := value["pubeval_ppg"+end]; earlier {
					delete(value, "pubeval_ppg"+end)
					value["strength"+end], value["opponent"] = ppg, "pubeval"
				}
			}
			if err := check(map[string]string{"first": "metrics/train-td.json", "parts": "metrics/train-supervised.json"}[run], value); err != nil {
				t.Errorf("%s: %v", run, err)
			}
		}
	}
	must.Fail(t, check("config/recipe.json", map[string]any{"recipe": "r", "stepps": 1}), "stepps")
	must.Fail(t, check("config/recipe.json", map[string]any{"recipe": "r", "steps": map[string]any{"a": map[string]any{"train td": map[string]any{"gamess": 1}}}}), "gamess")
	must.Fail(t, check("config/bench-match.json", map[string]any{"gamess": 1}), "gamess")
	must.OK(t, check("config/bench-match.json", map[string]any{"$schema": "x", "games": 100, "cubeful": true}))

	// A config may name its schema.
	config := filepath.Join(t.TempDir(), "config.json")
	must.OK(t, os.WriteFile(config, []byte(`{"$schema": "bench-match.json", "a": "pubeval", "b": "random", "games": 20}`), 0o666))
	program.OK(t, "bench", "match", "--config", config)
	must.OK(t, os.WriteFile(config, []byte(`{"$schema": "train-td.json", "games": 200, "hidden": [4], "bench_every": 0}`), 0o666))
	program.OK(t, "train", "td", "--config", config, "--checkpoint", "200", "--out", filepath.Join(t.TempDir(), "run"))
}
