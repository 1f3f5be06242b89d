package training

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"gammonlab/desk/pages/folders"
	"gammonlab/desk/pages/problem"
	"gammonlab/evalbench/runs"
)

// query is the selection of a request.
type query struct {
	IDs   []string // of the runs
	Find  string   // words that the listed runs contain, and conditions that they meet
	Sort  string   // order of the list: a setting, or one of the orders; with - before it reversed
	Group string   // setting by whose values the list is in groups, "" for none
	Value string   // quantity in the list, "" for the first
	Seeds bool     // runs that differ only in their seeds are one row
	All   bool     // the runs are those that the list finds
	Alone bool     // the page is that of the one run
	Page  int      // of the list, from 1; 0 for the first
	Focus string   // quantity of the large chart, "" for the first
	Pins  []string // quantities of further large charts
	runs.ChartOptions
}

// readQuery reads the parameters of the page.
func readQuery(v url.Values) (*query, error) {
	q := &query{Find: v.Get("find"), Focus: v.Get("focus"), Pins: v["pin"], ChartOptions: runs.ChartOptions{LogX: v.Has("log_x"), LogY: v.Has("log_y")}}
	q.Group = v.Get("group")
	q.Sort, q.Value, q.Seeds, q.All, q.Alone = v.Get("sort"), v.Get("value"), v.Has("seeds"), v.Has("all"), v.Has("alone")
	known := map[string]bool{}
	for _, ids := range v["run"] {
		for id := range strings.SplitSeq(ids, ",") {
			if !known[id] {
				known[id] = true
				q.IDs = append(q.IDs, id)
			}
		}
	}
	var err error
	if text := v.Get("page"); text != "" {
		if q.Page, err = strconv.Atoi(text); err != nil || q.Page < 1 {
			return nil, problem.Bad(fmt.Errorf("page is %.20q, want a number from 1", text))
		}
	}
	if text := v.Get("x"); text != "" {
		if q.X, err = runs.ParseAxis(text); err != nil {
			return nil, problem.Bad(fmt.Errorf("x: %w", err))
		}
	}
	if text := v.Get("smooth"); text != "" {
		q.Smooth, err = strconv.ParseFloat(text, 64)
		if err != nil || !(q.Smooth >= 0 && q.Smooth < 1) {
			return nil, problem.Bad(fmt.Errorf("smooth is %.20q, want a number from 0 to below 1", text))
		}
	}
	return q, nil
}

// encode returns the parameters, always in the same order.
func (q *query) encode() string {
	v := url.Values{"run": q.IDs}
	if q.X != "" {
		v.Set("x", string(q.X))
	}
	if q.Smooth > 0 {
		v.Set("smooth", strconv.FormatFloat(q.Smooth, 'g', -1, 64))
	}
	for name, on := range map[string]bool{"log_x": q.LogX, "log_y": q.LogY, "seeds": q.Seeds, "alone": q.Alone} {
		if on {
			v.Set(name, "on")
		}
	}
	for name, text := range map[string]string{"find": q.Find, "focus": q.Focus, "sort": q.Sort, "group": q.Group, "value": q.Value} {
		if text != "" {
			v.Set(name, text)
		}
	}
	if len(q.Pins) > 0 {
		v["pin"] = q.Pins
	}
	if q.Page > 1 {
		v.Set("page", strconv.Itoa(q.Page))
	}
	return v.Encode()
}

// address returns the address of the page.
func (q *query) address() string {
	if !q.Alone {
		return path + "?" + q.encode()
	}
	to := *q
	to.IDs, to.Alone = nil, false
	return strings.TrimSuffix(path+"/"+q.IDs[0]+"?"+to.encode(), "?")
}

// data returns the query without the arrangement of the charts.
func (q *query) data() *query {
	to := *q
	to.Focus, to.Pins = "", nil
	return &to
}

