package recipe

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/internal/chart"
	"gammonlab/internal/nearest"
	"gammonlab/recipe"
)

// spot is the strength of a net and what it cost.
type spot struct {
	hours, meq, margin float64
}

// curveFlags are those of the chart of strength.
func curveFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "plot", Usage: "draw the strength of the nets over core-hours into `FILE`"},
		&cli.StringFlag{Name: "against", Usage: "with --plot, draw matches against this `PLAYER`, as the matches name it", DefaultText: "gnubg's nets"},
		&cli.StringFlag{Name: "published", Usage: "with --plot, also draw the points of `FILE`: CSV with the columns name, core_hours, meq, margin"},
	}
}

// checkCurve returns an error for flags that draw no chart.
func checkCurve(c *cli.Context) error {
	path := c.String("plot")
	switch {
	case path != "" && !chart.Writes(path):
		return cliutil.Usagef("--plot "+chart.NotWritten, path)
	case path == "" && c.IsSet("against"):
		return cliutil.Usagef("--against needs --plot")
	case path == "" && c.IsSet("published"):
		return cliutil.Usagef("--published needs --plot")
	}
	return nil
}

// drawCurve draws the chart that the command line asks for, if any.
func drawCurve(c *cli.Context, nets []recipe.Net) error {
	path := c.String("plot")
	if path == "" {
		return nil
	}
	curve, err := strengthCurve(nets, c.String("against"))
	if err != nil {
		return err
	}
	if file := c.String("published"); file != "" {
		points, err := readPoints(file)
		if err != nil {
			return cliutil.Usage(err)
		}
		curve.Series = append(curve.Series, points...)
	}
	if err := curve.Write(path); err != nil {
		return err
	}
	cliutil.Note(c, "the curve is in %s", path)
	return nil
}

// mostOrigins is the number of first nets up to which each has a line of its own.
const mostOrigins = 8

// strengthCurve returns the chart of the nets that have played against a player, a line for each
// recipe and first net, such as those of several seeds; "" stands for gnubg's nets. Of several matches of
// a net the most precise one counts.
func strengthCurve(nets []recipe.Net, against string) (chart.Curve, error) {
	type origin struct {
		recipe string
		number int // of the first net
	}
	spots, opponents := map[origin][]spot{}, []string{}
	var origins []origin
	number := 0
	visit := func(n *recipe.Net, _ int) {
		played := slices.DeleteFunc(slices.Clone(n.Matches), func(m recipe.Match) bool {
			opponents = append(opponents, m.Against)
			return against == "" && m.Opponent != recipe.GNUBG || against != "" && m.Against != against
		})
		if len(played) == 0 || n.SoFar <= 0 {
			return
		}
		m := slices.MinFunc(played, func(a, b recipe.Match) int { return cmp.Compare(a.Margin, b.Margin) })
		of := origin{n.Recipe, number}
		if spots[of] == nil {
			origins = append(origins, of)
		}
		spots[of] = append(spots[of], spot{n.SoFar, m.MEq, m.Margin})
	}
	for i := range nets {
		if len(nets) <= mostOrigins {
			number = i
		}
		recipe.Walk(nets[i:i+1], visit)
	}
	opponent := cmp.Or(against, "gnubg's nets")
	if len(origins) == 0 {
		slices.Sort(opponents)
		opponents = slices.Compact(opponents)
		switch {
		case len(opponents) == 0:
			return chart.Curve{}, errors.New("no net has played a match in a step of a recipe, so there is no curve")
		case against != "":
			return chart.Curve{}, cliutil.Usagef("no net has played against %s%s", against, nearest.Question(against, opponents))
		}
		return chart.Curve{}, cliutil.Usagef("no net has played against gnubg's nets; --against can be %s", strings.Join(opponents, ", "))
	}
	curve := chart.Curve{
		Title: "Strength by work", XLabel: "core-hours of all work from which a net comes", YLabel: "mEq per game against " + opponent + ", with 95% interval",
		LogX: true, Marks: []chart.HorizontalMark{{Label: "equal strength"}},
	}
	lines := map[string]int{}
	for _, of := range origins {
		name := of.recipe
		if lines[name]++; lines[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, lines[name])
		}
		curve.Series = append(curve.Series, line(name, spots[of]))
	}
	return curve, nil
}

// line returns the line through the strengths of nets.
func line(name string, spots []spot) chart.Series {
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Compare(a.hours, b.hours) })
	s := chart.Series{Name: name}
	for _, p := range spots {
		s.X, s.Y = append(s.X, p.hours), append(s.Y, p.meq)
		s.Lo, s.Hi = append(s.Lo, p.meq-p.margin), append(s.Hi, p.meq+p.margin)
	}
	return s
}

// pointColumns are the columns of a file of points.
var pointColumns = []string{"name", "core_hours", "meq", "margin"}

// readPoints reads points that others have published, a line of the chart for each name.
func readPoints(file string) ([]chart.Series, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	rows := csv.NewReader(in)
	rows.Comment = '#'
	head, err := rows.Read()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if !slices.Equal(head, pointColumns) {
		return nil, fmt.Errorf("%s: the first line is %q, want %q", file, strings.Join(head, ","), strings.Join(pointColumns, ","))
	}
	spots, names := map[string][]spot{}, []string{}
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		at, _ := rows.FieldPos(0)
		p, err := readSpot(row)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, at, err)
		}
		if spots[row[0]] == nil {
			names = append(names, row[0])
		}
		spots[row[0]] = append(spots[row[0]], p)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no points", file)
	}
	var all []chart.Series
	for _, name := range names {
		all = append(all, line(name, spots[name]))
	}
	return all, nil
}

// readSpot reads the numbers of a row.
func readSpot(row []string) (p spot, err error) {
	for i, into := range []*float64{&p.hours, &p.meq, &p.margin} {
		x, parseErr := strconv.ParseFloat(row[i+1], 64)
		const most = 1e9 // far above any cost and strength
		if parseErr != nil || !(x >= -most && x <= most) || x <= 0 && i == 0 || x < 0 && i == 2 {
			return p, fmt.Errorf("%s is %q, want a number%s", pointColumns[i+1], row[i+1], [...]string{" above 0", "", " from 0 up"}[i])
		}
		*into = x
	}
	return p, nil
}
