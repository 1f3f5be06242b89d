package fit

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gammonlab/internal/chart"
	"gammonlab/internal/must"
	"gammonlab/rating/simulate"
)

// drawn returns a study by the manual's bilinear formula.
func drawn(lengths []int, pairs [][4]float32, matches int) []simulate.Row {
	return (&law{lengths: lengths, pairs: pairs, matches: matches, r: bilinearLaw}).draw(3)
}

// whole returns the report of a small study of both parts.
var whole = sync.OnceValues(func() (*Report, error) {
	rows := append(drawn([]int{1, 3, 7}, partOne, 200), drawn([]int{3, 7}, partTwo, 100)...)
	return Fit(context.Background(), rows, Options{Bootstrap: 30})
})

// TestWrite reads every file again.
func TestWrite(t *testing.T) {
	if testing.Short() {
		t.Skip("PNG is slow to draw under the race detector")
	}
	folder := filepath.Join(t.TempDir(), "to", "figures")
	files := must.Get(WriteFigures(folder, must.Get(whole())(t).Figures()))(t)
	want := []string{"depd-1", "depd-3", "depd-7", "slope", "formula-linear", "formula-bilinear",
		"mixed-3", "mixed-7", "play-coefficient", "cube-coefficient"}
	var names []string
	for i, f := range must.Get(whole())(t).Figures() {
		names = append(names, f.Name)
		for j, format := range []string{".png", ".svg"} {
			path := filepath.Join(folder, f.Name+format)
			if files[2*i+j] != path {
				t.Errorf("file %d is %s, want %s", 2*i+j, files[2*i+j], path)
			}
		}
		for _, text := range []string{f.graph.Title, f.graph.XLabel, f.graph.YLabel} {
			if text == "" {
				t.Errorf("%s: a title is missing: %q, %q, %q", f.Name, f.graph.Title, f.graph.XLabel, f.graph.YLabel)
			}
		}
		checkPNG(t, filepath.Join(folder, f.Name+".png"))
		checkSVG(t, filepath.Join(folder, f.Name+".svg"), f.graph.XLabel, f.graph.YLabel)
	}
	if !slices.Equal(names, want) || len(files) != 2*len(want) {
		t.Errorf("figures %q in %d files, want %q", names, len(files), want)
	}
}

func checkPNG(t *testing.T, path string) {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	page, err := png.Decode(file)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if page.Bounds().Dx() < 1000 {
		t.Errorf("%s is %v, too small for a paper", path, page.Bounds())
	}
}

func checkSVG(t *testing.T, path string, texts ...string) {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	var found strings.Builder
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if text, ok := token.(xml.CharData); ok {
			found.Write(text)
		}
	}
	for _, text := range texts {
		if !strings.Contains(found.String(), text) {
			t.Errorf("%s lacks %q", path, text)
		}
	}
}

// figure returns the figure of a name.
func figure(t *testing.T, r *Report, name string) chart.Graph {
	t.Helper()
	for _, f := range r.Figures() {
		if f.Name == name {
			return f.graph
		}
	}
	t.Fatalf("no figure %s", name)
	return chart.Graph{}
}

// set returns the set of a graph whose name begins so.
func set(t *testing.T, g chart.Graph, name string) chart.Set {
	t.Helper()
	for _, s := range g.Sets {
		if strings.HasPrefix(s.Name, name) {
			return s
		}
	}
	t.Fatalf("%s has no set %s", g.Title, name)
	return chart.Set{}
}

// TestDEPD compares the figure of a length with the report.
func TestDEPD(t *testing.T) {
	r := must.Get(whole())(t)
	g := figure(t, r, "depd-3")
	one, both := set(t, g, "measured, with its 90% interval"), set(t, g, "measured, both")
	line, piecewise, manual := set(t, g, "fit: "), set(t, g, "from point to point"), set(t, g, "manual: ")
	if len(one.X) != 5 || len(both.X) != 1 || len(piecewise.X) != 7 {
		t.Fatalf("%d and %d points, %d on the line from point to point", len(one.X), len(both.X), len(piecewise.X))
	}
	if !slices.IsSorted(piecewise.X) || piecewise.X[0] != 0 || piecewise.Y[0] != 0 {
		t.Errorf("the line from point to point goes by %v", piecewise.X)
	}
	for i := range r.Points {
		p := &r.Points[i]
		if p.Length != 3 || !p.Equal() {
			continue
		}
		s := one
		if p.A.Checker > 0 {
			s = both
		}
		at := slices.Index(s.X, p.DEPD)
		if at < 0 || s.Y[at] != p.R || !closeTo(s.Hi[at]-p.R, 1.6448536269514722*p.RErr, 1e-9) || !closeTo(p.R-s.Lo[at], s.Hi[at]-p.R, 1e-9) {
			t.Errorf("pair %d at %v: found at %d of %v", p.Pair, p.DEPD, at, s.X)
		}
	}
	a := r.Linear.Lengths[1].Coefficients[0].Value
	if line.Y[0] != 0 || !closeTo(line.Y[1], a*line.X[1], 1e-9) || line.X[1] != slices.Max(piecewise.X) {
		t.Errorf("the fit goes to (%v, %v), want slope %v", line.X[1], line.Y[1], a)
	}
	if want := 11971 + 23681./3; !closeTo(manual.Y[1], want*manual.X[1], 1e-9) {
		t.Errorf("the manual's line has slope %v, want %v", manual.Y[1]/manual.X[1], want)
	}
}

