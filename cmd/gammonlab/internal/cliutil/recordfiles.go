package cliutil

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
)

// mostSkipped is how many skipped files are named one by one.
const mostSkipped = 20

// RecordFiles returns the files of records, single positions among them, that paths
// name: files, and folders that are searched with all that is below. Files of folders
// that hold no record are named to the user, and no file may be an output of the
// command.
func RecordFiles(c *cli.Context, paths []string) ([]string, error) {
	found, err := record.FindRecords(paths...)
	return usable(c, paths, "record", found, err)
}

// MatchFiles is [RecordFiles] without single positions.
func MatchFiles(c *cli.Context, paths []string) ([]string, error) {
	found, err := record.FindMatches(paths...)
	return usable(c, paths, "match", found, err)
}

// usable returns the files that were found, and names those that are skipped.
func usable(c *cli.Context, paths []string, what string, found *record.Found, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	for i, name := range found.Skipped {
		if i == mostSkipped {
			Warn(c, "%d more files contain no %s", len(found.Skipped)-i, what)
			break
		}
		Warn(c, "%s: it contains no %s", name, what)
	}
	if len(paths) > 0 && len(found.Files) == 0 {
		return nil, fmt.Errorf("%s: no file there contains a %s", paths[0], what)
	}
	return found.Files, CheckInputs(c, CommandName(c), found.Files...)
}
