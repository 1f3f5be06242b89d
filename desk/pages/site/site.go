package site

import (
	"html/template"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"gammonlab/desk/pages/problem"
)

// Options contain the access rules of a site.
type Options struct {
	Hosts  []string // names by which it may be addressed besides the listener's own
	Token  string   // required in every request; "" for none
	Origin string   // another site whose pages may make calls, such as https://example.org; "" for none
	Log    *slog.Logger
	Limits Limits
}

// Link is a page of the navigation.
type Link struct {
	Path, Name string
	Purpose    string // purpose of the page, part of a sentence
	Keys       []Key  // keys of the page
}

// Current returns the value of the link's attribute aria-current on the page of a path:
// "page" on the page of the link, "true" on pages below it, otherwise "".
func (l Link) Current(path string) string {
	switch {
	case l.Path == path:
		return "page"
	case strings.HasPrefix(path, l.Path+"/"):
		return "true"
	}
	return ""
}

// Key is a key of a page.
type Key struct{ Name, Action string }

// Handler answers a request or returns an error.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Route handles the requests that match a pattern of [http.ServeMux].
type Route struct {
	Pattern string
	Handler Handler
	Refuse  func(w http.ResponseWriter, r *http.Request, p *problem.Problem) // writes an error; nil for JSON
	MaxBody int64                                                            // bytes; 0 for that of Limits
	Foreign bool                                                             // pages of Options.Origin may call it
	Open    bool                                                             // the token is not required
}

// Site is a set of pages and calls. Add all before Serve.
type Site struct {
	options Options
	mux     *http.ServeMux
	routes  map[string]*Route // by pattern
	links   []Link
	assets  map[string]*asset // by URL
	urls    map[string]string // URLs of assets, by name
	refusal *template.Template
	home    Handler // of the first page; nil for a list of the others
	notices string  // path of the stream of notices, "" for none
	foreign *http.CrossOriginProtection
	metrics metrics
	ends    []func()
}

// New returns a site with the shared style and script, a page that lists the others,
// /healthz and /metrics.
func New(o Options) (*Site, error) {
	s := &Site{
		options: o, mux: http.NewServeMux(), routes: map[string]*Route{},
		assets: map[string]*asset{}, urls: map[string]string{},
		foreign: http.NewCrossOriginProtection(),
	}
	if s.options.Log == nil {
		s.options.Log = slog.New(slog.DiscardHandler)
	}
	if o.Origin != "" {
		if err := s.foreign.AddTrustedOrigin(o.Origin); err != nil {
			return nil, err
		}
	}
	if err := s.addShared(); err != nil {
		return nil, err
	}
	s.Add(Route{Pattern: healthPattern, Handler: alive, Open: true})
	s.Call("GET /metrics", s.metrics.write)
	return s, nil
}

// healthPattern is the pattern of the call that tells that the server runs.
const healthPattern = "GET /healthz"

// AtEnd registers a function that runs when the server has stopped.
func (s *Site) AtEnd(do func()) { s.ends = append(s.ends, do) }

// AddLink adds a page to the navigation.
func (s *Site) AddLink(l Link) { s.links = append(s.links, l) }

// Links returns the pages of the navigation.
func (s *Site) Links() []Link { return slices.Clone(s.links) }

// Add adds a route.
func (s *Site) Add(r Route) {
	if r.Refuse == nil {
		r.Refuse = refuseJSON
	}
	s.routes[r.Pattern] = &r
	s.mux.HandleFunc(r.Pattern, func(w http.ResponseWriter, request *http.Request) {
		if err := r.Handler(w, request); err != nil {
			r.Refuse(w, request, problem.Of(err))
		}
	})
}

// Page adds a page or a fragment of a page; its errors are pages.
func (s *Site) Page(pattern string, h Handler) {
	s.Add(Route{Pattern: pattern, Handler: h, Refuse: s.refusePage})
}

// AddUpload adds a page with a limit for the request body in bytes; its errors are pages.
func (s *Site) AddUpload(pattern string, most int64, h Handler) {
	s.Add(Route{Pattern: pattern, Handler: h, Refuse: s.refusePage, MaxBody: most})
}

// Call adds a call of the API; its errors are problems in JSON.
func (s *Site) Call(pattern string, h Handler) {
	s.Add(Route{Pattern: pattern, Handler: h, Refuse: refuseJSON, Foreign: true})
}

// Patterns returns the sorted patterns of all routes.
func (s *Site) Patterns() []string {
	var all []string
	for pattern := range s.routes {
		all = append(all, pattern)
	}
	slices.Sort(all)
	return all
}

func refuseJSON(w http.ResponseWriter, _ *http.Request, p *problem.Problem) { p.Write(w) }

// alive reports that the server runs.
func alive(w http.ResponseWriter, _ *http.Request) error {
	return WriteJSON(w, http.StatusOK, struct {
		Status string `json:"status"`
	}{"ok"})
}
