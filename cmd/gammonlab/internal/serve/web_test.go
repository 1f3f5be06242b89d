package serve

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gammonlab/desk/pages/api"
	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/notice"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/desk/pages/webtest"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
	"gammonlab/internal/nodetest"
	"gammonlab/nets"
	_ "gammonlab/work/kinds"
)

// newServer serves all pages and calls with the shipped nets.
func newServer(t testing.TB) *httptest.Server {
	t.Helper()
	return serveSite(t, newTestSite(t))
}

// serveSite serves a site until the test ends.
func serveSite(t testing.TB, s *site.Site) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.CloseClientConnections() // of streams that browsers keep open
		server.Close()
	})
	return server
}

// newTestSite returns the site of all pages and calls, which shows no folders.
func newTestSite(t testing.TB) *site.Site { return newSiteOf(t, shown{}) }

// shown are folders and the farm that a site shows; "" and nil for none.
type shown struct {
	runs, ledgers, data, save string
	nets                      []string // td512 and fast if there are none
	farm                      func(ctx context.Context) (*wire.State, error)
	told                      func(text []byte) // gets notices
}

// newSiteOf returns the site of all pages and calls with folders.
func newSiteOf(t testing.TB, of shown) *site.Site {
	t.Helper()
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	if of.nets == nil {
		of.nets = []string{"td512", "fast"}
	}
	all := must.Get(models.New(models.Options{Names: of.nets, Load: nets.LoadShipped, Workers: 2}))(t)
	l := &backend.Backend{Models: all, Pool: scheduler.NewPool(t.Context(), 2), Streams: stream.NewHub(stream.DefaultLimits()), Scratch: t.TempDir(), Save: of.save, Farm: of.farm}
	for folder, to := range map[string]*[]string{of.runs: &l.Runs, of.ledgers: &l.Ledgers, of.data: &l.Data} {
		if folder != "" {
			*to = []string{folder}
		}
	}
	l.Notices = notice.New(of.told)
	l.Notices.Register(s, l.Streams)
	must.OK(t, register(s, l))
	return s
}

// get returns the status and the text of the answer to a path.
func get(t testing.TB, server *httptest.Server, path string) (int, string) {
	t.Helper()
	return webtest.Get(t, server.URL+path)
}

// All pages of the navigation exist, are XML and load only existing files.
func TestPages(t *testing.T) {
	server := newServer(t)
	paths, loaded := []string{"/"}, map[string]bool{}
	for i := 0; i < len(paths); i++ {
		status, text := get(t, server, paths[i])
		if status != http.StatusOK {
			t.Errorf("%s: status %d: %s", paths[i], status, text)
			continue
		}
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			must.OK(t, err)
			e, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			for _, a := range e.Attr {
				local := strings.HasPrefix(a.Value, "/") && !strings.HasPrefix(a.Value, "//")
				switch {
				case a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on"):
					t.Errorf("%s: <%s %s> is against the policy", paths[i], e.Name.Local, a.Name.Local)
				case a.Name.Local == "src" || a.Name.Local == "href" && e.Name.Local == "link" && a.Value != "data:,":
					loaded[a.Value] = true
				case a.Name.Local == "href" && i == 0 && local && a.Value != "/":
					paths = append(paths, a.Value)
				}
			}
		}
	}
	if len(paths) < 2 || len(loaded) < 2 {
		t.Errorf("only the pages %v with %v: the test looks in the wrong place", paths, loaded)
	}
	for url := range loaded {
		if status, _ := get(t, server, url); status != http.StatusOK || !strings.HasPrefix(url, "/assets/") {
			t.Errorf("%s: status %d", url, status)
		}
	}
}

