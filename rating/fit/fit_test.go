package fit

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"gammonlab/internal/longtest"
	"gammonlab/internal/must"
	"gammonlab/rating"
	"gammonlab/rating/simulate"
)

func mustFit(t *testing.T, rows []simulate.Row, o Options) *Report {
	t.Helper()
	return must.Get(Fit(t.Context(), rows, o))(t)
}

// TestExactLaw fits to matches without chance: every method finds the manual's
// coefficients, except for rounding.
func TestExactLaw(t *testing.T) {
	lengths := []int{1, 3, 5, 7, 11, 23}
	for _, m := range []Method{OLS, Robust} {
		linear := law{lengths: lengths, pairs: partOne, matches: 4, r: linearLaw, exact: true}
		r := mustFit(t, linear.draw(1), Options{Method: m, Bootstrap: 20})
		for _, trends := range [][]Trend{r.Linear.Trends, r.Linear.Unweighted, r.Linear.AsManual} {
			if a, b := trends[0].Constant.Value, trends[0].Inverse.Value; !closeTo(a, 11971, 1e-9) || !closeTo(b, 23681, 1e-9) {
				t.Errorf("%s: a(N) = %v + %v/N", m, a, b)
			}
		}
		if l := r.Linear.Lengths[2]; l.Length != 5 || l.Points != 6 || !closeTo(l.R2, 1, 1e-12) || l.RMS > 1e-6 || l.P != 1 || l.Level.PF != 1 {
			t.Errorf("%s: fit at 5 points: %+v, level %+v", m, l, l.Level)
		}
		if r.Bilinear != nil || !slices.ContainsFunc(r.Notes, func(s string) bool { return strings.Contains(s, "EPM and EPC rise together") }) {
			t.Errorf("%s: bilinear model of equal noise: %+v, notes %q", m, r.Bilinear, r.Notes)
		}

		bilinear := law{lengths: lengths[1:], pairs: partTwo, matches: 4, r: bilinearLaw, exact: true}
		r = mustFit(t, bilinear.draw(2), Options{Method: m, Bootstrap: 20})
		want := []float64{rating.Manual.PlayA, rating.Manual.PlayB, rating.Manual.CubeA, rating.Manual.CubeB}
		for i, e := range []Estimate{
			r.Bilinear.Trends[0].Constant, r.Bilinear.Trends[0].Inverse,
			r.Bilinear.Unweighted[1].Constant, r.Bilinear.Unweighted[1].Inverse,
		} {
			if !closeTo(e.Value, want[i], 1e-8) {
				t.Errorf("%s: bilinear coefficient %d is %v, want %v", m, i, e.Value, want[i])
			}
		}
		if h := r.HeldOut; h.Points != 2*16*5 || h.Scores[1].RMS > 1e-6 || h.Scores[0].RMS < 5 {
			t.Errorf("%s: held out %+v", m, h)
		}
	}
}

// TestLawIsFound draws a study of the manual's size: every coefficient is within
// a few standard errors of the truth, and the bilinear model predicts better.
func TestLawIsFound(t *testing.T) {
	one := law{lengths: []int{1, 3, 7, 23}, pairs: partOne, matches: 400, r: linearLaw}
	two := law{lengths: []int{3, 7, 23}, pairs: partTwo, matches: 300, r: bilinearLaw}
	resamples := 100
	if testing.Short() {
		resamples = 30
	}
	for _, m := range []Method{OLS, WLS, Robust} {
		r := mustFit(t, append(one.draw(1), two.draw(2)...), Options{Method: m, Bootstrap: resamples, Workers: 2, Seed: 1})
		var all []Estimate
		for _, trend := range append(slices.Clone(r.Linear.Trends), r.Bilinear.Trends...) {
			all = append(all, trend.Constant, trend.Inverse)
		}
		for i, e := range all {
			if e.Deviation == nil || math.Abs(*e.Deviation) > 3.5 || e.Low >= e.Value || e.High <= e.Value {
				t.Errorf("%s: coefficient %d: %+v", m, i, e)
			}
		}
		c := r.Bilinear.Covariance
		for i, e := range all[2:] {
			if len(c) != 4 || len(c[i]) != 4 || !closeTo(c[i][i], e.StdErr*e.StdErr, 1e-9) || c[i][3-i] != c[3-i][i] {
				t.Errorf("%s: covariance %v, standard error of coefficient %d %v", m, c, i, e.StdErr)
			}
		}
		for _, l := range r.Linear.Lengths {
			if l.Points != 6 || l.R2 < 0.95 || l.P < 1e-4 || l.Level.PLevel < 1e-4 || l.Level.PCurvature < 1e-4 {
				t.Errorf("%s: linear model at %d points: %+v, level %+v", m, l.Length, l, l.Level)
			}
		}
		for _, l := range r.Linear.Lengths {
			checkResiduals(t, r, &l)
		}
		if h := r.HeldOut; h.Factor.Value < 1.2 || h.Scores[1].LogLoss >= h.Scores[0].LogLoss || h.Scores[2].Model != guessEqual {
			t.Errorf("%s: held out %+v", m, h)
		}
	}
}

