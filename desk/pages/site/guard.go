package site

import (
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"gammonlab/desk/pages/problem"
	"gammonlab/internal/workers"
)

// policy allows pages to load only files of the server.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP implements [http.Handler].
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	if packed(r) {
		p := &packer{ResponseWriter: w}
		defer p.end()
		w = p
	}
	to := &recorder{ResponseWriter: w}
	route := s.route(r)
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Vary", "Accept-Encoding")
	s.answer(to, r, route)
	took := time.Since(began)
	s.metrics.count(route.Pattern, to.status, took)
	s.options.Log.Info("request", "method", r.Method, "path", r.URL.Path, "status", to.status, "time", took.Round(time.Microsecond))
}

// answer handles a request and converts panics into errors.
func (s *Site) answer(w *recorder, r *http.Request, route *Route) {
	err := workers.Guard(func() error {
		if s.admit(w, r, route) {
			s.mux.ServeHTTP(w, r)
		}
		return nil
	})
	panicked := s.LogPanic(err)
	switch {
	case err == nil:
	case w.status != 0:
		panic(http.ErrAbortHandler) // the client must see that the response is incomplete
	case panicked:
		route.Refuse(w, r, problem.New(http.StatusInternalServerError, "internal error; see the log of the server"))
	default:
		route.Refuse(w, r, problem.New(http.StatusBadGateway, "%v", err))
	}
}

// LogPanic reports whether an error is a panic, which it writes to the log.
func (s *Site) LogPanic(err error) bool {
	var p *workers.Panic
	if !errors.As(err, &p) {
		return false
	}
	s.options.Log.Error("panic", "value", p.Value, "stack", p.Trace)
	return true
}

// route returns the route of a request. For unknown paths and methods it returns a route
// without a pattern that writes an error.
func (s *Site) route(r *http.Request) *Route {
	asked := r
	if method := r.Header.Get("Access-Control-Request-Method"); r.Method == http.MethodOptions && method != "" {
		asked = r.Clone(r.Context()) // preflight request of a page of another site
		asked.Method = method
	}
	if _, pattern := s.mux.Handler(asked); pattern != "" {
		return s.routes[pattern]
	}
	refuse := s.refusePage
	if strings.HasPrefix(r.URL.Path, "/api") {
		refuse = refuseJSON
	}
	return &Route{Refuse: refuse}
}

// admit reports whether a request is allowed; otherwise it writes the error.
func (s *Site) admit(w *recorder, r *http.Request, route *Route) bool {
	if err := s.check(w, r, route); err != nil {
		route.Refuse(w, r, problem.Of(err))
		return false
	}
	return w.status == 0
}

// check returns the reason to refuse a request, or answers the request itself.
func (s *Site) check(w *recorder, r *http.Request, route *Route) error {
	if !s.ownHost(r) {
		return problem.New(http.StatusMisdirectedRequest, "%q is not a name of this server", r.Host)
	}
	if route.Foreign && s.options.Origin != "" {
		s.allowOrigin(w.Header())
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return nil
		}
	}
	if err := s.foreign.Check(r); err != nil {
		return problem.New(http.StatusForbidden, "the request comes from a page of another site: %s", err)
	}
	if s.options.Token != "" && !route.Open {
		if err := s.checkToken(w, r); err != nil || w.status != 0 {
			return err
		}
	}
	if isReserved(r) && route.Pattern != healthPattern && s.options.Token == "" {
		w.Header().Set("Connection", "close")
		return problem.Busy("%d connections are open already", s.options.Limits.Connections)
	}
	if route.Handler == nil {
		return s.missing(w, r)
	}
	return s.readBody(w, r, route.MaxBody)
}

// missing returns the error of a request without a route: unknown path or wrong method.
func (s *Site) missing(w http.ResponseWriter, r *http.Request) error {
	h, _ := s.mux.Handler(r)
	probe := &recorder{ResponseWriter: &discard{header: http.Header{}}}
	h.ServeHTTP(probe, r)
	if allow := probe.Header().Get("Allow"); allow != "" {
		w.Header().Set("Allow", allow)
		return problem.New(http.StatusMethodNotAllowed, "%s does not accept %s, want %s", r.URL.Path, r.Method, allow)
	}
	return problem.NotFound("page or call", r.URL.Path)
}

// ownHost reports whether a request names this server: by the address that it came to, by
// a local name of this machine, or by a name of the options. After DNS rebinding, the
// request of a page of another site names that site.
func (s *Site) ownHost(r *http.Request) bool {
	host := strings.ToLower(r.Host)
	name, port := splitHost(host)
	for _, own := range s.options.Hosts {
		if own = strings.ToLower(own); host == own || name == own {
			return true
		}
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	address, localPort := splitHost(local.String())
	if port == "" {
		port = "80"
	}
	return port == localPort && (name == address || loopback(address) && (name == "localhost" || loopback(name)))
}

// splitHost returns the name or address without brackets, and the port, "" for none.
func splitHost(host string) (name, port string) {
	if name, port, err := net.SplitHostPort(host); err == nil {
		return name, port
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"), ""
}

// loopback reports whether an address is 127.0.0.1 or ::1.
func loopback(address string) bool { return address == "127.0.0.1" || address == "::1" }

// allowOrigin allows pages of the origin of the options to make calls.
func (s *Site) allowOrigin(h http.Header) {
	h.Set("Access-Control-Allow-Origin", s.options.Origin)
	h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID")
	h.Set("Access-Control-Max-Age", "600")
	h.Add("Vary", "Origin")
}

// tokenKey is the parameter of an address that contains the token.
const tokenKey = "token"

// checkToken checks the token of a request: in a cookie, as a bearer token, or for the
// first page in the address; checkToken then stores it in a cookie.
func (s *Site) checkToken(w http.ResponseWriter, r *http.Request) error {
	name := s.cookieName(r)
	if query := r.URL.Query(); r.Method == http.MethodGet && query.Has(tokenKey) {
		if !s.isToken(query.Get(tokenKey)) {
			return problem.New(http.StatusUnauthorized, "the token is wrong: open the address that the server printed")
		}
		http.SetCookie(w, &http.Cookie{
			Name: name, Value: s.options.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		})
		query.Del(tokenKey)
		to := url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, "/"), RawQuery: query.Encode()}
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
		return nil
	}
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && s.isToken(bearer) {
		return nil
	}
	cookie, err := r.Cookie(name)
	if errors.Is(err, http.ErrNoCookie) || !s.isToken(cookie.Value) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		return problem.New(http.StatusUnauthorized, "a token is needed: open the address that the server printed")
	}
	return nil
}

// cookieName returns the name of the cookie. It contains the port, because browsers share
// cookies between the ports of a machine.
func (s *Site) cookieName(r *http.Request) string {
	port := ""
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		_, port = splitHost(local.String())
	}
	return "gammonlab" + port
}

func (s *Site) isToken(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(s.options.Token)) == 1
}
