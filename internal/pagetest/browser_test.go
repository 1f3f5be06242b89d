package pagetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"gammonlab/internal/must"
)

// TestFaultsAreSeen opens pages with faults, each of which must be found, and one
// without.
func TestFaultsAreSeen(t *testing.T) {
	b := Start(t)
	for i, c := range []struct{ name, body, fault string }{
		{"none", "<p>x</p>", ""},
		{"too wide", "<p style='width:500px'>x</p>", "wide"},
		{"without extent", "<p></p>", "hidden"},
		{"an error", "<p>x</p><script>nothing.there()</script>", "exceptionThrown"},
		{"another file", "<p>x</p><img src='other.png' width='1' height='1'/>", "asks for file:"},
	} {
		path := filepath.Join(t.TempDir(), "page.html")
		text := "<!DOCTYPE html><meta name='viewport' content='width=device-width'/>" + c.body
		must.OK(t, os.WriteFile(path, []byte(text), 0o666))
		page := b.Open(path, 390, true, "p", "b")
		found := strings.Join(page.Faults, " ")
		if page.Width > 390 {
			found += " wide"
		}
		if page.Hidden > 0 {
			found += " hidden"
		}
		if !strings.Contains(found, c.fault) || c.fault == "" && found != "" || page.Counts["p"] != 1 || page.Counts["b"] != 0 {
			t.Errorf("%s: found %q in %+v", c.name, found, page)
		}
		if i == 0 && !(bytes.HasPrefix(b.Print(), []byte("%PDF")) && slices.Equal(b.Screenshot()[1:4], []byte("PNG"))) {
			t.Error("no PDF or no PNG")
		}
	}
}

// axe-core is the one that was published.
func TestAxe(t *testing.T) {
	var described struct{ Files map[string]string }
	must.OK(t, json.Unmarshal(must.Get(os.ReadFile("axe/axe.json"))(t), &described))
	if len(described.Files) != 2 {
		t.Fatalf("%d files", len(described.Files))
	}
	for name, want := range described.Files {
		if got := fmt.Sprintf("%x", sha256.Sum256(must.Get(os.ReadFile(filepath.Join("axe", name)))(t))); got != want {
			t.Errorf("%s has the SHA-256 sum %s, want %s", name, got, want)
		}
	}
}

// Clicks, drags and keys act on a served page, and Access finds obstacles for
// users.
func TestInput(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<!DOCTYPE html><html lang="en"><title>x</title><link rel="icon" href="data:,"><main><h1>x</h1><input id="f">
			<button id="a" onclick="this.textContent='clicked'">a</button><button id="b">b</button></main><script>
			onpointerdown = (e) => { window.from = e.target.id }
			onpointerup = (e) => { document.querySelector('h1').textContent = window.from + e.target.id }</script>`)
	}))
	defer server.Close()
	b := Start(t)
	if page := b.Visit(server.URL, "/x", 390, true, "button"); len(page.Faults) > 0 || page.Counts["button"] != 2 {
		t.Errorf("got %+v", page)
	}
	b.Click("#a")
	b.Await("document.querySelector('#a').textContent == 'clicked'")
	b.Drag("#a", "#b")
	b.Await("document.querySelector('h1').textContent == 'ab'")
	b.Focus("#f")
	b.Press("31" + kb.Tab)
	var typed [2]string
	b.Evaluate(&typed, "[document.querySelector('#f').value, document.activeElement.id]")
	if typed != [2]string{"31", "a"} || b.Text("h1") != "ab" || b.Text("h5") != "" {
		t.Errorf("typed %q, heading %q", typed, b.Text("h1"))
	}
	if found := strings.Join(b.Access(), " "); !strings.Contains(found, "label: Form elements must have labels") || strings.Contains(found, "button-name") {
		t.Errorf("axe-core finds %s", found)
	}
	b.Evaluate(nil, "fetch('https://example.invalid/').catch(() => 0)")
	if faults := strings.Join(b.Faults(), " "); !strings.Contains(faults, "asks for https://example.invalid/") {
		t.Errorf("faults %s", faults)
	}
}

// Requests of a page to its own server are no faults, requests to others are.
func TestVisit(t *testing.T) {
	var own, other *httptest.Server
	other = httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	own = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/style.css":
			w.Header().Set("Content-Type", "text/css")
			w.Write([]byte("p{width:1000px}"))
		case "/page", "/else":
			text := "<!DOCTYPE html><meta name='viewport' content='width=device-width'/><link rel='icon' href='data:,'/><link rel='stylesheet' href='/style.css'/><p>x</p>"
			if r.URL.Path == "/else" {
				text += "<img src='" + other.URL + "/x.png'/>"
			}
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(text))
		}
	}))
	defer own.Close()
	b := Start(t)
	if page := b.Visit(own.URL, "/page", 390, true, "p"); len(page.Faults) > 0 || page.Width < 1000 || page.Counts["p"] != 1 {
		t.Errorf("got %+v", page)
	}
	page := b.Visit(own.URL, "/else", 390, true)
	if found := strings.Join(page.Faults, " "); !strings.Contains(found, "asks for "+other.URL) {
		t.Errorf("another server: found %q", found)
	}
}

// A touch is a click without a mouse.
func TestTap(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<!DOCTYPE html><html lang="en"><title>x</title><link rel="icon" href="data:,"><button id="a">a</button>
			<script>onclick = (e) => { e.target.textContent = e.pointerType }</script>`)
	}))
	defer server.Close()
	b := Start(t)
	b.Visit(server.URL, "/", 390, true)
	b.Tap("#a")
	b.Await("document.querySelector('#a').textContent == 'touch'")
}

// A browser that crashes when it is started is started another time.
func TestStartAfterCrash(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector")
	}
	dir := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\n[ -e %[1]s/crashed ] || { touch %[1]s/crashed; kill -SEGV $$; }\nexec %[2]s \"$@\"\n", dir, find(t))
	path := filepath.Join(dir, "chromium")
	must.OK(t, os.WriteFile(path, []byte(script), 0o777))
	t.Setenv(Variable, path)
	page := filepath.Join(dir, "page.html")
	must.OK(t, os.WriteFile(page, []byte("<!DOCTYPE html><p>x</p>"), 0o666))
	if found := Start(t).Open(page, 390, true, "p"); found.Counts["p"] != 1 || len(found.Faults) > 0 {
		t.Errorf("got %+v", found)
	}
	must.OK(t, must.Err(os.Stat(filepath.Join(dir, "crashed"))))
}
