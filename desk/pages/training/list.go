package training

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gammonlab/desk/pages/problem"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/plaintext"
	"gammonlab/recipe/contrast"
)

// row is a line of the list: a run, or several that differ only in their seeds.
type row struct {
	listed // the first of the runs
	Note
	Heading  string // above the row: the sweep to which it and the next ones belong
	Title    string
	Path     string // name of the run, if the title is another one
	IDs      string // of all its runs, joined by commas
	Runs     int
	Keeps    bool
	Chosen   bool
	Progress *runs.Progress
	Value    string
	NoteTo   string   // address that takes the note
	Alone    bool     // the page is that of the run
	Date     string   // of the newest values
	Spark    string   // path of a small curve of the value, "" for none
	Cells    []string // values of the settings that have columns

	value float64 // NaN for none
}

// choice is an option of a list of them.
type choice struct {
	Name, Label string
	Chosen      bool
}

// mostRowsOfList is the number of rows of a page of the list, mostCompared the largest number of
// runs that are compared together.
const (
	mostRowsOfList = 100
	mostCompared   = 200
)

// Orders of the list that are no settings.
const (
	byFolder = ""
	byResult = "result" // the best first
	byUpdate = "newest"
)

// list is the list of runs as the query asks for it.
type list struct {
	Rows    []row
	Found   int // number of runs that the search finds, and of those that are selected
	Hidden  int // number of all others
	Page    int // from 1
	Pages   int
	Away    []string // IDs of selected runs on other pages
	Results []choice // quantities
	Orders  []choice
	Groups  []choice
	Columns []head // of settings
	Heads   map[string]head
	Value   string // title of the quantity
	Effects *effects

	settings []string // names of the settings of the columns
}

// head is the head of a column of the list.
type head struct{ Title, Sort, Order string } // Sort is the address of the list in its order, Order ascending, descending or ""

// newColumn returns the head of a column that sorts the list; falls is true for orders whose first value is
// the highest.
func newColumn(title, by string, falls bool, q *query) head {
	c := head{Title: title, Sort: q.sorted(by)}
	switch {
	case q.Sort == by && !falls, q.Sort == "-"+by && falls:
		c.Order = "ascending"
	case q.Sort == by, q.Sort == "-"+by:
		c.Order = "descending"
	}
	return c
}

// newList returns the list of the runs that the query finds or selects.
func (s *server) newList(all []listed, q *query) (*list, error) {
	l := &list{Page: max(q.Page, 1)}
	var found []listed
	for _, r := range all {
		note := s.notes.of(r.ID)
		if slices.Contains(q.IDs, r.ID) || !q.Alone && q.finds(r.Run, &note) {
			found = append(found, r)
		}
	}
	l.Found, l.Hidden = len(found), len(all)-len(found)
	quantity := l.offer(all, q)
	found, err := sorted(found, q, quantity)
	if err != nil {
		return nil, err
	}
	l.addColumns(found, q, quantity)
	l.Effects = effectsOf(found, quantity)
	for _, of := range together(found, q.Seeds) {
		l.Rows = append(l.Rows, s.newRow(of, q, quantity))
	}
	if q.Sort == byResult && q.Seeds {
		slices.SortStableFunc(l.Rows, func(a, b row) int { return compareValues(a.value, b.value, quantity.Better() >= 0) })
	}
	switch {
	case q.Group != "":
		if err := l.group(found, q.Group, quantity); err != nil {
			return nil, err
		}
	case q.Sort == byFolder && !q.Seeds:
		l.addHeadings()
	}
	l.cut(q)
	for i := range l.Rows {
		for _, name := range l.settings {
			l.Rows[i].Cells = append(l.Rows[i].Cells, plainText(l.Rows[i].Setting(name)))
		}
	}
	addSparks(l.Rows, quantity)
	return l, nil
}

