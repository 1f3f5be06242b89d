package completion

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/plaintext"
)

//go:embed scripts
var scripts embed.FS

// shells are the shells with a completion script.
var shells = []string{"bash", "zsh", "fish"}

// Command returns the command completion.
func Command(table *Table) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script for a shell",
		ArgsUsage: strings.Join(shells, " | "),
		Description: `Prints a script for bash, zsh or fish, with which the Tab key completes commands, flags and
values: shipped nets, feature sets, players, methods, kinds, formats and files. The script
calls the program, so it stays valid for later versions.

   bash   gammonlab completion bash >~/.local/share/bash-completion/completions/gammonlab
          or, in ~/.bashrc: source <(gammonlab completion bash)
   zsh    gammonlab completion zsh >DIR/_gammonlab, DIR being a folder of $fpath
          or, in ~/.zshrc behind compinit: source <(gammonlab completion zsh)
   fish   gammonlab completion fish >~/.config/fish/completions/gammonlab.fish

Example:
   source <(gammonlab completion bash)`,
		Action: printScript,
		Subcommands: []*cli.Command{{
			Name: "words", Hidden: true, SkipFlagParsing: true, HideHelp: true,
			Usage:     "print what can stand in place of the last word, for scripts of shells",
			ArgsUsage: "-- WORD...",
			Action: func(c *cli.Context) error {
				words := c.Args().Slice()
				if len(words) > 0 && words[0] == "--" {
					words = words[1:]
				}
				return print(c.App.Writer, table.Complete(c.App.Commands, words))
			},
		}},
		HideHelpCommand: true,
	}
}

// print writes one word per line, each followed by a tab and its description.
func print(out io.Writer, words []Word) error {
	for _, w := range words {
		if strings.ContainsAny(w.Text, "\n\t") { // a file name with such characters
			continue
		}
		if w.Usage != "" {
			w.Text += "\t" + plaintext.OneLine(w.Usage)
		}
		if _, err := fmt.Fprintln(out, w.Text); err != nil {
			return err
		}
	}
	return nil
}

// printScript runs the command.
func printScript(c *cli.Context) error {
	if c.NArg() != 1 || !slices.Contains(shells, c.Args().First()) {
		return cliutil.Usagef("want one shell of %s, got %q", strings.Join(shells, ", "), c.Args().Slice())
	}
	script, err := scripts.ReadFile("scripts/gammonlab." + c.Args().First())
	if err != nil {
		return err
	}
	_, err = c.App.Writer.Write(script)
	return err
}
