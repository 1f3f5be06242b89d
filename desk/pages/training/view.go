package training

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"gammonlab/desk/pages/live"
	"gammonlab/desk/pages/problem"
	"gammonlab/desk/pages/stream"
	"gammonlab/evalbench/runs"
	"gammonlab/internal/plaintext"
)

// view is the data of the page.
type view struct {
	Folders bool // there are folders to list
	Keeps   bool // notes can be written
	*list
	Damaged []error
	One     *one // the page of a run
	Query   *query
	Axes    []axis
	Events  string // address of the stream
	From    string // address of the page

	Compared  []keyEntry // the runs
	Problem   string     // reason why there are no charts
	Apart     string     // what the charts do not compare
	Figures   []*figure
	Constants []constant
	Settings  []setting
}

// axis is a possible horizontal axis of charts.
type axis struct {
	Name, Label string
	Chosen      bool
}

// setting is a setting in which runs differ.
type setting struct {
	Name   string
	Values []value
}

// value is the value of a setting, with a short form if it is long.
type value struct{ Text, Short string }

// view returns the data of the page.
func (s *server) view(q *query) (*view, error) {
	all, damaged, err := s.catalog.list()
	if err != nil {
		return nil, err
	}
	v := &view{
		Folders: len(s.catalog.folders.Roots()) > 0, Keeps: s.notes.path != "", Damaged: damaged, Query: q,
		Events: path + "/events?" + q.data().encode(), From: q.address(),
	}
	if v.list, err = s.newList(all, q); err != nil {
		return nil, err
	}
	for _, a := range []runs.Axis{runs.Games, runs.Positions, runs.Epoch, runs.Wall, runs.CPU} {
		v.Axes = append(v.Axes, axis{string(a), a.Label(), a == q.X})
	}
	if len(q.IDs) == 0 {
		return v, nil
	}
	if q.Alone && len(v.Rows) == 1 {
		if v.One, err = s.newOne(v.Rows[0].listed, v.Rows[0]); err != nil {
			return nil, err
		}
	}
	return v, s.compare(v)
}

// compare adds the comparison of the selected runs.
func (s *server) compare(v *view) error {
	chosen, err := s.chosen(v.Query.IDs)
	if err != nil {
		return err
	}
	var names []string
	for i, r := range chosen {
		names = append(names, r.Called())
		v.Compared = append(v.Compared, newKeyEntry(r.Called(), i))
	}
	if apart := runs.Apart(chosen); apart != "" {
		v.Apart = plaintext.Capital(apart) + "."
	}
	charts, err := runs.Charts(chosen, v.Query.ChartOptions)
	if err != nil {
		v.Problem = err.Error()
		return nil
	}
	for i := range charts {
		if c := newConstant(&charts[i]); c != nil {
			v.Constants = append(v.Constants, *c)
			continue
		}
		f, err := newFigure(&charts[i], v.Query, names)
		if err != nil {
			return err
		}
		v.Figures = append(v.Figures, f)
	}
	if !slices.ContainsFunc(v.Figures, func(f *figure) bool { return f.Quantity == v.Query.Focus }) && len(v.Figures) > 0 {
		v.Figures[0].Large = true
	}
	for _, d := range runs.Compare(chosen).Differences {
		v.Settings = append(v.Settings, newSetting(d))
	}
	return nil
}

// Width returns the number of columns of the list, without the boxes that select runs.
func (l *list) Width() int { return 7 + len(l.Columns) }

// Across reports whether the settings that differ have a column for each run, not a row.
func (v *view) Across() bool { return len(v.Compared) <= runs.MostColumns }

// SettingsOf returns the values of the settings that differ of a compared run.
func (v *view) SettingsOf(run int) (all []value) {
	for _, s := range v.Settings {
		all = append(all, s.Values[run])
	}
	return all
}

// Of returns the figures that are large, or the others.
func (v *view) Of(large bool) []*figure {
	return slices.DeleteFunc(slices.Clone(v.Figures), func(f *figure) bool { return f.Large != large })
}

// newSetting returns a setting with the name of its flag, and texts without quotes.
func newSetting(d runs.Difference) setting {
	s := setting{Name: flagOf(d.Name)}
	for _, text := range d.Values {
		const most = 60
		text = strings.Trim(text, `"`)
		of := value{Text: text}
		if letters := []rune(text); len(letters) > most {
			of.Short = string(letters[:most]) + "…"
		}
		s.Values = append(s.Values, of)
	}
	return s
}

// last returns the last value of the first quantity that has one.
func last(r *runs.Run) string {
	for _, q := range runs.Quantities([]*runs.Run{r}) {
		v, ok := r.Last(q.Name, "")
		switch {
		case !ok:
			continue
		case v.Lo != nil:
			return fmt.Sprintf("%s: %s (%s to %s)", q.Title, runs.Number(v.Y), runs.Number(*v.Lo), runs.Number(*v.Hi))
		}
		return q.Title + ": " + runs.Number(v.Y)
	}
	return ""
}

// news is an event for the page: the IDs of the listed runs, new content of elements, by ID, and
// curves, by the ID of their figure.
type news struct {
	Runs   []string          `json:"runs"`
	HTML   map[string]string `json:"html"`
	Curves map[string]curve  `json:"curves"`
}

// pageEvents streams the changes of the page.
func (s *server) pageEvents(w http.ResponseWriter, r *http.Request) error {
	q, err := readQuery(r.URL.Query())
	if err != nil {
		return err
	}
	return s.live.Serve(w, r, q.encode(), func() (live.Poll, error) {
		var seen []listed
		return func(t *stream.Topic) (bool, error) {
			now, _, err := s.catalog.list()
			if err != nil || seen != nil && slices.Equal(now, seen) {
				return false, err
			}
			seen = append([]listed{}, now...)
			v, err := s.view(q)
			if err != nil {
				return false, err
			}
			n, err := v.news(s.template)
			if err != nil {
				return false, err
			}
			return false, t.PublishJSON(stream.State, n)
		}, nil
	})
}

// news returns the changes of the page.
func (v *view) news(t *template.Template) (*news, error) {
	n := &news{[]string{}, map[string]string{}, map[string]curve{}}
	var b bytes.Buffer
	add := func(id, name string, data any) error {
		b.Reset()
		err := t.ExecuteTemplate(&b, name, data)
		n.HTML[id] = b.String()
		return err
	}
	for _, r := range v.Rows {
		n.Runs = append(n.Runs, r.ID)
		for name, part := range map[string]string{"state-": "state", "far-": "far", "value-": "last", "spark-": "spark"} {
			if err := add(name+r.ID, part, &r); err != nil {
				return nil, err
			}
		}
	}
	if v.One != nil {
		if err := add("about-"+v.One.ID, "about", v.One); err != nil {
			return nil, err
		}
	}
	for _, f := range v.Figures {
		if err := add("said-"+f.ID, "said", f); err != nil {
			return nil, err
		}
		if err := add("rows-"+f.ID, "rows", f); err != nil {
			return nil, err
		}
		n.Curves[f.ID] = f.curve
	}
	return n, nil
}

// one returns the run of a request's ID.
func (s *server) one(r *http.Request) (listed, error) {
	found, err := s.catalog.find([]string{r.PathValue("id")})
	if err != nil {
		return listed{}, err
	}
	if len(found) != 1 {
		return listed{}, problem.NotFound("run", r.PathValue("id"))
	}
	return found[0], nil
}