func TestAbout(t *testing.T) {
	_, text := get(t, newServer(t), "/about")
	for _, want := range []string{"td512", "fast", "MIT License", "uPlot 1.6.32", "(c) 2022 Leon Sorokin"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	own := must.Get(os.ReadFile(pagesFolder + "/about/LICENSE"))(t)
	if root := must.Get(os.ReadFile("../../../../LICENSE"))(t); !bytes.Equal(own, root) {
		t.Error("about/LICENSE is not the project's")
	}
}

// codePattern matches the lines of a script that are not comments.
var codePattern = regexp.MustCompile(`(?m)^\s*[^\s/*].*$`)

// The folders of the pages, and of the site without a server.
const (
	pagesFolder = "../../../../desk/pages"
	siteFolder  = "../site"
)

// scripts returns our own scripts in a folder by their paths.
func scripts(t *testing.T, folder string) map[string]string {
	all := map[string]string{}
	must.OK(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) == ".js" && !strings.Contains(path, "/vendored/") {
			all[path] = string(must.Get(os.ReadFile(path))(t))
		}
		return err
	}))
	return all
}

// The pages have at most 1020 lines of script of our own, all together, the site without a server
// 400 more, both without comments, which have the types, and empty lines.
func TestScript(t *testing.T) {
	for folder, most := range map[string]int{pagesFolder: 1020, siteFolder: 400} {
		lines := 0
		for _, text := range scripts(t, folder) {
			lines += len(codePattern.FindAllString(text, -1))
		}
		if lines == 0 || lines > most {
			t.Errorf("%s: %d lines of script, want 1 to %d", folder, lines, most)
		}
	}
}

// typesScript prints the faults of types that TypeScript finds in scripts.
const typesScript = `const ts = require("typescript"), fs = require("fs"), jobs = JSON.parse(fs.readFileSync(process.argv[2]));
for (const name in jobs) fs.writeFileSync(name, jobs[name]);
const program = ts.createProgram(Object.keys(jobs), {
	allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2023, lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
	module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, moduleDetection: ts.ModuleDetectionKind.Force,
});
console.log(JSON.stringify(ts.getPreEmitDiagnostics(program).map((d) => ts.formatDiagnostic(d, { getCurrentDirectory: () => "", getCanonicalFileName: (name) => name, getNewLine: () => " " }))));
`

// The types of the pages' scripts agree, which JSDoc and types.d.ts state. A wrong script, which
// the check has to refuse, calls a function with a number in place of an element.
//
//	npm install --prefix DIR typescript@5.9
func TestTypes(t *testing.T) {
	files := map[string]string{"types.d.ts": string(must.Get(os.ReadFile(pagesFolder + "/types.d.ts"))(t)), "wrong.js": "gammonlab.load(1, '/');\n"}
	for path, text := range scripts(t, pagesFolder) { // those of the site are workers, which have other globals
		files[filepath.Base(path)] = text
	}
	var faults []string
	nodetest.Library{Name: "typescript", Variable: "GAMMONLAB_TYPESCRIPT"}.Run(t, typesScript, files, &faults)
	if len(faults) != 1 || !strings.HasPrefix(faults[0], "wrong.js(1,16)") {
		t.Errorf("%d faults, want that of wrong.js only:\n%s", len(faults), strings.Join(faults, "\n"))
	}
}

// openapi.json describes all calls, and no others.
func TestCallsAreDescribed(t *testing.T) {
	described := map[string]bool{}
	for _, o := range must.Get(api.Operations())(t) {
		described[o.Method+" "+o.Path] = true
		if o.Summary == "" {
			t.Errorf("%s %s has no summary", o.Method, o.Path)
		}
	}
	for _, pattern := range newTestSite(t).Patterns() {
		_, path, _ := strings.Cut(pattern, " ")
		isCall := strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/api-docs") || slices.Contains([]string{"/move", "/eval", "/healthz", "/metrics"}, path)
		if isCall != described[pattern] {
			t.Errorf("%s is described: %v, want %v", pattern, described[pattern], isCall)
		}
		delete(described, pattern)
	}
	for call := range described {
		t.Errorf("%s is described, and nothing answers it", call)
	}
}
