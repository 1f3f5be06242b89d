// Package openings has the commands that make and show opening books.
package openings

import (
	"os"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/openings"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "openings",
		Usage:       "create and print opening books",
		Subcommands: []*cli.Command{showCommand()},
	}
}

func showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "print a book",
		ArgsUsage: "FILE",
		Description: `Prints the tables of a book: the opening rolls with all plays, the best reply to each with
equally good replies or else the next best, and the choices of the --beside player.

Example:
   gammonlab openings show openings.json
   gammonlab openings show --markdown openings.json`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "markdown", Usage: "print Markdown"}, cliutil.JSONFlag(openings.Book{})},
		Action: show,
	}
}

// show runs the command.
func show(c *cli.Context) error {
	if c.Bool("markdown") && c.Bool("json") {
		return cliutil.Usagef("--json contradicts --markdown")
	}
	path, err := cliutil.FileArgument(c)
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	book, err := openings.Read(file, path)
	if err != nil {
		return err
	}
	text := book.Text
	if c.Bool("markdown") {
		text = book.Markdown
	}
	return cliutil.PrintEither(c, book, text)
}
