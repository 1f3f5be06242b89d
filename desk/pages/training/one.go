package training

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gammonlab/desk/pages/backend"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/digest"
	"gammonlab/internal/runfolder"
	"gammonlab/nets"
)

// one is the page of a run, without its curves.
type one struct {
	row
	Job     backend.Link // that makes the run
	Actions []action
	Command string // that continues the run where the server may not
	Facts   []fact
	Log     []runs.LogEvent // the newest first
	Set     []fact          // all settings
}

// action is what a user can do next with a run.
type action struct{ Path, Name, Purpose string }

// fact is a quantity in words.
type fact struct{ Name, Text string }

// runPage writes the page of a run.
func (s *server) runPage(w http.ResponseWriter, r *http.Request) error {
	run, err := s.one(r)
	if err != nil {
		return err
	}
	q, err := readQuery(r.URL.Query())
	if err != nil {
		return err
	}
	q.IDs, q.Alone = []string{run.ID}, true
	v, err := s.view(q)
	if err != nil {
		return err
	}
	return s.site.Show(w, r, s.template, run.Called(), v)
}

// newOne returns the page of a run.
func (s *server) newOne(run listed, of row) (*one, error) {
	p := &one{row: of}
	if s.backend.JobOf != nil {
		p.Job = s.backend.JobOf(run.Dir)
	}
	log, err := run.Log()
	if err != nil {
		return nil, err
	}
	p.facts(log)
	slices.Reverse(log)
	p.Log = log
	for _, set := range run.Config {
		p.Set = append(p.Set, fact{flagOf(set.Name), plainText(set.Value)})
	}
	p.offer(s, run)
	return p, nil
}

// facts adds what is known about the time and the machines of the run.
func (p *one) facts(log []runs.LogEvent) {
	add := func(name, text string) {
		if text != "" {
			p.Facts = append(p.Facts, fact{name, text})
		}
	}
	var on runs.Machine
	for _, e := range log {
		on = cmp.Or(e.Machine, on)
	}
	if len(log) > 0 {
		add("begun", dateText(log[0].Time, time.Now()))
	}
	if p.Progress != nil && p.Progress.SecondsLeft != nil {
		left := time.Duration(*p.Progress.SecondsLeft * float64(time.Second))
		add("time left", durationText(left)+", until "+dateText(time.Now().Add(left), time.Now()))
	} else {
		add("newest values", dateText(p.Updated, time.Now()))
	}
	add("worked", durationText(time.Duration(p.Reached(runs.Wall)*float64(time.Second))))
	if hours := p.CoreHours(); hours == hours {
		add("core-hours", runs.Number(hours))
	}
	if v, ok := p.Last("games_per_second", ""); ok {
		add("speed", runs.Number(v.Y)+" games a second")
	}
	machine := on.Host
	if on.CPUs > 0 {
		machine += fmt.Sprintf(", %d cores", on.CPUs)
	}
	if p.State == runs.Running {
		if p.Progress != nil && p.Progress.Cores != nil {
			machine += fmt.Sprintf(", of which it uses %.1f", *p.Progress.Cores)
		}
		if here, _ := os.Hostname(); here == on.Host {
			machine += loadText()
		}
	}
	add("machine", strings.TrimPrefix(machine, ", "))
}

// loadText returns the load of this machine, "" where it is not known.
func loadText() string {
	text, err := os.ReadFile("/proc/loadavg")
	load, _, found := strings.Cut(string(text), " ")
	if err != nil || !found {
		return ""
	}
	return "; the load of the machine is " + load
}

// forms are the forms of jobs that train, by the kinds of their runs.
var forms = map[runs.Kind]string{runs.TD: "train-td", runs.Supervised: "train-supervised"}

// offer adds what can be done with the run next.
func (p *one) offer(s *server, run listed) {
	form := forms[run.Kind]
	if form == "" || s.backend.JobOf == nil {
		return
	}
	address := func(form string, v url.Values) string { return "/jobs/" + form + "?" + v.Encode() }
	copied := given(run.Run)
	if copied.Del("from"); s.parent(run) != "" {
		copied.Set("from", s.parent(run))
	}
	if model := s.model(run); model != "" {
		parent := cmp.Or(s.parent(run), nets.DefaultNet)
		p.Actions = append(p.Actions,
			action{"/play?" + url.Values{"model": {model}}.Encode(), "Play it", "Play against the net."},
			action{address("bench-match", url.Values{"a": {"net:" + model}, "b": {"net:" + parent}, "games": {"4000"}}), "Measure it", "A match against " + parent + "."},
		)
		more := url.Values{"from": {model}, "out": {s.free(run)}}
		for name, values := range copied {
			if !slices.Contains([]string{"from", "part", "features", "hidden", "activation", "variant"}, name) { // which are those of the model
				more[name] = values
			}
		}
		p.Actions = append(p.Actions, action{address(form, more), "Continue it", "A new run that begins with its weights."})
	}
	if run.State == runs.Stopped {
		if s.ours(run.Dir) {
			again := url.Values{"out": {filepath.Base(run.Dir)}}
			for name, values := range copied {
				again[name] = values
			}
			p.Actions = append(p.Actions, action{address(form, again), "Continue it", "The same run goes on from its last checkpoint."})
		} else {
			p.Command = fmt.Sprintf("gammonlab %s --out %s --resume", run.Kind, run.Dir)
		}
	}
	copied.Set("out", s.free(run))
	p.Actions = append(p.Actions, action{address(form, copied), "Copy its settings", "A form with the settings of this run."})
}

