// Package site is the server of gammonlab's pages and calls: what protects it
// ([Options], [Limits]), the layout that pages share ([Site.Show]), files that
// belong to the program ([Site.AddAsset]), and errors. Of backgammon it has only the
// colours of boards.
//
// A package of pages has a function that registers what it has:
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
// A handler returns what is wrong as an error, a [problem.Problem] with its status
// or any other for 500, before it has written anything; pages answer it with a page,
// calls in JSON. The body of a request is read in full and bounded before the
// handler begins.
package site
