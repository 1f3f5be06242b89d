package cliutil

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/engine/analysis/batch"
	"gammonlab/internal/plaintext"
)

// mostSkipped is how many skipped files are named one by one.
const mostSkipped = 20

// RecordFiles returns the files of records, single positions among them, that paths
// name: files, and folders that are searched with all that is below. Files of folders
// that hold no record are named to the user, and no file may be an output of the
// command.
func RecordFiles(c *cli.Context, paths []string) ([]string, error) {
	found, err := batch.FindRecords(paths...)
	if err != nil {
		return nil, err
	}
	for i, name := range found.Skipped {
		if i == mostSkipped {
			fmt.Fprintf(c.App.ErrWriter, "gammonlab: %d more files hold no record\n", len(found.Skipped)-i)
			break
		}
		Warn(c, errors.New(name+": it holds no record"))
	}
	if len(paths) > 0 && len(found.Files) == 0 {
		return nil, fmt.Errorf("%s: no file there holds a record", paths[0])
	}
	return found.Files, CheckInputs(c, CommandName(c), found.Files...)
}

// Warn tells the user of a problem that does not end the command.
func Warn(c *cli.Context, err error) {
	fmt.Fprintf(c.App.ErrWriter, "gammonlab: warning: %s\n", plaintext.VisibleLine(err.Error()))
}
