package site_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/site"
	"gammonlab/internal/must"
)

// running is a site that serves on this machine until the test ends.
type running struct {
	*site.Site
	t    *testing.T
	url  string
	port string
	log  *safeBuffer
	stop context.CancelFunc
	done chan error
}

// safeBuffer is a buffer for several goroutines.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// start serves a site with what add adds.
func start(t *testing.T, o site.Options, add func(s *site.Site)) *running {
	t.Helper()
	log := new(safeBuffer)
	o.Log = slog.New(slog.NewTextHandler(log, nil))
	if o.Limits == (site.Limits{}) {
		o.Limits = site.DefaultLimits()
	}
	s := must.Get(site.New(o))(t)
	if add != nil {
		add(s)
	}
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	_, port, err := net.SplitHostPort(listener.Addr().String())
	must.OK(t, err)
	ctx, stop := context.WithCancel(context.Background())
	r := &running{s, t, "http://127.0.0.1:" + port, port, log, stop, make(chan error, 1)}
	go func() { r.done <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		<-r.done
	})
	return r
}

// ask sends a request, changed by change, and returns the response with its body.
func (r *running) ask(method, path string, change func(*http.Request)) (*http.Response, string) {
	r.t.Helper()
	request := must.Get(http.NewRequest(method, r.url+path, nil))(r.t)
	if change != nil {
		change(request)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response := must.Get(client.Do(request))(r.t)
	defer response.Body.Close()
	body := must.Get(io.ReadAll(response.Body))(r.t)
	return response, string(body)
}

func echo(w http.ResponseWriter, r *http.Request) error {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	return site.WriteJSON(w, http.StatusOK, string(text))
}

func TestHosts(t *testing.T) {
	r := start(t, site.Options{Hosts: []string{"Lab.example", "other.example:80"}}, nil)
	for _, c := range []struct {
		host   string
		status int
	}{
		{"127.0.0.1:" + r.port, 200}, {"localhost:" + r.port, 200}, {"LOCALHOST:" + r.port, 200}, {"[::1]:" + r.port, 200},
		{"lab.example", 200}, {"lab.example:8080", 200}, {"other.example:80", 200},
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
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":  "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
			"Access-Control-Allow-Origin": "",
		} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
}

// Pages of other sites cannot write, unless they are those of the option.
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

func TestErrors(t *testing.T) {
	r := start(t, site.Options{}, func(s *site.Site) {
		for path, err := range map[string]error{
			"busy": problem.Busy("too much"), "bad": problem.Bad(errors.New("<dice>")), "other": errors.New("disk"),
			"late": context.DeadlineExceeded,
		} {
			s.Call("GET /api/v1/"+path, func(http.ResponseWriter, *http.Request) error { return err })
			s.Page("GET /"+path, func(http.ResponseWriter, *http.Request) error { return err })
		}
	})
	for _, c := range []struct {
		method, path string
		status       int
		detail       string
		header       string
	}{
		{"GET", "busy", 503, "too much", "Retry-After: 2"}, {"GET", "bad", 400, "<dice>", ""}, {"GET", "other", 500, "disk", ""},
		{"GET", "late", 503, "took too long", "Retry-After: 2"}, {"GET", "none", 404, "/none", ""}, {"POST", "bad", 405, "want GET", "Allow: GET, HEAD"},
	} {
		for _, base := range []string{"/api/v1/", "/"} {
			response, body := r.ask(c.method, base+c.path, nil)
			kind, wanted := response.Header.Get("Content-Type"), c.detail
			if base == "/" {
				wanted = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(wanted)
			} else {
				wanted = strings.NewReplacer("<", `\u003c`, ">", `\u003e`).Replace(wanted)
			}
			if response.StatusCode != c.status || !strings.Contains(body, wanted) ||
				(kind == problem.Type) != (base != "/") || (base == "/") != strings.HasPrefix(kind, "text/html") {
				t.Errorf("%s: got %d %s: %s", base+c.path, response.StatusCode, kind, body)
			}
			if name, value, ok := strings.Cut(c.header, ": "); ok && response.Header.Get(name) != value {
				t.Errorf("%s: %s is %q, want %q", base+c.path, name, response.Header.Get(name), value)
			}
		}
	}
}

// The log has no positions: nothing of the query, nor of bodies.
func TestLog(t *testing.T) {
	r := start(t, site.Options{}, func(s *site.Site) { s.Call("POST /api/v1/echo", echo) })
	r.ask("GET", "/?position=4HPwATDgc", nil)
	r.ask("POST", "/api/v1/echo?x=4HPwATDgc", func(request *http.Request) { request.Body = io.NopCloser(strings.NewReader("4HPwATDgc")) })
	for deadline := time.Now().Add(5 * time.Second); strings.Count(r.log.String(), "msg=request") < 2 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	log := r.log.String()
	if strings.Contains(log, "4HPwATDgc") || !strings.Contains(log, "method=POST path=/api/v1/echo status=200") {
		t.Errorf("the log is\n%s", log)
	}
	if _, body := r.ask("GET", "/metrics", nil); !strings.Contains(body, `gammonlab_requests_total{route="POST /api/v1/echo",status="200"} 1`) {
		t.Errorf("the metrics are\n%s", body)
	}
}

// A mistake of the program is answered, logged, and ends nothing else.
func TestPanics(t *testing.T) {
	r := start(t, site.Options{}, func(s *site.Site) {
		s.Call("GET /api/v1/panic", func(http.ResponseWriter, *http.Request) error { panic("lost") })
		s.Call("GET /api/v1/half", func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Content-Length", "100")
			w.Write([]byte("half"))
			panic("lost, too")
		})
	})
	if response, body := r.ask("GET", "/api/v1/panic", nil); response.StatusCode != 500 || strings.Contains(body, "lost") || !strings.Contains(body, "mistake") {
		t.Errorf("status %d: %s", response.StatusCode, body)
	}
	response, err := http.Get(r.url + "/api/v1/half")
	if err == nil {
		_, err = io.ReadAll(response.Body)
		response.Body.Close()
	}
	if err == nil {
		t.Error("half an answer is taken for all of it")
	}
	if log := r.log.String(); !strings.Contains(log, "value=lost stack=") || !strings.Contains(log, "path=/api/v1/panic status=500") {
		t.Errorf("the log is\n%s", log)
	}
}
