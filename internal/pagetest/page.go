package pagetest

import (
	"path/filepath"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Page is the description of an open page in a window of some width.
type Page struct {
	Width  int            // width of the contents; it is a fault if it exceeds the screen's width
	Counts map[string]int // numbers of elements by selector
	Hidden int            // number of counted elements without extent
	Cut    []string       // texts in tables and drawings that are cut off and cannot be reached by scrolling with keys
	Ground string         // background colour of the page
	Faults []string       // messages on the console, and requests to other servers
}

// Open opens a file in a window of the width, as a phone does if mobile is set, and
// counts elements.
func (b *Browser) Open(path string, width int, mobile bool, selectors ...string) *Page {
	b.t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		b.t.Fatal(err)
	}
	b.navigate("file://"+filepath.ToSlash(path), "", width, mobile)
	return b.Look(selectors...)
}

// Visit is Open for a page of a server, such as http://127.0.0.1:8642, which
// may send requests to that server.
func (b *Browser) Visit(server, path string, width int, mobile bool, selectors ...string) *Page {
	b.t.Helper()
	b.navigate(server+path, server, width, mobile)
	return b.Look(selectors...)
}

// Go is Visit for an address that leads to another page: it describes none.
func (b *Browser) Go(server, path string, width int, mobile bool) {
	b.t.Helper()
	b.navigate(server+path, server, width, mobile)
}

// Tab opens another tab of the browser, which the other methods do not see.
func (b *Browser) Tab(url string) {
	b.t.Helper()
	call(b, "tab "+url, target.CreateTarget, target.CreateTargetParams{URL: url})
}

// Look describes the open page in its present state, and counts elements.
func (b *Browser) Look(selectors ...string) *Page {
	b.t.Helper()
	page := &Page{Counts: map[string]int{}}
	b.Evaluate(&page.Width, "document.documentElement.scrollWidth")
	for _, s := range selectors {
		var sizes []float64
		b.Evaluate(&sizes, "[...document.querySelectorAll('"+s+"')].map(e => { let r = e.getBoundingClientRect(); return r.width*r.height })")
		page.Counts[s] = len(sizes)
		for _, size := range sizes {
			if size < 1 {
				page.Hidden++
			}
		}
	}
	b.Evaluate(&page.Cut, cutTexts)
	b.Evaluate(&page.Ground, "getComputedStyle(document.body).backgroundColor")
	page.Faults = b.Faults()
	return page
}

// cutTexts lists the texts that exceed their drawing or their table's frame by more than
// rounding errors. A frame with a tabindex can be scrolled.
const cutTexts = `[...document.querySelectorAll('svg text, .scroll th, .scroll td')].filter(e => {
	let r = e.getBoundingClientRect(), of = e.closest('svg, .scroll:not([tabindex])')?.getBoundingClientRect()
	return of && r.width > 0 && (r.left < of.left-1 || r.right > of.right+1)
}).map(e => e.textContent)`

// Dark sets whether pages are shown in dark colours.
func (b *Browser) Dark(dark bool) {
	b.t.Helper()
	scheme := map[bool]string{true: "dark", false: "light"}[dark]
	call(b, "colours", emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// Colors returns the fill colours of the elements of a selector.
func (b *Browser) Colors(selector string) []string {
	b.t.Helper()
	var all []string
	b.Evaluate(&all, "[...new Set([...document.querySelectorAll('"+selector+"')].map(e => getComputedStyle(e).fill))]")
	return all
}

// Screenshot returns the whole open page as PNG, for inspection by people.
func (b *Browser) Screenshot() []byte {
	b.t.Helper()
	return run(b, "screenshot", chromedp.FullScreenshot(100))
}

// Print returns the open page as PDF on A4.
func (b *Browser) Print() []byte {
	b.t.Helper()
	return run(b, "print", chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4)))
}

// Heights returns the heights of the elements of a selector.
func (b *Browser) Heights(selector string) []float64 {
	b.t.Helper()
	var all []float64
	b.Evaluate(&all, "[...document.querySelectorAll('"+selector+"')].map(e => e.getBoundingClientRect().height)")
	return all
}
