package paste

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"unicode/utf8"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/site"
	"gammonlab/internal/plaintext"
)

// MaxBody is the maximal size of a request with a record, in bytes.
const MaxBody = 8 << 20

// Form is the field for everything that can be analysed.
type Form struct {
	Text      string // content of the field
	Problem   string // reason why the content cannot be analysed
	Positions []string
	Models    []string // the first is the default
	Model     string   // the chosen one
	Plies     int
	Depths    []int
	Left      bool // the players of the boards bear off to the left
}

// NewForm returns an empty form with a chosen net.
func NewForm(l *backend.Backend, model string) *Form {
	f := &Form{Models: l.Models.Names(), Model: model, Plies: models.UsualPlies}
	for plies := range models.MaxPlies + 1 {
		f.Depths = append(f.Depths, plies)
	}
	return f
}

//go:embed paste.js
var script []byte

// Register adds the script of the form.
func Register(s *site.Site) { s.AddAsset("paste.js", script) }

// Template defines "paste", the form of a [Form].
const Template = `{{define "paste"}}<script src="{{asset "paste.js"}}" type="module"></script><form class="paste" action="/analyse" method="post" enctype="multipart/form-data">
{{if .Left}}<input type="hidden" name="left" value="yes"/>{{end}}<label for="paste">Paste a position, a match or a link here, or drop a file</label>
<textarea name="text" id="paste" rows="{{if .Problem}}6{{else}}2{{end}}" spellcheck="false" autocomplete="off" placeholder="4HPwATDgc/ABMA · XGID=… · .mat, SGF, .xg, …"{{if .Problem}} aria-invalid="true" aria-describedby="paste-problem"{{end}}>{{.Text}}</textarea>
{{with .Problem}}<p class="problem" id="paste-problem" role="alert">{{.}}</p>
{{end}}{{with .Positions}}<p>The text has {{len .}} positions:</p><ol class="positions">{{range .}}<li><a href="/analyse?xgid={{.}}"><code>{{.}}</code></a></li>{{end}}</ol>
{{end}}<div class="row"><button class="main" id="do-paste">Analyse</button>
<label>file <input type="file" name="file" id="paste-file"/></label>
<label>net <select name="model">{{$model := .Model}}{{range .Models}}<option{{if eq . $model}} selected="selected"{{end}}>{{.}}</option>{{end}}</select></label>
<label>plies <select name="plies">{{$plies := .Plies}}{{range .Depths}}<option{{if eq . $plies}} selected="selected"{{end}}>{{.}}</option>{{end}}</select></label></div></form>{{end}}`

// Content returns the content of a request: the file, or the text of a field.
func Content(r *http.Request) (name string, text []byte, err error) {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		if err := r.ParseMultipartForm(MaxBody); err != nil {
			return "", nil, problem.New(http.StatusBadRequest, "the form did not arrive complete; send it again")
		}
	}
	file, head, err := r.FormFile("file")
	switch {
	case err == nil:
		defer file.Close()
		if text, err = io.ReadAll(file); err != nil {
			return "", nil, err
		}
		if len(text) > 0 {
			return plaintext.VisibleLine(head.Filename), text, nil
		}
		if head.Filename != "" && r.FormValue("text") == "" {
			return "", nil, problem.New(http.StatusBadRequest, "the file %s is empty", plaintext.VisibleLine(head.Filename))
		}
	case !errors.Is(err, http.ErrMissingFile) && !errors.Is(err, http.ErrNotMultipart):
		return "", nil, fmt.Errorf("the form has no field for a file")
	}
	pasted := r.FormValue("text")
	if pasted == "" {
		pasted = r.FormValue("record")
	}
	return "the text", []byte(pasted), nil
}

// Keep sets the content of the field to a text that could not be read, with the reason.
func (f *Form) Keep(text []byte, err error) {
	const most = 1 << 20
	if f.Problem = err.Error(); utf8.Valid(text) && len(text) < most {
		f.Text = strings.TrimSpace(string(text))
	}
}

// Whole returns the content of a file of a form.
func Whole(head *multipart.FileHeader) ([]byte, error) {
	file, err := head.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}
