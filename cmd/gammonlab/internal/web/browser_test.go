package web

import (
	"bytes"
	"testing"

	"gammonlab/internal/pagetest"
)

// The pages of the navigation fit phones and screens, dark and light, and break no
// rule of the policy, which would stand on the console.
func TestPagesInBrowser(t *testing.T) {
	b := pagetest.Start(t)
	s := newTestSite(t)
	server := serveSite(t, s)
	pages := []string{"/", "/none"}
	for _, link := range s.Links() {
		pages = append(pages, link.Path)
	}
	for _, path := range pages {
		grounds := map[string]bool{}
		for _, width := range []int{360, 1280} {
			for _, dark := range []bool{false, true} {
				b.Dark(dark)
				page := b.Visit(server.URL, path, width, width < 500, "main h1", "nav a")
				expected := 0
				if path == "/none" {
					expected = 1 // the browser notes the status 404
				}
				if page.Width > width || len(page.Faults) != expected || page.Counts["main h1"] != 1 || page.Counts["nav a"] < 2 || page.Hidden > 0 || len(page.Cut) > 0 {
					t.Errorf("%s at %d pixels, dark %v: %+v", path, width, dark, page)
				}
				grounds[page.Ground] = true
			}
		}
		if len(grounds) != 2 {
			t.Errorf("%s: the grounds are %v, want a light and a dark one", path, grounds)
		}
		b.Dark(false)
		if !bytes.HasPrefix(b.Print(), []byte("%PDF")) {
			t.Errorf("%s cannot be printed", path)
		}
	}
}
