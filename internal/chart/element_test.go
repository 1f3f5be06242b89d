package chart

import (
	"slices"
	"strings"
	"testing"
)

// TestElements checks the properties of a drawing in a page: no XML declaration, a size
// that adapts to the page, names of common fonts, and escaped text.
func TestElements(t *testing.T) {
	curve := Curve{
		Title: "not shown", XLabel: "games", YLabel: "not shown either",
		Series: []Series{{Name: "a <b> & c", X: []float64{1, 2}, Y: []float64{0, 1}}},
	}
	for name, draw := range map[string]func() (string, error){"curve": curve.Element, "bars": ablation(6).Element} {
		text, err := draw()
		if err != nil {
			t.Fatal(name, err)
		}
		again, err := draw()
		if !strings.HasPrefix(text, "<svg") || !strings.Contains(text, "viewBox=") || !strings.Contains(text, "sans-serif") {
			t.Errorf("%s: no element of a page: %.300s", name, text)
		}
		if err != nil || again != text || strings.Contains(text, "not shown") || strings.Contains(text, "<b>") {
			t.Errorf("%s: not the same twice, or text that does not belong there: %v", name, err)
		}
	}
	if _, err := (Bars{}).Element(); err == nil {
		t.Error("a chart that cannot be drawn is drawn")
	}
}

// Colours are variables of the page's style, with the package's colours as defaults, and
// texts keep the width of the layout in any font.
func TestElementsFollowThePage(t *testing.T) {
	curve := Curve{XLabel: "games", Marks: []HorizontalMark{{Y: 0.5, Label: "equal"}}, Series: []Series{
		{Name: "a & b", X: []float64{1, 2}, Y: []float64{0, 1}, Lo: []float64{0, 0.5}, Hi: []float64{1, 2}},
	}}
	for name, draw := range map[string]func() (string, error){"curve": curve.Element, "bars": ablation(6).Element} {
		text, err := draw()
		if err != nil {
			t.Fatal(name, err)
		}
		if strings.Contains(text, `fill="#`) || strings.Contains(text, `stroke="#`) || strings.Contains(text, " style=") || strings.Contains(text, "\tstyle=") {
			t.Errorf("%s: a colour that the page cannot change, or a style that it may forbid, in %.500s", name, text)
		}
		if n := strings.Count(text, "<text "); n == 0 || strings.Count(text, " textLength=") != n || strings.Contains(text, `textLength="0`) {
			t.Errorf("%s: of %d texts %d have a width", name, n, strings.Count(text, " textLength="))
		}
		if !strings.Contains(text, "var(--series1,#12436D)") || !strings.Contains(text, "var(--soft,#5A5A5A)") {
			t.Errorf("%s: no variables in %.500s", name, text)
		}
	}
	text, err := curve.Element()
	if err != nil || strings.Count(text, ">equal</text>") != 1 || strings.Index(text, ">equal</text>") > strings.Index(text, ">games</text>") {
		t.Errorf("the mark is not named in the key: %v", err)
	}
}

// Marks with different names can be distinguished, and a mark without a name looks like
// the mark before it.
func TestMarkLines(t *testing.T) {
	c := Curve{Marks: []HorizontalMark{{Y: 1, Label: "H1"}, {Y: 0, Label: "H0"}, {Y: -1}}}
	lines := c.markLines()
	if len(lines) != 3 || slices.Equal(lines[0].Dashes, lines[1].Dashes) || !slices.Equal(lines[1].Dashes, lines[2].Dashes) {
		t.Errorf("dashes of %+v", lines)
	}
}
