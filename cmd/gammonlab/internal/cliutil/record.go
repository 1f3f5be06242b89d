package cliutil

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board/record"
)

// ReadRecord is [record.ReadMatch] for standard input of the command. It prints the notices of
// the reader.
func ReadRecord(c *cli.Context, path string) (*record.Match, error) {
	match, err := record.ReadMatch(path, c.App.Reader)
	if match != nil && !record.IsSeveral(err) {
		PrintNotices(c, record.TitleOf(path), match.Notices)
	}
	return match, err
}

// ReadRecords is [ReadRecord] for all matches of a file.
func ReadRecords(c *cli.Context, path string) ([]*record.Match, error) {
	all, err := record.ReadPath(path, c.App.Reader)
	for i, m := range all {
		PrintNotices(c, record.NameOf(record.TitleOf(path), i, len(all)), m.Notices)
	}
	return all, err
}

// PrintNotices prints the notices of a record's reader, a line for each.
func PrintNotices(c *cli.Context, name string, notices []record.Notice) {
	for _, n := range notices {
		Note(c, "%s: %v", name, n)
	}
}
