package site_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"gammonlab/desk/pages/site"
	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// patient returns limits that no connection reaches, even on a busy machine.
func patient() site.Limits {
	l := site.DefaultLimits()
	for _, limit := range []*time.Duration{&l.Header, &l.Body, &l.Write, &l.Idle, &l.Stop} {
		*limit = waittest.Patience
	}
	return l
}

func TestDefaultLimits(t *testing.T) {
	want := site.Limits{
		Header: 5e9, Body: 30e9, Write: 60e9, Idle: 120e9, Stop: 5e9, HeaderBytes: 16384, BodyBytes: 1048576, Connections: 64, PerClient: 48, Reserve: 8,
	}
	if got := site.DefaultLimits(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestBodies(t *testing.T) {
	limits := patient()
	limits.BodyBytes = 100
	r := start(t, site.Options{Limits: limits}, func(s *site.Site) {
		s.Call("POST /api/v1/echo", echo)
		s.Add(site.Route{Pattern: "POST /long", Handler: echo, MaxBody: 1000})
	})
	for _, c := range []struct {
		path   string
		length int
		status int
	}{{"/api/v1/echo", 100, 200}, {"/api/v1/echo", 101, 413}, {"/long", 1000, 200}} {
		response, body := r.ask("POST", c.path, func(request *http.Request) {
			request.Body = io.NopCloser(strings.NewReader(strings.Repeat("x", c.length)))
		})
		if response.StatusCode != c.status || c.status == 200 && len(body) != c.length+3 {
			t.Errorf("%s with %d bytes: got %d, want %d: %s", c.path, c.length, response.StatusCode, c.status, body)
		}
	}
	conn := r.dial("GET / HTTP/1.1\r\nHost: localhost:" + r.port + "\r\nX: " + strings.Repeat("x", 40<<10) + "\r\n\r\n")
	answer, err := io.ReadAll(conn) // or the connection is reset, since the server does not read the body
	if err == nil && !strings.Contains(string(answer), "431") {
		t.Errorf("a header of 40 KB: got %q, want the status 431", answer)
	}
}

// dial opens a connection and sends a text.
func (r *running) dial(text string) net.Conn {
	r.t.Helper()
	conn := must.Get(net.Dial("tcp", "127.0.0.1:"+r.port))(r.t)
	r.t.Cleanup(func() { conn.Close() })
	must.Get(io.WriteString(conn, text))(r.t)
	return conn
}

// Connections that send too slowly, or nothing, are closed.
func TestSlowClients(t *testing.T) {
	limits := patient()
	limits.Header, limits.Body, limits.Idle = 200*time.Millisecond, 300*time.Millisecond, 200*time.Millisecond
	r := start(t, site.Options{Limits: limits}, func(s *site.Site) { s.Call("POST /api/v1/echo", echo) })
	for name, text := range map[string]string{
		"a head": "GET / HTTP/1.1\r\nHost: localhost:" + r.port + "\r\n",
		"a body": "POST /api/v1/echo HTTP/1.1\r\nHost: localhost:" + r.port + "\r\nContent-Length: 10\r\n\r\nabc",
		"idle":   "GET /healthz HTTP/1.1\r\nHost: localhost:" + r.port + "\r\n\r\n",
	} {
		conn := r.dial(text)
		must.OK(t, conn.SetReadDeadline(time.Now().Add(waittest.Patience)))
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("%s: the connection was not closed: %v", name, err)
		}
		conn.Close()
	}
}

// An answer may take longer than the limit for reading the request. Its
// computation ends when the client disconnects.
func TestLongAnswers(t *testing.T) {
	ended := make(chan error, 1)
	limits := patient()
	limits.Body = time.Second
	r := start(t, site.Options{Limits: limits}, func(s *site.Site) {
		s.Call("POST /api/v1/wait", func(w http.ResponseWriter, r *http.Request) error {
			select {
			case <-time.After(limits.Body + 300*time.Millisecond):
			case <-r.Context().Done():
				return context.Cause(r.Context())
			}
			return echo(w, r)
		})
		s.Call("GET /api/v1/ever", func(w http.ResponseWriter, r *http.Request) error {
			<-r.Context().Done()
			ended <- context.Cause(r.Context())
			return nil
		})
	})
	response, body := r.ask("POST", "/api/v1/wait", func(request *http.Request) { request.Body = io.NopCloser(strings.NewReader("x")) })
	if response.StatusCode != 200 || body != "\"x\"\n" {
		t.Errorf("got %d %q", response.StatusCode, body)
	}
	r.dial("GET /api/v1/ever HTTP/1.1\r\nHost: localhost:" + r.port + "\r\n\r\n").Close()
	select {
	case <-ended:
	case <-time.After(waittest.Patience):
		t.Error("the work did not end when the client went")
	}
}

// statusOf reads the status of a response; 0 if the connection is closed.
func statusOf(t *testing.T, conn net.Conn) (status int) {
	t.Helper()
	must.OK(t, conn.SetReadDeadline(time.Now().Add(waittest.Patience)))
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err == nil {
		fmt.Sscanf(line, "HTTP/1.1 %d", &status)
	}
	return status
}

// An idle connection makes room for a new one, also one that has sent nothing.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	limits := patient()
	limits.Connections, limits.PerClient, limits.Reserve = 3, 2, 1
	r := start(t, site.Options{Limits: limits}, nil)
	request := "GET /healthz HTTP/1.1\r\nHost: localhost:" + r.port + "\r\n\r\n"
	for range 4 {
		r.dial("")
	}
	for range 4 {
		if got := statusOf(t, r.dial(request)); got != 200 {
			t.Fatalf("status %d beside idle connections", got)
		}
	}
}

