package jetstream

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
	"time"

	"gammonlab/internal/htmlpage"
	"gammonlab/internal/version"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(htmlpage.Parse(pageText))

// page is what the template shows.
type page struct {
	Title, Subtitle, Headline string
	Problems                  []string
	Tables                    []htmlpage.Table
	Version                   string
}

// writePage writes the page of jobs and workers, which loads itself again every 5 s.
func (o *overview) writePage(w io.Writer, url string, now time.Time) error {
	waiting, inHand, _ := o.shards()
	cores := 0
	for _, worker := range o.Workers {
		cores += worker.Cores
	}
	return pageTemplate.Execute(w, &page{
		Title:    "Farm",
		Subtitle: url + ", " + now.UTC().Format("2006-01-02 15:04:05") + " UTC",
		Headline: fmt.Sprintf("%s and %s with %s; %s wait, %s in hand; %s for journals.", plural(len(o.Jobs), "job"),
			plural(len(o.Workers), "worker"), plural(cores, "core"), plural(waiting, "shard"), strconv.Itoa(inHand), plural(int(o.results()), "result")),
		Problems: o.problems(now),
		Tables:   []htmlpage.Table{o.jobTable(now), o.workerTable(now)},
		Version:  version.Toolkit,
	})
}

// silent is after how long the command that submitted a job is taken for ended.
const silent = time.Minute

// problems says what keeps jobs from going on.
func (o *overview) problems(now time.Time) []string {
	var all []string
	for _, j := range o.Jobs {
		switch {
		case j.Paused:
			all = append(all, j.ID+" is paused.")
		case now.Sub(j.Progress.Seen) > silent:
			all = append(all, j.ID+" waits for its command: start the same command again.")
		case len(o.Workers) == 0:
			all = append(all, j.ID+" waits for workers: none is there.")
		}
		if j.Progress.Note != "" {
			all = append(all, j.ID+": "+j.Progress.Note)
		}
		for _, why := range Unfit(j.ID, o.Workers) {
			all = append(all, j.ID+": "+why)
		}
	}
	return all
}

func (o *overview) jobTable(now time.Time) htmlpage.Table {
	t := htmlpage.Table{Title: "Jobs", Head: []string{
		"job", "kind", "owner", "items", "items/s", "time left", "shards", "in flight", "workers", "core-hours", "again", "checked", "refused", "seen",
	}}
	for _, j := range o.Jobs {
		p := &j.Progress
		t.Rows = append(t.Rows, []string{
			j.ID, j.Description.Kind, o.holder(j.Owner), p.Done(), fmt.Sprintf("%.1f", p.Rate), p.Left(),
			strconv.FormatUint(p.Shards, 10), strconv.Itoa(p.InFlight),
			strconv.Itoa(p.Workers), hours(p.CoreSeconds), strconv.Itoa(p.Again), strconv.Itoa(p.Audits), strconv.Itoa(p.Faults), ago(now, p.Seen),
		})
	}
	return t
}

func (o *overview) workerTable(now time.Time) htmlpage.Table {
	t := htmlpage.Table{Title: "Workers", Head: []string{"worker", "key", "class", "revision", "cores", "jobs", "shards", "core-hours", "seen", "last error"}}
	for _, w := range o.Workers {
		t.Rows = append(t.Rows, []string{
			w.Name, o.holder(w.Key), w.Class, fmt.Sprintf("%s %.12s", w.Toolkit, w.Revision), strconv.Itoa(w.Cores), strings.Join(w.Jobs, " "),
			strconv.FormatUint(w.Shards, 10), hours(w.CoreSeconds), ago(now, w.Seen), fmt.Sprintf("%.80s", w.Error),
		})
	}
	return t
}

// hours returns seconds as hours.
func hours(seconds float64) string { return fmt.Sprintf("%.2f", seconds/3600) }

// ago returns how long ago a time is, "never" for none.
func ago(now, then time.Time) string {
	if then.IsZero() {
		return "never"
	}
	return max(now.Sub(then), 0).Round(time.Second).String() + " ago"
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
