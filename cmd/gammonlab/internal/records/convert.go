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
		Usage:       "handle records of matches",
		Subcommands: []*cli.Command{convertCommand(), searchCommand()},
	}
}

func convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "write a match or position in another format",
		ArgsUsage: "MATCH FILE",
		Description: `Reads a match or a position in any format, standard input for -, and writes it in
another: what the content tells is the format that is read, the extension of FILE or
--to the one that is written. docs/records.md says what each format can hold; where it
has no place for something that the game needs, the command fails.

Example:
   gammonlab record convert match.xg match.mat
   gammonlab record convert --to snowie match.sgf match.txt`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "to", Usage: "write this `FORMAT`: " + strings.Join(record.Formats(), ", ") + "; by default what the extension says"},
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
	fmt.Fprintln(c.App.Writer, path)
	return nil
}
