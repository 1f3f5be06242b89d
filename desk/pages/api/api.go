// Package api implements the calls for other programs: /move and /eval, compatible with
// wildbg, and the calls under /api/v1, which use the JSON of the commands eval and hint.
//
// Not for other modules.
package api

import (
	"net/http"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/site"
)

// Register adds the calls.
func Register(s *site.Site, l *backend.Backend) {
	w := &wildbg{l}
	s.Add(site.Route{Pattern: "GET /move", Handler: w.move, Refuse: refuseAsWildbg, Foreign: true})
	s.Add(site.Route{Pattern: "GET /eval", Handler: w.eval, Refuse: refuseAsWildbg, Foreign: true})
	s.Call("GET /api-docs/openapi.json", func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Content-Type", "application/json")
		w.Write(description())
		return nil
	})
	s.Call("POST /api/v1/evaluate", func(w http.ResponseWriter, r *http.Request) error { return evaluate(l, w, r) })
	s.Call("POST /api/v1/hint", func(w http.ResponseWriter, r *http.Request) error { return hint(l, w, r) })
}
