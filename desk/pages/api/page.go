package api

import (
	_ "embed"
	"net/http"
	"strings"

	"gammonlab/desk/pages/site"
)

//go:embed calls.html
var pageText string

//go:embed calls.css
var style []byte

//go:embed calls.js
var script []byte

// pagePath is the path of the page on which calls can be tried.
const pagePath = "/api"

// RegisterPage adds the page on which calls can be tried.
func RegisterPage(s *site.Site) error {
	s.AddAsset("calls.css", style)
	s.AddAsset("calls.js", script)
	t, err := s.Parse(pageText)
	if err != nil {
		return err
	}
	all, err := Operations()
	if err != nil {
		return err
	}
	s.AddLink(site.Link{Path: pagePath, Name: "API", Purpose: "All calls for programs, to read about and to try."})
	s.Page("GET "+pagePath, func(w http.ResponseWriter, r *http.Request) error { return s.Show(w, r, t, "API", all) })
	return nil
}

// Needed returns the parameters that a call cannot do without, or that have an example.
func (o *Operation) Needed() []Parameter {
	return o.choose(func(p *Parameter) bool { return p.Required || p.Example != "" })
}

// Further returns the other parameters.
func (o *Operation) Further() []Parameter {
	return o.choose(func(p *Parameter) bool { return !p.Required && p.Example == "" })
}

func (o *Operation) choose(wanted func(p *Parameter) bool) []Parameter {
	var all []Parameter
	for i := range o.Parameters {
		if wanted(&o.Parameters[i]) {
			all = append(all, o.Parameters[i])
		}
	}
	return all
}

// Rows returns the number of lines of the example.
func (o *Operation) Rows() int { return 1 + strings.Count(o.Body, "\n") }
