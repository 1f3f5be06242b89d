package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"regexp"
	"strings"

	"gammonlab/board/svg"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/vendored"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/version"
)

//go:embed shared
var shared embed.FS

// addShared adds the shared files and pages.
func (s *Site) addShared() error {
	style, err := htmlpage.Style()
	if err != nil {
		return err
	}
	own, err := shared.ReadFile("shared/site.css")
	if err != nil {
		return err
	}
	font, err := vendored.File("inter/inter.woff2")
	if err != nil {
		return err
	}
	s.AddAsset("inter.woff2", font)
	face := fmt.Sprintf("@font-face{font-family:Inter;font-weight:400 700;font-display:swap;src:url(%s)}\n", path.Base(s.urls["inter.woff2"]))
	s.AddAsset("style.css", append([]byte(face+chosen(style+svg.Style+svg.Choices())), own...))
	for _, name := range []string{"icon.svg", "theme.js", "streams.js", "page.js", "turn.js", "board.js"} {
		script, err := shared.ReadFile("shared/" + name)
		if err != nil {
			return err
		}
		s.AddAsset(name, script)
	}
	s.AddAsset("manifest.webmanifest", fmt.Appendf(nil, manifest, s.urls["icon.svg"]))
	s.Add(Route{Pattern: "GET /assets/{name}", Handler: s.serveAsset})
	s.Add(Route{Pattern: "GET " + joinedPath, Handler: s.serveJoined})
	home, err := s.Parse(homeText)
	if err != nil {
		return err
	}
	s.Page("GET /{$}", func(w http.ResponseWriter, r *http.Request) error {
		if s.home != nil {
			return s.home(w, r)
		}
		return s.Show(w, r, home, "gammonlab", s.Links())
	})
	s.refusal, err = s.Parse(refusalText)
	return err
}

// chosen returns a style sheet whose rules for dark pages follow the user's choice of a scheme, in
// data-scheme of the root element, before that of the system. The rules are as specific as before.
func chosen(style string) string {
	darkRule := regexp.MustCompile(`@media \(prefers-color-scheme:dark\)\{([^{}]*)(\{[^{}]*\})\}`)
	return darkRule.ReplaceAllStringFunc(style, func(rule string) string {
		parts := darkRule.FindStringSubmatch(rule)
		within := func(root string) string {
			root = ":where(:root" + root + ")"
			switch selector, found := strings.CutPrefix(parts[1], ":root"); {
			case found:
				return ":root" + root + selector
			case strings.HasPrefix(selector, ":where([data-board"): // itself of the root element
				return root + selector
			default:
				return root + " " + selector
			}
		}
		return "@media (prefers-color-scheme:dark){" + within(":not([data-scheme=light])") + parts[2] + "}\n" + within("[data-scheme=dark]") + parts[2]
	})
}

// manifest describes the pages to browsers that install them as a program.
const manifest = `{"name":"gammonlab","short_name":"gammonlab","description":"Backgammon: play, analysis and training of neural nets",
"start_url":"/","scope":"/","display":"standalone","background_color":"#ffffff","theme_color":"#6b4f35",
"icons":[{"src":%q,"sizes":"any","type":"image/svg+xml","purpose":"any"}]}
`

// SetNotices sets the path of the stream of notices, which pages offer to show.
func (s *Site) SetNotices(path string) { s.notices = path }

// SetHome sets the handler of the first page; without it, the page lists the others.
func (s *Site) SetHome(h Handler) { s.home = h }

// homeText is the first page, which lists the others.
const homeText = `{{define "content"}}<dl class="pages">
{{range .}}<dt><a href="{{.Path}}">{{.Name}}</a></dt><dd>{{.Purpose}}</dd>
{{end}}</dl>
{{end}}`

// refusalText is the page of an error.
const refusalText = `{{define "content"}}<p class="problem">{{.Detail}}</p>
{{end}}`

// Parse returns the templates of a page: those of package htmlpage and those of the text.
// The text defines "content" and may define "assets", additional elements of the head.
// The template function asset returns the URL of an asset.
func (s *Site) Parse(text string) (*template.Template, error) {
	layout, err := shared.ReadFile("shared/layout.html")
	if err != nil {
		return nil, err
	}
	t, err := htmlpage.Parse(string(layout), template.FuncMap{"asset": s.assetURL})
	if err != nil {
		return nil, err
	}
	return t.Parse(text)
}

// view is the data of the layout.
type view struct {
	Title   string
	Path    string // of the page in the navigation
	Links   []Link
	Data    any
	Version string
	Notices string // path of the stream of notices, "" for none
}

// Description returns what the page is for, for search engines and previews.
func (v *view) Description() string {
	for _, l := range v.Links {
		if l.Current(v.Path) != "" {
			return "gammonlab, " + v.Title + ". " + l.Purpose
		}
	}
	return "gammonlab: play backgammon, analyse positions and matches, train and compare neural nets."
}

// FragmentHeader is the header by which the script requests a part of a page: the ID of
// an element and the name of the template of its content.
const FragmentHeader = "Fragment"

// Show writes a page, or the requested fragment of it.
func (s *Site) Show(w http.ResponseWriter, r *http.Request, t *template.Template, title string, data any) error {
	return s.ShowStatus(w, r, t, title, data, http.StatusOK)
}

// ShowStatus is [Site.Show] with a status, for a page that also shows what was wrong.
func (s *Site) ShowStatus(w http.ResponseWriter, r *http.Request, t *template.Template, title string, data any, status int) error {
	if name := r.Header.Get(FragmentHeader); name != "" && t.Lookup(name) != nil {
		return writePage(w, t, name, data, status)
	}
	return writePage(w, t, "page", &view{title, r.URL.Path, s.links, data, version.Toolkit, s.notices}, status)
}

// Fragment writes a single template, a part of a page that the script inserts.
func (s *Site) Fragment(w http.ResponseWriter, t *template.Template, name string, data any) error {
	return writePage(w, t, name, data, http.StatusOK)
}

// writePage executes a template and writes the result if there was no error.
func writePage(w http.ResponseWriter, t *template.Template, name string, data any, status int) error {
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	setPageHeaders(w.Header())
	w.WriteHeader(status)
	w.Write(b.Bytes()) // an error means that the client is gone
	return nil
}

func setPageHeaders(h http.Header) {
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
}

// refusePage writes a page with an error.
func (s *Site) refusePage(w http.ResponseWriter, r *http.Request, p *problem.Problem) {
	var b bytes.Buffer
	err := s.refusal.ExecuteTemplate(&b, "page", &view{p.Title, r.URL.Path, s.links, p, version.Toolkit, s.notices})
	if err != nil {
		p.Write(w)
		return
	}
	setPageHeaders(w.Header())
	p.Head(w)
	w.Write(b.Bytes())
}
