package analysis_test

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board/gnubgtest"
	"gammonlab/board/record"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/rating"
)

// gnubgStatistics returns what gnubg prints about a record: the cells of each
// row of its tables, those of its first table for the first player only by label
// and column.
func gnubgStatistics(t *testing.T, path string, plies int) map[string][2]string {
	t.Helper()
	path = must.Get(filepath.Abs(path))(t)
	out := gnubgtest.Run(t, "", fmt.Sprintf(`set display off
set jacoby on
set analysis chequerplay evaluation plies %d
set analysis chequerplay evaluation cubeful on
set analysis chequerplay evaluation prune on
set analysis chequerplay evaluation noise 0
set analysis movefilter 1 0 0 8 0.16
set analysis movefilter 2 0 0 8 0.16
set analysis movefilter 2 1 -1 0 0
set analysis cubedecision evaluation plies %[1]d
set analysis cubedecision evaluation cubeful on
set analysis cubedecision evaluation noise 0
set analysis luckanalysis plies 0
import mat "%s"
analyse match
show statistics match
quit
y
`, plies, path))
	return gnubgRows(t, string(out))
}

// gnubgRows reads the tables. Labels that occur in several tables are
// prefixed by the title of the table.
func gnubgRows(t *testing.T, out string) map[string][2]string {
	t.Helper()
	_, text, found := strings.Cut(out, "\nPlayer ")
	if !found {
		t.Fatalf("gnubg printed no statistics:\n%s", out)
	}
	const labels, column = 41, 24
	rows, title := map[string][2]string{}, ""
	for _, line := range strings.Split(text, "\n")[1:] {
		if words := strings.TrimSpace(line); strings.HasSuffix(words, "statistics") {
			title = strings.Fields(words)[0] + " "
			continue
		}
		if len(line) <= labels {
			continue
		}
		label := strings.TrimSpace(line[:labels])
		first := line[labels:min(labels+column-1, len(line))]
		second := line[min(labels+column-1, len(line)):]
		rows[title+label] = [2]string{strings.TrimSpace(first), strings.TrimSpace(second)}
	}
	return rows
}

// numbers are those in a cell.
var numbers = regexp.MustCompile(`[-+]?\d+(\.\d+)?`)

// tolerances are how far our figures may be from gnubg's. Its sigmoid divides by
// an instruction that is right to 12 bits only and differs between processors,
// which moves equities by up to 7e-4 (measured on the records of testdata); they
// are added up over some hundred decisions.
const (
	toleranceTotal = 0.006 // equity, or points at cubes of 1 to 4
	toleranceMWC   = 0.06  // percent
	toleranceRate  = 0.11  // mEMG: total over at least 60, and a rounded digit
)

// TestStatisticsAreGnubgs lets gnubg analyse the same records with the same
// settings and compares all that it prints. The records are chosen so that no
// decision lies so near to a threshold that rounding could move it across.
func TestStatisticsAreGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	for _, name := range []string{"match5.mat", "money.mat"} {
		t.Run(name, func(t *testing.T) {
			want := gnubgStatistics(t, filepath.Join("testdata", name), 0)
			r, err := analysis.Analyse(t.Context(), read(t, name), analysis.Options{Static: static, Workers: 2})
			must.OK(t, err)
			must.OK(t, rating.Rate(r))
			c := comparison{t: t, want: want, length: r.Length}
			for p := range r.Statistics {
				c.player(p, &r.Statistics[p])
			}
			if c.cells < 80 {
				t.Errorf("%d cells were compared, want at least 80", c.cells)
			}
		})
	}
}

// TestRatingsAreGnubgs compares a match whose luck-adjusted result is not a
// probability: gnubg shows no difference of ratings, and neither does this package.
func TestRatingsAreGnubgs(t *testing.T) {
	const name = "lucky.mat"
	r, err := analysis.Analyse(t.Context(), read(t, name), analysis.Options{Static: enginetest.GnubgStatic(t), Workers: 2})
	must.OK(t, err)
	must.OK(t, rating.Rate(r))
	c := comparison{t: t, want: gnubgStatistics(t, filepath.Join("testdata", name), 0), length: r.Length}
	if got := c.want["Overall Luck based FIBS rating diff."][0]; got != "n/a" {
		t.Fatalf("gnubg has a difference of %q, want a match without", got)
	}
	for p := range r.Statistics {
		o := &r.Statistics[p].Overall
		if o.LuckFIBS != nil {
			t.Errorf("player %d: a difference of %v, gnubg has none", p, *o.LuckFIBS)
		}
		c.check(p, "Overall Luck adjusted result", 2*toleranceMWC, 100**o.LuckAdjusted)
		c.check(p, "Overall Error based abs. FIBS rating", 3, *o.FIBS.Rating)
		c.check(p, "Overall Chequerplay errors rating loss", 3, *o.FIBS.PlayLoss)
		c.check(p, "Overall Cube errors rating loss", 3, *o.FIBS.CubeLoss)
	}
}

