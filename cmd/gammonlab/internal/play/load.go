package play

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/table"
)

// table returns the table of the settings with its rules: a new one, or one that resumes a
// record, which determines the rules.
func (s *settings) table(c *cli.Context, variant board.Variant, dice board.Dice) (*table.Table, *table.Rules, error) {
	if s.Load == "" {
		r, err := s.rules(variant)
		if err != nil {
			return nil, nil, cliutil.Usage(err)
		}
		return table.New(*r, dice), r, nil
	}
	m, err := cliutil.ReadRecord(c, s.Load)
	if err != nil {
		return nil, nil, err
	}
	if m.Rules.Variant != variant {
		return nil, nil, cliutil.Usagef("--load: %s is a record of %v, and the net plays %v", s.Load, m.Rules.Variant, variant)
	}
	t, err := table.Resume(m, int(s.Beavers), dice)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.Load, err)
	}
	t.AutoDoubles = int(s.AutoDoubles)
	r := &table.Rules{Rules: t.Rules, PostCrawford: t.PostCrawford(), First: starters[s.First]}
	t.SetFirst(r.First)
	if err := checkSave(s.Save, r); err != nil {
		return nil, nil, cliutil.Usage(err)
	}
	return t, r, nil
}

// file returns the file for the games: the one to save them in, or the loaded record if this
// command wrote it.
func (s *settings) file(t *table.Table) string {
	if s.Save != "" || s.Load == "" {
		return s.Save
	}
	if _, err := table.RecordWriter(s.Load); err == nil && t.IsOurs() {
		return s.Load
	}
	return ""
}
