package recipe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/plaintext"
	"gammonlab/recipe"
)

func historyCommand() *cli.Command {
	return &cli.Command{
		Name:      "history",
		Usage:     "show where nets come from, as a tree",
		ArgsUsage: "FOLDER...",
		Description: `Prints the nets that recipes have made in the folders of --out, each below the net from which it was
trained, or whose games it learned from: its error on validation positions (RMSE) and in steps bench values,
its matches, the core-hours of its step and those of all work up to it, whether it is kept, and what changed.
Errors and matches are in mEq, with 95 % intervals. A net is kept if a later one comes from it or weights
choose has chosen it, and dropped if another one was chosen, or is kept of those that the step has made.
--plot draws how strong the nets are, and after how many core-hours, a line for each recipe.

Example:
   gammonlab recipe history runs
   gammonlab recipe history --plot strength.png runs others
   gammonlab recipe history --markdown runs >history.md`,
		Flags: append(curveFlags(), &cli.BoolFlag{Name: "markdown", Usage: "print Markdown"}, cliutil.JSONFlag([]recipe.Net{})),
		Action: func(c *cli.Context) error {
			switch {
			case c.NArg() == 0:
				return cliutil.Usagef("no arguments, want folders of recipes")
			case c.Bool("markdown") && c.Bool("json"):
				return cliutil.Usagef("--json contradicts --markdown")
			}
			if err := checkCurve(c); err != nil {
				return err
			}
			nets, err := recipe.History(c.Args().Slice())
			if err != nil {
				return err
			}
			if len(nets) == 0 {
				return fmt.Errorf("%s: no step has made a net", strings.Join(c.Args().Slice(), ", "))
			}
			if err := drawCurve(c, nets); err != nil {
				return err
			}
			t := historyTable(nets, !c.Bool("markdown"))
			text := t.Text
			if c.Bool("markdown") {
				text = t.Markdown
			}
			return cliutil.PrintEither(c, nets, text)
		},
	}
}

// netColumn is a column of the table of nets.
type netColumn struct {
	head string
	left bool
	cell func(n *recipe.Net) string
}

// netColumns are those of the table of nets. Without a value for any net, a column is omitted.
var netColumns = []netColumn{
	{"digest", true, func(n *recipe.Net) string { return n.Model[:shownDigest] }},
	{"RMSE", false, func(n *recipe.Net) string {
		if n.RMSE == nil {
			return ""
		}
		return fmt.Sprintf("%.1f", *n.RMSE)
	}},
	{"errors", true, func(n *recipe.Net) string {
		var all []string
		for _, e := range n.Errors {
			all = append(all, fmt.Sprintf("%s: %.1f ± %.1f", e.Step, e.RMSE, e.Margin))
		}
		return strings.Join(all, ", ")
	}},
	{"against its parent", true, func(n *recipe.Net) string { return matches(n, recipe.Parent) }},
	{"against gnubg", true, func(n *recipe.Net) string { return matches(n, recipe.GNUBG) }},
	{"other matches", true, func(n *recipe.Net) string { return matches(n, "") }},
	{"core-hours", false, func(n *recipe.Net) string { return recipe.HoursText(n.CoreHours) }},
	{"so far", false, func(n *recipe.Net) string { return recipe.HoursText(n.SoFar) }},
	{"fate", true, func(n *recipe.Net) string {
		if n.Fate == recipe.Open {
			return ""
		}
		return n.Fate
	}},
	{"changed", true, func(n *recipe.Net) string { return n.Changed }},
}

// matches lists the matches of a net against a kind of opponent.
func matches(n *recipe.Net, opponent string) string {
	var all []string
	for _, m := range n.Matches {
		text := fmt.Sprintf("%+.1f ± %.1f", m.MEq, m.Margin)
		switch {
		case m.Opponent != opponent:
			continue
		case opponent != recipe.GNUBG:
			text += " against " + m.Against
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// mostChanges is the length to which a terminal's list of changed settings is cut.
const mostChanges = 100

// historyTable returns a table of the nets of a tree; short cuts its longest cells.
func historyTable(nets []recipe.Net, short bool) *plaintext.Table {
	t := &plaintext.Table{Left: []int{0}, Head: []string{"net"}}
	var all []*recipe.Net
	indent := "  "
	if !short { // Markdown has no indentation
		indent = "· "
	}
	recipe.Walk(nets, func(n *recipe.Net, depth int) {
		all = append(all, n)
		t.Add(strings.Repeat(indent, depth) + n.Recipe + " " + n.Step)
	})
	for _, c := range netColumns {
		if !slices.ContainsFunc(all, func(n *recipe.Net) bool { return c.cell(n) != "" }) {
			continue
		}
		if c.left {
			t.Left = append(t.Left, len(t.Head))
		}
		t.Head = append(t.Head, c.head)
		for i, n := range all {
			text := c.cell(n)
			if short {
				text = plaintext.Cut(text, mostChanges)
			}
			t.Rows[i] = append(t.Rows[i], text)
		}
	}
	return t
}