// checkResiduals computes the root of the mean square and chi-square of a length of the
// linear model from its points, and the probability of such a chi-square.
func checkResiduals(t *testing.T, r *Report, l *LengthFit) {
	t.Helper()
	var squares, chiSquare float64
	n := 0
	for i := range r.Points {
		p := &r.Points[i]
		if p.LinearResidual == nil || p.Length != l.Length {
			continue
		}
		n++
		squares += *p.LinearResidual * *p.LinearResidual
		chiSquare += math.Pow(*p.LinearResidual/p.RErr, 2)
	}
	probability := distuv.ChiSquared{K: float64(n - 1)}.Survival(chiSquare)
	if n != l.Points || !closeTo(l.RMS, math.Sqrt(squares/float64(n)), 1e-12) || !closeTo(l.ChiSquare, chiSquare, 1e-9) || !closeTo(l.P, probability, 1e-9) {
		t.Errorf("%d points: RMS %v, chi-square %v (P %v), the residuals give %v, %v (%v)", l.Length,
			l.RMS, l.ChiSquare, l.P, math.Sqrt(squares/float64(n)), chiSquare, probability)
	}
}

// TestCoverage draws many small studies: intervals of 90 % hold the truth in 85 to
// 95 of 100.
func TestCoverage(t *testing.T) {
	longtest.Skip(t, "TestLawIsFound fits one study")
	const studies = 250
	linear := law{lengths: []int{3, 7}, pairs: partOne, matches: 120, r: linearLaw}
	bilinear := law{lengths: []int{3, 7}, pairs: partTwo[4:], matches: 50, r: bilinearLaw}
	names := []string{"a(3)", "a(7)", "A", "B", "curvature(3)", "level(3)", "a2(3)", "b(3)", "a2(7)", "b(7)",
		"R by the linear formula", "R by the bilinear formula", "R by the bilinear model at 7 points"}
	held := make([]int, len(names))
	for i := range studies {
		rows := append(linear.draw(uint64(2*i)), bilinear.draw(uint64(2*i+1))...)
		r := mustFit(t, rows, Options{Bootstrap: 100, Workers: 2, Seed: uint64(i)})
		one, two := r.Linear.Lengths, r.Bilinear.Lengths
		for k, e := range []Estimate{
			one[0].Coefficients[0], one[1].Coefficients[0], r.Linear.Trends[0].Constant, r.Linear.Trends[0].Inverse,
			one[0].Level.Curvature, one[0].Level.Level,
			two[0].Coefficients[0], two[0].Coefficients[1], two[1].Coefficients[0], two[1].Coefficients[1],
		} {
			truth := 0.0
			if e.Manual != nil {
				truth = *e.Manual
			}
			if e.Low <= truth && truth <= e.High {
				held[k]++
			}
		}
		for k, of := range bandsOf(r) {
			if math.Abs(of.value) <= of.margin {
				held[len(names)-3+k]++
			}
		}
	}
	// A share of 250 has a standard deviation of 1.9 %.
	for k, name := range names {
		share := float64(held[k]) / studies
		t.Logf("%s: %.1f %%", name, 100*share)
		if share < 0.85 || share > 0.95 {
			t.Errorf("the interval of %s holds the truth in %.1f %% of studies", name, 100*share)
		}
	}
}