// TestTrends checks the figures of the slope and the coefficients: the points
// are those of the report, the lines are its trends and the manual's.
func TestTrends(t *testing.T) {
	r := must.Get(whole())(t)
	for _, tt := range []struct {
		name       string
		model      *Model
		predictor  int
		atZero     func(*Trend) float64 // the line's value at x = 0
		x          func(n float64) float64
		factor     func(n float64) float64
		wantManual string
	}{
		{"slope", r.Linear, 0, func(t *Trend) float64 { return t.Inverse.Value },
			func(n float64) float64 { return n }, func(n float64) float64 { return n }, "manual: 11971·N + 23681"},
		{"play-coefficient", r.Bilinear, 0, func(t *Trend) float64 { return t.Constant.Value },
			func(n float64) float64 { return 1 / n }, func(float64) float64 { return 1 }, "manual: 8798 + 25526/N"},
		{"cube-coefficient", r.Bilinear, 1, func(t *Trend) float64 { return t.Constant.Value },
			func(n float64) float64 { return 1 / n }, func(float64) float64 { return 1 }, "manual: 863 − 519/N"},
	} {
		g := figure(t, r, tt.name)
		measured, line := set(t, g, "measured"), set(t, g, "fit: ")
		set(t, g, tt.wantManual)
		for i := range tt.model.Lengths {
			l := &tt.model.Lengths[i]
			n, e := float64(l.Length), &l.Coefficients[tt.predictor]
			f := tt.factor(n)
			if measured.X[i] != tt.x(n) || measured.Y[i] != f*e.Value || measured.Lo[i] != f*e.Low || measured.Hi[i] != f*e.High {
				t.Errorf("%s: the point of length %d is (%v, %v)", tt.name, l.Length, measured.X[i], measured.Y[i])
			}
		}
		trend := &tt.model.Trends[tt.predictor]
		if line.X[0] != 0 || !closeTo(line.Y[0], tt.atZero(trend), 1e-9) || !slices.IsSorted(line.X) {
			t.Errorf("%s: the line begins at (%v, %v), want %v", tt.name, line.X[0], line.Y[0], tt.atZero(trend))
		}
		for i, x := range line.X {
			slope := (line.Y[len(line.Y)-1] - line.Y[0]) / line.X[len(line.X)-1]
			if math.Abs(line.Y[i]-line.Y[0]-slope*x) > 1e-6*math.Abs(line.Y[0]) {
				t.Errorf("%s: at %v the fit is %v, not on its line", tt.name, x, line.Y[i])
			}
		}
	}
}

// TestFormula compares the values of the formula with the measured ones.
func TestFormula(t *testing.T) {
	r := must.Get(whole())(t)
	for name, want := range map[string]struct{ sets, points int }{"linear": {3, 6}, "bilinear": {2, 16}} {
		g := figure(t, r, "formula-"+name)
		if len(g.Sets) != 1+want.sets {
			t.Errorf("%s: %d sets, want a line and %d lengths", name, len(g.Sets), want.sets)
		}
		s := set(t, g, "N = 7")
		if len(s.X) != want.points {
			t.Fatalf("%s: %d points of length 7, want %d", name, len(s.X), want.points)
		}
	}
	play, cube := r.Bilinear.Trends[0], r.Bilinear.Trends[1]
	s, i := set(t, figure(t, r, "formula-bilinear"), "N = 7"), 0
	for _, p := range r.Points {
		if p.Length != 7 || p.BilinearResidual == nil {
			continue
		}
		x := (play.Constant.Value+play.Inverse.Value/7)*p.EPM + (cube.Constant.Value+cube.Inverse.Value/7)*p.EPC
		if !closeTo(s.X[i], x, 1e-9) || s.Y[i] != p.R {
			t.Errorf("pair %d at (%v, %v), want (%v, %v)", p.Pair, s.X[i], s.Y[i], x, p.R)
		}
		i++
	}
}

