package jobs

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gammonlab/cmd/gammonlab/internal/web/backend"
	"gammonlab/cmd/gammonlab/internal/web/models"
	"gammonlab/cmd/gammonlab/internal/web/problem"
	"gammonlab/cmd/gammonlab/internal/web/site"
	"gammonlab/cmd/gammonlab/internal/web/work"
	"gammonlab/internal/setting"
)

//go:embed jobs.html
var pageText string

// Paths of the pages and of the calls.
const (
	path    = "/jobs"
	apiPath = "/api/v1/jobs"
)

// keep is the number of jobs that are kept after their end.
const keep = 64

// Jobs are the jobs of all kinds.
type Jobs struct {
	site     *site.Site
	backend  *backend.Backend
	template *template.Template
	jobs     *work.Jobs

	mu  sync.Mutex
	all []*job // the newest first
}

// job is work that was started.
type job struct {
	*work.Job
	Kind  *Kind
	Began time.Time
	About string // its settings
	out   string // path of the file that it makes, "" for none

	mu   sync.Mutex
	text string // the result so far
}

// Register adds the pages and calls and returns the jobs that they start.
func Register(s *site.Site, l *backend.Backend) (*Jobs, error) {
	t, err := s.Parse(pageText)
	if err != nil {
		return nil, err
	}
	all := &Jobs{site: s, backend: l, template: t, jobs: work.NewJobs(l.Pool, l.Streams, "job", keep)}
	all.jobs.Register(s, apiPath+"/{kind}")
	s.Call("POST "+apiPath+"/{kind}", ofKind(all.call))
	s.Call("GET "+apiPath+"/{kind}/settings", ofKind(func(w http.ResponseWriter, _ *http.Request, k *Kind) error {
		return site.WriteJSON(w, http.StatusOK, describe(k.New()))
	}))
	s.Call("GET "+apiPath+"/{kind}/{id}/file", all.download)
	s.Page("GET "+path+"/{kind}", ofKind(func(w http.ResponseWriter, r *http.Request, k *Kind) error {
		return s.Show(w, r, t, k.Title, &view{Form: newForm(k, nil, nil)})
	}))
	s.Page("POST "+path+"/{kind}", ofKind(all.submit))
	s.Page("GET "+path+"/{kind}/{id}", func(w http.ResponseWriter, r *http.Request) error {
		j, err := all.find(r.PathValue("id"))
		if err != nil {
			return err
		}
		return s.Show(w, r, t, j.Kind.Title, &view{Job: j})
	})
	s.Page("POST "+path+"/{kind}/{id}/stop", func(w http.ResponseWriter, r *http.Request) error {
		j, err := all.find(r.PathValue("id"))
		if err != nil {
			return err
		}
		j.Stop()
		http.Redirect(w, r, j.Path(), http.StatusSeeOther)
		return nil
	})
	s.AddLink(site.Link{Path: path, Name: "Jobs", Purpose: "Start matches and other long work, and watch it."})
	s.Page("GET "+path, func(w http.ResponseWriter, r *http.Request) error {
		return s.Show(w, r, t, "Jobs", &view{Kinds: Kinds(), Jobs: all.list()})
	})
	return all, nil
}

// BeginRollout starts a rollout and returns the address of its state, too. If it has a
// state, a file keeps the trials, and the rollout resumes from them.
func (all *Jobs) BeginRollout(r *Rollout) (*work.Job, string, error) {
	kinds := Kinds()
	j, err := all.begin(&kinds[slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == "rollout" })], r)
	if err != nil {
		return nil, "", err
	}
	return j.Job, j.JSON(), nil
}

// ofKind returns a handler of requests whose path names a kind of work.
func ofKind(do func(w http.ResponseWriter, r *http.Request, k *Kind) error) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		name, kinds := r.PathValue("kind"), Kinds()
		i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
		if i < 0 {
			return problem.NotFound("kind of jobs", name)
		}
		return do(w, r, &kinds[i])
	}
}