// bandsOf returns, for a point to 7 points with errors in plays and in cube decisions, the errors of predictions in figures
// by the manual's laws, with their margins: by the linear and the bilinear formula, and by the bilinear model.
func bandsOf(r *Report) (all []expected) {
	last := func(of *Model) *Point { // of the model, at 7 points
		points := r.points(func(p *Point) bool { return p.Length == 7 && r.isOf(of, p) })
		return points[len(points)-1]
	}
	one, two := last(r.Linear), last(r.Bilinear)
	formula := r.byTrends(r.Linear, one)
	formula.value -= manualLinear.at(7) * one.DEPD
	both, truth := r.byTrends(r.Bilinear, two), rating.Manual.Loss(two.EPM, two.EPC, 7)
	both.value -= truth
	l := &r.Bilinear.Lengths[1]
	single := expected{two.R - *two.BilinearResidual - truth, r.margin(l.Covariance, []float64{two.EPM, two.EPC})}
	return []expected{formula, both, single}
}

// TestLevelIsFound fits to a law by which errors cost less among players who
// err much.
func TestLevelIsFound(t *testing.T) {
	w := law{lengths: []int{1, 7}, pairs: partOne, matches: 500, r: func(a, b Rates, n int) float64 {
		if n == 1 {
			return linearLaw(a, b, n) * (1 - 8*(a.Decision+b.Decision))
		}
		return linearLaw(a, b, n)
	}}
	l := mustFit(t, w.draw(3), Options{Bootstrap: 200, Workers: 2}).Linear.Lengths
	if at1 := l[0].Level; at1.PLevel > 0.01 || at1.Level.High >= 0 || at1.PCurvature > 0.1 || at1.PF > 0.2 {
		t.Errorf("at 1 point: %+v, want curvature and level below 0", at1)
	}
	if at7 := l[1].Level; at7.PLevel < 0.01 || at7.PCurvature < 0.01 {
		t.Errorf("at 7 points: %+v, want no effect", at7)
	}

	// Exact: 35652·8 points for each unit of either, and nothing else is left.
	w.exact, w.matches = true, 2
	at1 := mustFit(t, w.draw(3), Options{Bootstrap: 20}).Linear.Lengths[0].Level
	if want := -8 * 35652.; !closeTo(at1.Level.Value, want, 1e-6) || !closeTo(at1.Curvature.Value, want, 1e-6) || at1.PF != 0 {
		t.Errorf("without chance %+v, want %v twice", at1, want)
	}
}

// TestSameForAnyWorkers also gives the rows in another order.
func TestSameForAnyWorkers(t *testing.T) {
	one := law{lengths: []int{1, 5, 11}, pairs: partOne, matches: 30, r: linearLaw}
	two := law{lengths: []int{5, 11}, pairs: partTwo, matches: 30, r: bilinearLaw}
	rows := append(one.draw(4), two.draw(5)...)
	text := func(o Options) string {
		data := must.Get(json.Marshal(mustFit(t, rows, o)))(t)
		return string(data)
	}
	want := text(Options{Bootstrap: 40, Seed: 9, Method: WLS})
	slices.Reverse(rows)
	if got := text(Options{Bootstrap: 40, Seed: 9, Method: WLS, Workers: 3}); got != want {
		t.Error("the report depends on the workers or on the order of matches")
	}
	if got := text(Options{Bootstrap: 40, Seed: 10, Method: WLS}); got == want {
		t.Error("the report does not depend on the seed")
	}
}

// TestCollinear fits a bilinear model to data in which the errors of plays and
// cube rise together, and to data without cube decisions.
func TestCollinear(t *testing.T) {
	w := law{lengths: []int{3}, pairs: partOne, matches: 3, r: linearLaw, exact: true}
	for _, c := range []struct {
		want  string
		cubes int32
	}{{"cannot be told apart", 1}, {"EPC is 0 for all pairs", 0}} {
		rows := w.draw(1)
		for i := range rows {
			r := &rows[i]
			r.CubesA, r.CubesB, r.CubeErrorA, r.CubeErrorB = c.cubes*r.CubesA, c.cubes*r.CubesB, float64(c.cubes)*r.CubeErrorA, float64(c.cubes)*r.CubeErrorB
		}
		r := mustFit(t, rows, Options{Part: All, Bootstrap: 20})
		if r.Bilinear != nil || r.HeldOut != nil || len(r.Notes) == 0 || !strings.Contains(r.Notes[0], c.want) {
			t.Errorf("bilinear model %+v, notes %q, want %q", r.Bilinear, r.Notes, c.want)
		}
	}
}