// TestPliesAreGnubgs compares totals where both look ahead. At 1 and at 2 plies all
// are the same to 0.0005 but those of a player's cube decisions, to 0.004.
func TestPliesAreGnubgs(t *testing.T) {
	if testing.Short() {
		t.Skip("one comparison with gnubg is enough in short tests")
	}
	static := enginetest.GnubgStatic(t)
	const tolerance, name, plies = 0.005, "match5.mat", 1
	want := gnubgStatistics(t, filepath.Join("testdata", name), plies)
	r := must.Get(analysis.Analyse(t.Context(), read(t, name), analysis.Options{
		Static: static, Plies: plies, Filter: search.Normal(), Workers: 2,
	}))(t)
	c := comparison{t: t, want: want, length: r.Length}
	for p := range r.Statistics {
		s := &r.Statistics[p]
		c.compare(p, c.unit("Chequerplay Error total", "EMG"), 0, tolerance, -s.Plays.Error.Equity)
		c.compare(p, c.unit("Cube Error total", "EMG"), 0, tolerance, -s.Cube.Error.Equity)
		c.check(p, "Chequerplay Unmarked moves", 0.5, float64(s.Plays.Marks[analysis.Unmarked]))
		c.check(p, "Cube Close or actual cube decisions", 0.5, float64(s.Cube.CloseOrActual))
	}
}

// comparison holds our figures against gnubg's table.
type comparison struct {
	t      *testing.T
	want   map[string][2]string
	length int
	cells  int
}

// unit is how gnubg names the units of a label.
func (c *comparison) unit(label, before string) string {
	if c.length > 0 {
		return label + " " + before + " (MWC)"
	}
	return label + " " + before + " (Points)"
}

func (c *comparison) player(p int, s *analysis.PlayerStatistics) {
	const plays, luck, cubes, all = "Chequerplay ", "Luck ", "Cube ", "Overall "
	for label, n := range map[string]int{
		plays + "Total moves":                    s.Plays.Total,
		plays + "Unforced moves":                 s.Plays.Unforced,
		plays + "Unmarked moves":                 s.Plays.Marks[analysis.Unmarked],
		plays + "Moves marked doubtful":          s.Plays.Marks[analysis.Doubtful],
		plays + "Moves marked bad":               s.Plays.Marks[analysis.Bad],
		plays + "Moves marked very bad":          s.Plays.Marks[analysis.VeryBad],
		luck + "Rolls marked very lucky":         s.Luck.Marks[analysis.VeryLucky],
		luck + "Rolls marked lucky":              s.Luck.Marks[analysis.Lucky],
		luck + "Rolls unmarked":                  s.Luck.Marks[analysis.Ordinary],
		luck + "Rolls marked unlucky":            s.Luck.Marks[analysis.Unlucky],
		luck + "Rolls marked very unlucky":       s.Luck.Marks[analysis.VeryUnlucky],
		cubes + "Total cube decisions":           s.Cube.Total,
		cubes + "Close or actual cube decisions": s.Cube.CloseOrActual,
		cubes + "Doubles":                        s.Cube.Doubles,
		cubes + "Takes":                          s.Cube.Takes,
		cubes + "Passes":                         s.Cube.Passes,
	} {
		c.check(p, label, 0, float64(n))
	}
	for label, name := range map[string]string{
		plays + "Chequerplay rating":   s.Plays.Rating,
		luck + "Luck rating":           s.Luck.Rating,
		cubes + "Cube decision rating": s.Cube.Rating,
		all + "Overall rating":         s.Overall.Rating,
	} {
		if got := c.want[label][p]; got != name {
			c.t.Errorf("%s of player %d: %q, want %q", label, p, name, got)
		}
	}
	for label, n := range map[string]analysis.Count{
		"Missed doubles below CP": s.Cube.MissedDouble, "Missed doubles above CP": s.Cube.MissedCash,
		"Wrong doubles below DP": s.Cube.EarlyDouble, "Wrong doubles above TG": s.Cube.LostGammon,
		"Wrong takes": s.Cube.WrongTake, "Wrong passes": s.Cube.WrongPass,
	} {
		c.fault(p, cubes+label, n)
	}
	c.amount(p, c.unit(plays+"Error total", "EMG"), s.Plays.Error, -1, toleranceTotal, toleranceMWC)
	c.amount(p, c.unit(luck+"Luck total", "EMG"), s.Luck.Total, 1, toleranceTotal, toleranceMWC)
	c.amount(p, c.unit(cubes+"Error total", "EMG"), s.Cube.Error, -1, toleranceTotal, toleranceMWC)
	c.amount(p, c.unit(all+"Error total", "EMG"), s.Overall.Error, -1, toleranceTotal, toleranceMWC)
	c.rate(p, plays+"Error rate", s.Plays.Rate, -1)
	c.rate(p, luck+"Luck rate", s.Luck.Rate, 1)
	c.rate(p, cubes+"Error rate", s.Cube.Rate, -1)
	c.rate(p, all+"Error rate", s.Overall.Rate, -1)
	c.check(p, all+"Snowie error rate", toleranceRate, -1000**s.Overall.Snowie)
	c.results(p, all, &s.Overall)
}

