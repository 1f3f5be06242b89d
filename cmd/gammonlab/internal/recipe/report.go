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
	"gammonlab/recipe"
)

func reportCommand(of Program) *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "show the results of a recipe",
		ArgsUsage: fileArgument,
		Description: `Prints the results of the finished steps of a recipe, with 95 % intervals where they are known; of a
sweep a table with a line for each point. Points that differ only in seeds are one line, with the
mean of each result; --single shows them all. The first sentence says which settings make a difference
by the result of keep, else of --sort, else by the only strength (ppg); intervals of differences are corrected for the number of
comparisons (docs/recipes.md). A result has the name of its step and the name that the command's
--json gives it, such as strength.ppg. --html writes a page with charts: the effects of settings, the
results of all points, and the losses of their trainings.

Example:
   gammonlab recipe report sweep.yaml --out runs --sort strength.ppg --html sweep.html`,
		Flags: []cli.Flag{
			outFlag(true),
			&cli.StringSliceFlag{Name: "column", Usage: "show `RESULT`, such as strength.ppg; may be repeated", DefaultText: "the main results"},
			&cli.StringFlag{Name: "sort", Usage: "sort the points by `RESULT`, the highest first; with - before it the lowest", DefaultText: "the order of the recipe"},
			&cli.BoolFlag{Name: "single", Usage: "show each point, not the means over seeds"},
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
	for _, name := range append(c.StringSlice("column"), strings.TrimPrefix(c.String("sort"), "-")) {
		if name == "" {
			continue
		}
		if err := r.CheckResult(name); err != nil {
			return cliutil.Usage(err)
		}
	}
	s, err := summarize(r, store, p, comparedBy(r, c.String("sort")))
	if err != nil {
		return err
	}
	s.runs = c.Bool("single")
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

// comparedBy returns the result by which points are compared: that of keep, or else that by which
// they are sorted; nil for none.
func comparedBy(r *recipe.Recipe, sort string) *recipe.Keep {
	if r.Keep != nil {
		return r.Keep
	}
	sort, lowest := strings.CutPrefix(sort, "-")
	step, result, found := strings.Cut(sort, ".")
	if !found {
		return nil
	}
	return &recipe.Keep{Step: step, Result: result, Lowest: lowest}
}

// onlyStrength returns the result of the only column that is a strength, in points per game; nil if
// there are none or several.
func onlyStrength(columns []string) *recipe.Keep {
	const strength = "ppg"
	var only *recipe.Keep
	for _, name := range columns {
		if step, result, _ := strings.Cut(name, "."); result == strength || strings.HasSuffix(result, "."+strength) {
			if only != nil {
				return nil
			}
			only = &recipe.Keep{Step: step, Result: result}
		}
	}
	return only
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
	slices.SortStableFunc(s.Groups, func(a, b group) int { return cmp.Compare(value(a.point), value(b.point)) })
	return nil
}