// begin starts work of a kind.
func (all *Jobs) begin(of *Kind, settings Settings) (*job, error) {
	j := &job{Kind: of, Began: time.Now(), About: about(settings)}
	o := all.backend.Models.Opener()
	o.File = all.file
	if err := settings.Open(o); err != nil {
		return nil, models.Plain(err)
	}
	if of.Out != nil {
		j.out = of.Out(settings)
	}
	if of.File != "" {
		folder, err := os.MkdirTemp(all.backend.Scratch, "job-")
		if err != nil {
			return nil, err
		}
		j.out = filepath.Join(folder, of.File)
	}
	var err error
	j.Job, err = all.jobs.Start(func(ctx context.Context, w *work.Job, workers int) (any, error) {
		var shown error
		result, err := of.Run(ctx, settings, Means{Workers: workers, Out: j.out, Show: func(soFar func() *Result) {
			shown = errors.Join(shown, w.Show(func() any { return j.show(soFar()) }))
		}})
		return j.show(result), errors.Join(err, shown)
	})
	if err != nil {
		return nil, err
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	all.all = slices.Insert(all.all, 0, j)
	all.all = slices.DeleteFunc(all.all, func(j *job) bool {
		_, err := all.jobs.Find(j.ID())
		if err != nil && j.Kind.File != "" { // it ended long ago
			os.RemoveAll(filepath.Dir(j.out))
		}
		return err != nil
	})
	return j, nil
}

// download answers with the file that a job has made.
func (all *Jobs) download(w http.ResponseWriter, r *http.Request) error {
	j, err := all.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	if j.FileName() == "" {
		return problem.NotFound("file of the job", j.ID())
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", j.FileName()))
	http.ServeFile(w, r, j.out)
	return nil
}

// call starts the work of the body of a call.
func (all *Jobs) call(w http.ResponseWriter, r *http.Request, of *Kind) error {
	var body json.RawMessage
	if err := site.ReadJSON(r, &body); err != nil {
		return err
	}
	settings := of.New()
	if err := all.backend.Models.Read(settings, body, nil); err != nil {
		return err
	}
	j, err := all.begin(of, settings)
	if err != nil {
		return err
	}
	return work.Accept(w, apiPath+"/"+of.Name, j.Job)
}

// submit starts the work of a form. It shows the form again, with the error, if a setting
// is wrong.
func (all *Jobs) submit(w http.ResponseWriter, r *http.Request, of *Kind) error {
	if err := r.ParseForm(); err != nil {
		return problem.Bad(err)
	}
	settings := of.New()
	given := map[setting.Name]string{}
	for _, f := range setting.Fields(settings) {
		if text := strings.TrimSpace(r.PostForm.Get(string(f.Name))); text != "" {
			given[f.Name] = text
		}
	}
	err := all.backend.Models.Read(settings, nil, given)
	if err == nil {
		var j *job
		if j, err = all.begin(of, settings); err == nil {
			http.Redirect(w, r, j.Path(), http.StatusSeeOther)
			return nil
		}
	}
	return all.site.Show(w, r, all.template, of.Title, &view{Form: newForm(of, given, err)})
}

// list returns all jobs, the newest first.
func (all *Jobs) list() []*job {
	all.mu.Lock()
	defer all.mu.Unlock()
	return slices.Clone(all.all)
}

// find returns the job with an ID.
func (all *Jobs) find(id string) (*job, error) {
	for _, j := range all.list() {
		if j.ID() == id {
			return j, nil
		}
	}
	return nil, problem.NotFound("job", id)
}

// ID returns the job's ID.
func (j *job) ID() string { return j.Status().ID }

// Path returns the address of the job's page.
func (j *job) Path() string { return path + "/" + j.Kind.Name + "/" + j.ID() }

// JSON returns the address of the job's state.
func (j *job) JSON() string { return apiPath + "/" + j.Kind.Name + "/" + j.ID() }

// State returns the job's state.
func (j *job) State() work.State { return j.Status().State }

// Problem returns the reason of a failure.
func (j *job) Problem() string { return j.Status().Error }

// Ended reports whether the job has ended.
func (j *job) Ended() bool {
	s := j.Status()
	return s.Ended()
}

// FileName returns the name of the file that the job has made, "" for none.
func (j *job) FileName() string {
	if j.out == "" || j.State() != work.Done {
		return ""
	}
	return filepath.Base(j.out)
}

// about names work by the settings that differ from zero.
func about(settings Settings) string {
	var list []string
	for _, f := range setting.Fields(settings) {
		if f.IsSet() {
			list = append(list, f.Name.Flag()+" "+strings.ReplaceAll(f.String(), "\n", ", "))
		}
	}
	return strings.Join(list, ", ")
}

// Text returns the result so far.
func (j *job) Text() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text
}

// show keeps the text of a result, which may be nil, and returns its JSON.
func (j *job) show(r *Result) any {
	if r == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.text = r.Text
	return r.JSON
}
