package site_test

import (
	"net/http"
	"strings"
	"testing"

	"gammonlab/desk/pages/site"
	"gammonlab/internal/must"
)

func TestHosts(t *testing.T) {
	r := start(t, site.Options{Hosts: []string{"Backend.example", "other.example:80"}}, nil)
	for _, c := range []struct {
		host   string
		status int
	}{
		{"127.0.0.1:" + r.port, 200}, {"localhost:" + r.port, 200}, {"LOCALHOST:" + r.port, 200}, {"[::1]:" + r.port, 200},
		{"backend.example", 200}, {"backend.example:8080", 200}, {"other.example:80", 200},
		{"other.example:81", 421}, {"evil.example", 421}, {"evil.example:" + r.port, 421},
		{"127.0.0.1", 421}, {"127.0.0.1:1", 421}, {"localhost.evil.example:" + r.port, 421}, {"127.0.0.2:" + r.port, 421},
	} {
		for _, path := range []string{"/", "/healthz", "/assets/x", "/none"} {
			response, _ := r.ask("GET", path, func(request *http.Request) { request.Host = c.host })
			if (response.StatusCode == 421) != (c.status == 421) {
				t.Errorf("%s of %q: got %d, want %d", path, c.host, response.StatusCode, c.status)
			}
		}
	}
}

func TestHeaders(t *testing.T) {
	r := start(t, site.Options{}, nil)
	for _, path := range []string{"/", "/healthz", "/none", "/api/v1/none"} {
		response, _ := r.ask("GET", path, nil)
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":  "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
			"Access-Control-Allow-Origin": "",
		} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
}

// Pages of other sites cannot send requests that write, except for the sites of
// the option.
func TestOrigins(t *testing.T) {
	add := func(s *site.Site) {
		s.Call("POST /api/v1/echo", echo)
		s.Page("POST /form", echo)
	}
	closed, open := start(t, site.Options{}, add), start(t, site.Options{Origin: "https://good.example"}, add)
	from := func(origin string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Origin", origin)
			r.Header.Set("Sec-Fetch-Site", "cross-site")
		}
	}
	for _, c := range []struct {
		server *running
		path   string
		origin string
		status int
		allow  string
	}{
		{closed, "/api/v1/echo", "https://good.example", 403, ""},
		{closed, "/form", "https://good.example", 403, ""},
		{open, "/api/v1/echo", "https://good.example", 200, "https://good.example"},
		{open, "/api/v1/echo", "https://evil.example", 403, "https://good.example"},
		{open, "/form", "https://evil.example", 403, ""},
	} {
		response, body := c.server.ask("POST", c.path, from(c.origin))
		if got := response.Header.Get("Access-Control-Allow-Origin"); response.StatusCode != c.status || got != c.allow {
			t.Errorf("%s from %s: got %d, allowed %q, want %d, %q: %s", c.path, c.origin, response.StatusCode, got, c.status, c.allow, body)
		}
	}
	preflight := func(r *http.Request) {
		from("https://good.example")(r)
		r.Header.Set("Access-Control-Request-Method", "POST")
	}
	response, _ := open.ask("OPTIONS", "/api/v1/echo", preflight)
	if allowed := response.Header.Get("Access-Control-Allow-Methods"); response.StatusCode != 204 || !strings.Contains(allowed, "POST") {
		t.Errorf("a preflight: got %d, methods %q", response.StatusCode, allowed)
	}
	if response, _ = closed.ask("OPTIONS", "/api/v1/echo", preflight); response.StatusCode == 204 || response.StatusCode == 200 {
		t.Errorf("a preflight that is not allowed: got %d", response.StatusCode)
	}
	must.Fail(t, must.Err(site.New(site.Options{Origin: "good.example"})), "good.example")
}

func TestToken(t *testing.T) {
	r := start(t, site.Options{Token: "secret"}, func(s *site.Site) { s.Call("GET /api/v1/echo", echo) })
	get := func(path string, change func(*http.Request)) *http.Response {
		response, _ := r.ask("GET", path, change)
		return response
	}
	bearer := func(token string) func(*http.Request) {
		return func(request *http.Request) { request.Header.Set("Authorization", "Bearer "+token) }
	}
	for _, c := range []struct {
		path   string
		change func(*http.Request)
		status int
	}{
		{"/", nil, 401}, {"/api/v1/echo", nil, 401}, {"/metrics", nil, 401}, {"/healthz", nil, 200}, {"/assets/x", nil, 401},
		{"/?token=wrong", nil, 401}, {"/?token=", nil, 401}, {"/api/v1/echo", bearer("secret"), 200}, {"/api/v1/echo", bearer("secre"), 401},
		{"/", func(request *http.Request) {
			request.AddCookie(&http.Cookie{Name: "gammonlab" + r.port, Value: "other"})
		}, 401},
	} {
		if got := get(c.path, c.change).StatusCode; got != c.status {
			t.Errorf("%s: got %d, want %d", c.path, got, c.status)
		}
	}
	response := get("//evil.example/x?token=secret&a=1", nil)
	cookies := response.Cookies()
	if to := response.Header.Get("Location"); response.StatusCode != 303 || to != "/evil.example/x?a=1" || len(cookies) != 1 {
		t.Fatalf("the first page: got %d to %q with cookies %v", response.StatusCode, to, cookies)
	}
	if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" {
		t.Errorf("the cookie is %v", c)
	}
	if got := get("/", func(request *http.Request) { request.AddCookie(cookies[0]) }).StatusCode; got != 200 {
		t.Errorf("with the cookie: got %d", got)
	}
	if strings.Contains(r.log.String(), "secret") {
		t.Errorf("the log has the token:\n%s", r.log)
	}
}
