package site_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/must"
)

// Texts are compressed for clients that accept it, and their content is the same. Streams,
// pictures and files with a length are not.
func TestCompression(t *testing.T) {
	text := strings.Repeat("a play of the net, ", 300)
	topic, hub := stream.NewTopic(), stream.NewHub(stream.DefaultLimits())
	answer := func(kind, length string) site.Handler {
		return func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Content-Type", kind)
			if length != "" {
				w.Header().Set("Content-Length", length)
			}
			io.WriteString(w, text)
			return nil
		}
	}
	r := start(t, site.Options{}, func(s *site.Site) {
		s.Page("GET /html", answer("text/html; charset=utf-8", ""))
		s.Page("GET /manifest", answer("application/manifest+json", ""))
		s.Page("GET /png", answer("image/png", ""))
		s.Page("GET /sized", answer("text/plain", "5700"))
		s.Page("GET /none", func(w http.ResponseWriter, _ *http.Request) error { w.WriteHeader(http.StatusNoContent); return nil })
		s.Page("GET /events", func(w http.ResponseWriter, r *http.Request) error { return hub.Serve(w, r, topic) })
	})
	topic.End("{}")
	for _, c := range []struct {
		path, accepts string
		packed        bool
	}{
		{"/html", "gzip, deflate, br", true}, {"/html", "br;q=1, gzip;q=0.5", true}, {"/html", "gzip;q=0", false}, {"/html", "identity", false},
		{"/manifest", "gzip", true}, {"/png", "gzip", false}, {"/sized", "gzip", false}, {"/none", "gzip", false}, {"/events", "gzip", false},
	} {
		request := must.Get(http.NewRequest(http.MethodGet, r.url+c.path, nil))(t)
		request.Header.Set("Accept-Encoding", c.accepts) // the client leaves the content as it is
		response := must.Get(http.DefaultClient.Do(request))(t)
		body := must.Get(io.ReadAll(response.Body))(t)
		response.Body.Close()
		if got := response.Header.Get("Content-Encoding") == "gzip"; got != c.packed {
			t.Errorf("%s for %q: compressed is %v", c.path, c.accepts, got)
			continue
		}
		if c.packed {
			if len(body) > len(text)/5 {
				t.Errorf("%s: %d bytes of %d", c.path, len(body), len(text))
			}
			body = must.Get(io.ReadAll(must.Get(gzip.NewReader(strings.NewReader(string(body))))(t)))(t)
		}
		if c.path != "/none" && c.path != "/events" && string(body) != text {
			t.Errorf("%s for %q: other content: %.60q", c.path, c.accepts, body)
		}
	}
}
