package training

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/desk/pages/backend"
	"gammonlab/desk/pages/notice"
	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/webtest"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
)

// finished makes the run first in a folder and finishes it, with changes of its config.
func finished(t *testing.T, dir string, changes ...string) {
	t.Helper()
	must.OK(t, os.CopyFS(dir, os.DirFS(examples+"/first")))
	log := must.Get(os.OpenFile(filepath.Join(dir, "log.jsonl"), os.O_APPEND|os.O_WRONLY, 0))(t)
	must.Get(log.WriteString(`{"time":"2026-11-22T12:16:06Z","level":"INFO","msg":"done"}` + "\n"))(t)
	must.OK(t, log.Close())
	must.OK(t, os.WriteFile(filepath.Join(dir, "model.safetensors"), make([]byte, 50_000), 0o666))
	edit(t, filepath.Join(dir, "config.json"), changes...)
}

// edit replaces texts in a file.
func edit(t *testing.T, path string, changes ...string) {
	t.Helper()
	text := string(must.Get(os.ReadFile(path))(t))
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(text, changes[i]) {
			t.Fatalf("%s has no %q", path, changes[i])
		}
	}
	must.OK(t, os.WriteFile(path, []byte(strings.NewReplacer(changes...).Replace(text)), 0o666))
}

// withJobs serves the runs in a folder beside a page of jobs, of which one makes the run jobs/made.
func withJobs(t *testing.T, dir, jobs string) (*httptest.Server, *backend.Backend) {
	l := &backend.Backend{Runs: []string{dir}, Jobs: jobs}
	l.JobOf = func(file string) (link backend.Link) {
		if filepath.Base(file) == "made" {
			link.Path = "/jobs/train-td/1"
		}
		return link
	}
	return webtest.Start(t, Register, l), l
}

// The page of a run has its state, its curves, its log, its settings, its job, and what can be done next.
func TestRunPage(t *testing.T) {
	dir := t.TempDir()
	jobs := filepath.Join(dir, "jobs")
	finished(t, filepath.Join(jobs, "made"))
	must.OK(t, os.CopyFS(filepath.Join(dir, "left"), os.DirFS(examples+"/first")))
	must.OK(t, os.CopyFS(filepath.Join(jobs, "stopped"), os.DirFS(examples+"/second")))
	must.OK(t, os.CopyFS(filepath.Join(dir, "parts"), os.DirFS(examples+"/parts")))
	finished(t, filepath.Join(dir, "child"), `"seed": 1`, `"from": "`+must.Get(digest.File(filepath.Join(jobs, "made", "model.safetensors")))(t)+`", "seed": 1`)
	server, l := withJobs(t, dir, jobs)
	all := ids(t, server)
	for name, wants := range map[string][]string{
		"jobs/made": {
			`<span class="status done">done</span>`, `href="/jobs/train-td/1"`, `data-events="/runs/events?alone=on&amp;run=` + all["jobs/made"], "<svg",
			`<th scope="row">hidden</th><td>10</td>`, "interrupted", `href="/play?model=jobs%2Fmade"`, "a=net%3Ajobs%2Fmade&amp;b=net%3Adefault",
			"from=jobs%2Fmade&amp;", "hidden=10&amp;", "out=made-2", "<dt>worked</dt>",
		},
		"child":        {"b=net%3Ajobs%2Fmade&amp;", "from=child&amp;", "A match against jobs/made.", "from=jobs%2Fmade&amp;"},
		"left":         {`<span class="status stopped">`, "gammonlab train td --out " + filepath.Join(dir, "left") + " --resume", "Copy its settings"},
		"jobs/stopped": {"Continue it", "out=stopped&amp;rate=exp%3A0.1%3A0.01"},
		"parts":        {"The run has no log.", "part=contact%2Ccrashed%2Crace"},
	} {
		status, text := webtest.Get(t, server.URL+path+"/"+all[name])
		for _, want := range wants {
			if status != http.StatusOK || !strings.Contains(text, want) {
				t.Errorf("%s: status %d, no %s", name, status, want)
			}
		}
	}
	if got := l.Trainings.Models(); !slices.Equal(got, []string{"child", "jobs/made"}) {
		t.Errorf("models %q, want that of the finished run", got)
	}
	if at := l.Trainings.Page(filepath.Join(jobs, "made")); at != path+"/"+all["jobs/made"] {
		t.Errorf("the page of a run is %q", at)
	}
	if status, _ := webtest.Get(t, server.URL+path+"/none"); status != http.StatusNotFound {
		t.Errorf("an unknown run: status %d", status)
	}
}