// sorted returns the address of the list in the order of a column, or in the reverse order if that is the
// present one.
func (q *query) sorted(by string) string {
	to := *q
	to.Page = 0
	if to.Sort = by; q.Sort == by {
		to.Sort = "-" + by
	}
	return to.address()
}

// focused returns the address of the page with another large chart.
func (q *query) focused(quantity string) string {
	to := *q
	to.Focus = quantity
	return to.address()
}

// pinned returns the address of the page with a chart pinned, or not pinned any more.
func (q *query) pinned(quantity string) string {
	to := *q
	to.Pins = slices.DeleteFunc(slices.Clone(q.Pins), func(name string) bool { return name == quantity })
	if len(to.Pins) == len(q.Pins) {
		to.Pins = append(to.Pins, quantity)
	}
	return to.address()
}

// exported returns the query of the files of a chart.
func (q *query) exported(quantity string) string {
	to := *q.data()
	to.Find, to.Sort, to.Group, to.Value, to.Seeds, to.Alone, to.Page = "", "", "", "", false, false, 0
	return to.encode() + "&quantity=" + url.QueryEscape(quantity)
}

// flagOf returns the flag of a setting, without dashes.
func flagOf(name string) string { return strings.ReplaceAll(name, "_", "-") }

// finds reports whether a run contains all words that are looked for: in its name, kind, state,
// settings, tags and note. A word that begins with # is a tag. A word such as hidden=40 or
// strength>0 is a condition ([runs.Select]) if the run has the setting or quantity.
func (q *query) finds(r *runs.Run, note *Note) bool {
	var b strings.Builder
	for _, tag := range note.Tags {
		b.WriteString("#" + tag + " ")
	}
	fmt.Fprintln(&b, r.Called(), r.Name, r.Kind, r.State, note.Text)
	for _, s := range r.Config {
		fmt.Fprintf(&b, "%s=%s ", s.Name, strings.Trim(s.Value, `"`))
	}
	text := " " + flagOf(strings.ToLower(b.String()))
	return !slices.ContainsFunc(strings.Fields(q.Find), func(word string) bool {
		plain := flagOf(strings.ToLower(word))
		if met, known := meets(r, word); known && !strings.Contains(text, " "+plain+" ") { // a setting counts more than the progress of the same name
			return !met
		}
		return !strings.Contains(text, plain)
	})
}

// meets reports whether a run meets a condition; known is false for other words, and for names that
// the run does not have.
func meets(r *runs.Run, word string) (met, known bool) {
	for _, condition := range []string{word, strings.ReplaceAll(word, "-", "_")} {
		if met, err := r.Meets(condition); err == nil {
			return met, true
		}
	}
	return false, false
}

// Link returns the address of the page that compares the runs in folders, and the IDs of
// the runs.
func Link(dirs []string, o runs.ChartOptions) (link string, ids []string, err error) {
	q := &query{ChartOptions: o}
	shown, err := folders.Open(dirs)
	if err != nil {
		return "", nil, err
	}
	defer shown.Close()
	for _, root := range shown.Roots() {
		q.IDs = append(q.IDs, folders.ID(root, "."))
	}
	return path + "?" + q.encode(), q.IDs, nil
}

// ShownAt reports whether a server at an address, such as 127.0.0.1:8642, shows the runs
// with the IDs.
func ShownAt(ctx context.Context, address string, ids []string) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+apiPath, nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	var list struct{ Runs []struct{ ID string } }
	if err := json.NewDecoder(io.LimitReader(response.Body, mostOfList)).Decode(&list); err != nil || response.StatusCode != http.StatusOK {
		return false
	}
	shown := map[string]bool{}
	for _, r := range list.Runs {
		shown[r.ID] = true
	}
	return !slices.ContainsFunc(ids, func(id string) bool { return !shown[id] })
}

// Limits for the list of runs of another server.
const (
	patience   = 2 * time.Second
	mostOfList = 16 << 20 // bytes
)
