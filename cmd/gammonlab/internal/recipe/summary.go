package recipe

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
	"gammonlab/recipe"
)

// summary is the result of a recipe that is done.
type summary struct {
	Recipe   string   `json:"recipe"`
	Settings []string `json:"settings"` // that differ between the points of the sweep
	Columns  []string `json:"columns"`  // names of the results that the text shows
	Points   []point  `json:"points"`   // of the sweep; one without a sweep
	Steps    []step   `json:"steps"`
	Tune     *search  `json:"tune,omitempty"`
}

// search is a search for the best values of numbers, as far as it is.
type search struct {
	Of     []string `json:"of"` // names of the numbers
	From   []string `json:"from"`
	Values []string `json:"values"` // after the finished rounds
	Rounds []round  `json:"rounds"` // that are finished
	Total  int      `json:"total"`  // number of rounds of the recipe
}

// round is a finished round of a search.
type round struct {
	Values []float64 `json:"values"` // before it
	PPG    float64   `json:"ppg"`    // of the values plus the change against those minus the change
	Margin float64   `json:"margin"` // half the 95 % interval
}

// searchOf returns the search of a recipe, nil if it has none.
func searchOf(r *recipe.Recipe, store *recipe.Store) (*search, error) {
	if r.Tune == nil {
		return nil, nil
	}
	state, err := store.Tuning(r)
	if err != nil {
		return nil, err
	}
	s := &search{Rounds: []round{}, Total: r.Tune.Rounds}
	for i, p := range r.Tune.Of {
		s.Of, s.From, s.Values = append(s.Of, p.Name), append(s.From, p.Text(p.From)), append(s.Values, p.Text(state.Values[i]))
	}
	for _, of := range state.Rounds {
		s.Rounds = append(s.Rounds, round(of))
	}
	return s, nil
}

// Text returns the values after the rounds so far; "" without a search.
func (s *search) Text() string {
	if s == nil {
		return ""
	}
	text := fmt.Sprintf("after %d of %d rounds of tune\n", len(s.Rounds), s.Total)
	for i, name := range s.Of {
		text += fmt.Sprintf("%s %s, at first %s\n", name, s.Values[i], s.From[i])
	}
	return text
}

// figures returns charts of the values over the rounds.
func (s *search) figures() []htmlpage.Figure {
	if s == nil || len(s.Rounds) == 0 {
		return nil
	}
	var all []htmlpage.Figure
	for i, name := range s.Of {
		line := chart.Series{Name: name}
		for k, of := range s.Rounds {
			line.X, line.Y = append(line.X, float64(k)), append(line.Y, of.Values[i])
		}
		all = append(all, htmlpage.Figure{Title: name, Caption: "value before each round of the search",
			Picture: chart.Curve{Title: name, XLabel: "round", YLabel: name, Series: []chart.Series{line}}})
	}
	return all
}

// point is a point of a sweep with its results.
type point struct {
	Values  map[string]string  `json:"values"`
	Results map[string]float64 `json:"results"`
	Best    bool               `json:"best"`            // by keep
	Ended   string             `json:"ended,omitempty"` // why halving ended the point

	label string
}

// step is a finished step.
type step struct {
	Step   string `json:"step"`
	Folder string `json:"folder"`
	Model  string `json:"model,omitempty"` // digest of the net that it made

	point string // label of a point to which it belongs
}

// summarize returns the results of a plan.
func summarize(r *recipe.Recipe, store *recipe.Store, p *recipe.Plan) (*summary, error) {
	s := &summary{Recipe: r.Name, Settings: []string{}, Steps: []step{}}
	for _, v := range p.Points[0].Values {
		s.Settings = append(s.Settings, v.Name)
	}
	var results []map[string]float64
	for _, of := range p.Points {
		numbers, err := store.Results(of)
		if err != nil {
			return nil, err
		}
		results = append(results, numbers)
		values := map[string]string{}
		for _, v := range of.Values {
			values[v.Name] = v.Value
		}
		s.Points = append(s.Points, point{Values: values, Results: numbers, Ended: of.Ended, label: of.Label()})
	}
	s.Columns = r.Columns(results)
	best, err := store.Best(r, p)
	if err != nil {
		return nil, err
	}
	if best >= 0 {
		s.Points[best].Best = true
	}
	for _, w := range p.Works {
		record, err := store.Find(w)
		if err != nil {
			return nil, err
		}
		if record != nil {
			s.Steps = append(s.Steps, step{w.Label, record.Dir, record.Model, p.PointOf(w)})
		}
	}
	s.Tune, err = searchOf(r, store)
	return s, err
}

// Text returns a table of the points of a sweep; without a sweep, the folders of the steps
// and the results.
func (s *summary) Text() string {
	if len(s.Points) > 1 {
		return s.table().Text()
	}
	t := plaintext.Table{Left: []int{0, 1}}
	for _, of := range s.Steps {
		t.Add(of.Step, of.Folder)
	}
	text := t.Text()
	for _, name := range s.Columns {
		if value := recipe.Shown(s.Points[0].Results, name); value != "" {
			text += fmt.Sprintf("%s %s\n", name, value)
		}
	}
	return text + s.Tune.Text()
}

// table returns the points with their results, the best one marked; of those that halving has
// ended, the results are those of their last early work.
func (s *summary) table() *plaintext.Table {
	t := &plaintext.Table{Head: slices.Concat(s.Settings, s.Columns, []string{""})}
	for i := range s.Settings {
		t.Left = append(t.Left, i)
	}
	t.Left = append(t.Left, len(t.Head)-1)
	for _, p := range s.Points {
		var row []string
		for _, name := range s.Settings {
			row = append(row, p.Values[name])
		}
		for _, name := range s.Columns {
			row = append(row, recipe.Shown(p.Results, name))
		}
		if p.Best {
			row = append(row, "best")
		} else if at, _, ended := strings.Cut(p.Ended, ":"); ended {
			row = append(row, "ended at "+at)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
