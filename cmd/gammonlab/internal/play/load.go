package play

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/table"
)

// newTable returns the table of the flags with its rules: a new one, or one that resumes
// a record.
func newTable(c *cli.Context, variant board.Variant, dice board.Dice, first board.Player) (*table.Table, *table.Rules, error) {
	if !c.IsSet("load") {
		r, err := rulesFromFlags(c, variant)
		r.First = first
		if err != nil {
			return nil, nil, err
		}
		return table.New(r, dice), &r, checkSave(c.String("save"), &r)
	}
	m, err := recordToLoad(c)
	if err != nil {
		return nil, nil, err
	}
	if m.Rules.Variant != variant {
		return nil, nil, cliutil.Usagef("--load: %s is a record of %v, and the net plays %v", c.String("load"), m.Rules.Variant, variant)
	}
	t, err := table.Resume(m, c.Int("max-beavers"), dice)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.String("load"), err)
	}
	t.AutoDoubles = c.Int("auto-doubles")
	r := &table.Rules{Rules: t.Rules, PostCrawford: t.PostCrawford(), First: first}
	t.SetFirst(first)
	return t, r, checkSave(c.String("save"), r)
}

// recordToLoad reads the record of --load, which determines the rules.
func recordToLoad(c *cli.Context) (*record.Match, error) {
	for _, name := range []string{"match", "score", "post-crawford", "cubeless", "jacoby", "position"} {
		if c.IsSet(name) {
			return nil, cliutil.Usagef("--%s has no effect with --load: the record says that", name)
		}
	}
	if n := c.Int("max-beavers"); n < 0 || n > game.MaxBeavers {
		return nil, cliutil.Usagef("--max-beavers is %d, want 0 to %d", n, game.MaxBeavers)
	}
	if err := checkAutoDoubles(c); err != nil {
		return nil, err
	}
	return cliutil.ReadRecord(c, c.String("load"))
}

// fileOf returns the file for the games: the file of --save, or the loaded record if this
// command wrote it.
func fileOf(c *cli.Context, t *table.Table) string {
	path := c.String("load")
	if c.IsSet("save") || path == "" {
		return c.String("save")
	}
	if _, err := table.RecordWriter(path); err == nil && t.IsOurs() {
		return path
	}
	return ""
}
