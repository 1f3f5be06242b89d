package serve

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"gammonlab/internal/must"
)

// BenchmarkPages requests pages one after the other. It measures the time of
// the server before a browser can paint them; the analysis has 2 plies.
func BenchmarkPages(b *testing.B) {
	s := newSiteOf(b, shown{farm: newFarm().State, runs: "../../../../evalbench/runs/testdata"})
	server := serveSite(b, s)
	ids := runIDs(b, server)
	pages := [][2]string{
		{"home", "/"}, {"position", "/analyse?xgid=XGID%3D-b----E-C---eE---c-e----B-%3A0%3A0%3A1%3A52%3A0%3A0%3A3%3A0%3A10"},
		{"benchmark", "/data/benchmarks/standard"}, {"two-runs", "/runs?run=" + ids[0] + "&run=" + ids[3]},
	}
	for _, link := range s.Links() {
		pages = append(pages, [2]string{link.Path[1:], link.Path})
	}
	tables := newTables(b)
	game := begin(b, tables, `{"model": "td512", "length": 5, "seed": 1, "first": "you"}`)
	for _, page := range pages {
		b.Run("page="+page[0], func(b *testing.B) { ask(b, server, page[1]) })
	}
	b.Run("page=game", func(b *testing.B) { ask(b, tables, "/play"+game.page()) })
}

// ask requests a page in each iteration of the benchmark.
func ask(b *testing.B, server *httptest.Server, page string) {
	for b.Loop() {
		response := must.Get(http.Get(server.URL + page))(b)
		must.Get(io.Copy(io.Discard, response.Body))(b)
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			b.Fatalf("%s: status %d", page, response.StatusCode)
		}
	}
}
