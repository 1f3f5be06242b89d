package about_test

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"gammonlab/desk/pages/about"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/site"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// The page lists the keys of the pages that have keys, and escapes their texts.
func TestKeys(t *testing.T) {
	for _, keys := range [][]site.Key{nil, {{Name: "h", Action: "show a <hint>"}}} {
		s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
		all := must.Get(models.New(models.Options{Names: []string{"fast"}, Load: nets.LoadShipped, Workers: 1}))(t)
		s.AddLink(site.Link{Path: "/play", Name: "Play", Keys: keys})
		must.OK(t, about.Register(s, &backend.Backend{Models: all}))
		server := httptest.NewServer(s)
		defer server.Close()
		response := must.Get(server.Client().Get(server.URL + "/about"))(t)
		defer response.Body.Close()
		text := string(must.Get(io.ReadAll(response.Body))(t))
		if response.StatusCode != 200 || strings.Contains(text, "<h2>Keys</h2>") != (keys != nil) || strings.Contains(text, "&lt;hint&gt;") != (keys != nil) {
			t.Errorf("with the keys %v: status %d, %s", keys, response.StatusCode, text)
		}
	}
}
