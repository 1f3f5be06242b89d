package serve

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// The pages of the navigation fit phones and screens, dark and light. They
// break no rule of axe-core, and none of the content policy, which would appear
// on the console.
func TestPagesInBrowser(t *testing.T) {
	t.Parallel()
	s := newSiteOf(t, shown{farm: newFarm().State})
	server := serveSite(t, s)
	pages := []string{"/", "/none", "/analyse?xgid=XGID%3D-b----E-C---eE---c-e----B-%3A0%3A0%3A1%3A52%3A0%3A0%3A3%3A0%3A10",
		"/analyse/rolls?plies=0&xgid=XGID%3D-b----E-C---eE---c-e----B-%3A0%3A0%3A1%3A00%3A0%3A0%3A3%3A0%3A10",
		"/analyse/scores?xgid=XGID%3D-a-B--E-B-a-dDB--b-bcb----%3A0%3A0%3A1%3A00%3A0%3A0%3A0%3A0%3A10",
		"/analyse?xgid=XGID%3D-a-B--E-B-a-dDB--b-bcb----%3A1%3A1%3A-1%3A00%3A0%3A2%3A0%3A7%3A10"}
	for _, link := range s.Links() {
		pages = append(pages, link.Path)
	}
	for part := range 2 {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			b := pagetest.Start(t)
			for i := part; i < len(pages); i += 2 {
				look(t, b, server.URL, pages[i])
			}
		})
	}
}

// look opens a page of a server at two widths, in light colours at the first and in dark
// ones at the other, changes the colours of each, and prints the page. The variable
// GAMMONLAB_PICTURES names a folder for pictures of it.
func look(t *testing.T, b *pagetest.Browser, server, path string) {
	t.Helper()
	grounds := map[string]bool{}
	expected := 0
	if path == "/none" {
		expected = 1 // the browser notes the status 404
	}
	for _, width := range []int{360, 1280} {
		for _, dark := range []bool{width > 500, width < 500} {
			b.Dark(dark)
			what := fmt.Sprintf("%s at %d pixels, dark %v", path, width, dark)
			if first := dark == (width > 500); first {
				b.Visit(server, path, width, width < 500)
			}
			page := b.Look("main h1", "nav a")
			if page.Width > width || len(page.Faults) != expected || page.Counts["main h1"] != 1 || page.Counts["nav a"] < 2 || page.Hidden > 0 || len(page.Cut) > 0 {
				t.Errorf("%s: %+v", what, page)
			}
			if found := b.Access(); len(found) > 0 {
				t.Errorf("%s: %s", what, strings.Join(found, "\n"))
			}
			if folder := os.Getenv("GAMMONLAB_PICTURES"); folder != "" {
				name := fmt.Sprintf("%.80s-%d-%v.png", url.PathEscape(path), width, dark)
				must.OK(t, os.WriteFile(filepath.Join(folder, name), b.Screenshot(), 0o666))
			}
			grounds[page.Ground] = true
		}
	}
	b.Dark(false)
	if len(grounds) != 2 {
		t.Errorf("%s: the grounds are %v, want a light and a dark one", path, grounds)
	}
	if !bytes.HasPrefix(b.Print(), []byte("%PDF")) {
		t.Errorf("%s cannot be printed", path)
	}
}

// Nothing moves after the first drawing of a page, also where the links of the head just fit one line.
func TestNothingShifts(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	const shifts = `new Promise((tell) => {
	new PerformanceObserver((l) => tell(l.getEntries().reduce((sum, e) => sum + (e.hadRecentInput ? 0 : e.value), 0))).observe({ type: "layout-shift", buffered: true });
	setTimeout(() => tell(0), 300);
})`
	for _, path := range []string{"/", "/play", "/analyse", "/library", "/study", "/runs", "/bench", "/nets", "/ratings", "/data", "/jobs", "/about", "/api"} {
		for _, width := range []int{1350, 1350, 700} { // again, because it depends on the speed of the scripts
			b.Go(server.URL, path, width, false)
			var moved float64
			if b.Evaluate(&moved, shifts); moved > 0.02 {
				t.Errorf("%s at a width of %d: %.3f of the page moves", path, width, moved)
			}
		}
	}
}

// The user chooses the colours of pages and board; the browser keeps them, and pages have them from
// their first drawing. They break no rule of axe-core.
func TestColoursInBrowser(t *testing.T) {
	t.Parallel()
	b, server := pagetest.Start(t), newTables(t)
	c := begin(t, server, `{"model": "td512", "length": 5, "first": "you", "seed": 3, "clock": 2}`)
	b.Visit(server.URL, "/play"+c.page(), 1280, false)
	choose := func(id, value string) {
		t.Helper()
		b.Evaluate(nil, fmt.Sprintf("{ const of = document.querySelector('#%s'); of.value = '%s'; of.dispatchEvent(new Event('change')); }", id, value))
	}
	grounds, felts := map[string]bool{}, map[string]bool{}
	for _, scheme := range []string{"light", "dark"} {
		choose("scheme", scheme)
		for _, colours := range []string{"", "slate", "green"} {
			choose("board-colours", colours)
			now := b.Look()
			b.Dark(scheme == "light") // the choice comes before the system's
			b.Visit(server.URL, "/play"+c.page(), 1280, false)
			page := b.Look()
			if page.Ground != now.Ground || len(page.Faults) > 0 {
				t.Errorf("%s %s: the ground is %s, after another visit %s, faults %s", scheme, colours, now.Ground, page.Ground, page.Faults)
			}
			grounds[page.Ground], felts[b.Colors(".bgb-felt")[0]] = true, true
			if found := b.Access(); len(found) > 0 {
				t.Errorf("%s %s: %s", scheme, colours, strings.Join(found, "\n"))
			}
		}
	}
	if len(grounds) != 2 || len(felts) != 6 {
		t.Errorf("the grounds are %v, the boards %v", grounds, felts)
	}
	var waits bool
	if b.Evaluate(&waits, "[...document.querySelectorAll('head script')].some((s) => /theme/.test(s.src) && !s.async && !s.defer && s.type === '' && s.compareDocumentPosition(document.body) === 4)"); !waits {
		t.Error("pages are drawn before they have their colours")
	}
}
