package recipe

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/nearest"
	"gammonlab/internal/output"
)

//go:embed templates
var templates embed.FS

// Outputs lists, for each command, all flags and arguments that name its outputs.
var Outputs = cliutil.Outputs{
	"recipe init":    {{Argument: 2, Kind: output.File}},
	"recipe report":  {{Flag: "html"}, {Flag: "metrics"}},
	"recipe history": {{Flag: "plot"}},
}

// starts are the recipes that recipe init writes, with what they make.
var starts = [][2]string{
	{"first", "a first net: self-play, then labels of its games"},
	{"features", "nets over several feature sets, compared"},
	{"distill", "a small net that learns from a larger one"},
	{"data", "a net from labelled positions of your own"},
	{"sweep", "settings, compared: a table of results, and the best one measured"},
	{"tune", "the best values of numbers, found by matches"},
	{"iterate", "a net that improves itself in generations"},
}

func initCommand() *cli.Command {
	var list strings.Builder
	for _, s := range starts {
		fmt.Fprintf(&list, "   %-10s %s\n", s[0], s[1])
	}
	return &cli.Command{
		Name:      "init",
		Usage:     "write a recipe to begin with",
		ArgsUsage: "NAME FILE",
		Description: `Writes a commented recipe to FILE, - for standard output. NAME is one of:

` + list.String() + `
Example:
   gammonlab recipe init first first.yaml`,
		Action: initRecipe,
	}
}

// initRecipe runs the command.
func initRecipe(c *cli.Context) error {
	if c.NArg() != 2 {
		return cliutil.Usagef("%d arguments, want the name of a recipe to begin with and a file", c.NArg())
	}
	name, file := c.Args().First(), c.Args().Get(1)
	text, err := templates.ReadFile(path.Join("templates", name+".yaml"))
	if err != nil {
		var names []string
		for _, s := range starts {
			names = append(names, s[0])
		}
		return cliutil.Usagef("no recipe %q, want one of %s%s", name, strings.Join(names, ", "), nearest.Question(name, names))
	}
	if file == "-" {
		_, err := c.App.Writer.Write(text)
		return err
	}
	return atomicfile.WriteFile(file, text)
}
