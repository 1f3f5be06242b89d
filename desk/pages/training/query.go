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
	Find  string   // words that the listed runs contain
	Focus string   // quantity of the large chart, "" for the first
	Pins  []string // quantities of further large charts
	runs.ChartOptions
}

// readQuery reads the parameters of the page.
func readQuery(v url.Values) (*query, error) {
	q := &query{Find: v.Get("find"), Focus: v.Get("focus"), Pins: v["pin"], ChartOptions: runs.ChartOptions{LogX: v.Has("log_x"), LogY: v.Has("log_y")}}
	for _, id := range v["run"] {
		if !slices.Contains(q.IDs, id) {
			q.IDs = append(q.IDs, id)
		}
	}
	var err error
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
	for name, on := range map[string]bool{"log_x": q.LogX, "log_y": q.LogY} {
		if on {
			v.Set(name, "on")
		}
	}
	for name, text := range map[string]string{"find": q.Find, "focus": q.Focus} {
		if text != "" {
			v.Set(name, text)
		}
	}
	if len(q.Pins) > 0 {
		v["pin"] = q.Pins
	}
	return v.Encode()
}

// data returns the query without the arrangement of the charts.
func (q *query) data() *query {
	to := *q
	to.Focus, to.Pins = "", nil
	return &to
}

// focused returns the address of the page with another large chart.
func (q *query) focused(quantity string) string {
	to := *q
	to.Focus = quantity
	return path + "?" + to.encode()
}

// pinned returns the address of the page with a chart pinned, or not pinned any more.
func (q *query) pinned(quantity string) string {
	to := *q
	to.Pins = slices.DeleteFunc(slices.Clone(q.Pins), func(name string) bool { return name == quantity })
	if len(to.Pins) == len(q.Pins) {
		to.Pins = append(to.Pins, quantity)
	}
	return path + "?" + to.encode()
}

// exported returns the query of the files of a chart.
func (q *query) exported(quantity string) string {
	to := *q.data()
	to.Find = ""
	return to.encode() + "&quantity=" + url.QueryEscape(quantity)
}

// flagOf returns the flag of a setting, without dashes.
func flagOf(name string) string { return strings.ReplaceAll(name, "_", "-") }

// finds reports whether a run contains all words that are looked for: in its name, kind, state,
// settings, tags and note. A word that begins with # is a tag.
func (q *query) finds(r *runs.Run, note *Note) bool {
	var b strings.Builder
	for _, tag := range note.Tags {
		b.WriteString("#" + tag + " ")
	}
	fmt.Fprintln(&b, r.Name, r.Kind, r.State, note.Text)
	for _, s := range r.Config {
		fmt.Fprintf(&b, "%s=%s ", s.Name, strings.Trim(s.Value, `"`))
	}
	text := flagOf(strings.ToLower(b.String()))
	return !slices.ContainsFunc(strings.Fields(flagOf(strings.ToLower(q.Find))), func(word string) bool { return !strings.Contains(text, word) })
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
