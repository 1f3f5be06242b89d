package cliutil

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
)

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
	files, err := found.Usable(paths, what, func(text string) { Warn(c, "%s", text) })
	if err != nil {
		return nil, err
	}
	return files, CheckInputs(c, CommandName(c), files...)
}
