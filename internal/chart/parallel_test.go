package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"gammonlab/internal/must"
)

// sweepChart is a sweep of two settings whose second axis has many numbers; the result is the better
// the lower it is.
func sweepChart() Parallel {
	p := Parallel{Title: "Settings and loss", Measured: "a line for each", Best: "best settings", Tied: "not distinguishable from them", Axes: []Scale{
		{Name: "net.hidden", Texts: []string{"40", "80", "160"}}, {Name: "net.rate", Log: true}, {Name: "net.loss", Down: true},
	}}
	for i := range 12 {
		mark := Plain
		if i < 3 {
			mark = TiedMark
		}
		if i == 0 {
			mark = BestMark
		}
		p.Lines = append(p.Lines, Path{fmt.Sprintf("rate <%d>: loss %d", i, i), []float64{float64(i % 3), 0.001 * math.Pow(2, float64(i)), 0.1 + float64(i)}, mark})
	}
	return p
}

func encodedParallel(t *testing.T, p Parallel, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	must.OK(t, p.Encode(&out, format))
	return out.Bytes()
}

// A page shows the name of the line at which a reader points; the names are escaped, and the colours
// are those of the page. The SVG is well formed.
func TestParallelElement(t *testing.T) {
	p := sweepChart()
	text := must.Get(p.Element())(t)
	for want, n := range map[string]int{
		`<g class="named" tabindex="0" role="img" aria-label="rate &lt;3&gt;: loss 3">`: 1, `class="named"`: len(p.Lines), `visibility="hidden">`: len(p.Lines), ">160</text>": 1, ">net.rate</text>": 1, ">best settings</text>": 1, ">not distinguishable from them</text>": 1,
	} {
		if got := strings.Count(text, want); got != n {
			t.Errorf("%s is there %d times, want %d", want, got, n)
		}
	}
	for _, variable := range []string{"var(--series1,#12436D)", "var(--series2,#E87B1C)", "color-mix(in srgb,var(--series1,#12436D) 50%,var(--series2,#E87B1C))"} {
		if !strings.Contains(text, `stroke="`+variable+`"`) {
			t.Errorf("no line has the colour %s", variable)
		}
	}
	if strings.Contains(text, `stroke="#`) || strings.Contains(text, "<3>") || strings.Contains(text, "not shown") {
		t.Error("a colour that the page cannot change, or a text that is not escaped")
	}
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if text != must.Get(p.Element())(t) {
		t.Error("not the same twice")
	}
}

// The best result is at the top, whatever its direction, and has the last colour of the ramp.
func TestParallelPlaces(t *testing.T) {
	p := sweepChart()
	area := vg.Rectangle{Max: vg.Point{X: 400, Y: 300}}
	l := p.lay(area)
	first, last := l.at(&p.Lines[0]), l.at(&p.Lines[11])
	if first[2].Y != l.data.Max.Y || last[2].Y != l.data.Min.Y || first[1].Y != l.data.Min.Y || last[1].Y != l.data.Max.Y {
		t.Errorf("places %v and %v in %v", first, last, l.data)
	}
	if rampAt(l.quality(&p.Lines[0])) != ramp[len(ramp)-1] || rampAt(l.quality(&p.Lines[11])) != ramp[0] {
		t.Error("the best line does not have the best colour")
	}
	middle := l.at(&Path{At: []float64{1, 0.001 * math.Pow(2, 5.5), 5.6}})
	for i, at := range middle {
		if want := (l.data.Min.Y + l.data.Max.Y) / 2; math.Abs(float64(at.Y-want)) > 1e-6 {
			t.Errorf("the middle of axis %d is at %v, want %v", i, at.Y, want)
		}
	}
	p.Axes[2].Down = false
	if l := p.lay(area); l.at(&p.Lines[0])[2].Y != l.data.Min.Y {
		t.Error("the lowest result is not at the bottom")
	}
	p.Lines = p.Lines[:1] // each axis has one value
	for i, at := range p.lay(area).axes {
		if share := at.share(p.Lines[0].At[i]); !(share >= 0 && share <= 1) {
			t.Errorf("one value on axis %d is at %v", i, share)
		}
	}
}

// Long names and many axes stay on the page.
func TestParallelFits(t *testing.T) {
	p := sweepChart()
	for i := range 6 {
		p.Axes = append([]Scale{{Name: fmt.Sprintf("training.some_long_setting_%d", i), Texts: []string{"gnubg-contact250+something", "perspective196"}}}, p.Axes...)
		for k := range p.Lines {
			p.Lines[k].At = append([]float64{float64(k % 2)}, p.Lines[k].At...)
		}
	}
	page, _, err := image.Decode(bytes.NewReader(encodedParallel(t, p, "png")))
	must.OK(t, err)
	size := page.Bounds().Size()
	for y := range size.Y {
		for _, x := range []int{2, size.X - 3} {
			if r, g, b, _ := page.At(x, y).RGBA(); r&g&b != 0xffff {
				t.Fatalf("pixel %d, %d of the margin is not white", x, y)
			}
		}
	}
	must.Get(p.Element())(t)
	for _, format := range []string{"svg", "pdf"} {
		if len(encodedParallel(t, p, format)) == 0 {
			t.Errorf("no %s", format)
		}
	}
}

func TestParallelErrors(t *testing.T) {
	axes := []Scale{{Name: "a", Texts: []string{"x", "y"}}, {Name: "b"}}
	for want, p := range map[string]Parallel{
		"1 parallel axes, want 2 to 12":                         {Axes: axes[:1]},
		`line 0 ("l") has 1 places, want one on each of 2 axes`: {Axes: axes, Lines: []Path{{Name: "l", At: []float64{1}}}},
		`its place on axis a is 2, want a number of the axis`:   {Axes: axes, Lines: []Path{{Name: "l", At: []float64{2, 1}}}},
		`its place on axis b is NaN`:                            {Axes: axes, Lines: []Path{{Name: "l", At: []float64{1, math.NaN()}}}},
		"1001 lines over parallel axes, want at most 1000":      {Axes: axes, Lines: make([]Path, mostPaths+1)},
	} {
		must.Fail(t, must.Err(p.Element()), want)
	}
	if text := must.Get(Parallel{Axes: axes}.Element())(t); !strings.Contains(text, ">no data yet</text>") {
		t.Error("a chart without lines does not say so")
	}
}
