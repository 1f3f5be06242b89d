// Package records has the commands that handle records of matches as files.
package records

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/atomicfile"
)

// Command returns the command record.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "record",
		Usage:       "convert and search records of matches",
		Subcommands: []*cli.Command{convertCommand(), searchCommand()},
	}
}

func convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "convert a record or position to another format",
		ArgsUsage: "MATCH FILE",
		Description: `Converts a match or position in any format, or standard input for -, to another format. The input
format is detected from the content. The output format is that of --to or the extension of FILE.
docs/records.md lists the contents of each format; the command fails if a format cannot represent
the game.

Example:
   gammonlab record convert match.xg match.mat
   gammonlab record convert --to snowie match.sgf match.txt`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "to", Usage: "output `FORMAT`: " + strings.Join(record.Formats(), ", ") + " (default: by the file extension)"},
			cliutil.JSONFlag(converted{}),
		},
		Action: runConvert,
	}
}

// runConvert runs the command.
func runConvert(c *cli.Context) error {
	if c.NArg() != 2 {
		return cliutil.Usagef("%s: want a record and a file to write, got %d arguments", c.Command.FullName(), c.NArg())
	}
	path := c.Args().Get(1)
	format := c.String("to")
	if format == "" {
		format = strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	}
	write, err := record.Writer(format)
	if err != nil {
		return cliutil.Usagef("%s: %w; --to names it", c.Command.FullName(), err)
	}
	match, err := cliutil.ReadRecord(c, c.Args().First())
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := write(&text, match); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := atomicfile.WriteFile(path, text.Bytes()); err != nil {
		return err
	}
	return cliutil.PrintResult(c, &converted{path, format, len(match.Games)})
}

// converted is the result of the command.
type converted struct {
	Out    string `json:"out"`
	Format string `json:"format"`
	Games  int    `json:"games"`
}

// Text returns the name of the file.
func (r *converted) Text() string { return r.Out + "\n" }
