package cliutil

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
)

// stdin is the path of standard input.
const stdin = "-"

// ReadRecord reads the match in a file, or on standard input for -, in any format
// of records, and prints its notices. Of a file with several matches, the path names
// one with its number, as in two.mat#2. With an error, the match is nil or has what was
// read up to the fault.
func ReadRecord(c *cli.Context, path string) (*record.Match, error) {
	all, err := read(c, path)
	switch {
	case len(all) == 0:
		return nil, err
	case err == nil && len(all) > 1 && path == stdin:
		return nil, fmt.Errorf("standard input has %d matches: write them to a file, whose matches have names such as two.mat#1", len(all))
	case err == nil && len(all) > 1:
		return all[0], &record.SeveralError{Name: path, Matches: len(all)}
	}
	PrintNotices(c, RecordName(path), all[0].Notices)
	return all[0], err
}

// ReadRecords is [ReadRecord] for all matches of a file.
func ReadRecords(c *cli.Context, path string) ([]*record.Match, error) {
	all, err := read(c, path)
	for i, m := range all {
		PrintNotices(c, record.NameOf(RecordName(path), i, len(all)), m.Notices)
	}
	return all, err
}

func read(c *cli.Context, path string) ([]*record.Match, error) {
	if path == stdin {
		return record.ReadAll(RecordName(path), c.App.Reader)
	}
	return record.LoadAll(path)
}

// PrintNotices prints the notices of a record's reader, a line for each.
func PrintNotices(c *cli.Context, name string, notices []record.Notice) {
	for _, n := range notices {
		Note(c, "%s: %v", name, n)
	}
}

// RecordName returns the name of a record's file in messages.
func RecordName(path string) string {
	if path == stdin {
		return "standard input"
	}
	return path
}
