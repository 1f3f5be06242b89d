package cliutil

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
)

// ReadRecord reads the match in a file, or on standard input for -, in any format
// of records.
func ReadRecord(c *cli.Context, path string) (*record.Match, error) {
	if path == "-" {
		return record.Read(RecordName(path), c.App.Reader)
	}
	return record.Load(path)
}

// RecordName returns the name of a record's file in messages.
func RecordName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}