// results compares the results and the ratings.
func (c *comparison) results(p int, all string, o *analysis.Overall) {
	factor, tolerance := 1.0, 2*toleranceTotal
	if c.length > 0 {
		factor, tolerance = 100, 2*toleranceMWC
	}
	c.check(p, all+"Actual result", tolerance, factor**o.Result)
	c.check(p, all+"Luck adjusted result", tolerance, factor**o.LuckAdjusted)
	if c.length == 0 {
		c.check(p, all+"Advantage (actual) in ppg", tolerance, o.Points.Mean)
		c.check(p, all+"Advantage (luck adjusted) in ppg", tolerance, o.LuckAdjustedPoints.Mean)
		return
	}
	if p == 0 {
		// How the difference grows with the chance to win.
		win, length := 0.5+*o.LuckAdjusted, float64(c.length)
		slope := 2000 / math.Sqrt(length) / math.Ln10 / (win * (1 - win))
		c.check(p, all+"Luck based FIBS rating diff.", slope*tolerance/factor, *o.LuckFIBS)
	}
	// 0.1 mEMG for each play are 1.4 points of rating in a match to 5.
	c.check(p, all+"Error based abs. FIBS rating", 1.5, *o.FIBS.Rating)
	c.check(p, all+"Chequerplay errors rating loss", 1.5, *o.FIBS.PlayLoss)
	c.check(p, all+"Cube errors rating loss", 1.5, *o.FIBS.CubeLoss)
}

// check compares the first number of a cell.
func (c *comparison) check(p int, label string, tolerance, got float64) {
	c.t.Helper()
	c.compare(p, label, 0, tolerance, got)
}

// compare compares a number of a cell, unless gnubg has none.
func (c *comparison) compare(p int, label string, index int, tolerance, got float64) {
	c.t.Helper()
	found := numbers.FindAllString(c.want[label][p], -1)
	if index >= len(found) {
		c.t.Errorf("gnubg prints no number %d in %q of player %d: %q", index, label, p, c.want[label][p])
		return
	}
	want, err := strconv.ParseFloat(found[index], 64)
	if err != nil {
		c.t.Fatal(err)
	}
	c.cells++
	if !(math.Abs(got-want) <= tolerance) {
		c.t.Errorf("%s of player %d: %.4f, gnubg has %v", label, p, got, want)
	}
}

// amount compares both units of a total.
func (c *comparison) amount(p int, label string, a analysis.Amount, sign, tolerance, toleranceMWC float64) {
	c.t.Helper()
	c.compare(p, label, 0, tolerance, sign*a.Equity)
	if c.length > 0 {
		c.compare(p, label, 1, toleranceMWC, 100*sign*a.Cost)
	} else {
		c.compare(p, label, 1, tolerance, sign*a.Cost)
	}
}

// rate compares a rate; without decisions gnubg prints a number, too.
func (c *comparison) rate(p int, label string, a *analysis.Amount, sign float64) {
	c.t.Helper()
	if a != nil {
		c.check(p, c.unit(label, "mEMG"), toleranceRate, 1000*sign*a.Equity)
	}
}

// fault compares the number of a fault and its cost.
func (c *comparison) fault(p int, label string, n analysis.Count) {
	c.t.Helper()
	label += " (EMG (MWC))"
	if c.length == 0 {
		label = strings.Replace(label, "MWC", "Points", 1)
	}
	c.check(p, label, 0, float64(n.Count))
	if n.Count > 0 {
		c.compare(p, label, 1, toleranceTotal, -n.Error.Equity)
	}
}

// read reads a record of testdata.
func read(t testing.TB, name string) *record.Match {
	t.Helper()
	m, err := record.Load(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(fmt.Errorf("testdata: %w", err))
	}
	return m
}
