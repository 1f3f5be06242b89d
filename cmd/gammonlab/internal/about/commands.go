package about

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/result"
)

// program is the help of the program.
type program struct {
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Usage    string    `json:"usage"`
	Commands []command `json:"commands"`
}

// command is the help of a command.
type command struct {
	Name        string    `json:"name"` // full name, beginning with the program's
	Usage       string    `json:"usage"`
	Arguments   string    `json:"arguments,omitempty"`
	Description string    `json:"description,omitempty"`
	Flags       []flag    `json:"flags,omitempty"`
	Results     []number  `json:"results,omitempty"`
	Commands    []command `json:"commands,omitempty"`
}

// flag is the help of a flag.
type flag struct {
	Form  string `json:"form"` // such as --games value
	Usage string `json:"usage"`
	Group string `json:"group,omitempty"` // in commands with many flags
}

// number is a main result of a command.
type number struct {
	Name    string `json:"name"`
	Unit    string `json:"unit,omitempty"` // that people read
	Better  string `json:"better,omitempty"`
	Meaning string `json:"meaning"`
}

// Commands returns the hidden command that prints the help of all commands as JSON, from
// which manual pages and the reference are made.
func Commands() *cli.Command {
	return &cli.Command{
		Name:   "commands",
		Hidden: true,
		Usage:  "print the help of all commands as JSON",
		Action: cliutil.NoArguments(func(c *cli.Context) error {
			return cliutil.PrintJSON(c.App.Writer, program{
				Name: c.App.Name, Version: c.App.Version, Usage: c.App.Usage,
				Commands: helpOf(c.App.Commands, c.App.Name),
			})
		}),
	}
}

// helpOf returns the help of the commands of a group.
func helpOf(commands []*cli.Command, group string) []command {
	var all []command
	for _, c := range commands {
		if c.Hidden || c.Name == "help" {
			continue
		}
		name := group + " " + c.Name
		all = append(all, command{
			Name: name, Usage: c.Usage, Arguments: c.ArgsUsage, Description: c.Description,
			Flags: flagsOf(c.Flags), Results: resultsOf(c.Flags), Commands: helpOf(c.Subcommands, name),
		})
	}
	return all
}

// flagsOf returns the help of flags, by groups.
func flagsOf(flags []cli.Flag) []flag {
	var all []flag
	for _, g := range cliutil.Groups(flags) {
		for _, f := range g.Flags {
			form, usage, _ := strings.Cut(f.String(), "\t")
			all = append(all, flag{strings.TrimSpace(form), strings.TrimSpace(usage), g.Name})
		}
	}
	return all
}

// resultsOf returns the main results in the JSON of a command with the flags.
func resultsOf(flags []cli.Flag) (all []number) {
	for _, f := range flags {
		of, ok := f.(*cliutil.ResultFlag)
		if !ok {
			continue
		}
		for _, n := range result.Main(result.Of(of.Forms)) {
			all = append(all, number{n.Called(), n.Units(), n.Direction(), n.Meaning})
		}
	}
	return all
}
