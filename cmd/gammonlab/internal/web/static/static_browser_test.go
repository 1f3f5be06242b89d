package static

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// built returns the program for browsers: GAMMONLAB_SITE_PROGRAM names the file that make site
// has built.
func built(t *testing.T) []byte {
	t.Helper()
	path := os.Getenv("GAMMONLAB_SITE_PROGRAM")
	if path == "" {
		t.Skip("NOT RUN: GAMMONLAB_SITE_PROGRAM names no program for browsers; .ci/run builds one")
	}
	return must.Get(os.ReadFile(path))(t)
}

// A folder behind a plain file server, below the top of its addresses: after the first visit a
// game begins without the server, and is there when the page is opened again.
func TestSiteInBrowser(t *testing.T) {
	program := built(t)
	b := pagetest.Start(t)
	top := t.TempDir()
	must.OK(t, must.Get(newFolder(program))(t).write(filepath.Join(top, "club"), false))
	server := httptest.NewServer(http.FileServer(http.Dir(top)))
	b.Visit(server.URL, "/club/", 1280, false)
	b.Await(`document.querySelector("nav.site a[href='/club/play']")`)
	server.CloseClientConnections()
	server.Close()
	b.Visit(server.URL, "/club/play", 1280, false)
	b.Await(`document.querySelector("main form[method=post] button")`)
	b.Click("main form[method=post] button")
	b.Await(`location.pathname.startsWith("/club/play/") && document.readyState == "complete" && document.querySelector("main svg")`)
	var path, hint string
	b.Evaluate(&path, "location.pathname")
	b.Evaluate(&hint, `fetch("/api/v1/hint", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({position: "4HPwATDgc/ABMA", dice: "31", plies: 2})}).then(r => r.json()).then(h => h.moves[0].move)`)
	if hint != "8/5 6/5" {
		t.Errorf("the hint is %q, want 8/5 6/5", hint)
	}
	b.Visit(server.URL, path, 360, true)
	b.Await(`document.querySelector("main svg")`)
	b.Visit(server.URL, "/club/play", 360, true)
	if b.Await(`document.querySelector("main a[href='" + ` + strconv.Quote(path) + ` + "']")`); len(b.Faults()) > 0 {
		t.Errorf("faults: %q", b.Faults())
	}
}

// The script is that of the Go that builds the program.
func TestScriptOfGo(t *testing.T) {
	root := must.Get(exec.Command("go", "env", "GOROOT").Output())(t)
	want := must.Get(os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")))(t)
	if got := must.Get(files.ReadFile("files/wasm_exec.js"))(t); !bytes.Equal(got, want) {
		t.Error("files/wasm_exec.js differs from lib/wasm/wasm_exec.js of this Go: copy it")
	}
}

// Another program gives another version, which browsers install beside the old one; the nets
// keep their names.
func TestVersion(t *testing.T) {
	first, second := must.Get(newFolder([]byte("\x00asm1")))(t), must.Get(newFolder([]byte("\x00asm2")))(t)
	if bytes.Equal(first[workerName], second[workerName]) {
		t.Error("two programs have one version")
	}
	for name := range first {
		if second[name] == nil {
			t.Errorf("%s is missing in the second", name)
		}
	}
	if _, script, ok := bytes.Cut(first[workerName], []byte("const release = ")); !ok || !json.Valid(script[:bytes.IndexByte(script, ';')]) {
		t.Error("the worker does not begin with its release in JSON")
	}
}
