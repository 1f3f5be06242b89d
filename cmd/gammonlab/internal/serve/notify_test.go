package serve

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gammonlab/internal/must"
	"gammonlab/internal/waittest"
)

// Notices go to an address and to the input of a command; failures are errors.
func TestDeliver(t *testing.T) {
	got := make(chan string, 1)
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got <- r.Method + " " + r.Header.Get("Content-Type") + " " + string(text)
		if r.URL.Path == "/bad" {
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	defer hook.Close()
	must.OK(t, post(t.Context(), hook.URL, []byte(`{"event":"done"}`)))
	if text := <-got; text != `POST application/json {"event":"done"}` {
		t.Errorf("the address got %s", text)
	}
	must.Fail(t, post(t.Context(), hook.URL+"/bad", nil), "answers 418")
	<-got
	if runtime.GOOS == "windows" {
		return
	}
	file := filepath.Join(t.TempDir(), "a b")
	must.OK(t, pipe(t.Context(), `tee "`+file+`"`, []byte(`{"event":"best"}`)))
	if text := string(must.Get(os.ReadFile(file))(t)); text != "{\"event\":\"best\"}\n" {
		t.Errorf("the command got %q", text)
	}
	must.Fail(t, pipe(t.Context(), "false", nil), "false: exit status 1")
	must.Fail(t, pipe(t.Context(), "/no/such/program", nil), "no such file")
}

// Notices say that a job has ended, and pages offer them.
func TestNotices(t *testing.T) {
	told := make(chan string, 9)
	server := serveSite(t, newSiteOf(t, shown{told: func(text []byte) { told <- string(text) }}))
	_, text := get(t, server, "/jobs")
	if !strings.Contains(text, `data-notices="/notices"`) || !strings.Contains(text, `id="notices"`) {
		t.Error("the page does not offer notices")
	}
	response := must.Get(http.Post(server.URL+"/api/v1/jobs/bench-match", "application/json", strings.NewReader(`{"a":"pubeval","b":"random","games":2,"bearoff":"none"}`)))(t)
	response.Body.Close()
	select {
	case text := <-told:
		if !strings.HasPrefix(text, `{"event":"done","title":"Match: done"`) {
			t.Errorf("told %s", text)
		}
	case <-time.After(waittest.Patience):
		t.Error("nobody was told about the end of a job")
	}
}
