package jobs

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/live"
	"gammonlab/desk/pages/notice"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
)

//go:embed jobs.html
var pageText string

//go:embed jobs.css
var style []byte

// Paths of the pages and of the calls.
const (
	path    = "/jobs"
	apiPath = "/api/v1/jobs"
)

// keep is the number of jobs that are kept after their end, with their files.
const keep = 64

// Jobs are the jobs of all kinds.
type Jobs struct {
	site     *site.Site
	backend  *backend.Backend
	template *template.Template
	jobs     *scheduler.Jobs
	queue    *queue
	folder   string // of the files of jobs, each in a folder of its own

	mu  sync.Mutex
	all []*job // the newest first
}

// Register adds the pages and calls and returns the jobs that they start. Jobs of an earlier
// server with the same folder continue.
func Register(s *site.Site, l *backend.Backend) (*Jobs, error) {
	s.AddAsset("jobs.css", style)
	t, err := s.Parse(pageText)
	if err != nil {
		return nil, err
	}
	all := &Jobs{site: s, backend: l, template: t, jobs: scheduler.NewJobs(l.Pool, l.Streams, "job", keep), folder: l.Work()}
	all.jobs.Changed = all.changed
	var before []entry
	if all.queue, before, err = openQueue(l.Save); err != nil {
		return nil, err
	}
	s.AtEnd(all.end)
	all.restore(before)
	l.JobOf = all.jobOf
	all.registerCalls()
	all.registerPages(live.New(l.Streams, s.LogPanic))
	return all, nil
}

// patience is the time for which the end of the server waits for work that ends.
const patience = 900 * time.Millisecond

// end closes the queue when the server has stopped, after the work in progress has ended and
// kept its results.
func (all *Jobs) end() {
	settled := make(chan struct{})
	go func() {
		defer close(settled)
		for _, j := range all.list() {
			j.Settle()
		}
	}()
	select {
	case <-settled:
	case <-time.After(patience):
	}
	for _, j := range all.list() {
		if e := j.kept(); e.State == scheduler.Running { // the next server continues it
			e.State = scheduler.Waiting
			_ = all.queue.write(&e)
		}
	}
	all.queue.close()
}

// registerCalls adds the calls.
func (all *Jobs) registerCalls() {
	s := all.site
	all.jobs.Register(s, apiPath+"/{kind}")
	all.jobs.RegisterPauses(s, apiPath+"/{kind}")
	s.Call("GET "+apiPath, func(w http.ResponseWriter, _ *http.Request) error {
		return site.WriteJSON(w, http.StatusOK, map[string][]*job{"jobs": append([]*job{}, all.list()...)})
	})
	s.Call("POST "+apiPath+"/{kind}", ofKind(all.call))
	for _, k := range Kinds() { // the document of the API describes each
		s.Call("POST "+apiPath+"/"+k.Name, func(w http.ResponseWriter, r *http.Request) error { return all.call(w, r, &k) })
	}
	s.Call("GET "+apiPath+"/{kind}/settings", ofKind(func(w http.ResponseWriter, _ *http.Request, k *Kind) error {
		return site.WriteJSON(w, http.StatusOK, Describe(k.New()))
	}))
	s.Call("GET "+apiPath+"/{kind}/{id}/file", all.download)
}

