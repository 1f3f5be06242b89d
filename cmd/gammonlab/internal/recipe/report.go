package recipe

import (
	"cmp"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/nearest"
	"gammonlab/internal/result"
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
comparisons (docs/recipes.md). A result has the name of its step and a name of recipe plan --list-results, such
as strength.ppg or values.rmse, or that in the command's --json. --html writes a page with charts: the effects of settings, all
settings over parallel axes, the results of all points, and the losses of their trainings.

--metrics writes a table of all finished work: a row for each line of the metrics of trainings and one
for the results of each piece of work, with the settings on which it depends. docs/howto/trackers.md
shows how other programs import it.

Example:
   gammonlab recipe report sweep.yaml --out runs --sort strength.ppg --html sweep.html
   gammonlab recipe report sweep.yaml --out runs --metrics sweep.parquet`,
		Flags: []cli.Flag{
			outFlag(true),
			&cli.StringSliceFlag{Name: "column", Usage: "show `RESULT`, such as strength.ppg; may be repeated", DefaultText: "the main results"},
			&cli.StringFlag{Name: "sort", Usage: "sort the points by `RESULT`, the best first; with + before it the highest first, with - the lowest", DefaultText: "the order of the recipe"},
			&cli.BoolFlag{Name: "single", Usage: "show each point, not the means over seeds"},
			&cli.StringFlag{Name: "html", Usage: "write a page to `FILE`"},
			&cli.StringFlag{Name: "metrics", Usage: "write settings, curves and results of all finished work to `FILE`, a table in CSV or Parquet by its extension"},
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
	if path := c.String("metrics"); path != "" {
		if err := runs.CheckMetrics(path); err != nil {
			return cliutil.Usagef("--metrics: %w", err)
		}
	}
	r, store, err := open(c, of)
	if err != nil {
		return err
	}
	p, err := plan(c, r, store)
	if err != nil {
		return err
	}
	columns, err := columnsOf(r, p, c.StringSlice("column"))
	if err != nil {
		return cliutil.Usage(err)
	}
	var sort *recipe.Keep
	if name := c.String("sort"); name != "" {
		if sort, err = r.By(p, name); err != nil {
			return cliutil.Usage(err)
		}
		if text := sort.Remark(r); text != "" {
			cliutil.Note(c, "--sort: %s", text)
		}
	}
	by := r.Compared()
	if by == nil && sort != nil && sort.Step != "" { // not by core-hours
		by = sort
	}
	s, err := summarize(r, store, p, by)
	if err != nil {
		return err
	}
	s.runs = c.Bool("single")
	if err := s.arrange(columns, sort); err != nil {
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
	if path := c.String("metrics"); path != "" {
		table, err := metricsOf(r, store, p)
		if err != nil {
			return err
		}
		if err := runs.WriteTable(path, table.table()); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, s)
}

// columnsOf returns the results of some names, which may be short. It returns an error for a result
// that no step can have, or that is in different units at the points.
func columnsOf(r *recipe.Recipe, p *recipe.Plan, names []string) (all []column, err error) {
	for _, name := range names {
		of, err := r.Result(name)
		if err != nil {
			return nil, err
		}
		unit, err := p.Unit(of)
		if err != nil {
			return nil, err
		}
		all = append(all, column{of.FullName(), of.Called(), unit})
	}
	return all, nil
}

// column is a result that tables and charts show.
type column struct {
	name, called string // in the store, and for people
	unit         result.Unit
}

func columnOf(k *recipe.Keep) column {
	return column{strings.TrimPrefix(k.Name(), "."), strings.TrimPrefix(k.Called(), "."), k.Unit}
}

// head returns the name with the unit.
func (c *column) head() string { return c.unit.In(c.called) }

// shown returns the result of a point with its interval, in the unit of the head.
func (c *column) shown(results map[string]float64) string {
	return recipe.Shown(results, c.name, c.unit)
}

// onlyStrength returns the only column that is a strength, in points per game; "" if there are none
// or several.
func onlyStrength(columns []string) (only string) {
	const strength = ".ppg"
	for _, name := range columns {
		if strings.HasSuffix(name, strength) {
			if only != "" {
				return ""
			}
			only = name
		}
	}
	return only
}

// arrange selects the columns, none for all, and sorts the points by a result, nil for none.
func (s *summary) arrange(columns []column, by *recipe.Keep) error {
	asked := columns
	if by != nil {
		asked = append(slices.Clone(columns), columnOf(by))
	}
	for _, of := range asked {
		var known []string
		for _, p := range s.Points {
			for result := range p.Results {
				known = append(known, result)
			}
		}
		if !slices.Contains(known, of.name) {
			return cliutil.Usagef("no finished step has the result %s%s", of.called, nearest.Question(of.name, known))
		}
	}
	if columns != nil {
		s.show(columns)
	}
	if by == nil {
		return nil
	}
	name := columnOf(by).name
	value := func(p point) float64 {
		x, ok := p.Results[name]
		switch {
		case !ok:
			return math.Inf(1) // last
		case by.Lowest:
			return x
		}
		return -x
	}
	slices.SortStableFunc(s.Points, func(a, b point) int { return cmp.Compare(value(a), value(b)) })
	slices.SortStableFunc(s.Groups, func(a, b group) int { return cmp.Compare(value(a.point), value(b.point)) })
	return nil
}
