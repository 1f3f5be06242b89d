package cliutil

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
)

// mostSkipped is the maximal number of skipped files that are named one by one.
const mostSkipped = 20

// RecordFiles returns the files of records and of single positions that the paths name:
// files, and folders with all their subfolders. It warns of files in folders that contain
// no record, and returns an error if a file is an output of the command.
func RecordFiles(c *cli.Context, paths []string) ([]string, error) {
	found, err := record.FindRecords(paths...)
	return usable(c, paths, "record", found, err)
}

// MatchFiles is [RecordFiles] without single positions.
func MatchFiles(c *cli.Context, paths []string) ([]string, error) {
	found, err := record.FindMatches(paths...)
	return usable(c, paths, "match", found, err)
}

// usable returns the files that were found, and warns of those that were skipped.
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
