// Package openings has the commands that make and show opening books.
package openings

import (
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/openings"
	"gammonlab/engine/rollout"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "openings",
		Usage:       "create and print opening books",
		Subcommands: []*cli.Command{buildCommand(), showCommand()},
	}
}

func buildCommand() *cli.Command {
	return &cli.Command{
		Name:  "build",
		Usage: "create a book: roll out first rolls and replies",
		Description: `Rolls out the plays of the 15 opening rolls, and the replies to the best play of each for all
21 rolls, with the doubling cube, in a money game or at the score of --match and --score.
Candidates are the best plays by 1-ply equity. The JSON file contains the equity and standard
error of every play; openings show prints it.

--second rolls out all plays by another net, too: the standard error does not show what a net
misjudges in all trials. Plays are equal unless both nets put them behind the best by more than
the joint standard error. --beside also shows and rolls out the choices of another player.

` + rollout.PresetUsage() + `
The default is standard. Plays that are behind are stopped only with --stop-jsd.

Progress is kept in FILE.part until the book is complete. If interrupted, run the same command
again to resume. The output is identical for any interruption and any --workers.

` + cliutil.PoolUsage + `

Example:
   gammonlab openings build --out openings.json --second large --beside gnubg:2
   gammonlab openings build --preset quick --no-replies --out first.json
   gammonlab openings build --match 5 --score 3-4 --out 3-4.json`,
		Flags: slices.Concat([]cli.Flag{&cli.StringFlag{Name: "out", Usage: "output `FILE`, required"}}, cliutil.FlagsOf(new(openings.Settings), "opening_roll"),
			[]cli.Flag{cliutil.WorkersFlag(), cliutil.JSONFlag(openings.Book{})}, cliutil.PoolFlags()),
		Action: cliutil.NoArguments(build, "out"),
	}
}

// build runs the command.
func build(c *cli.Context) error {
	s := &openings.Settings{Out: c.String("out"), Replace: c.Bool("force")}
	if err := cliutil.ReadSettings(c, s, nil); err != nil {
		return err
	}
	s.Workers = cliutil.Workers(c)
	o := cliutil.Opener(c)
	o.Only = "" // the player of --beside plays here, even with --pool
	if err := cliutil.OpenNet(c, o, s, &s.Net); err != nil {
		return err
	}
	if p, ok := s.Beside.Player.(io.Closer); ok {
		defer p.Close()
	}
	bar := cliutil.NewBar(c, "openings", "decisions")
	s.Progress = bar.Report
	pool, close, err := cliutil.PoolFromFlags(c, bar, s.Out)
	if err != nil {
		return err
	}
	defer close()
	s.Pool = pool
	book, err := openings.Build(c.Context, *s)
	bar.Finish()
	if err != nil {
		return cliutil.ResumableFile(err, s.Out)
	}
	return cliutil.PrintResult(c, book)
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