// The time and the disk of a training are those of the newest run whose games cost the same.
func TestEstimate(t *testing.T) {
	dir := t.TempDir()
	finished(t, filepath.Join(dir, "first"))
	server, l := withJobs(t, dir, dir)
	ids(t, server)
	config := string(must.Get(os.ReadFile(filepath.Join(dir, "first", "config.json")))(t))
	for _, c := range []struct{ change, to, want string }{
		{"6000", "60000", "of disk, by the run first"},
		{"\n    10\n", "\n    11\n", ""},
	} {
		got := l.Trainings.Estimate("train-td", json.RawMessage(strings.ReplaceAll(config, c.change, c.to)))
		if got == "" && c.want != "" || !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", c.to, got, c.want)
		}
	}
	if got := l.Trainings.Estimate("train-supervised", json.RawMessage(config)); got != "" {
		t.Errorf("another kind: %q", got)
	}
}

// tries makes the runs of a sweep of 12: two sizes, two rates and three seeds. A larger rate is better.
func tries(t *testing.T, dir string) {
	t.Helper()
	for i := range 12 {
		run := filepath.Join(dir, "tries", "steps", fmt.Sprintf("td-%016x", i), "run")
		finished(t, run, "\n    10\n", fmt.Sprintf("\n    %d\n", 10+10*(i%2)), `"rate": "0.1"`, fmt.Sprintf(`"rate": "0.%d"`, 1+i/2%2), `"seed": 1`, fmt.Sprintf(`"seed": %d`, 1+i/4))
		gain := 0.5*float64(i/2%2) + 0.01*float64(i%3)
		edit(t, filepath.Join(run, "metrics.jsonl"), `"pubeval_ppg":-0.33499999999999985,`, fmt.Sprintf(`"pubeval_ppg":%.3f,`, gain))
	}
}