// If all connections have requests in progress, /healthz and requests with the token are
// still answered.
func TestFullServer(t *testing.T) {
	for _, token := range []string{"", "secret"} {
		limits := patient()
		limits.Connections, limits.PerClient, limits.Reserve = 3, 2, 2
		working, release := make(chan bool), make(chan bool)
		r := start(t, site.Options{Limits: limits, Token: token}, func(s *site.Site) {
			s.Call("GET /api/v1/wait", func(w http.ResponseWriter, r *http.Request) error {
				working <- true
				<-release
				return site.WriteJSON(w, http.StatusOK, true)
			})
			s.Call("GET /api/v1/quick", func(w http.ResponseWriter, r *http.Request) error { return site.WriteJSON(w, http.StatusOK, true) })
		})
		request := func(path string) string {
			return "GET " + path + " HTTP/1.1\r\nHost: localhost:" + r.port + "\r\nAuthorization: Bearer " + token + "\r\n\r\n"
		}
		for range 2 {
			r.dial(request("/api/v1/wait"))
			<-working
		}
		want := 200
		if token == "" {
			want = 503
		}
		first := r.dial(request("/api/v1/quick"))
		if got := statusOf(t, first); got != want {
			t.Errorf("token %q: status %d on a full server, want %d", token, got, want)
		}
		first.Close()
		second := r.dial(request("/healthz"))
		if got := statusOf(t, second); got != 200 {
			t.Errorf("token %q: /healthz has status %d on a full server", token, got)
		}
		close(release)
	}
}

// When the server stops, the contexts of requests end, and it waits for them.
func TestStop(t *testing.T) {
	working := make(chan bool)
	r := start(t, site.Options{}, func(s *site.Site) {
		s.Call("GET /api/v1/work", func(w http.ResponseWriter, r *http.Request) error {
			close(working)
			<-r.Context().Done()
			return site.WriteJSON(w, http.StatusOK, "partial")
		})
	})
	answer := make(chan string, 1)
	go func() {
		response, err := http.Get(r.url + "/api/v1/work")
		if err != nil {
			answer <- err.Error()
			return
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		answer <- string(body)
	}()
	<-working
	r.stop()
	if err := <-r.done; err != nil {
		t.Errorf("the server ends with %v", err)
	}
	r.done <- nil
	if got := <-answer; got != "\"partial\"\n" {
		t.Errorf("the request under way got %q", got)
	}
	if conn, err := net.Dial("tcp", "127.0.0.1:"+r.port); err == nil {
		conn.Close()
		t.Error("the server still accepts connections")
	}
}

// The server's stop ends requests that do not end on their own.
func TestStopEndsRequests(t *testing.T) {
	limits := patient()
	limits.Stop = 100 * time.Millisecond
	release, working := make(chan bool), make(chan bool)
	r := start(t, site.Options{Limits: limits}, func(s *site.Site) {
		s.Call("GET /api/v1/ever", func(w http.ResponseWriter, r *http.Request) error {
			close(working)
			<-release
			return fmt.Errorf("released")
		})
	})
	defer close(release)
	r.dial("GET /api/v1/ever HTTP/1.1\r\nHost: localhost:" + r.port + "\r\n\r\n")
	<-working
	r.stop()
	select {
	case err := <-r.done:
		must.OK(t, err)
		r.done <- nil
	case <-time.After(waittest.Patience):
		t.Fatal("the server does not end")
	}
}