// offer adds the quantities and orders from which users can choose, and returns the chosen quantity.
func (l *list) offer(all []listed, q *query) (chosen runs.Quantity) {
	var of []*runs.Run
	for _, r := range all {
		of = append(of, r.Run)
	}
	quantities := runs.Quantities(of)
	if len(quantities) > 0 {
		chosen = quantities[0]
	}
	for _, offered := range quantities {
		if offered.Name == q.Value {
			chosen = offered
		}
	}
	l.Value = cmp.Or(chosen.Title, "last value")
	for _, offered := range quantities {
		l.Results = append(l.Results, choice{offered.Name, offered.Title, offered == chosen})
	}
	best := "highest value"
	if chosen.Better() != 0 {
		best = "best value"
	}
	l.Orders = []choice{{byFolder, "folder", false}, {byResult, best, false}, {byUpdate, "newest", false}}
	l.Groups = []choice{{"", "none", false}}
	for _, d := range runs.Varied(of) {
		l.Orders, l.Groups = append(l.Orders, choice{d.Name, flagOf(d.Name), false}), append(l.Groups, choice{d.Name, flagOf(d.Name), d.Name == q.Group})
	}
	for i := range l.Orders {
		if o := &l.Orders[i]; o.Name == strings.TrimPrefix(q.Sort, "-") {
			o.Chosen, o.Name = true, q.Sort // which may be the reverse order
		}
	}
	return chosen
}

// mostColumns is the number of settings that have a column.
const mostColumns = 5

// measuring are the beginnings of settings that change what is measured or repeat it, not the net.
var measuring = []string{"seed", "checkpoint", "bench_"}

// addColumns adds the heads of columns: those of all lists, and the settings in which the runs differ
// most, those of the largest sweep if there is one.
func (l *list) addColumns(found []listed, q *query, quantity runs.Quantity) {
	l.Heads = map[string]head{
		"run": newColumn("run", byFolder, false, q), "date": newColumn("date", byUpdate, true, q),
		"value": newColumn(l.Value, byResult, quantity.Better() >= 0, q),
	}
	_, of := largestSweep(found)
	varied := slices.DeleteFunc(runs.Varied(of), func(d runs.Difference) bool {
		return slices.ContainsFunc(measuring, func(begin string) bool { return strings.HasPrefix(d.Name, begin) })
	})
	distinct := func(d runs.Difference) int { return len(slices.Compact(slices.Sorted(slices.Values(d.Values)))) }
	slices.SortStableFunc(varied, func(a, b runs.Difference) int { return distinct(b) - distinct(a) })
	for _, d := range varied[:min(len(varied), mostColumns)] {
		l.settings = append(l.settings, d.Name)
		l.Columns = append(l.Columns, newColumn(flagOf(d.Name), d.Name, false, q))
	}
}

// group puts the rows into groups by the value of a setting, with a heading above each.
func (l *list) group(found []listed, name string, quantity runs.Quantity) error {
	found, err := by(found, name)
	if err != nil {
		return err
	}
	of := map[string][]listed{}
	var values []string
	for _, r := range found {
		value := plainText(r.Setting(name))
		if of[value] == nil {
			values = append(values, value)
		}
		of[value] = append(of[value], r)
	}
	at := map[string]int{}
	for i, value := range values {
		at[value] = i
	}
	place := func(r *row) int { return at[plainText(r.Setting(name))] }
	slices.SortStableFunc(l.Rows, func(a, b row) int { return place(&a) - place(&b) })
	for i := range l.Rows {
		if r := &l.Rows[i]; i == 0 || place(r) != place(&l.Rows[i-1]) {
			value := values[place(r)]
			_, mean := meanOf(of[value], quantity)
			r.Heading = fmt.Sprintf("%s %s: %s", flagOf(name), cmp.Or(value, "unset"), plaintext.Counted(len(of[value]), "run", "runs"))
			if mean != "" {
				r.Heading += ", mean " + mean
			}
		}
	}
	return nil
}

