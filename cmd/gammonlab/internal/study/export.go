package study

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/study"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/plaintext"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name:  "export",
		Usage: "export exercises to another program",
		Description: `Writes the exercises as a text file that Anki imports (File, Import). The front of a note has
the board and the question, the back the best choices. A note that is imported again replaces
the earlier one and keeps its schedule.

Example:
   gammonlab study export --anki study.txt`,
		Flags: []cli.Flag{
			fileFlag(),
			&cli.StringFlag{Name: "anki", Usage: "write notes for Anki to `FILE`, required"},
			cliutil.JSONFlag(exported{}),
		},
		Action: cliutil.NoArguments(runExport, "file", "anki"),
	}
}

// runExport runs the command.
func runExport(c *cli.Context) error {
	all, err := study.Load(c.String("file"))
	if err != nil {
		return err
	}
	path := c.String("anki")
	if err := atomicfile.Write(path, func(w io.Writer) error { return study.WriteAnki(w, all) }); err != nil {
		return err
	}
	return cliutil.PrintResult(c, &exported{path, len(all)})
}

// exported is the output of the command.
type exported struct {
	Out   string `json:"out"`
	Notes int    `json:"notes"`
}

// Text returns a line.
func (e *exported) Text() string {
	return fmt.Sprintf("%s: %s\n", e.Out, plaintext.Counted(e.Notes, "note", "notes"))
}
