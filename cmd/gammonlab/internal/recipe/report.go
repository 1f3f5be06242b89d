package recipe

import (
	"cmp"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/nearest"
)

func reportCommand(of Program) *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "show the results of a recipe",
		ArgsUsage: fileArgument,
		Description: `Prints the results of the finished steps of a recipe, with 95 % intervals where they are known; of a
sweep a table with a line for each point. A result has the name of its step and the name that the
command's --json gives it, such as strength.ppg. --html writes a page with charts: the results of
all points, and the losses of their trainings.

Example:
   gammonlab recipe report sweep.yaml --out runs --sort strength.ppg --html sweep.html`,
		Flags: []cli.Flag{
			outFlag(true),
			&cli.StringSliceFlag{Name: "column", Usage: "show `RESULT`, such as strength.ppg; may be repeated", DefaultText: "the main results"},
			&cli.StringFlag{Name: "sort", Usage: "sort the points by `RESULT`, the highest first; with - before it the lowest", DefaultText: "the order of the recipe"},
			&cli.StringFlag{Name: "html", Usage: "write a page to `FILE`"},
			cliutil.JSONFlag(summary{}),
		},
		Action: func(c *cli.Context) error { return reportRecipe(c, of) },
	}
}

// reportRecipe runs the command.
func reportRecipe(c *cli.Context, of Program) error {
	if err := cliutil.Require(c, "out"); err != nil {
		return err
	}
	r, store, err := open(c, of)
	if err != nil {
		return err
	}
	p, err := plan(c, r, store)
	if err != nil {
		return err
	}
	s, err := summarize(r, store, p)
	if err != nil {
		return err
	}
	if err := s.arrange(c.StringSlice("column"), c.String("sort")); err != nil {
		return err
	}
	if path := c.String("html"); path != "" {
		text, err := os.ReadFile(r.File)
		if err != nil {
			return err
		}
		page, err := s.page(string(text))
		if err != nil {
			return err
		}
		if err := atomicfile.Write(path, page.Write); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, s)
}

// arrange selects the columns, none for all, and sorts the points by a result.
func (s *summary) arrange(columns []string, by string) error {
	by, lowest := strings.CutPrefix(by, "-")
	for _, name := range append(columns, by) {
		var known []string
		for _, p := range s.Points {
			for result := range p.Results {
				known = append(known, result)
			}
		}
		if name != "" && !slices.Contains(known, name) {
			return cliutil.Usagef("no finished step has the result %s%s", name, nearest.Question(name, known))
		}
	}
	if columns != nil {
		s.Columns = columns
	}
	if by == "" {
		return nil
	}
	value := func(p point) float64 {
		x, ok := p.Results[by]
		switch {
		case !ok:
			return math.Inf(1) // last
		case lowest:
			return x
		}
		return -x
	}
	slices.SortStableFunc(s.Points, func(a, b point) int { return cmp.Compare(value(a), value(b)) })
	return nil
}
