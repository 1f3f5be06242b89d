package site

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
	"gammonlab/internal/wasmsection"
)

// host is a plain file server with a site below the top of its addresses, and a browser.
type host struct {
	*pagetest.Browser
	t       *testing.T
	server  *httptest.Server
	prefix  string
	program []byte // and the script of its Go
	script  []byte
	dir     string
	refuse  atomic.Pointer[string] // part of the paths that are not answered
}

// newHost starts a host with the program for browsers: GAMMONLAB_SITE_PROGRAM names the file
// that make site has built. change changes the files, unless it is nil.
func newHost(t *testing.T, prefix string, change func(folder)) *host {
	t.Helper()
	path := os.Getenv("GAMMONLAB_SITE_PROGRAM")
	if path == "" {
		t.Skip("NOT RUN: GAMMONLAB_SITE_PROGRAM names no program for browsers; .ci/run builds one")
	}
	h := &host{t: t, Browser: pagetest.Start(t), prefix: prefix, dir: t.TempDir()}
	var err error
	h.program, h.script, err = wasmsection.Cut(must.Get(os.ReadFile(path))(t), wasmsection.GoScript)
	must.OK(t, err)
	h.deploy(h.program, change)
	files := http.FileServer(http.Dir(h.dir))
	h.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if part := h.refuse.Load(); part != nil && strings.Contains(r.URL.Path, *part) {
			http.Error(w, "refused", http.StatusServiceUnavailable)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(h.server.Close)
	return h
}

// deploy writes a version of the site.
func (h *host) deploy(program []byte, change func(folder)) {
	h.t.Helper()
	f := must.Get(newFolder(program, h.script))(h.t)
	if change != nil {
		change(f)
	}
	must.OK(h.t, f.write(filepath.Join(h.dir, h.prefix), false))
}

// open opens an address of the site.
func (h *host) open(path string) {
	h.t.Helper()
	h.Go(h.server.URL, h.prefix+path, 1280, false)
}

// install opens the first page and waits for the program.
func (h *host) install() {
	h.t.Helper()
	h.open("/")
	h.Await(`document.querySelector("nav.site")`)
}

// call calls the API from the page and returns the JSON text of the expression "answer", of a
// value or of a field.
func (h *host) call(answer any, path, body, field string) {
	h.t.Helper()
	h.Evaluate(answer, fmt.Sprintf(`fetch(%q, {method: "POST", headers: {"Content-Type": "application/json"}, body: %q}).then((r) => r.json()).then((answer) => answer%s)`, path, body, field))
}

// begin begins a game against a net and returns the path of its page.
func (h *host) begin(net string) string {
	h.t.Helper()
	h.open("/play?model=" + net)
	h.Await(`document.querySelector("main svg")`)
	var id string
	h.call(&id, "/api/v1/games", `{"model": `+strconv.Quote(net)+`}`, ".id")
	h.open("/play/" + id)
	h.Await(`document.readyState == "complete" && document.querySelector("main svg")`)
	return "/play/" + id
}

// listed waits until the page Play lists a game.
func (h *host) listed(game string) {
	h.t.Helper()
	h.open("/play")
	h.Await(`document.querySelector("main a[href='` + h.prefix + game + `']")`)
}

// After the first visit a game begins without the server, and is there when the page is opened
// again, also by another worker.
func TestSiteInBrowser(t *testing.T) {
	h := newHost(t, "/club", nil)
	h.install()
	h.server.CloseClientConnections()
	h.server.Close()
	game := h.begin("fast")
	var hint string
	if h.call(&hint, "/api/v1/hint", `{"position": "4HPwATDgc/ABMA", "dice": "31", "plies": 2}`, ".moves[0].move"); hint != "8/5 6/5" {
		t.Errorf("the hint is %q, want 8/5 6/5", hint)
	}
	h.StopWorkers()
	h.open(game)
	h.Await(`document.querySelector("main svg")`)
	h.Evaluate(nil, follow) // the page follows its stream
	if h.listed(game); len(h.Faults()) > 0 {
		t.Errorf("faults: %q", h.Faults())
	}
}

// follow acts in the game of the page as another page does, until the text of the page changes.
const follow = `(async () => {
	const game = "/api/v1/games/" + location.pathname.split("/").pop(), text = document.querySelector("main").textContent;
	while (document.querySelector("main").textContent === text) {
		const { version, actions, plays } = await (await fetch(game)).json();
		const action = plays?.length ? { action: "move", play: plays[0].play } : { action: actions[0] };
		await fetch(game + "/actions", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...action, version }) });
		await new Promise((done) => setTimeout(done, 1000));
	}
})()`

// The first visit may be to any page of the navigation.
func TestColdAddresses(t *testing.T) {
	for _, prefix := range []string{"", "/club/of/players"} {
		h := newHost(t, prefix, nil)
		h.open("/analyse?position=4HPwATDgc/ABMA&dice=31#x")
		h.Await(`document.querySelector("nav.site") && document.querySelector("main svg")`)
		var address string
		var links []string
		if h.Evaluate(&address, "location.pathname + location.search + location.hash"); address != prefix+"/analyse?position=4HPwATDgc/ABMA&dice=31#x" {
			t.Errorf("the address is %s", address)
		}
		h.Evaluate(&links, `[...document.querySelectorAll("nav.site a")].map((a) => a.getAttribute("href"))`)
		for _, page := range pages {
			if !slices.Contains(links, prefix+"/"+page) {
				t.Errorf("the page %s is not in the navigation %q", page, links)
			}
		}
	}
}

// problem is the expression of the problems that the page shows.
const problem = `[...document.querySelectorAll("main .problem")].map((p) => p.textContent).join(" ")`

// awaitProblem waits until a problem of the page contains a text.
func (h *host) awaitProblem(text string) {
	h.t.Helper()
	h.Await(problem + ".includes(" + strconv.Quote(text) + ")")
}

// fill fills the storage of the site: with blocks, and with smaller ones when no block fits.
const fill = `(async () => {
	const database = await new Promise((done, failed) => {
		const request = indexedDB.open("filler", 1);
		request.onupgradeneeded = () => request.result.createObjectStore("blocks", { autoIncrement: true });
		request.onsuccess = () => done(request.result);
		request.onerror = () => failed(request.error);
	});
	for (let size = 1 << 16; size > 64;) {
		const stored = await new Promise((done) => {
			const change = database.transaction("blocks", "readwrite");
			change.objectStore("blocks").put(crypto.getRandomValues(new Uint8Array(size)));
			change.oncomplete = () => done(true);
			change.onabort = () => done(false);
		});
		if (!stored) size >>= 1;
	}
})()`

// Without space in the storage games go on while their pages are open, and those that were stored
// before stay. The browser checks the quota of a site only now and then, so it is small from
// the beginning.
func TestStorageFull(t *testing.T) {
	h := newHost(t, "", nil)
	h.Quota(h.server.URL, float64(len(h.program))+4e6)
	h.install()
	stored := h.begin("fast")
	h.Evaluate(nil, fill)
	h.call(nil, "/api/v1/games", `{"model": "fast"}`, "")
	h.awaitProblem("is full") // in the open page
	unstored := h.begin("fast")
	h.awaitProblem("is full")
	h.listed(unstored)
	h.Quota(h.server.URL, 1e9)
	later := h.begin("fast")
	h.Await(problem + ` == ""`)
	h.StopWorkers()
	for _, game := range []string{stored, unstored, later} {
		h.listed(game)
	}
}

// A site works without space for the program, too.
func TestInstallWithoutSpace(t *testing.T) {
	h := newHost(t, "", nil)
	h.Quota(h.server.URL, 1)
	h.install()
	h.begin("fast")
	h.awaitProblem("is full")
}

// A browser that has no database for the site plays as well.
func TestStorageForbidden(t *testing.T) {
	h := newHost(t, "", func(f folder) {
		f[workerName] = append([]byte(`indexedDB.open = () => { throw new DOMException("forbidden", "SecurityError"); };`+"\n"), f[workerName]...)
	})
	h.install()
	game := h.begin("fast")
	h.awaitProblem("stores nothing")
	h.listed(game)
}

// A net that does not load ends no game; it loads when the host has it again.
func TestNetRefused(t *testing.T) {
	h := newHost(t, "", nil)
	h.install()
	game := h.begin("fast")
	part := "nets/large"
	h.refuse.Store(&part)
	h.open("/play?model=large")
	h.awaitProblem("the net large.safetensors cannot be loaded; it needs a connection the first time")
	h.listed(game)
	h.refuse.Store(nil)
	h.begin("large")
}

// A new version waits until the user takes it; games go on in it.
func TestNewVersion(t *testing.T) {
	h := newHost(t, "/club", nil)
	h.install()
	game := h.begin("fast")
	h.deploy(wasmsection.Append(h.program, "next", nil), nil)
	h.open(game)
	h.Await(`document.querySelector("main .problem button")`)
	var before, after []string
	caches := `caches.keys().then((all) => all.filter((name) => name !== "gammonlab-nets"))`
	if h.Evaluate(&before, caches); len(before) != 2 {
		t.Errorf("versions %q, want both", before)
	}
	h.Click("main .problem button")
	h.Await(`document.querySelector("main svg") && !document.querySelector("main .problem")`)
	if h.Evaluate(&after, caches); len(after) != 1 {
		t.Errorf("versions %q, want the new one", after)
	}
	h.listed(game)
}