// TestParts fits to the selected pairs.
func TestParts(t *testing.T) {
	one := law{lengths: []int{3}, pairs: partOne, matches: 20, r: linearLaw}
	two := law{lengths: []int{3}, pairs: partTwo, matches: 20, r: bilinearLaw}
	both := append(one.draw(1), two.draw(2)...)
	for _, c := range []struct {
		rows             []simulate.Row
		part             Part
		linear, bilinear int // points, 0 for no model
	}{
		{both, Auto, 6, 16}, {both, All, 22, 22}, {both, Mixed, 16, 16}, {both, Equal, 6, 0},
		{one.draw(1), Auto, 6, 0}, {two.draw(2), Auto, 16, 16}, {two.draw(2), Mixed, 16, 16},
	} {
		r := mustFit(t, c.rows, Options{Part: c.part, Bootstrap: 20})
		bilinear := 0
		if r.Bilinear != nil {
			bilinear = r.Bilinear.Lengths[0].Points
		}
		if linear := r.Linear.Lengths[0].Points; linear != c.linear || bilinear != c.bilinear {
			t.Errorf("%d matches, part %s: %d and %d points, want %d and %d", len(c.rows), c.part, linear, bilinear, c.linear, c.bilinear)
		}
	}
}

// TestOnlyRoundingErrors has a player whose only errors are rounding errors: the level is
// unknown, and all other figures are known.
func TestOnlyRoundingErrors(t *testing.T) {
	w := law{lengths: []int{3}, pairs: partTwo, matches: 20, r: bilinearLaw}
	rows := w.draw(9)
	for i := range rows {
		rows[i].PlayErrorA = 1e-7 * float64(i%3)
	}
	if l := mustFit(t, rows, Options{Bootstrap: 20}).Linear.Lengths[0]; l.Level != nil || l.Points != 16 {
		t.Errorf("fit %+v, level %+v", l, l.Level)
	}
}

// TestSides exchanges A and B: the signs of ratings and errors change, the
// coefficients do not.
func TestSides(t *testing.T) {
	w := law{lengths: []int{3, 7}, pairs: partTwo, matches: 20, r: bilinearLaw}
	rows := w.draw(8)
	before := mustFit(t, rows, Options{Method: WLS, Bootstrap: 20})
	for i := range rows {
		r := &rows[i]
		r.CheckerA, r.CubeA, r.CheckerB, r.CubeB = r.CheckerB, r.CubeB, r.CheckerA, r.CubeA
		r.PlaysA, r.PlaysB, r.CubesA, r.CubesB = r.PlaysB, r.PlaysA, r.CubesB, r.CubesA
		r.PlayErrorA, r.PlayErrorB, r.CubeErrorA, r.CubeErrorB = r.PlayErrorB, r.PlayErrorA, r.CubeErrorB, r.CubeErrorA
		r.Won, r.Luck = !r.Won, 1-r.Luck
	}
	after := mustFit(t, rows, Options{Method: WLS, Bootstrap: 20})
	for m, pair := range [][2]*Model{{before.Linear, after.Linear}, {before.Bilinear, after.Bilinear}} {
		for i, l := range pair[0].Lengths {
			for j, c := range l.Coefficients {
				if o := pair[1].Lengths[i].Coefficients[j]; !closeTo(o.Value, c.Value, 1e-9) || !closeTo(o.Low, c.Low, 1e-9) {
					t.Errorf("model %d at %d points, coefficient %d: %+v, with sides changed %+v", m, l.Length, j, c, o)
				}
			}
		}
	}
	if p, q := before.Points[3], after.Points[3]; !closeTo(q.R, -p.R, 1e-9) || !closeTo(q.DEPD, -p.DEPD, 1e-12) {
		t.Errorf("R %v and %v, DEPD %v and %v, want the signs changed", p.R, q.R, p.DEPD, q.DEPD)
	}
}

