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

--game keeps some games, --swap exchanges the players. With --split, each match of MATCH becomes a
file of its own: FILE with the number of the match before the extension, such as evening-1.mat.

Example:
   gammonlab record convert match.xg match.mat
   gammonlab record convert --to snowie match.sgf match.txt
   gammonlab record convert --game 1,3-5 --swap match.xg part.sgf
   gammonlab record convert --split evening.mat evening.sgf`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "to", Usage: "output `FORMAT`: " + strings.Join(record.Formats(), ", ") + " (default: by the file extension)"},
			&cli.StringFlag{Name: "game", Usage: "write `GAMES` only, such as 1,3-5"},
			&cli.BoolFlag{Name: "swap", Usage: "exchange the players"},
			&cli.BoolFlag{Name: "split", Usage: "write each match of the file into a file of its own, FILE with its number"},
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
	if c.Bool("split") && c.IsSet("game") {
		return cliutil.Usagef("--game has no effect with --split: the games are those of one match")
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
	matches, paths, err := toConvert(c, path)
	if err != nil {
		return err
	}
	texts := make([]bytes.Buffer, len(matches))
	for i, m := range matches {
		if c.Bool("swap") {
			m.Swap()
		}
		if err := write(&texts[i], m); err != nil {
			return fmt.Errorf("%s: %w", paths[i], err)
		}
	}
	for i, m := range matches {
		if err := atomicfile.WriteFile(paths[i], texts[i].Bytes()); err != nil {
			return err
		}
		if err := cliutil.PrintResult(c, &converted{paths[i], format, len(m.Games), m.Length, m.Names, m.Info}); err != nil {
			return err
		}
	}
	return nil
}

// toConvert reads the match to convert, or all matches of the file, and returns the files
// to write.
func toConvert(c *cli.Context, path string) ([]*record.Match, []string, error) {
	if !c.Bool("split") {
		match, err := cliutil.ReadRecord(c, c.Args().First())
		if err != nil {
			return nil, nil, err
		}
		games, err := record.ParseGames(c.String("game"), len(match.Games))
		if err != nil {
			return nil, nil, cliutil.Usagef("--game %w", err)
		}
		match.KeepGames(games)
		return []*record.Match{match}, []string{path}, nil
	}
	matches, err := cliutil.ReadRecords(c, c.Args().First())
	if err != nil {
		return nil, nil, err
	}
	ext := filepath.Ext(path)
	var paths []string
	for i := range matches {
		paths = append(paths, fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), i+1, ext))
	}
	return matches, paths, cliutil.CheckPaths(c, "argument 2", paths...)
}

// converted is the result of the command.
type converted struct {
	Out    string `json:"out"`
	Format string `json:"format"`
	Games  int    `json:"games"`

	Length int       `json:"length"` // of the match, 0 in a money session
	Names  [2]string `json:"names"`  // by player, in the file written
	record.Info
}

// Text returns the name of the file.
func (r *converted) Text() string { return r.Out + "\n" }