// The list is sorted by the heads of columns, put into groups by settings, and says which settings matter.
func TestTable(t *testing.T) {
	dir := t.TempDir()
	tries(t, dir)
	server := start(t, dir)
	_, text := webtest.Get(t, server.URL+path+"?group=rate&sort=result")
	for _, want := range []string{
		"rate 0.1: 6 runs, mean ", "rate 0.2: 6 runs, mean ", `class="spark"`, `aria-sort="descending"><a href="/runs?group=rate&amp;sort=-result"`,
		`<a href="/runs?group=rate&amp;sort=rate">rate</a>`, "Which settings matter: Strength in tries, 12 runs", `<th scope="row">rate</th><td>0.2</td>`, " over 0.1", "may be luck",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if first, second := strings.Index(text, "rate 0.1: 6"), strings.Index(text, "rate 0.2: 6"); first > second {
		t.Error("the groups are not in the order of their values")
	}
	order := func(query string) (rates []string) {
		_, text := webtest.Get(t, server.URL+path+query)
		for part := range strings.SplitSeq(text, `<tr id="run-`) {
			if cells := strings.Split(part, `<td class="set">`); len(cells) == 3 { // hidden and rate
				rates = append(rates, cells[2][:strings.Index(cells[2], "<")])
			}
		}
		return slices.Compact(rates)
	}
	for query, want := range map[string][]string{"?sort=rate": {"0.1", "0.2"}, "?sort=-rate": {"0.2", "0.1"}, "?sort=result": {"0.2", "0.1"}, "?sort=-result": {"0.1", "0.2"}} {
		if got := order(query); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	if status, _ := webtest.Get(t, server.URL+path+"?group=none"); status != http.StatusBadRequest {
		t.Errorf("an unknown group: status %d", status)
	}
}

// Users are told once that a run has ended, failed, diverged or is the best, and nothing about the past.
func TestWatch(t *testing.T) {
	run := func(id string, state runs.State, metrics string) listed {
		dir := filepath.Join(t.TempDir(), id)
		must.OK(t, os.CopyFS(dir, os.DirFS(examples+"/first")))
		if metrics != "" {
			must.OK(t, os.WriteFile(filepath.Join(dir, "metrics.jsonl"), []byte(metrics), 0o666))
		}
		if state == runs.Stopped {
			edit(t, filepath.Join(dir, "log.jsonl"), `"msg":"interrupted"`, `"msg":"failed","error":"the weights have diverged"`)
		}
		r := must.Get(runs.Open(dir))(t)
		r.State = state
		return listed{id, r}
	}
	const level = `{"games":%d,"loss":%g,"pubeval_ppg":%g,"pubeval_ppg_low":%g,"pubeval_ppg_high":%g,"wall_seconds":%d}` + "\n"
	line := func(games int, loss, ppg float64) string {
		return fmt.Sprintf(level, games, loss, ppg, ppg-0.1, ppg+0.1, games)
	}
	var w watch
	alone := func(*listed) bool { return false }
	old := run("old", runs.Done, line(1, 1, -0.5))
	look := func(r listed, ofJob bool) (events []string) {
		for _, n := range w.look([]listed{old, r}, func(*listed) bool { return ofJob }) {
			events = append(events, n.Event)
		}
		return events
	}
	for i, step := range []struct {
		run   listed
		ofJob bool
		want  []string
	}{
		{run("new", runs.Running, line(1, 1, -1)), false, nil},
		{run("new", runs.Running, line(1, 1, -0.45)), false, nil}, // which may be luck
		{run("new", runs.Running, line(1, 1, 0)), false, []string{notice.Best}},
		{run("new", runs.Running, line(1, 1, 0)+line(2, 3, -1)+line(3, 3, -1)+line(4, 3, -1)), false, []string{notice.Diverged}},
		{run("new", runs.Stopped, line(1, 1, 0)+line(2, 3, -1)+line(3, 3, -1)+line(4, 3, -1)), false, []string{notice.Diverged}},
		{run("new", runs.Running, line(1, 1, 0)), false, nil},
		{run("new", runs.Done, line(1, 1, 0)), false, []string{notice.Done}},
		{run("new", runs.Running, line(1, 1, 0)), false, nil},
		{run("new", runs.Done, line(1, 1, 0)), true, nil}, // the news of its job
	} {
		if got := look(step.run, step.ofJob); !slices.Equal(got, step.want) {
			t.Errorf("look %d: %q, want %q", i, got, step.want)
		}
	}
	if news := new(watch).look([]listed{run("done", runs.Done, "")}, alone); news != nil {
		t.Errorf("the first look says %v", news)
	}
}

// A server tells about nothing while nobody wants to be told, and ends its watch.
func TestNotices(t *testing.T) {
	var n *notice.Notices
	n.Say(notice.Notice{}) // without any notices
	told := ""
	n = notice.New(func(text []byte) { told = string(text) })
	if n.Wanted() != true || notice.New(nil).Wanted() {
		t.Error("who wants notices is wrong")
	}
	n.Say(notice.Notice{Event: notice.Done, Title: "first", Path: "/runs/1"})
	if !strings.HasPrefix(told, `{"event":"done","title":"first","text":"","path":"/runs/1","time":"2`) {
		t.Errorf("told %s", told)
	}
	s := must.Get(site.New(site.Options{Limits: site.DefaultLimits()}))(t)
	l := &backend.Backend{Runs: []string{t.TempDir()}, Notices: n}
	must.OK(t, Register(s, l))
}
