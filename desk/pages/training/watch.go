package training

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"gammonlab/desk/pages/notice"
	"gammonlab/evalbench/runs"
)

// watch finds what users want to be told about runs. Its first look only learns the present state.
type watch struct {
	begun bool
	seen  map[string]seen // by ID
}

// seen is what was known of a run at the last look.
type seen struct {
	run            *runs.Run
	diverged, best bool
}

// interval is the time between two looks.
const interval = 5 * time.Second

// watch tells users about runs until the channel is closed. While nobody wants to be told it reads
// nothing.
func (s *server) watch(stop <-chan struct{}) {
	w := &watch{}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		if !s.backend.Notices.Wanted() {
			w = &watch{}
			continue
		}
		all, _, err := s.catalog.list()
		if err != nil {
			continue // the page shows the error
		}
		for _, n := range w.look(all, func(r *listed) bool { return s.backend.JobOf != nil && s.backend.JobOf(r.Dir).Path != "" }) {
			s.backend.Notices.Say(n)
		}
	}
}

// look returns what is new. The end of a run of a job is the news of the job.
func (w *watch) look(all []listed, ofJob func(*listed) bool) (news []notice.Notice) {
	before := w.seen
	w.seen = map[string]seen{}
	for i := range all {
		r := &all[i]
		was, known := before[r.ID]
		now := seen{r.Run, was.diverged, was.best}
		if was.run != r.Run {
			now.diverged, now.best = now.diverged || r.Diverges(), now.best || beatsAll(r, all)
			say := func(event, text string) {
				if w.begun {
					news = append(news, notice.Notice{Event: event, Title: r.Called(), Text: text, Path: path + "/" + r.ID})
				}
			}
			if known && was.run.State == runs.Running && r.State != runs.Running && !ofJob(r) {
				say(endOf(r))
			}
			if now.diverged && !was.diverged {
				say(notice.Diverged, "The loss has more than doubled.")
			}
			if now.best && !was.best {
				say(notice.Best, "It is better than all other runs: "+last(r.Run)+".")
			}
		}
		w.seen[r.ID] = now
	}
	w.begun = true
	return news
}

// endOf says how a run has ended.
func endOf(r *listed) (event, text string) {
	if r.State == runs.Done {
		return notice.Done, strings.TrimSuffix("The run is done. "+last(r.Run), " ")
	}
	log, _ := r.Log() // without it the reason is not known
	if n := len(log); n > 0 && log[n-1].Name == "failed" {
		event = notice.Failed
		if strings.Contains(log[n-1].Details, "diverged") {
			event = notice.Diverged
		}
		return event, fmt.Sprintf("The run has failed: %s.", strings.TrimPrefix(log[n-1].Details, "error "))
	}
	return notice.Stopped, "The run was interrupted."
}

// beatsAll reports whether a run is surely better than the others of its kind that were measured in the same way;
// one at least.
func beatsAll(r *listed, all []listed) bool {
	for _, q := range runs.Quantities([]*runs.Run{r.Run}) {
		sign := float64(q.Better())
		value, measured := r.Last(q.Name, "")
		if sign == 0 || !measured {
			continue
		}
		low := sign * value.Y
		if value.Lo != nil {
			low = min(sign**value.Lo, sign**value.Hi)
		}
		others := 0
		for i := range all {
			other := &all[i]
			x := sign * other.Value(q.Name)
			if other.ID == r.ID || other.Kind != r.Kind || x != x || measuredBy(other) != measuredBy(r) {
				continue
			}
			if others++; x >= low {
				return false
			}
		}
		return others > 0
	}
	return false
}

// measuredBy returns the settings on which the meaning of a measurement depends.
func measuredBy(r *listed) string {
	return strings.Join([]string{r.Setting("variant"), cmp.Or(r.Setting("bench_opponent"), `"pubeval"`), r.Setting("files.data")}, " ")
}