// sorted returns runs in the order of the query.
func sorted(found []listed, q *query, quantity runs.Quantity) ([]listed, error) {
	found = slices.Clone(found)
	order, reversed := strings.CutPrefix(q.Sort, "-")
	if reversed && (order == byFolder || order == byResult || order == byUpdate) {
		to := *q
		to.Sort = order
		found, err := sorted(found, &to, quantity)
		slices.Reverse(found)
		return found, err
	}
	switch q.Sort {
	case byFolder:
		return bySettings(found)
	case byResult:
		slices.SortStableFunc(found, func(a, b listed) int {
			return compareValues(a.Run.Value(quantity.Name), b.Run.Value(quantity.Name), quantity.Better() >= 0)
		})
	case byUpdate:
		slices.SortStableFunc(found, func(a, b listed) int { return b.Updated.Compare(a.Updated) })
	default:
		return by(found, q.Sort)
	}
	return found, nil
}

// by returns runs in the order of settings, the first of which counts most.
func by(found []listed, settings ...string) ([]listed, error) {
	at := map[*runs.Run]listed{}
	var of []*runs.Run
	for _, r := range found {
		at[r.Run] = r
		of = append(of, r.Run)
	}
	for _, name := range slices.Backward(settings) {
		if len(of) == 0 {
			break
		}
		if err := runs.Sort(of, name); err != nil {
			return nil, problem.Bad(fmt.Errorf("sort: %w", err))
		}
	}
	sorted := make([]listed, len(of))
	for i, r := range of {
		sorted[i] = at[r]
	}
	return sorted, nil
}

// bySettings returns runs, which are in the order of their folders, with those of each sweep in the
// order of the settings that differ, the seed last.
func bySettings(found []listed) (all []listed, err error) {
	for len(found) > 0 {
		n := 1
		for n < len(found) && stepsOf(found[n].Run) == stepsOf(found[0].Run) {
			n++
		}
		sweep := found[:n]
		if found[0].Settings() != "" {
			var of []*runs.Run
			for _, r := range sweep {
				of = append(of, r.Run)
			}
			var settings []string
			for _, d := range runs.Varied(of) {
				settings = append(settings, d.Name)
			}
			const seed = "seed"
			if i := slices.Index(settings, seed); i >= 0 {
				settings = append(slices.Delete(settings, i, i+1), seed)
			}
			if sweep, err = by(sweep, settings...); err != nil {
				return nil, err
			}
		}
		all, found = append(all, sweep...), found[n:]
	}
	return all, nil
}

// compareValues orders values from the highest or the lowest; unknown ones are last.
func compareValues(a, b float64, highest bool) int {
	switch {
	case math.IsNaN(a) || math.IsNaN(b):
		return cmp.Compare(unknown(a), unknown(b))
	case highest:
		a, b = b, a
	}
	return cmp.Compare(a, b)
}

func unknown(x float64) int {
	if math.IsNaN(x) {
		return 1
	}
	return 0
}

// together returns the runs of each row: each run, or those that differ only in their seeds.
func together(found []listed, seeds bool) (all [][]listed) {
	known := map[string]int{}
	for _, r := range found {
		key := r.ID
		if settings := r.Settings(); seeds && settings != "" {
			key = stepsOf(r.Run) + "\x00" + string(r.Kind) + "\x00" + settings
		}
		at, there := known[key]
		if !there {
			at = len(all)
			known[key] = at
			all = append(all, nil)
		}
		all[at] = append(all[at], r)
	}
	return all
}

// stepsOf returns the folder of the steps of a recipe, or the folder with the folder of the run.
func stepsOf(r *runs.Run) string { return filepath.Dir(filepath.Dir(r.Dir)) }

