package analysis_test

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/gnubgtest"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/analysis"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/engine/search"
	"gammonlab/internal/must"
	"gammonlab/rating/matches"
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

// gnubgRoll is gnubg's analysis of a roll.
type gnubgRoll struct {
	Luck   float64
	Played *int `json:"imove"`
	Moves  []struct {
		Move  [][2]int
		Probs engine.Probabilities
		Score float64
	}
}

// distances are sums over the rolls of a player of how far ours are from gnubg's.
type distances struct{ errors, luck analysis.Amount }

// farther adds a distance of normalised equity at a decision.
func farther(sum analysis.Amount, d *analysis.Decision, equity float64) analysis.Amount {
	sum.Equity += math.Abs(equity)
	if d.Luck.Equity != 0 {
		sum.Cost += math.Abs(equity * d.Luck.Cost / d.Luck.Equity)
	}
	return sum
}

// compareRolls compares the probabilities after the best plays and the play made
// of each roll with gnubg's, and returns how far apart the errors and the luck are.
func compareRolls(t *testing.T, r *analysis.Report, path string) (apart [2]distances) {
	t.Helper()
	path = must.Get(filepath.Abs(path))(t)
	words := enginetest.QueryGnubg(t, []string{path}, 0)[0]
	var rolls []gnubgRoll
	must.OK(t, json.Unmarshal([]byte(words[0]), &rolls))
	plays := 0
	for _, game := range r.Games {
		for _, d := range game.Decisions {
			if d.Kind != analysis.Play {
				continue
			}
			if len(rolls) == 0 {
				t.Fatalf("gnubg analysed fewer rolls than %d", plays)
			}
			roll := rolls[0]
			rolls = rolls[1:]
			sums := &apart[d.Player]
			sums.luck = farther(sums.luck, d, d.Luck.Equity-roll.Luck)
			if d.Played == nil {
				continue
			}
			plays++
			theirs := map[board.Position]engine.Probabilities{}
			for _, m := range roll.Moves {
				var points []string
				for _, step := range m.Move {
					points = append(points, strconv.Itoa(step[0]), strconv.Itoa(step[1]))
				}
				theirs[enginetest.GnubgPlayed(t, d.Position, points)] = m.Probs
			}
			for _, i := range []int{0, d.Index} {
				c := &d.Moves[i]
				want, found := theirs[c.Play.Result]
				if !found {
					t.Errorf("%s: gnubg has not analysed our play", d.XGID)
				}
				for k, p := range c.Probabilities() {
					if off := math.Abs(float64(p - want[k])); off > enginetest.GnubgAllows(p) {
						t.Errorf("%s: outcome %d is %v, gnubg's %v", d.XGID, k, p, want[k])
					}
				}
			}
			lost := roll.Moves[0].Score - roll.Moves[*roll.Played].Score
			sums.errors = farther(sums.errors, d, d.Error.Equity-lost)
		}
	}
	if len(rolls) > 0 || plays < 60 {
		t.Errorf("%d plays were compared, gnubg analysed %d rolls more", plays, len(rolls))
	}
	return apart
}

// Tolerances of totals of cube decisions, and of rates over at least 60
// decisions. Totals of rolls may be as far apart as the rolls are.
const (
	toleranceTotal = 0.006 // equity, or points at cubes of 1 to 4
	toleranceMWC   = 0.06  // percent
	toleranceRate  = 0.11  // mEMG

	// gnubg prints 3 digits of equities and points, and 2 of percents.
	rounding        = 0.0006
	roundingPercent = 0.006
)

// TestStatisticsAreGnubgs lets gnubg analyse the same records with the same
// settings and compares all that it prints. The records are chosen so that no
// decision lies so near to a threshold that rounding could move it across.
func TestStatisticsAreGnubgs(t *testing.T) {
	static := enginetest.GnubgStatic(t)
	for _, name := range []string{"match5.mat", "money.mat"} {
		t.Run(name, func(t *testing.T) {
			want := gnubgStatistics(t, filepath.Join("testdata", name), 0)
			r, err := analysis.Analyse(t.Context(), read(t, name), analysis.Options{Strength: named.StrengthOf(static, 0), Workers: 2})
			must.OK(t, err)
			must.OK(t, matches.Rate(r))
			c := comparison{t: t, want: want, length: r.Length, apart: compareRolls(t, r, filepath.Join("testdata", name))}
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
	r, err := analysis.Analyse(t.Context(), read(t, name), analysis.Options{Strength: named.StrengthOf(enginetest.GnubgStatic(t), 0), Workers: 2})
	must.OK(t, err)
	must.OK(t, matches.Rate(r))
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
	strength := named.StrengthOf(static, plies)
	strength.Filter = search.Normal()
	r := must.Get(analysis.Analyse(t.Context(), read(t, name), analysis.Options{Strength: strength, Workers: 2}))(t)
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
	apart  [2]distances // by player
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
	apart, ofCubes := c.apart[p], analysis.Amount{Equity: toleranceTotal, Cost: toleranceTotal}
	if c.length > 0 {
		ofCubes.Cost = toleranceMWC / 100
	}
	c.amount(p, c.unit(plays+"Error total", "EMG"), s.Plays.Error, -1, apart.errors)
	c.amount(p, c.unit(luck+"Luck total", "EMG"), s.Luck.Total, 1, apart.luck)
	c.amount(p, c.unit(cubes+"Error total", "EMG"), s.Cube.Error, -1, ofCubes)
	c.amount(p, c.unit(all+"Error total", "EMG"), s.Overall.Error, -1, analysis.Amount{
		Equity: apart.errors.Equity + ofCubes.Equity, Cost: apart.errors.Cost + ofCubes.Cost,
	})
	c.rate(p, plays+"Error rate", s.Plays.Rate, -1)
	c.rate(p, luck+"Luck rate", s.Luck.Rate, 1)
	c.rate(p, cubes+"Error rate", s.Cube.Rate, -1)
	c.rate(p, all+"Error rate", s.Overall.Rate, -1)
	c.check(p, all+"Snowie error rate", toleranceRate, -1000**s.Overall.Snowie)
	c.results(p, all, &s.Overall)
}

// results compares the results and the ratings.
func (c *comparison) results(p int, all string, o *analysis.Overall) {
	apart := c.apart[0].luck.Cost + c.apart[1].luck.Cost
	factor, tolerance := 1.0, 2*toleranceTotal+apart
	if c.length > 0 {
		factor, tolerance = 100, 2*toleranceMWC+100*apart
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

// amount compares both units of a total of decisions that are this far apart.
func (c *comparison) amount(p int, label string, a analysis.Amount, sign float64, apart analysis.Amount) {
	c.t.Helper()
	c.compare(p, label, 0, rounding+apart.Equity, sign*a.Equity)
	if c.length > 0 {
		c.compare(p, label, 1, roundingPercent+100*apart.Cost, 100*sign*a.Cost)
	} else {
		c.compare(p, label, 1, rounding+apart.Cost, sign*a.Cost)
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
