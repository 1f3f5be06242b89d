package recipe

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/recipe"
)

// swept is a sweep of six settings; the first is the best, some cannot be distinguished from it.
func swept() *summary {
	s := &summary{Recipe: "r", Columns: []string{"s.ppg"}, Answer: &answer{Text: "It is so.", Result: "s.ppg", called: "s.ppg", Effects: []effect{}}}
	for k := range 6 {
		s.Settings = append(s.Settings, fmt.Sprintf("net.setting%d", k))
	}
	for i := range 12 {
		g := group{point: point{Values: map[string]string{}, Results: map[string]float64{"s.ppg": 1 - 0.1*float64(i), recipe.CoreHours: 1}, Best: i == 0, label: fmt.Sprintf("point <%d>", i)}, Runs: 1, Behind: &gap{By: 0.1 * float64(i), Tied: i < 4}}
		for k, name := range s.Settings {
			g.Values[name] = fmt.Sprint((i * (k + 3)) % 7)
		}
		s.Groups = append(s.Groups, g)
		s.Points = append(s.Points, g.point)
	}
	return s
}

// The chart of settings fits screens, phones and paper without a script. The line with the focus says
// its name; all others do not. The colours are those of the page, also in the dark.
func TestParallelInBrowser(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "page.html")
	var out strings.Builder
	must.OK(t, must.Get(swept().page("recipe: r"))(t).Write(&out))
	if err := pagetest.Check(out.String()); err != nil {
		t.Error(err)
	}
	must.OK(t, os.WriteFile(path, []byte(out.String()), 0o666))
	b := pagetest.Start(t)
	for _, width := range []int{390, 1280} {
		page := b.Open(path, width, width < 400, ".wide svg", ".named")
		if page.Width > width || len(page.Faults)+len(page.Cut) > 0 || page.Counts[".wide svg"] != 1 || page.Counts[".named"] != 12 {
			t.Errorf("at %d: %+v", width, page)
		}
		for _, fault := range b.Access() {
			if strings.Contains(fault, "named") || strings.Contains(fault, "svg") || strings.Contains(fault, "scroll") {
				t.Errorf("at %d: %s", width, fault)
			}
		}
	}
	const shown = "[...document.querySelectorAll('.named')].filter((g) => getComputedStyle(g.querySelector('text')).visibility === 'visible').map((g) => g.getAttribute('aria-label')).join('|')"
	var said string
	if b.Evaluate(&said, shown); said != "" {
		t.Errorf("without the focus the chart says %q", said)
	}
	b.Evaluate(nil, "document.querySelectorAll('.named')[1].focus()")
	if b.Evaluate(&said, shown); said != "point <1>: s.ppg 0.9, not distinguishable from the best" {
		t.Errorf("with the focus on a line the chart says %q", said)
	}
	colours := func() (all string) {
		b.Evaluate(&all, "[...new Set([...document.querySelectorAll('.wide svg path')].map((e) => getComputedStyle(e).stroke))].sort().join(' ')")
		return all
	}
	light := colours()
	b.Dark(true)
	if dark := colours(); dark == light || !strings.Contains(light, "rgb(18, 67, 109)") || !strings.Contains(dark, "rgb(108, 178, 235)") {
		t.Errorf("colours are %s, in the dark %s", light, dark)
	}
	if len(b.Print()) < 10000 {
		t.Error("nothing is printed")
	}
}