// newRow returns the row of runs.
func (s *server) newRow(of []listed, q *query, quantity runs.Quantity) row {
	first := of[0]
	r := row{listed: first, Title: first.Called(), Runs: len(of), Keeps: s.notes.path != "", Progress: first.Progress(), NoteTo: path + "/" + first.ID + "/note?" + q.encode(), value: first.Value(quantity.Name), Chosen: true, Alone: q.Alone, Date: dateText(first.Updated, time.Now())}
	var ids []string
	for _, one := range of {
		ids = append(ids, one.ID)
		r.Chosen = r.Chosen && slices.Contains(q.IDs, one.ID)
	}
	r.IDs = strings.Join(ids, ",")
	if len(of) > 1 {
		r.Title = first.Settings()
		r.value, r.Value = meanOf(of, quantity)
		return r
	}
	r.Note = s.notes.of(first.ID)
	if r.Title != first.Name {
		r.Path = first.Name
	}
	r.Value = valueText(first.Run, quantity, r.value)
	return r
}

// meanOf returns the mean of the values of runs, also as a text with half its 95 % interval.
func meanOf(of []listed, quantity runs.Quantity) (mean float64, text string) {
	var values []contrast.Run
	for _, r := range of {
		if x := r.Run.Value(quantity.Name); !math.IsNaN(x) {
			values = append(values, contrast.Run{Value: x, Low: x, High: x})
		}
	}
	if values == nil {
		return math.NaN(), ""
	}
	m := contrast.MeanOf(values)
	text = runs.Number(m.Value)
	if m.N > 1 {
		text += " ± " + runs.Number((m.High-m.Low)/2)
	}
	if m.N < len(of) {
		text += fmt.Sprintf(" (%d measured)", m.N)
	}
	return m.Value, text
}

// valueText formats a value of a run with its interval; a run without the quantity has its first one.
func valueText(r *runs.Run, quantity runs.Quantity, value float64) string {
	if math.IsNaN(value) {
		return last(r)
	}
	if v, ok := r.Last(quantity.Name, ""); ok && v.Y == value && v.Lo != nil {
		return fmt.Sprintf("%s (%s to %s)", runs.Number(v.Y), runs.Number(*v.Lo), runs.Number(*v.Hi))
	}
	return runs.Number(value)
}

// Over reports whether the run is complete.
func (r *row) Over() bool { return r.State == runs.Done }

// addHeadings names the sweeps above their runs, if there are several.
func (l *list) addHeadings() {
	in := map[string]int{}
	for _, r := range l.Rows {
		if r.Settings() != "" {
			in[stepsOf(r.Run)]++
		}
	}
	if len(in) == 0 || len(in) == 1 && in[stepsOf(l.Rows[0].Run)] == len(l.Rows) {
		return
	}
	before := ""
	for i := range l.Rows {
		r := &l.Rows[i]
		folder := stepsOf(r.Run)
		if r.Settings() == "" {
			folder = ""
		}
		switch {
		case folder == before:
		case folder == "":
			r.Heading = "single runs"
		default:
			r.Heading = fmt.Sprintf("%s: %d runs", filepath.Base(filepath.Dir(folder)), in[folder])
		}
		before = folder
	}
}

// cut leaves the rows of the page, and finds the selected runs of the others.
func (l *list) cut(q *query) {
	l.Pages = max((len(l.Rows)+mostRowsOfList-1)/mostRowsOfList, 1)
	l.Page = min(l.Page, l.Pages)
	from, to := (l.Page-1)*mostRowsOfList, min(l.Page*mostRowsOfList, len(l.Rows))
	shown := map[string]bool{}
	for _, r := range l.Rows[from:to] {
		if r.Chosen {
			for id := range strings.SplitSeq(r.IDs, ",") {
				shown[id] = true
			}
		}
	}
	for _, id := range q.IDs {
		if !shown[id] {
			l.Away = append(l.Away, id)
		}
	}
	l.Rows = l.Rows[from:to]
}

// Before and After return the numbers of the neighbouring pages, 0 for none.
func (l *list) Before() int { return l.Page - 1 }

// After returns the number of the next page, 0 for none.
func (l *list) After() int {
	if l.Page == l.Pages {
		return 0
	}
	return l.Page + 1
}
