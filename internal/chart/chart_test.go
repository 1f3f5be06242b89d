package chart

import (
	"bytes"
	"image"
	"image/color"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gammonlab/internal/must"
)

// learning is a chart with all its parts.
func learning() Curve {
	c := Curve{
		Title:  "Learning curve: perspective196, 80 hidden units",
		XLabel: "self-play games",
		YLabel: "Points per game against pubeval, with 95% interval",
		Marks:  []HorizontalMark{{Y: 0, Label: "pubeval"}},
	}
	for i, name := range []string{"λ = 0.7", "λ = 0", "without interval", "not begun"} {
		s := Series{Name: name}
		for x := 0.0; x <= 1e6 && i < 3; x += 5e4 {
			y := 0.4 - 0.1*float64(i) - 2.5*math.Exp(-x/1.2e5)
			s.X, s.Y = append(s.X, x), append(s.Y, y)
			if i < 2 {
				s.Lo, s.Hi = append(s.Lo, y-0.05), append(s.Hi, y+0.05)
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func encoded(t *testing.T, c Curve, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	must.OK(t, c.Encode(&out, format))
	return out.Bytes()
}

func TestSameBytes(t *testing.T) {
	for _, format := range []string{"svg", "png"} {
		if format == "png" && testing.Short() {
			continue // slow under the race detector
		}
		want := encoded(t, learning(), format)
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() { // together, as the fonts are shared
				var got bytes.Buffer
				if err := learning().Encode(&got, format); err != nil {
					t.Error(err)
				}
				if !bytes.Equal(got.Bytes(), want) {
					t.Errorf("%s: two drawings of one chart differ", format)
				}
			})
		}
		group.Wait()
	}
}

func TestPNGShowsEachSeries(t *testing.T) {
	page, _, err := image.Decode(bytes.NewReader(encoded(t, learning(), "png")))
	must.OK(t, err)
	if got, want := page.Bounds().Size(), image.Pt(1536, 960); got != want {
		t.Errorf("size %v, want %v", got, want)
	}
	// Every third pixel of every third row is enough.
	count := map[color.NRGBA]int{}
	for y := 0; y < page.Bounds().Dy(); y += 3 {
		for x := 0; x < page.Bounds().Dx(); x += 3 {
			count[color.NRGBAModel.Convert(page.At(x, y)).(color.NRGBA)]++
		}
	}
	for i, l := range styles[:3] {
		if count[l.color] < 100 {
			t.Errorf("series %d: %d pixels of its colour", i, count[l.color])
		}
	}
	// Title and labels stay off the rim.
	white := color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	for x := range page.Bounds().Dx() {
		for _, y := range []int{0, 10, page.Bounds().Dy() - 11, page.Bounds().Dy() - 1} {
			if got := color.NRGBAModel.Convert(page.At(x, y)); got != white {
				t.Fatalf("pixel (%d, %d) of the margin is %v", x, y, got)
			}
		}
	}
}

func TestSVGHoldsItsTexts(t *testing.T) {
	page := string(encoded(t, learning(), "svg"))
	for _, want := range []string{
		"Learning curve: perspective196, 80 hidden units", "self-play games", "pubeval",
		"λ = 0.7", "not begun (no data)", ">200k<", ">1M<", ">−1.0<", "sans-serif",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the SVG lacks %q", want)
		}
	}
	if strings.Contains(page, "no data yet") {
		t.Error("the chart says that it is empty")
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	for name, start := range map[string]string{"curve.png": "\x89PNG", "curve.SVG": "<?xml", "curve.pdf": "%PDF"} {
		path := filepath.Join(dir, name)
		must.OK(t, learning().Write(path))
		got := must.Get(os.ReadFile(path))(t)
		if !bytes.HasPrefix(got, []byte(start)) {
			t.Errorf("%s begins with %q, want %q", name, got[:min(len(got), 8)], start)
		}
	}
	for _, name := range []string{"curve.eps", "curve", "png"} {
		path := filepath.Join(dir, name)
		must.Fail(t, learning().Write(path), "want png, svg or pdf", name)
		if _, err := os.Stat(path); err == nil {
			t.Errorf("Write(%s) failed and left a file", name)
		}
	}
}

// Equal charts give equal bytes, whenever they are drawn.
func TestEqualPDF(t *testing.T) {
	var one, other bytes.Buffer
	must.OK(t, learning().Encode(&one, "pdf"))
	time.Sleep(1100 * time.Millisecond) // the dates of PDF files have seconds
	must.OK(t, learning().Encode(&other, "pdf"))
	if one.Len() < 1000 || !bytes.Equal(one.Bytes(), other.Bytes()) {
		t.Errorf("%d and %d bytes differ", one.Len(), other.Len())
	}
}

// Save returns the files that it has written, also after an error.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	files := must.Get(Save(dir, "curve", learning()))(t)
	if want := []string{filepath.Join(dir, "curve.png"), filepath.Join(dir, "curve.svg")}; !slices.Equal(files, want) {
		t.Errorf("files %q, want %q", files, want)
	}
	must.OK(t, os.Mkdir(filepath.Join(dir, "other.svg"), 0o777))
	files, err := Save(dir, "other", learning())
	if err == nil || !slices.Equal(files, []string{filepath.Join(dir, "other.png")}) {
		t.Errorf("files %q and error %v, want the PNG file and an error", files, err)
	}
}

func TestErrorsNameTheFault(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		series Series
		want   string
	}{
		{Series{X: []float64{1, 2}, Y: []float64{1}}, "Y has 1 values, X has 2"},
		{Series{X: []float64{1}, Y: []float64{1}, Lo: []float64{0}}, "Hi has 0 values, X has 1"},
		{Series{X: []float64{1}, Y: []float64{1}, Lo: []float64{0, 1}, Hi: []float64{1}}, "Lo has 2 values, X has 1"},
		{Series{X: []float64{1, nan}, Y: []float64{1, 2}}, "X[1] is NaN"},
		{Series{X: []float64{1}, Y: []float64{math.Inf(1)}}, "Y[0] is +Inf"},
		{Series{X: []float64{1}, Y: []float64{1}, Lo: []float64{nan}, Hi: []float64{1}}, "Lo[0] is NaN"},
		{Series{X: []float64{1, 3, 2}, Y: []float64{1, 2, 3}}, "at index 2 X descends from 3 to 2"},
		{Series{X: []float64{1}, Y: []float64{1}, Lo: []float64{2}, Hi: []float64{1}}, "at index 0 Lo is 2, above Hi of 1"},
	}
	for _, tt := range tests {
		tt.series.Name = "λ = 0"
		c := Curve{Series: []Series{{}, tt.series}}
		err := c.Encode(new(bytes.Buffer), "png")
		must.Fail(t, err, `series 1 ("λ = 0"): `+tt.want, tt.want)
	}
	c := Curve{Marks: []HorizontalMark{{Y: nan, Label: "pubeval"}}}
	must.Fail(t, c.Encode(new(bytes.Buffer), "svg"), `mark 0 ("pubeval")`)
}