// TestBands wants a band or whiskers at each fit and each prediction; those of the formulas hold the
// interval of each prediction.
func TestBands(t *testing.T) {
	r := must.Get(whole())(t)
	for _, f := range r.Figures() {
		for _, s := range f.graph.Sets {
			if strings.HasPrefix(s.Name, manualLine) || s.Name == piecewiseLine {
				continue
			}
			if len(s.Lo) != len(s.X) || len(s.Hi) != len(s.X) || slices.Max(s.Hi) <= slices.Max(s.Y) {
				t.Errorf("%s: %s has no interval", f.Name, s.Name)
			}
		}
	}
	for name, m := range map[string]*Model{"formula-linear": r.Linear, "formula-bilinear": r.Bilinear} {
		line := set(t, figure(t, r, name), identityLine)
		for _, p := range r.points(func(p *Point) bool { return r.isOf(m, p) }) {
			of := r.byTrends(m, p)
			at := slices.Index(line.X, of.value)
			if at < 0 || line.Y[at] != of.value || line.Hi[at]-of.value < of.margin*(1-1e-9) || of.margin <= 0 {
				t.Errorf("%s: the band at %v is %v, want %v or more", name, of.value, line.Hi[at]-of.value, of.margin)
			}
		}
		if zero := slices.Index(line.X, 0); line.Lo[zero] != 0 || line.Hi[zero] != 0 {
			t.Errorf("%s: equal players have an interval", name)
		}
	}
}

// TestMixed checks the predictions of the models of a length for each pair, in
// the order of R.
func TestMixed(t *testing.T) {
	r := must.Get(whole())(t)
	g := figure(t, r, "mixed-7")
	measured, linear, bilinear := set(t, g, "measured"), set(t, g, "linear"), set(t, g, "bilinear")
	if len(measured.X) != 16 || len(g.Ticks) != 16 || !slices.IsSorted(measured.Y) {
		t.Fatalf("%d pairs, %d names, R %v", len(measured.X), len(g.Ticks), measured.Y)
	}
	a := r.Linear.Lengths[2].Coefficients[0].Value
	c := r.Bilinear.Lengths[1].Coefficients
	for i := range r.Points {
		p := &r.Points[i]
		if p.Length != 7 || p.Equal() {
			continue
		}
		at := slices.Index(measured.Y, p.R)
		if at < 0 || !closeTo(linear.Y[at], a*p.DEPD, 1e-9) || !closeTo(bilinear.Y[at], c[0].Value*p.EPM+c[1].Value*p.EPC, 1e-9) {
			t.Errorf("pair %d: found at %d", p.Pair, at)
			continue
		}
		const z = 1.6448536269514722
		v := r.Bilinear.Lengths[1].Covariance
		margin := z * math.Sqrt(p.EPM*p.EPM*v[0][0]+2*p.EPM*p.EPC*v[0][1]+p.EPC*p.EPC*v[1][1])
		if !closeTo(bilinear.Hi[at]-bilinear.Y[at], margin, 1e-9) || !closeTo(linear.Y[at]-linear.Lo[at], z*r.Linear.Lengths[2].Coefficients[0].StdErr*p.DEPD, 1e-9) {
			t.Errorf("pair %d: intervals %v to %v and %v to %v", p.Pair, bilinear.Lo[at], bilinear.Hi[at], linear.Lo[at], linear.Hi[at])
		}
		if want := fmt.Sprintf("%.2g\n%.2g", p.B.Checker, p.B.Cube); g.Ticks[at] != want {
			t.Errorf("pair %d is named %q, want %q", p.Pair, g.Ticks[at], want)
		}
	}
}

// TestPartsOfStudies checks that figures without data are omitted.
func TestPartsOfStudies(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []simulate.Row
		want string
	}{
		{"part 1", drawn([]int{1, 5}, partOne, 60), "depd-1 depd-5 slope formula-linear"},
		{"part 1, one length", drawn([]int{5}, partOne, 60), "depd-5"},
		{"part 2, one length", drawn([]int{5}, partTwo, 60), "depd-5 mixed-5"},
	} {
		var names []string
		for _, f := range must.Get(Fit(t.Context(), tt.rows, Options{Bootstrap: 40}))(t).Figures() {
			names = append(names, f.Name)
			if err := f.graph.Encode(io.Discard, "svg"); err != nil {
				t.Errorf("%s, %s: %v", tt.name, f.Name, err)
			}
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s: figures %q, want %q", tt.name, got, tt.want)
		}
	}
	if _, err := WriteFigures(t.TempDir(), new(Report).Figures()); err == nil {
		t.Error("figures of nothing")
	}
}
