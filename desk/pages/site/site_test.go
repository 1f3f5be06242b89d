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

	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
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

// start serves a site with the routes of add.
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

// The log contains no positions, neither from queries nor from bodies.
func TestLog(t *testing.T) {
	r := start(t, site.Options{}, func(s *site.Site) { s.Call("POST /api/v1/echo", echo) })
	r.ask("GET", "/?position=4HPwATDgc", nil)
	r.ask("POST", "/api/v1/echo?x=4HPwATDgc", func(request *http.Request) { request.Body = io.NopCloser(strings.NewReader("4HPwATDgc")) })
	waittest.Until(t, "two requests in the log", func() bool { return strings.Count(r.log.String(), "msg=request") >= 2 })
	log := r.log.String()
	if strings.Contains(log, "4HPwATDgc") || !strings.Contains(log, "method=POST path=/api/v1/echo status=200") {
		t.Errorf("the log is\n%s", log)
	}
	if _, body := r.ask("GET", "/metrics", nil); !strings.Contains(body, `gammonlab_requests_total{route="POST /api/v1/echo",status="200"} 1`) {
		t.Errorf("the metrics are\n%s", body)
	}
}

// A panic of a handler is answered and logged, and the site continues.
func TestPanics(t *testing.T) {
	r := start(t, site.Options{}, func(s *site.Site) {
		s.Call("GET /api/v1/panic", func(http.ResponseWriter, *http.Request) error { panic("lost") })
		s.Call("GET /api/v1/half", func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Content-Length", "100")
			w.Write([]byte("half"))
			panic("lost, too")
		})
	})
	if response, body := r.ask("GET", "/api/v1/panic", nil); response.StatusCode != 500 || strings.Contains(body, "lost") || !strings.Contains(body, "internal error") {
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
