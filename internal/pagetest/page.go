package pagetest

import (
	"encoding/base64"
	"path/filepath"
	"strings"
)

// Page is what a browser says of a page at some width of the screen.
type Page struct {
	Width  int            // that it takes; more than the screen has is a fault
	Counts map[string]int // elements by selector
	Hidden int            // of those counted, without extent
	Cut    []string       // texts of tables and drawings that lie, in part, out of what holds them
	Ground string         // colour of the page
	Faults []string       // on the console, or requests for anything else
}

// isPage reports whether an address is that of a page opened here, or of what
// stands in it, or of the server visited.
func (b *Browser) isPage(url string) bool {
	if b.server != "" && (url == b.server || strings.HasPrefix(url, b.server+"/")) {
		return true
	}
	return strings.HasPrefix(url, "file:") && strings.HasSuffix(url, ".html") || strings.HasPrefix(url, "data:")
}

// Open opens a file at a width, as phones do if mobile, and counts elements.
func (b *Browser) Open(path string, width int, mobile bool, selectors ...string) *Page {
	b.t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		b.t.Fatal(err)
	}
	b.server = ""
	return b.open("file://"+filepath.ToSlash(path), width, mobile, selectors)
}

// Visit is Open for a page of a server, such as http://127.0.0.1:8642, from which the
// page may ask for more.
func (b *Browser) Visit(server, path string, width int, mobile bool, selectors ...string) *Page {
	b.t.Helper()
	b.server = server
	return b.open(server+path, width, mobile, selectors)
}

func (b *Browser) open(url string, width int, mobile bool, selectors []string) *Page {
	b.t.Helper()
	b.faults = nil
	b.call(nil, "Emulation.setDeviceMetricsOverride", map[string]any{
		"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": mobile,
	})
	b.call(nil, "Page.navigate", map[string]any{"url": url})
	b.evaluate(new(bool), "new Promise(r => document.readyState == 'complete' ? r(true) : addEventListener('load', () => r(true)))")
	page := &Page{Counts: map[string]int{}}
	b.evaluate(&page.Width, "document.documentElement.scrollWidth")
	for _, s := range selectors {
		var sizes []float64
		b.evaluate(&sizes, "[...document.querySelectorAll('"+s+"')].map(e => { let r = e.getBoundingClientRect(); return r.width*r.height })")
		page.Counts[s] = len(sizes)
		for _, size := range sizes {
			if size < 1 {
				page.Hidden++
			}
		}
	}
	b.evaluate(&page.Cut, cutTexts)
	b.evaluate(&page.Ground, "getComputedStyle(document.body).backgroundColor")
	page.Faults = b.faults
	return page
}

// cutTexts lists the texts that reach out of the drawing or the table's frame that
// holds them, by more than what rounding makes.
const cutTexts = `[...document.querySelectorAll('svg text, .scroll th, .scroll td')].filter(e => {
	let r = e.getBoundingClientRect(), of = e.closest('svg, .scroll').getBoundingClientRect()
	return r.width > 0 && (r.left < of.left-1 || r.right > of.right+1)
}).map(e => e.textContent)`

// Dark has pages open as for readers who prefer dark ones, or not.
func (b *Browser) Dark(dark bool) {
	b.t.Helper()
	scheme := map[bool]string{true: "dark", false: "light"}[dark]
	b.call(nil, "Emulation.setEmulatedMedia", map[string]any{
		"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}},
	})
}

// Colors returns the colours that the elements of a selector are filled with.
func (b *Browser) Colors(selector string) []string {
	b.t.Helper()
	var all []string
	b.evaluate(&all, "[...new Set([...document.querySelectorAll('"+selector+"')].map(e => getComputedStyle(e).fill))]")
	return all
}

// Evaluate puts the value of an expression of JavaScript in the page into answer, a
// promise's once it is there, and returns what went wrong on the page since it was
// opened.
func (b *Browser) Evaluate(answer any, expression string) (faults []string) {
	b.t.Helper()
	b.evaluate(answer, expression)
	return b.faults
}

// evaluate puts the value of an expression into answer.
func (b *Browser) evaluate(answer any, expression string) {
	b.t.Helper()
	var result struct {
		Result struct{ Value any }
	}
	result.Result.Value = answer
	b.call(&result, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true})
}

// Screenshot returns the whole page that is open as PNG, for people to look at.
func (b *Browser) Screenshot() []byte {
	b.t.Helper()
	return b.data("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true})
}

// Print returns the page that is open as PDF on A4.
func (b *Browser) Print() []byte {
	b.t.Helper()
	return b.data("Page.printToPDF", map[string]any{"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": false})
}

func (b *Browser) data(method string, params any) []byte {
	b.t.Helper()
	var answer struct{ Data string }
	b.call(&answer, method, params)
	data, err := base64.StdEncoding.DecodeString(answer.Data)
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	return data
}

// Heights returns those of the elements of a selector.
func (b *Browser) Heights(selector string) []float64 {
	b.t.Helper()
	var all []float64
	b.evaluate(&all, "[...document.querySelectorAll('"+selector+"')].map(e => e.getBoundingClientRect().height)")
	return all
}