// registerPages adds the pages.
func (all *Jobs) registerPages(followed *live.Live) {
	s, t := all.site, all.template
	s.Page("GET "+path+"/{kind}", ofKind(func(w http.ResponseWriter, r *http.Request, k *Kind) error {
		return s.Show(w, r, t, k.Title, &view{Form: all.newForm(k, given(k, r.URL.Query()), nil)})
	}))
	s.Page("POST "+path+"/{kind}", ofKind(all.submit))
	s.Page("POST "+path+"/{kind}/estimate", ofKind(all.estimate))
	s.Page("GET "+path+"/{kind}/{id}", func(w http.ResponseWriter, r *http.Request) error {
		j, err := all.find(r.PathValue("id"))
		if err != nil {
			return err
		}
		return s.Show(w, r, t, j.Title(), &view{Job: j})
	})
	for name, do := range map[string]func(*job) error{
		"stop":   func(j *job) error { j.Stop(); return nil },
		"pause":  func(j *job) error { j.Pause(); return nil },
		"resume": func(j *job) error { return j.Resume() },
	} {
		s.Page("POST "+path+"/{kind}/{id}/"+name, func(w http.ResponseWriter, r *http.Request) error {
			j, err := all.find(r.PathValue("id"))
			if err == nil {
				err = do(j)
			}
			if err != nil {
				return err
			}
			to := j.Path()
			if r.Header.Get(site.FragmentHeader) == "list" {
				to = path
			}
			http.Redirect(w, r, to, http.StatusSeeOther)
			return nil
		})
	}
	s.AddLink(site.Link{Path: path, Name: "Jobs", Purpose: "Start matches, trainings and other long work, and watch it."})
	s.Page("GET "+path, func(w http.ResponseWriter, r *http.Request) error { return s.Show(w, r, t, "Jobs", all.view()) })
	s.Page("GET "+path+"/events", func(w http.ResponseWriter, r *http.Request) error {
		return followed.Serve(w, r, "list", func() (live.Poll, error) { return all.poll(), nil })
	})
}

// view returns the data of the list.
func (all *Jobs) view() *view { return &view{Groups: groups(), Jobs: all.list()} }

// poll returns the function that publishes the list whenever it changes.
func (all *Jobs) poll() live.Poll {
	seen := ""
	return func(to *stream.Topic) (bool, error) {
		var b bytes.Buffer
		if err := all.template.ExecuteTemplate(&b, "list", all.view()); err != nil {
			return false, err
		}
		if text := b.String(); text != seen {
			seen = text
			to.Publish(stream.HTML, text)
		}
		return false, nil
	}
}

// BeginRollout starts a rollout and returns the address of its state, too. If it has a
// state, a file keeps the trials, and the rollout resumes from them.
func (all *Jobs) BeginRollout(r *Rollout) (*scheduler.Job, string, error) {
	of := kindOf("rollout")
	if err := all.open(of, r); err != nil {
		return nil, "", err
	}
	j := all.newJob(of, entry{ID: scheduler.NewID(), Of: of.Name, Began: time.Now(), About: about(r)})
	j.again = r
	if err := all.enter(j, r); err != nil {
		return nil, "", err
	}
	return j.Job, j.JSON(), nil
}

// ofKind returns a handler of requests whose path names a kind of work.
func ofKind(do func(w http.ResponseWriter, r *http.Request, k *Kind) error) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		name := r.PathValue("kind")
		of := kindOf(name)
		if of == nil {
			return problem.NotFound("kind of jobs", name)
		}
		return do(w, r, of)
	}
}

// begin starts the work of a request.
func (all *Jobs) begin(of *Kind, r request) (*job, error) {
	settings, err := r.read(of, all.backend.Models)
	if err != nil {
		return nil, err
	}
	r.fix(settings)
	e := entry{ID: scheduler.NewID(), Of: of.Name, Began: time.Now(), About: about(settings), request: r, State: scheduler.Waiting}
	if err := all.open(of, settings); err != nil {
		return nil, err
	}
	if made := of.made(settings); made != "" {
		if e.Made, err = filepath.Rel(all.backend.Jobs, made); err != nil {
			return nil, err
		}
	}
	j := all.newJob(of, e)
	if err := all.queue.write(&e); err != nil {
		return nil, err
	}
	return j, all.enter(j, settings)
}

// enter queues a job whose settings are open, and forgets the oldest that has ended.
func (all *Jobs) enter(j *job, settings any) error {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.all = slices.Insert(all.all, 0, j)
	var err error
	if j.Job, err = all.jobs.Queue(j.ID(), j.Kind.lane(), all.work(j, settings)); err != nil {
		all.all = all.all[1:]
		gone := j.entry
		gone.State, gone.Error = scheduler.Failed, err.Error()
		return errors.Join(err, all.queue.write(&gone))
	}
	all.all = slices.DeleteFunc(all.all, func(j *job) bool {
		_, err := all.jobs.Find(j.ID())
		if err != nil { // it ended long ago
			os.RemoveAll(j.folder)
		}
		return err != nil
	})
	return nil
}

