package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gammonlab/desk/pages/models"
	"gammonlab/desk/pages/scheduler"
	"gammonlab/internal/runfolder"
	"gammonlab/internal/setting"
	"gammonlab/work"
)

// job is work that was started.
type job struct {
	*scheduler.Job
	Kind   *Kind
	entry  // State, Error, Result and Text are those that the queue keeps
	folder string
	out    string // path of the file that it makes, "" for none
	all    *Jobs
	again  *Rollout // of the page Analyse, which keeps it until the server stops; otherwise nil

	mu   sync.Mutex // for text and entry
	text string     // the result so far
}

// newJob returns a job of an entry, with its paths.
func (all *Jobs) newJob(of *Kind, e entry) *job {
	j := &job{all: all, Kind: of, entry: e, text: e.Text, folder: filepath.Join(all.folder, e.ID)}
	switch file := of.file(); {
	case file != "":
		j.out = filepath.Join(j.folder, file)
	case e.Made != "":
		j.out = filepath.Join(all.backend.Jobs, e.Made)
	}
	return j
}

// work returns the work of the job. Each attempt after the first reads the settings again.
func (all *Jobs) work(j *job, opened any) scheduler.Work {
	return func(ctx context.Context, w *scheduler.Job, workers int) (any, error) {
		settings := opened
		if opened = nil; settings == nil {
			var err error
			if settings, err = j.read(j.Kind, all.backend.Models); err == nil {
				err = all.open(j.Kind, settings)
			}
			if err != nil {
				return nil, err
			}
		}
		if j.again != nil {
			opened = j.again
		}
		if err := os.MkdirAll(j.folder, 0o777); err != nil {
			return nil, err
		}
		if err := choosePaths(settings, j.out, j.folder); err != nil {
			return nil, err
		}
		var failed error // of showing a result
		result, err := j.Kind.Run(ctx, settings, j.env(workers, func(soFar func() any) { failed = errors.Join(failed, w.Show(soFar)) }))
		return j.show(result), errors.Join(err, failed)
	}
}

// env returns what an attempt has at its disposal. It shows the result so far, else how much of
// the work is done.
func (j *job) env(workers int, show func(soFar func() any)) *work.Env {
	e := work.Quiet(workers)
	e.Print = func(r work.Result) error {
		show(func() any { return j.show(r) })
		return nil
	}
	e.Progress = func(p work.Progress) {
		show(func() any {
			if p.Result != nil {
				return j.show(p.Result())
			}
			return j.amounts(&p)
		})
	}
	return e
}

// amounts keeps the text about how much of the work is done, and returns its JSON.
func (j *job) amounts(p *work.Progress) any {
	unit := cmp.Or(p.Unit, j.Kind.Unit)
	if p.Step != "" && p.Unit == "" {
		unit += ", " + p.Step
	}
	j.setText(fmt.Sprintf("%d of %d %s\n", p.Done, p.Total, unit))
	return map[string]int64{"done": p.Done, "of": p.Total}
}

// open finds what settings name.
func (all *Jobs) open(of *Kind, settings any) error {
	if r, ok := settings.(*Records); ok {
		if err := r.library(all.backend); err != nil {
			return models.Plain(err)
		}
	}
	o := all.backend.Models.Opener()
	o.File = all.file
	return models.Plain(of.Open(settings, o))
}

// ID returns the job's ID.
func (j *job) ID() string { return j.entry.ID }

// Path returns the address of the job's page.
func (j *job) Path() string { return path + "/" + j.Kind.Name + "/" + j.ID() }

// JSON returns the address of the job's state.
func (j *job) JSON() string { return apiPath + "/" + j.Kind.Name + "/" + j.ID() }

// State returns the job's state.
func (j *job) State() scheduler.State { return j.Status().State }

// keep sets what the queue keeps to the status, and returns it.
func (j *job) keep(status scheduler.Status) entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	e := &j.entry
	e.State, e.Error, e.Result, e.Text = status.State, status.Error, status.Result, j.text
	return *e
}

