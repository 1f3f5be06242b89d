package chart

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// measurement is a graph with all its parts except names of ticks.
func measurement() Graph {
	return Graph{
		Title: "Measured", XLabel: "length (points)", YLabel: "rating (FIBS points)",
		Sets: []Set{
			{Name: "with whiskers", X: []float64{3, 1, 2}, Y: []float64{1200, 40, 600}, Lo: []float64{1100, 20, 500}, Hi: []float64{1250, 90, 640}},
			{Name: "without", X: []float64{1, 2, 3}, Y: []float64{100, 700, 1300}},
			{Name: "fit", Line: true, X: []float64{0, 3}, Y: []float64{-100, 1200}, Lo: []float64{-200, 1100}, Hi: []float64{0, 1300}},
			{Name: "back and forth", Line: true, X: []float64{3, 0, 1}, Y: []float64{0, 500, 1000}},
		},
	}
}

func drawn(t *testing.T, g Graph, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	must.OK(t, g.Encode(&out, format))
	return out.Bytes()
}

func TestGraphHoldsItsTexts(t *testing.T) {
	page := string(drawn(t, measurement(), "svg"))
	for _, want := range []string{
		"Measured", "length (points)", "rating (FIBS points)", "with whiskers", "without", "fit", "back and forth",
		">1000<", ">500<", ">0<", ">3.0<",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the SVG lacks %q", want)
		}
	}
	named := measurement()
	named.Ticks = []string{"none\n0", "some\n-1"}
	page = string(drawn(t, named, "svg"))
	for _, want := range []string{">none<", ">some<", ">−1<"} {
		if !strings.Contains(page, want) {
			t.Errorf("the SVG lacks %q of a tick", want)
		}
	}
	if strings.Contains(page, ">3.0<") {
		t.Error("the SVG has a scale beside the names")
	}
}

// TestGraphDistinguishesSets wants different shapes and dashes, not only colours.
func TestGraphDistinguishesSets(t *testing.T) {
	var g Graph
	for range len(glyphs) {
		g.Sets = append(g.Sets, Set{Name: "points"})
	}
	for range len(strokes) {
		g.Sets = append(g.Sets, Set{Name: "line", Line: true})
	}
	seen := map[any]bool{}
	for i, l := range g.styles() {
		var key any = l.glyph.Shape
		if g.Sets[i].Line {
			key = len(l.stroke.Dashes)*1000 + int(sum(l.stroke.Dashes))
		}
		if seen[key] {
			t.Errorf("set %d differs from another one only in its colour", i)
		}
		seen[key] = true
	}
}

func sum[T ~float64](xs []T) T {
	total := T(0)
	for _, x := range xs {
		total += x
	}
	return total
}

func TestGraphShowsEachSet(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	page, _, err := image.Decode(bytes.NewReader(drawn(t, measurement(), "png")))
	must.OK(t, err)
	count := map[color.NRGBA]int{}
	white := color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	size := page.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			c := color.NRGBAModel.Convert(page.At(x, y)).(color.NRGBA)
			count[c]++
			if rim := min(x, y, size.X-1-x, size.Y-1-y); rim < 10 && c != white {
				t.Fatalf("pixel (%d, %d) of the margin is %v", x, y, c)
			}
		}
	}
	for i, l := range measurement().styles() {
		if count[l.color] < 100 {
			t.Errorf("set %d: %d pixels of its colour", i, count[l.color])
		}
	}
}

func TestGraphErrorsNameTheFault(t *testing.T) {
	two := []float64{1, 2}
	for _, tt := range []struct {
		set  Set
		want string
	}{
		{Set{X: two, Y: []float64{1}}, "Y has 1 values, X has 2"},
		{Set{X: two, Y: []float64{1, math.NaN()}}, "Y[1] is NaN"},
		{Set{X: two, Y: two, Lo: two}, "Hi has 0 values"},
		{Set{X: two, Y: two, Lo: []float64{1, 3}, Hi: two}, "at index 1 Lo is 3, above Hi of 2"},
		{Set{X: []float64{2, 1}, Y: two, Lo: two, Hi: two, Line: true}, "at index 1 X descends"},
	} {
		tt.set.Name = "measured"
		err := Graph{Sets: []Set{{}, tt.set}}.Encode(new(bytes.Buffer), "png")
		must.Fail(t, err, `set 1 ("measured"): `+tt.want, tt.want)
	}
}

// Nothing that passes the checks may panic or draw a NaN.
func TestOddGraphs(t *testing.T) {
	zero := []float64{0}
	for name, sets := range map[string][]Set{
		"none":  nil,
		"empty": {{}, {Name: "named", Line: true}},
		"point": {{X: zero, Y: zero, Lo: zero, Hi: zero}},
		"line":  {{X: zero, Y: zero, Lo: zero, Hi: zero, Line: true}},
		"huge":  {{X: []float64{-biggest, biggest}, Y: []float64{biggest, -biggest}, Line: true}},
		"tiny":  {{X: []float64{0, 5e-324}, Y: []float64{5e-324, 0}}},
	} {
		page := drawn(t, Graph{Sets: sets}, "svg")
		if bytes.Contains(page, []byte("NaN")) || bytes.Contains(page, []byte("Inf")) {
			t.Errorf("%s: the SVG contains coordinates that are not numbers", name)
		}
	}
}
