package curve_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"gammonlab/desk/pages/curve"
	"gammonlab/internal/must"
)

// All values are in the frame, higher ones above lower ones, also if all are equal.
func TestFrame(t *testing.T) {
	for _, values := range [][]float64{{0}, {3, 3}, {-2.5, 0, 7.25}, {120, 1}} {
		f := curve.FrameOf(values)
		for i, v := range values {
			if y := f.Y(v); y < 0 || y > curve.Bottom || f.X(i) < 0 || i > 0 && f.X(i) <= f.X(i-1) {
				t.Errorf("%v: value %d is at %v, %v", values, i, f.X(i), y)
			}
		}
		if f.Y(2) <= f.Y(3) {
			t.Errorf("%v: 3 is not above 2", values)
		}
	}
}

func TestChart(t *testing.T) {
	text := must.Get(curve.Chart{Label: "<&>", Noun: "match", Values: []float64{4.5, 8.25, 2}}.Element())(t)
	must.OK(t, xml.Unmarshal([]byte(text), new(struct{})))
	for _, want := range []string{`aria-label="&lt;&amp;&gt;"`, "<title>match 2: 8.25</title>", ">match 1</text>", ">3</text>", `<text x="24" y="10.0">9</text>`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s does not have %s", text, want)
		}
	}
}
