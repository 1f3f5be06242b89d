package play

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/table"
)

// placeFromFlags sets the position of --position in rules, and the score, if it has one, which
// it reports.
func placeFromFlags(c *cli.Context, r *table.Rules) (scored bool, err error) {
	if !c.IsSet("position") {
		return false, nil
	}
	x, scored, err := board.ParsePosition(c.String("position"), r.Variant)
	if err == nil {
		err = table.CheckStart(&x)
	}
	if err != nil {
		return scored, cliutil.Usagef("--position: %w", err)
	}
	r.Start = &x
	if !scored {
		return false, nil
	}
	for _, name := range []string{"match", "score", "post-crawford", "jacoby"} {
		if c.IsSet(name) {
			return scored, cliutil.Usagef("--%s has no effect with --position: the ID says that", name)
		}
	}
	m := &x.Match
	r.Length, r.Score, r.Jacoby = m.Length, m.Score, m.Jacoby && m.Length == 0 && !r.NoCube
	r.PostCrawford = game.OneAway(m.Length, m.Score) && !m.Crawford
	return scored, nil
}