// ours reports whether jobs of the server made a run.
func (s *server) ours(dir string) bool {
	return s.backend.Jobs != "" && filepath.Dir(dir) == filepath.Clean(s.backend.Jobs)
}

// free returns a name for a new run like another one.
func (s *server) free(run listed) string {
	name := filepath.Base(run.Dir)
	if run.Called() != run.Name { // a step, whose folder says nothing
		name = strings.NewReplacer(" ", "-", ",", "", "(", "", ")", "", "λ", "lambda", "/", "-").Replace(run.Called())
	}
	for n := 2; ; n++ {
		to := fmt.Sprintf("%s-%d", name, n)
		if _, err := os.Stat(filepath.Join(s.backend.Jobs, to)); err != nil {
			return to
		}
	}
}

// unasked are settings in the config of a run that no form has.
var unasked = []string{"format", "toolkit", "revision", "kernel"}

// given returns the settings of a run as the form of a new one takes them; the form leaves out those
// that it does not have.
func given(run *runs.Run) url.Values {
	v := url.Values{}
	of := map[string][]string{} // values of each net
	for _, set := range run.Config {
		text := plainText(set.Value)
		if set.Name == "hidden" || strings.HasSuffix(set.Name, ".hidden") {
			text = strings.ReplaceAll(text, ",", "-")
		}
		words := strings.Split(set.Name, ".")
		switch {
		case text == "" || set.Name == "variant" && text == "backgammon" || slices.Contains(unasked, set.Name):
		case len(words) == 1:
			v.Set(set.Name, text)
		case len(words) == 3 && words[0] == "nets":
			if words[2] == "features" {
				of["part"] = append(of["part"], words[1])
			}
			of[words[2]] = append(of[words[2]], text)
		case set.Name == "files.data" || set.Name == "files.validation":
			v.Set(words[1], filepath.Base(text))
		}
	}
	for name, values := range of {
		by := "/"
		if name == "part" {
			by = ","
		}
		v.Set(name, strings.Join(values, by))
	}
	return v
}

// plainText returns a value in JSON as a form has it: texts without quotes, lists with commas.
func plainText(value string) string {
	var text string
	var list []json.RawMessage
	switch {
	case json.Unmarshal([]byte(value), &text) == nil:
		return text
	case json.Unmarshal([]byte(value), &list) == nil:
		var words []string
		for _, element := range list {
			words = append(words, plainText(string(element)))
		}
		return strings.Join(words, ",")
	}
	return value
}

// durationText returns a time in two units, such as 2 h 5 min.
func durationText(d time.Duration) string {
	switch d = d.Round(time.Second); {
	case d < 0:
		return ""
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d days %d h", int(d.Hours())/24, int(d.Hours())%24)
}

// dateText returns a time in words, as short as the day of now allows.
func dateText(at, now time.Time) string {
	at = at.Local()
	switch now = now.Local(); {
	case at.Format(time.DateOnly) == now.Format(time.DateOnly):
		return at.Format("15:04")
	case at.Year() == now.Year():
		return at.Format("2 Jan 15:04")
	}
	return at.Format("2 Jan 2006")
}

// model returns the name by which the model of a finished run can play, "" for none.
func (s *server) model(run listed) string {
	if _, _, ok := s.find(run.Name); !ok || run.State != runs.Done || strings.ContainsAny(run.Name, ",=") {
		return ""
	}
	return run.Name
}

// find returns the file of the model of the run with a name, see [models.Models.Offer].
func (s *server) find(name string) (path string, changed time.Time, ok bool) {
	all, _, err := s.catalog.list()
	if err != nil {
		return "", changed, false
	}
	for _, r := range all {
		if r.Name == name {
			info, err := r.Stat(runfolder.ModelFile)
			if err != nil {
				return "", changed, false
			}
			return filepath.Join(r.Dir, runfolder.ModelFile), info.ModTime(), true
		}
	}
	return "", changed, false
}

// parent returns the name of the model from which a run began, "" if it began with random weights or the
// server does not have the model.
func (s *server) parent(run listed) string {
	sum := plainText(run.Setting("from"))
	if known, ok := s.parents.Load(sum); ok || sum == "" {
		name, _ := known.(string)
		return name
	}
	for _, name := range nets.Shipped() {
		if model, err := nets.LoadShipped(name); err == nil {
			if of, err := model.Digest(); err == nil {
				s.parents.Store(of, name)
			}
		}
	}
	for _, name := range s.Models() {
		if file, _, ok := s.find(name); ok {
			if of, err := digest.File(file); err == nil {
				s.parents.Store(of, name)
			}
		}
	}
	known, _ := s.parents.LoadOrStore(sum, "")
	return known.(string)
}

// Page implements [backend.Trainings].
func (s *server) Page(folder string) string {
	all, _, err := s.catalog.list()
	if err != nil {
		return ""
	}
	for _, r := range all {
		if filepath.Clean(r.Dir) == filepath.Clean(folder) {
			return path + "/" + r.ID
		}
	}
	return ""
}

// Models implements [backend.Trainings].
func (s *server) Models() (names []string) {
	all, _, err := s.catalog.list()
	if err != nil {
		return nil
	}
	for _, r := range all {
		if name := s.model(r); name != "" {
			names = append(names, name)
		}
	}
	return names
}