// Nothing that passes the checks may panic, hang or draw a NaN.
func TestOddData(t *testing.T) {
	long := Series{Name: strings.Repeat("a long name ", 20)}
	for i := range 10000 {
		long.X, long.Y = append(long.X, float64(i)), append(long.Y, math.Sin(float64(i)/100))
	}
	single := Series{Name: "one", X: []float64{3}, Y: []float64{2}, Lo: []float64{1}, Hi: []float64{3}}
	tests := map[string][]Series{
		"none":         nil,
		"empty":        {{}, {Name: "named"}},
		"one point":    {single},
		"zero":         {{X: []float64{0}, Y: []float64{0}}},
		"flat":         {{X: []float64{0, 1}, Y: []float64{5, 5}}},
		"upright":      {{X: []float64{2, 2}, Y: []float64{0, 1}}},
		"huge":         {{X: []float64{-biggest, biggest}, Y: []float64{-biggest, biggest}}},
		"tiny":         {{X: []float64{0, 5e-324}, Y: []float64{0, 5e-324}}},
		"small":        {{X: []float64{0, 1e-300}, Y: []float64{-1e-300, 1e-300}}},
		"huge, narrow": {{X: []float64{1e16, 1e16 + 2}, Y: []float64{1e300, math.Nextafter(1e300, 2e300)}}},
		"many":         {long, single, long, single, long, single, long, single},
	}
	for name, series := range tests {
		c := Curve{Title: name, YLabel: "y", Series: series, Marks: []HorizontalMark{{Y: 1, Label: "one"}}}
		if name == "none" {
			c.Marks = nil
		}
		page := encoded(t, c, "svg")
		if bytes.Contains(page, []byte("NaN")) || bytes.Contains(page, []byte("Inf")) {
			t.Errorf("%s: the SVG contains coordinates that are not numbers", name)
		}
	}
	if page := encoded(t, Curve{}, "svg"); !bytes.Contains(page, []byte("no data yet")) {
		t.Error("an empty chart does not say so")
	}
}