// TestPoint checks a point against numbers worked out by hand.
func TestPoint(t *testing.T) {
	rows := []simulate.Row{
		{Length: 4, Luck: 1.2, Won: true, PlaysA: 10, PlaysB: 20, PlayErrorA: 0.1, PlayErrorB: 0.6, CubesA: 2, CubesB: 4, CubeErrorA: 0.02, CubeErrorB: 0.4, CheckerB: 0.02},
		{Length: 4, Match: 1, Luck: 0.6, PlaysA: 30, PlaysB: 20, PlayErrorA: 0.1, PlayErrorB: 0.2, CubesA: 2, CubesB: 0, CubeErrorA: 0.02},
	}
	var s sums
	for i := range rows {
		s.add(&rows[i])
	}
	p := must.Get(newPoint(keyOf(&rows[0]), &s))(t)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"chance", p.Chance, 0.9}, {"its error", p.ChanceErr, 0.3}, // two values 0.6 apart
		{"R", p.R, 1000 * math.Log10(9)}, {"its error", p.RErr, 0.3 * 1000 / math.Ln10 / 0.09},
		{"raw R", *p.RawR, 0}, {"won", p.Won, 0.5},
		{"A per play", p.RatesA.Play, 0.2 / 40}, {"B per play", p.RatesB.Play, 0.8 / 40},
		{"A per cube", p.RatesA.Cube, 0.04 / 4}, {"B per cube", p.RatesB.Cube, 0.4 / 4},
		{"DEPD", p.DEPD, 1.2/44 - 0.24/44}, {"EPM", p.EPM, 0.015}, {"EPC", p.EPC, 0.09},
	} {
		if !closeTo(c.got, c.want, 1e-12) {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
	if p.Equal() {
		t.Error("different noise in plays and cube counts as equal")
	}
}

// TestNoRating fits to pairs, some of which have a mean result without R: these
// are omitted, with a note.
func TestNoRating(t *testing.T) {
	w := law{lengths: []int{3, 7}, pairs: partOne, matches: 20, r: linearLaw}
	rows := w.draw(6)
	for i := range rows {
		if rows[i].Pair == 4 && rows[i].Length == 7 {
			rows[i].Luck = 1.01
		}
	}
	r := mustFit(t, rows, Options{Bootstrap: 20})
	if len(r.Points) != 11 || r.Linear.Lengths[1].Points != 5 || r.Matches != 220 {
		t.Errorf("%d points, %d of them at 7, %d matches", len(r.Points), r.Linear.Lengths[1].Points, r.Matches)
	}
	if len(r.Notes) == 0 || !strings.Contains(r.Notes[0], "pair 5") || !strings.Contains(r.Notes[0], "1.0100") {
		t.Errorf("notes %q do not name the pair", r.Notes)
	}
}

// TestOneSidedResults has a pair of which one player wins all matches: the coefficients
// without luck adjustment cannot be determined, and their cells are empty.
func TestOneSidedResults(t *testing.T) {
	w := law{lengths: []int{3, 7}, pairs: partOne, matches: 20, r: linearLaw}
	rows := w.draw(6)
	for i := range rows {
		rows[i].Won = rows[i].Won && rows[i].Length == 7 || rows[i].Pair == 1
	}
	r := mustFit(t, rows, Options{Bootstrap: 20})
	if text := r.Text(); len(r.Linear.Lengths[0].Raw) > 0 || !strings.Contains(text, "3 points, DEPD") {
		t.Errorf("raw coefficients %v, text\n%s", r.Linear.Lengths[0].Raw, text)
	}
}

func TestFaults(t *testing.T) {
	good := func() []simulate.Row {
		return (&law{lengths: []int{3}, pairs: partOne, matches: 5, r: linearLaw}).draw(1)
	}
	for _, c := range []struct {
		name  string
		alter func(rows []simulate.Row) []simulate.Row
		o     Options
		want  string
	}{
		{"no matches", func([]simulate.Row) []simulate.Row { return nil }, Options{}, "no matches"},
		{"no such length", nil, Options{Lengths: []int{5}}, "no matches"},
		{"one pair", func(rows []simulate.Row) []simulate.Row { return rows[:5] }, Options{}, "1 pairs of players, want at least 2"},
		{"one match each", func(rows []simulate.Row) []simulate.Row {
			return slices.DeleteFunc(rows, func(r simulate.Row) bool { return r.Match > 0 })
		}, Options{}, "matches to 3 is left out: it has one match, want at least 2; and 3 more"},
		{"twice", func(rows []simulate.Row) []simulate.Row { return append(rows, rows[7]) }, Options{}, "occurs twice"},
		{"NaN", func(rows []simulate.Row) []simulate.Row { rows[3].Luck = math.NaN(); return rows }, Options{}, "match 4: luck-adjusted result NaN"},
		{"infinite", func(rows []simulate.Row) []simulate.Row { rows[3].CubeErrorB = math.Inf(1); return rows }, Options{}, "match 4: cube error +Inf of B"},
		{"negative", func(rows []simulate.Row) []simulate.Row { rows[0].PlayErrorA = -1; return rows }, Options{}, "match 1: play error -1 of A"},
		{"negative number", func(rows []simulate.Row) []simulate.Row { rows[0].CubesB = -1; return rows }, Options{}, "-1 cube decisions of B"},
		{"length", func(rows []simulate.Row) []simulate.Row { rows[0].Length = 0; return rows }, Options{}, "length 0"},
		{"not judged", func(rows []simulate.Row) []simulate.Row {
			for i := range rows {
				rows[i].PlaysA = 0
			}
			return rows
		}, Options{}, "were the matches judged"},
		{"the same errors", func(rows []simulate.Row) []simulate.Row {
			for i := range rows {
				rows[i].PlayErrorA, rows[i].CubeErrorA = rows[i].PlayErrorB, rows[i].CubeErrorB
			}
			return rows
		}, Options{}, "DEPD is 0 for all pairs"},
		{"no chance", func(rows []simulate.Row) []simulate.Row {
			return (&law{lengths: []int{3}, pairs: partOne, matches: 5, r: linearLaw, exact: true}).draw(1)
		}, Options{Method: WLS}, "standard error 0"},
		{"no mixed pairs", nil, Options{Part: Mixed}, "no pairs of part 2"},
		{"method", nil, Options{Method: "lasso"}, `method "lasso"`},
		{"part", nil, Options{Part: "3"}, `part "3"`},
		{"bootstrap", nil, Options{Bootstrap: 3}, "3 resamples"},
		{"confidence", nil, Options{Confidence: 1}, "confidence 1"},
		{"workers", nil, Options{Workers: -1}, "-1 workers"},
	} {
		rows := good()
		if c.alter != nil {
			rows = c.alter(rows)
		}
		must.Fail(t, must.Err(Fit(t.Context(), rows, c.o)), c.want, c.name)
	}
}

// TestRobustFit moves one point far away, which does not change the robust fit.
func TestRobustFit(t *testing.T) {
	s := &system{}
	for i := range 8 {
		x := float64(i + 1)
		noise := []float64{0.1, -0.2, 0.15, -0.05, 0.2, -0.1, -0.15, 0.05}[i]
		s.add(3*x+noise, 1, x)
	}
	clean, err := s.solve(Robust)
	if err != nil || !closeTo(clean[0], 3, 0.01) {
		t.Fatalf("without an outlier %v, %v", clean, err)
	}
	s.y[6] = 60
	ordinary, _ := s.solve(OLS)
	robust, err := s.solve(Robust)
	if err != nil || !closeTo(robust[0], clean[0], 0.005) || ordinary[0] < 4 {
		t.Errorf("with an outlier %v (ordinary %v), %v", robust, ordinary, err)
	}
}

// TestLeastSquares checks against hand-made equations.
func TestLeastSquares(t *testing.T) {
	s := &system{}
	s.add(2, 1, 1)
	s.add(3, 4, 2)
	s.add(9, 1, 3)
	if beta, err := s.solve(OLS); err != nil || !closeTo(beta[0], 35.0/14, 1e-12) {
		t.Errorf("ordinary %v, %v", beta, err)
	}
	if beta, err := s.solve(WLS); err != nil || !closeTo(beta[0], (2+1.5+27)/(1+1+9), 1e-12) {
		t.Errorf("weighted %v, %v", beta, err)
	}
	// The mean is 14/3, residuals at β = 2.5 are -0.5, -2 and 1.5.
	if got, want := s.rSquared([]float64{2.5}), 1-6.5/(94-3*196.0/9); !closeTo(got, want, 1e-12) {
		t.Errorf("R² %v, want %v", got, want)
	}
	two := &system{}
	two.add(1, 1, 1, 0)
	two.add(2, 1, 0, 1)
	two.add(4, 1, 1, 1)
	// Normal equations 2a+b = 5, a+2b = 6.
	if beta, err := two.solve(OLS); err != nil || !closeTo(beta[0], 4.0/3, 1e-12) || !closeTo(beta[1], 7.0/3, 1e-12) {
		t.Errorf("two predictors %v, %v", beta, err)
	}
	// Of columns at 60° the squared singular values are 1 ± ½.
	if got := two.condition(); !closeTo(got, math.Sqrt(3), 1e-12) {
		t.Errorf("condition %v", got)
	}
	apart := &system{}
	apart.add(1, 1, 1e9, 1e-9)
	apart.add(2, 1, 1e9, 3e-9)
	apart.add(3, 1, 1e9, 5e-9)
	if beta, err := apart.solve(OLS); err != nil || !closeTo(beta[1], 5e8, 1e-9) {
		t.Errorf("predictors of other magnitudes %v, %v", beta, err)
	}
	flat := &system{}
	flat.add(1, 1, 1, 2)
	flat.add(2, 1, 2, 4)
	if _, err := flat.solve(OLS); err == nil {
		t.Error("predictors that are the same have a solution")
	}
	if _, err := (&system{columns: 2, x: []float64{1, 2}, y: []float64{1}}).solve(OLS); err == nil {
		t.Error("one point has a solution for two coefficients")
	}
}

// TestTrendWeights fits a trend to coefficients that are not on a line.
func TestTrendWeights(t *testing.T) {
	lengths, values := []int{1, 2, 4}, []float64{10, 8, 4}
	resamples := [][]float64{{8, 12}, {7, 9}, {3, 5}} // variances 8, 2 and 2
	for _, c := range []struct {
		how     weighting
		weights []float64
	}{{byVariance, []float64{1. / 8, 1. / 2, 1. / 2}}, {evenly, []float64{1, 1, 1}}, {byLength, []float64{1, 4, 16}}} {
		trend, drawn := (&Options{Confidence: 0.9}).trend(lengths, values, resamples, curve{}, c.how)
		// The residuals of the best line are orthogonal to 1 and to 1/N.
		var one, inverse float64
		for i, n := range lengths {
			r := c.weights[i] * (values[i] - trend.Constant.Value - trend.Inverse.Value/float64(n))
			one, inverse = one+r, inverse+r/float64(n)
		}
		if math.Abs(one) > 1e-12 || math.Abs(inverse) > 1e-12 || len(drawn) != 2 || len(trend.Curve) != 4 {
			t.Errorf("weights %v: %+v leaves %v and %v", c.weights, trend, one, inverse)
		}
	}
}

// TestManual compares the constants with those of gnubg's manual at 7 points.
func TestManual(t *testing.T) {
	if got := manualLinear.at(7); !closeTo(got, 15354, 1e-4) {
		t.Errorf("a(7) = %v", got)
	}
	m := manualBilinear()
	if got, want := m[0].at(7)*0.01+m[1].at(7)*0.03, rating.Manual.Loss(0.01, 0.03, 7); !closeTo(got, want, 1e-12) {
		t.Errorf("loss %v, want %v", got, want)
	}
	if got := rating.WinProbability(rating.Difference(0.7, 7), 7); !closeTo(got, 0.7, 1e-12) {
		t.Errorf("FIBS there and back %v", got)
	}
}
