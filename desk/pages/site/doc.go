// Package site implements the server of gammonlab's pages and calls: its protection
// ([Options], [Limits]), the shared layout of pages ([Site.Show]), files of the program
// ([Site.AddAsset]), and errors. It contains nothing about backgammon except the colours
// of boards.
//
// A package of pages has a function that registers its pages and calls:
//
//	func Register(s *site.Site, …) error {
//		t, err := s.Parse(pageText) // defines "content", and fragments
//		…
//		s.AddLink(site.Link{Path: "/runs", Name: "Runs", Purpose: "…"})
//		s.Page("GET /runs", func(w http.ResponseWriter, r *http.Request) error {
//			return s.Show(w, r, t, "Runs", data)
//		})
//		s.Page("GET /runs/{id}/table", func(…) error { return s.Fragment(w, t, "table", data) })
//		s.Call("GET /api/v1/runs", func(…) error { return site.WriteJSON(w, http.StatusOK, list) })
//	}
//
// A handler returns an error before it writes anything: a [problem.Problem] with its
// status, or any other error for status 500. Errors of pages are pages, errors of calls
// are JSON. The server reads the full body of a request, up to its limit, before it calls
// the handler.
//
// Not for other modules.
package site
