package chart

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// ablation is a bar chart with all its parts.
func ablation(rows int) Bars {
	b := Bars{
		Title:    "What the inputs are worth",
		Measured: "196-64-5 over perspective196@1, 10,000 positions",
		XLabel:   "increase of the loss (nats a position)",
		Series:   []string{"shuffled", "held at the mean", "trained without"},
		Sections: []Section{{Name: "contact"}, {Name: "race"}},
	}
	for i := range rows {
		v := math.Pow(0.8, float64(i)) - 0.01
		s := &b.Sections[i%2]
		s.Rows = append(s.Rows, Row{
			Name: fmt.Sprintf("group number %d", i), Values: []float64{v, v / 2, v/5 - 0.05}, Margins: []float64{math.Abs(v) / 10},
		})
	}
	return b
}

func encodedBars(t *testing.T, b Bars, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	must.OK(t, b.Encode(&out, format))
	return out.Bytes()
}

func TestBarsSameBytes(t *testing.T) {
	for _, format := range []string{"svg", "png"} {
		if format == "png" && testing.Short() {
			continue // slow under the race detector
		}
		if !bytes.Equal(encodedBars(t, ablation(6), format), encodedBars(t, ablation(6), format)) {
			t.Errorf("%s: two drawings of one chart differ", format)
		}
	}
}

func TestBarsPNGShowsEachSeries(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	paper, _, err := image.Decode(bytes.NewReader(encodedBars(t, ablation(8), "png")))
	must.OK(t, err)
	count := map[color.NRGBA]int{}
	for y := 0; y < paper.Bounds().Dy(); y += 3 {
		for x := 0; x < paper.Bounds().Dx(); x += 3 {
			count[color.NRGBAModel.Convert(paper.At(x, y)).(color.NRGBA)]++
		}
	}
	for i, fill := range fills {
		if count[fill] < 100 {
			t.Errorf("series %d: %d pixels of its colour", i, count[fill])
		}
	}
	white := fills[2]
	for x := range paper.Bounds().Dx() {
		for _, y := range []int{0, 10, paper.Bounds().Dy() - 11, paper.Bounds().Dy() - 1} {
			if got := color.NRGBAModel.Convert(paper.At(x, y)); got != white {
				t.Fatalf("pixel (%d, %d) of the margin is %v", x, y, got)
			}
		}
	}
}

// The series must also differ in greys.
func TestBarsDifferInGrey(t *testing.T) {
	for i := range fills {
		for j := range i {
			a, b := color.GrayModel.Convert(fills[i]).(color.Gray), color.GrayModel.Convert(fills[j]).(color.Gray)
			if math.Abs(float64(a.Y)-float64(b.Y)) < 60 {
				t.Errorf("series %d and %d are the greys %d and %d", i, j, a.Y, b.Y)
			}
		}
	}
}

func TestBarsSVGHoldsItsTexts(t *testing.T) {
	page := string(encodedBars(t, ablation(4), "svg"))
	for _, want := range []string{
		"What the inputs are worth", "10,000 positions", "increase of the loss (nats a position)",
		"held at the mean", ">contact<", ">race<", "group number 3", ">0.4<", "sans-serif",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the SVG lacks %q", want)
		}
	}
}

// textPlace matches a text of an SVG with its place.
var textPlace = regexp.MustCompile(`<text x="([0-9.-]+)" y="([0-9.-]+)"[^>]*?font-size:([0-9.]+)px[^>]*>([^<]*)<`)

func TestBarsNamesDoNotOverlap(t *testing.T) {
	for _, series := range []int{1, 3} {
		b := ablation(30)
		b.Series = b.Series[:series]
		for _, s := range b.Sections {
			for i := range s.Rows {
				s.Rows[i].Values = s.Rows[i].Values[:series]
				s.Rows[i].Name = strings.Repeat("a long name ", 8) + s.Rows[i].Name
			}
		}
		var last float64
		names := 0
		for _, m := range textPlace.FindAllStringSubmatch(string(encodedBars(t, b, "svg")), -1) {
			if !strings.HasPrefix(m[4], "a long name") {
				continue
			}
			x, _ := strconv.ParseFloat(m[1], 64)
			y, _ := strconv.ParseFloat(m[2], 64)
			size, _ := strconv.ParseFloat(m[3], 64)
			if x < 0 {
				t.Errorf("%q begins left of the page, at %v", m[4], x)
			}
			if names > 0 && math.Abs(y-last) < size {
				t.Errorf("%q stands %v below the one above, in letters of %v", m[4], math.Abs(y-last), size)
			}
			last = y
			names++
		}
		if names != 30 {
			t.Errorf("%d names in the SVG, want 30", names)
		}
	}
}

func TestBarsWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bars.svg")
	must.OK(t, ablation(3).Write(path))
	if got, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(got, []byte("<?xml")) {
		t.Errorf("%q, %v, want an SVG", got[:min(len(got), 8)], err)
	}
	must.Fail(t, ablation(3).Write(filepath.Join(t.TempDir(), "bars.eps")), "want png, svg or pdf")
}

func TestBarsErrorsNameTheFault(t *testing.T) {
	for _, tt := range []struct {
		row  Row
		want string
	}{
		{Row{Name: "bar", Values: []float64{1}}, `section "s", row 0 ("bar"): 1 values, want one for each of 2 series`},
		{Row{Values: []float64{1, math.NaN()}}, "value 1 is NaN"},
		{Row{Values: []float64{1, 2}, Margins: []float64{-1}}, "margin 0 is -1"},
		{Row{Values: []float64{1, 2}, Margins: []float64{1, 1, 1}}, "3 margins for 2 series"},
	} {
		b := Bars{Series: []string{"a", "b"}, Sections: []Section{{Name: "s", Rows: []Row{tt.row}}}}
		must.Fail(t, b.Encode(new(bytes.Buffer), "svg"), tt.want)
	}
	for _, b := range []Bars{{}, {Series: make([]string, 4)}, {Series: []string{""}, Sections: []Section{{Rows: make([]Row, 501)}}}} {
		if err := b.Encode(new(bytes.Buffer), "svg"); err == nil {
			t.Errorf("no error for %d series and %d rows", len(b.Series), b.rows())
		}
	}
}

// Nothing that passes the checks may panic, hang or draw a NaN.
func TestBarsOddData(t *testing.T) {
	for name, values := range map[string][]float64{
		"none": nil, "zero": {0, 0}, "one": {1}, "negative": {-1, -2}, "both": {-1, 2},
		"huge": {-biggest, biggest}, "tiny": {5e-324, 1e-300}, "small": {1e-9, 2e-9},
	} {
		b := Bars{Series: []string{""}, Sections: []Section{{}}}
		for _, v := range values {
			b.Sections[0].Rows = append(b.Sections[0].Rows, Row{Name: name, Values: []float64{v}, Margins: []float64{math.Abs(v) / 2}})
		}
		page := encodedBars(t, b, "svg")
		if bytes.Contains(page, []byte("NaN")) || bytes.Contains(page, []byte("Inf")) {
			t.Errorf("%s: the SVG contains coordinates that are not numbers", name)
		}
		if name == "none" != bytes.Contains(page, []byte("no data yet")) {
			t.Errorf("%s: the chart says that it is empty, or does not", name)
		}
	}
}
