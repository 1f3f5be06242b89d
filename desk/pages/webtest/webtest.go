// Package webtest serves pages of package web in tests.
//
// Not for other modules.
package webtest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/must"
)

// Start serves what register adds to a site, with streams, until the test ends.
func Start(t testing.TB, register func(*site.Site, *backend.Backend) error, l *backend.Backend) *httptest.Server {
	t.Helper()
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	l.Streams = stream.NewHub(stream.DefaultLimits())
	must.OK(t, register(s, l))
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server
}

// Get returns the status and the text of the response of an address.
func Get(t testing.TB, address string) (int, string) {
	t.Helper()
	response := must.Get(http.Get(address))(t)
	defer response.Body.Close()
	return response.StatusCode, string(must.Get(io.ReadAll(response.Body))(t))
}