func TestTicks(t *testing.T) {
	tests := []struct {
		lo, hi float64
		count  int
		want   string
	}{
		{0, 1e6, 7, "0 200k 400k 600k 800k 1M"},
		{0, 3e6, 6, "0 500k 1M 1.5M 2M 2.5M 3M"},
		{0, 6000, 6, "0 1k 2k 3k 4k 5k 6k"},
		{0, 600, 6, "0 100 200 300 400 500 600"},
		{1000, 1060, 6, "1000 1010 1020 1030 1040 1050 1060"},
		{-0.35, 0.35, 7, "−0.3 −0.2 −0.1 0.0 0.1 0.2 0.3"},
		{0, 1e10, 5, "0 2G 4G 6G 8G 10G"},
		{-2.3, 0.5, 6, "−2.0 −1.5 −1.0 −0.5 0.0 0.5"},
		{0, 4e-9, 4, "0 1e−09 2e−09 3e−09 4e−09"},
	}
	for _, tt := range tests {
		var got []string
		for _, tick := range ticks(tt.count).Ticks(tt.lo, tt.hi) {
			if tick.Value < tt.lo-1e-12 || tick.Value > tt.hi*(1+1e-12) {
				t.Errorf("[%v, %v]: tick at %v", tt.lo, tt.hi, tick.Value)
			}
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("[%v, %v] in %d: %q, want %q", tt.lo, tt.hi, tt.count, got, tt.want)
		}
	}
}

// On a logarithmic axis a first value far above the others does not flatten them.
func TestLogarithmicAxis(t *testing.T) {
	c := Curve{Series: []Series{{X: []float64{0, 1, 2}, Y: []float64{100, 1, 0.5}}}}
	share := func(c Curve) float64 {
		p := c.plot()
		return p.Y.Norm(1) - p.Y.Norm(0.5)
	}
	if got := share(c); got > 0.01 {
		t.Fatalf("on a linear axis the last two values are %v of the height apart", got)
	}
	c.LogY = true
	if got := share(c); got < 0.1 {
		t.Errorf("on a logarithmic axis the last two values are %v of the height apart", got)
	}
	if p := c.plot(); p.Y.Norm(0.5) <= 0 || p.Y.Norm(100) >= 1 {
		t.Errorf("no margins: from %v to %v", p.Y.Norm(0.5), p.Y.Norm(100))
	}
	for name, ys := range map[string][]float64{
		"a zero": {100, 0, 0.5}, "below zero": {1, -1, 1}, "almost zero": {1, 1e-310, 1}, "great": {biggest, 1, 1e-290}, "equal": {2, 2, 2},
	} {
		c.Series[0].Y = ys
		if err := c.Encode(new(bytes.Buffer), "svg"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	c.Series[0].Y, c.Marks = []float64{1, 2, 3}, []HorizontalMark{{Y: -1, Label: "below"}}
	if err := c.Encode(new(bytes.Buffer), "svg"); err != nil {
		t.Error(err)
	}
}

func TestLogTicks(t *testing.T) {
	for _, tt := range []struct {
		lo, hi float64
		want   string
	}{
		{0.4, 120, "0.5 1 2 5 10 20 50 100"},
		{0.0011, 1100, "0.01 0.1 1 10 100 1k"},
		{1.1, 2.2, "1.2 1.4 1.6 1.8 2.0 2.2"},
		{0.9e-9, 1e9, ""},
	} {
		var labels []string
		marks := logTicks(6).Ticks(tt.lo, tt.hi)
		for _, m := range marks {
			labels = append(labels, m.Label)
		}
		if got := strings.Join(labels, " "); tt.want != "" && got != tt.want {
			t.Errorf("%v to %v: %s, want %s", tt.lo, tt.hi, got, tt.want)
		}
		if len(marks) < 3 || len(marks) > 14 {
			t.Errorf("%v to %v: %d ticks", tt.lo, tt.hi, len(marks))
		}
	}
}
