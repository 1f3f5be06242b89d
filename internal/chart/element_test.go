package chart

import (
	"strings"
	"testing"
)

// TestElements looks for what makes a drawing part of a page: no head of a file,
// a size that gives way, names of fonts that are everywhere, and no text that the
// page's markup could be taken for.
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
