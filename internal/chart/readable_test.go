package chart

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"gammonlab/internal/must"
)

// A title of three nets takes several lines and stays on the page.
func TestLongTitle(t *testing.T) {
	c := learning()
	c.Title = "race 214-32-5 over neural214@1, crashed 250-128-64-5 over gnubg250@1, contact 250-512-256-64-5 over gnubg250@1, rate cos:0.001:0.0001"
	page, _, err := image.Decode(bytes.NewReader(encoded(t, c, "png")))
	must.OK(t, err)
	white := color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	size := page.Bounds().Size()
	for y := range size.Y {
		if got := color.NRGBAModel.Convert(page.At(size.X-3, y)); got != white {
			t.Fatalf("pixel %d of the right margin is %v", y, got)
		}
	}
	if size.Y <= 960 {
		t.Errorf("the page has %d rows of pixels, as one with a short title", size.Y)
	}
	text := string(encoded(t, c, "svg"))
	for _, want := range []string{">race 214-32-5 over", "cos:0.001:0.0001<"} {
		if !strings.Contains(text, want) {
			t.Errorf("the SVG lacks %q", want)
		}
	}
}

// Any number of series have different styles, and the key names all of them on a page that
// is high enough for the data.
func TestManySeries(t *testing.T) {
	const n = 60
	seen := map[string]int{}
	var c Curve
	for i := range n {
		style := fmt.Sprint(styleOf(i))
		if at, ok := seen[style]; ok {
			t.Errorf("series %d looks as series %d", i, at)
		}
		seen[style] = i
		c.Series = append(c.Series, Series{Name: fmt.Sprintf("a run with a long name %d", i), X: []float64{0, 1}, Y: []float64{0, float64(i)}})
	}
	text := string(encoded(t, c, "svg"))
	for i := range n {
		if !strings.Contains(text, fmt.Sprintf(">a run with a long name %d<", i)) {
			t.Errorf("the key lacks series %d", i)
		}
	}
	rows := layKey(c.keyNames(), innerWidth, func(int, string, vg.Length, int) {})
	if got, least := heightOf(c), pageHeight+vg.Length(rows-keyRows)*keyRow; rows < 10 || got < least {
		t.Errorf("height %v with %d rows in the key, want at least %v", got, rows, least)
	}
}

// An axis of whole numbers has whole ticks.
func TestWholeTicks(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want []string
	}{
		{[]float64{0, 1}, []string{"0", "1"}},
		{[]float64{0, 1, 2}, []string{"0", "1", "2"}},
		{[]float64{5}, []string{"5"}},
		{[]float64{0, 0.5, 1}, []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
	} {
		p := Curve{Series: []Series{{X: c.x, Y: c.x}}}.plot()
		var got []string
		for _, tick := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
			got = append(got, tick.Label)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: ticks %v, want %v", c.x, got, c.want)
		}
	}
}

// Labels of ticks do not touch on a narrow page.
func TestTicksAreSeparate(t *testing.T) {
	for _, c := range []Curve{
		{Series: []Series{{X: []float64{1000, 99999}, Y: []float64{0, 1}}}},
		{Series: []Series{{X: []float64{0.00012, 0.00098}, Y: []float64{0, 1}}}},
		{LogX: true, Series: []Series{{X: []float64{1000, 3000, 900000}, Y: []float64{1, 2, 3}}}},
	} {
		for _, width := range []vg.Length{80, 150, 300} {
			p := c.plot()
			separate(&p.X, width)
			marks := p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max)
			at := func(v float64) vg.Length { return width * vg.Length(p.X.Norm(v)) }
			if len(marks) == 0 || touch(marks, p.X.Tick.Label, at) {
				t.Errorf("width %v: ticks %v touch", width, marks)
			}
		}
	}
}