// kept returns what the queue keeps.
func (j *job) kept() entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.entry
}

// Title returns what the job does, with the name of the run or the file that users gave it.
func (j *job) Title() string {
	switch {
	case j.Made == "":
		return j.Kind.Title
	case filepath.Base(j.out) == runfolder.ModelFile:
		return j.Kind.Title + " " + filepath.Base(filepath.Dir(j.out))
	}
	return j.Kind.Title + " " + filepath.Base(j.out)
}

// Run returns the address of the page of the run that the job makes, "" for none.
func (j *job) Run() string {
	shown := j.all.backend.Trainings
	if shown == nil || filepath.Base(j.out) != runfolder.ModelFile {
		return ""
	}
	return shown.Page(filepath.Dir(j.out))
}

// Before returns the jobs for whose end the job waits, the next one to begin first.
func (j *job) Before() (all []*job) {
	for _, other := range j.all.list() {
		if s := other.State(); other.Kind.lane() == j.Kind.lane() && other.Place() < j.Place() && (s == scheduler.Waiting || s == scheduler.Running) {
			all = append(all, other)
		}
	}
	slices.SortFunc(all, func(a, b *job) int { return a.Place() - b.Place() })
	return all
}

// Waits reports whether the job waits.
func (j *job) Waits() bool { return j.State() == scheduler.Waiting }

// More returns the number of the jobs for which the job waits, without the first.
func (j *job) More() int { return len(j.Before()) - 1 }

// Problem returns the reason of a failure.
func (j *job) Problem() string {
	reason, _, _ := strings.Cut(j.Status().Error, "\n")
	return reason
}

// Log returns more about the failure: the trace of a panic.
func (j *job) Log() string {
	_, more, _ := strings.Cut(j.Status().Error, "\n")
	return strings.TrimSpace(more)
}

// Ended reports whether the job has ended.
func (j *job) Ended() bool {
	s := j.Status()
	return s.Ended()
}

// Paused reports whether the job can resume.
func (j *job) Paused() bool { return j.State() == scheduler.Paused }

// FileName returns the name of the file that the job has made, "" for none.
func (j *job) FileName() string {
	if j.out == "" || j.State() != scheduler.Done {
		return ""
	}
	return filepath.Base(j.out)
}

// Brief returns the first lines of the result so far, without boards.
func (j *job) Brief() string {
	const most = 2
	var lines []string
	for line := range strings.Lines(j.Text()) {
		if line = strings.TrimSpace(line); line != "" && !strings.ContainsAny(line, "|") && !strings.HasPrefix(line, "+1") && len(lines) < most {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// about names work by the settings that differ from zero.
func about(settings any) string {
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

// setText sets the text of the result so far.
func (j *job) setText(text string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.text = text
}

// show keeps the text of a result, which may be nil, and returns the result, without the folders
// of files, which clients do not know.
func (j *job) show(r work.Result) any {
	if r == nil {
		return nil
	}
	if of, ok := r.(interface{ HideFolders() }); ok {
		of.HideFolders()
	}
	j.setText(r.Text())
	return r
}

// brief is a job in a list of the API.
type brief struct {
	Kind  string `json:"kind"`
	About string `json:"about"`
	Began string `json:"began"`
	scheduler.Status
}

// MarshalJSON implements [json.Marshaler]; results are in the answers for single jobs.
func (j *job) MarshalJSON() ([]byte, error) {
	status := j.Status()
	status.Result = nil
	return json.Marshal(&brief{j.Kind.Name, j.About, j.Began.UTC().Format("2006-01-02T15:04:05Z"), status})
}

// restore adds the jobs of earlier servers, the oldest first.
func (all *Jobs) restore(entries []entry) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, e := range entries {
		of := kindOf(e.Of)
		if of == nil { // of another version of the program
			continue
		}
		j := all.newJob(of, e)
		all.all = slices.Insert(all.all, 0, j)
		j.Job = all.jobs.Restore(scheduler.Status{ID: e.ID, State: e.State, Error: e.Error, Result: e.Result}, of.lane(), all.work(j, nil))
	}
}
