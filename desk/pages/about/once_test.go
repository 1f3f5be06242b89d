package about_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"gammonlab/desk/pages/about"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/webtest"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// program is another program that evaluates, with or without a digest.
type program struct {
	enginetest.Fake
	digest string
}

func (p *program) Evaluator(*engine.Databases) engine.Evaluator { return p }

func (p *program) Digest() (string, error) {
	if p.digest == "" {
		return "", errors.New("no digest")
	}
	return p.digest, nil
}

// The page describes programs by what is known of them.
func TestPrograms(t *testing.T) {
	names := []string{"evaluator:./net", "evaluator:./other"}
	start := func(name string) (named.Program, error) {
		if name == names[0] {
			return &program{digest: "5c87"}, nil
		}
		return new(program), nil
	}
	all := must.Get(models.New(models.Options{Names: names, Program: start, Workers: 1}))(t)
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	must.OK(t, about.Register(s, &backend.Backend{Models: all}))
	server := httptest.NewServer(s)
	defer server.Close()
	_, page := webtest.Get(t, server.URL+"/about")
	for _, want := range []string{"model    evaluator:./net\nvariant  backgammon\ndigest   5c87</pre>", "model    evaluator:./other\nvariant  backgammon\ndigest   none</pre>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
}

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
