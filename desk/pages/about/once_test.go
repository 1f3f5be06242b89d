package about_test

import (
	"net/http/httptest"
	"testing"

	"gammonlab/desk/pages/about"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/webtest"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// The nets are described once: a changed net shows whether a request describes them again.
func TestDescribedOnce(t *testing.T) {
	net := must.Get(nets.LoadShipped("fast"))(t)
	all := must.Get(models.New(models.Options{Names: []string{"fast"}, Load: func(string) (*nets.Model, error) { return net, nil }, Workers: 1}))(t)
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	must.OK(t, about.Register(s, &backend.Backend{Models: all}))
	server := httptest.NewServer(s)
	defer server.Close()
	_, first := webtest.Get(t, server.URL+"/about")
	net.Provenance["note"] = "changed"
	if _, second := webtest.Get(t, server.URL+"/about"); second != first {
		t.Error("the second request describes the nets again")
	}
}
