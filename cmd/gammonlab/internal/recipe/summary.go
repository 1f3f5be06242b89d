package recipe

import (
	"fmt"

	"gammonlab/internal/plaintext"
	"gammonlab/internal/recipe"
)

// summary is the result of a recipe that is done.
type summary struct {
	Recipe  string   `json:"recipe"`
	Columns []string `json:"columns"` // names of the results that the text shows
	Points  []point  `json:"points"`  // of the sweep; one without a sweep
	Steps   []step   `json:"steps"`
}

// point is a point of a sweep with its results.
type point struct {
	Values  map[string]string  `json:"values"`
	Results map[string]float64 `json:"results"`
	Best    bool               `json:"best"` // by keep

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
	s := &summary{Recipe: r.Name, Steps: []step{}}
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
		s.Points = append(s.Points, point{values, numbers, false, of.Label()})
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
	return s, nil
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
	return text
}

// table returns the points with their results, the best one marked.
func (s *summary) table() *plaintext.Table {
	t := &plaintext.Table{Left: []int{0}, Head: append([]string{"point"}, s.Columns...)}
	for _, p := range s.Points {
		row := []string{p.label}
		for _, name := range s.Columns {
			row = append(row, recipe.Shown(p.Results, name))
		}
		if p.Best {
			row = append(row, "best")
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
