package site

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/wasmsection"
)

// Command returns the command site.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "site",
		Usage: "write the pages for players as files for any web host",
		Description: `Writes the pages for players of "gammonlab serve" as a folder of files. Copy the folder to any
web host with https, also below the top of its addresses: the program runs in the visitor's
browser, in a service worker, and needs no server after the first visit. Games stay in the
storage of the browser. The first visit loads the program and the net "fast"; other nets follow
when they are chosen.

The program is the file gammonlab.wasm, which "make site" builds; it has to be beside this
program, or --program names it. The files .br and .gz are for hosts that send compressed
files, and for the worker.

Example:
   gammonlab site --out public
   python3 -m http.server --directory public 8000`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Required: true, Usage: "write to `FOLDER`"},
			&cli.StringFlag{Name: "program", Usage: "`FILE` of the program for browsers; without it gammonlab.wasm beside this program"},
		},
		Action: cliutil.NoArguments(write),
	}
}

// write runs the command.
func write(c *cli.Context) error {
	name := c.String("program")
	if name == "" {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		name = filepath.Join(filepath.Dir(self), programName)
	}
	file, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return cliutil.Usagef("%w: --program names the program for browsers, which make site builds", err)
	}
	if err != nil {
		return err
	}
	program, script, err := wasmsection.Cut(file, wasmsection.GoScript)
	if err != nil {
		return cliutil.Usagef("%s: %w, want the file gammonlab.wasm that make site builds", name, err)
	}
	f, err := newFolder(program, script)
	if err != nil {
		return err
	}
	if err := f.write(c.String("out"), true); err != nil {
		return err
	}
	cliutil.Note(c, "wrote %d files to %s", len(f), c.String("out"))
	return nil
}