// changed keeps the new state of a job.
func (all *Jobs) changed(status scheduler.Status) {
	j, err := all.find(status.ID)
	if err != nil || j.again != nil { // it is being queued, or the server forgets it when it stops
		return
	}
	e := j.keep(status)
	_ = all.queue.write(&e) // the next job that starts gets the error, too
	if event := map[scheduler.State]string{scheduler.Done: notice.Done, scheduler.Failed: notice.Failed}[status.State]; event != "" {
		all.backend.Notices.Say(notice.Notice{Event: event, Title: j.Title() + ": " + string(status.State), Text: cmp.Or(j.Problem(), j.Brief()), Path: cmp.Or(j.Run(), j.Path())})
	}
	for _, other := range all.list() {
		if other != j && other.Waits() {
			other.Publish() // it may wait for fewer jobs now
		}
	}
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
	j, err := all.begin(of, request{Body: body})
	if err != nil {
		return err
	}
	return scheduler.Accept(w, apiPath+"/"+of.Name, j.Job)
}

// submit starts the work of a form. It shows the form again, with the error, if a setting
// is wrong.
func (all *Jobs) submit(w http.ResponseWriter, r *http.Request, of *Kind) error {
	if err := r.ParseForm(); err != nil {
		return problem.Bad(err)
	}
	texts := given(of, r.PostForm)
	j, err := all.begin(of, request{Given: texts})
	if err != nil {
		return all.site.Show(w, r, all.template, of.Title, &view{Form: all.newForm(of, texts, err)})
	}
	http.Redirect(w, r, j.Path(), http.StatusSeeOther)
	return nil
}

// estimate shows the form again, with what its work needs or what is wrong.
func (all *Jobs) estimate(w http.ResponseWriter, r *http.Request, of *Kind) error {
	if err := r.ParseForm(); err != nil {
		return problem.Bad(err)
	}
	texts := given(of, r.PostForm)
	_, err := all.needs(of, texts)
	return all.site.Show(w, r, all.template, of.Title, &view{Form: all.newForm(of, texts, err)})
}

// needs says how long the work of a form takes and how much disk it needs, "" if that is not known. It
// returns an error if a setting is wrong.
func (all *Jobs) needs(of *Kind, texts map[setting.Name]string) (string, error) {
	request := request{Given: texts}
	settings, err := request.read(of, all.backend.Models)
	if err == nil {
		err = all.open(of, settings)
	}
	if err != nil {
		return "", err
	}
	if run, ok := settings.(interface{ Document() any }); ok && all.backend.Trainings != nil {
		return all.backend.Trainings.Estimate(of.Name, run.Document()), nil
	}
	return "", nil
}

// given returns the texts of the settings of a kind that a form or an address has.
func given(of *Kind, v url.Values) map[setting.Name]string {
	all := map[setting.Name]string{}
	for _, f := range setting.Fields(of.New()) {
		if text := strings.TrimSpace(v.Get(string(f.Name))); text != "" {
			all[f.Name] = text
		}
	}
	return all
}

// list returns all jobs, the newest first.
func (all *Jobs) list() []*job {
	all.mu.Lock()
	defer all.mu.Unlock()
	return slices.Clone(all.all)
}

// jobOf implements [backend.Backend.JobOf]; the newest job counts.
func (all *Jobs) jobOf(file string) backend.Link {
	for _, j := range all.list() {
		if j.out != "" && (filepath.Clean(file) == j.out || filepath.Clean(file) == filepath.Dir(j.out) && filepath.Base(j.out) == runfolder.ModelFile) {
			return backend.Link{Path: j.Path(), Text: j.Kind.Title}
		}
	}
	return backend.Link{}
}

// Running is a job that has not ended.
type Running struct {
	Path, Title string
	Run         string // address of the page of its run, "" for none
	State       scheduler.State
	Brief       string // the first lines of the result so far
}

// Running returns the jobs that have not ended, the newest first.
func (all *Jobs) Running() []Running {
	var now []Running
	for _, j := range all.list() {
		if !j.Ended() {
			now = append(now, Running{j.Path(), j.Title(), j.Run(), j.State(), j.Brief()})
		}
	}
	return now
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
