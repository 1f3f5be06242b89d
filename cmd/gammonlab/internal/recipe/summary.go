package recipe

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
	"gammonlab/recipe"
	"gammonlab/recipe/contrast"
)

// summary is the result of a recipe that is done.
type summary struct {
	Recipe   string   `json:"recipe"`
	Settings []string `json:"settings"` // that differ between the points of the sweep
	Columns  []string `json:"columns"`  // names of the results that the text shows
	Points   []point  `json:"points"`   // of the sweep; one without a sweep
	Groups   []group  `json:"groups"`   // points that differ only in seeds, with the means of their results
	Answer   *answer  `json:"answer,omitempty"`
	Winner   string   `json:"winner,omitempty"` // what the test by which the best point is chosen has found, in words
	Steps    []step   `json:"steps"`
	Effort   effort   `json:"effort"`
	Tune     *search  `json:"tune,omitempty"`
	Notices  []string `json:"notices,omitempty"` // what is missing or failed, and how unequal numbers of runs are compared

	runs  bool     // show the single points
	shown []column // those of Columns
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

// group is the points of a sweep that differ only in seeds.
type group struct {
	point
	Runs   int                `json:"runs"`             // largest number of repetitions of a result
	SD     map[string]float64 `json:"sd"`               // standard deviations of results over repetitions
	Behind *gap               `json:"behind,omitempty"` // of the best group; missing without the result
}

// step is a finished step.
type step struct {
	Step   string `json:"step"`
	Folder string `json:"folder"`
	Model  string `json:"model,omitempty"` // digest of the net that it made

	point string // label of a point to which it belongs
}

// summarize returns the results of a plan. by is the result by which its groups are compared; nil
// for none.
func summarize(r *recipe.Recipe, store *recipe.Store, p *recipe.Plan, by *recipe.Keep) (*summary, error) {
	s := &summary{Recipe: r.Name, Settings: []string{}, Steps: []step{}}
	var err error
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
	if by, err = s.choose(r, p, r.Columns(results), by); err != nil {
		return nil, err
	}
	best, err := store.Best(r, p)
	if err != nil {
		return nil, err
	}
	if best >= 0 {
		s.Points[best].Best = true
		if s.Winner, err = winnerText(r, store, p, p.Points[best]); err != nil {
			return nil, err
		}
	}
	if err := s.addGroups(r, store, p, by); err != nil {
		return nil, err
	}
	if r.Keep.IsWinner() { // also if another point has more points per game
		for i, g := range p.Groups() {
			s.Groups[i].Best = best >= 0 && slices.Contains(g.Points, p.Points[best])
		}
	}
	missing, records := map[*recipe.Work]string{}, []*recipe.Record{}
	for _, w := range p.Works {
		record, err := store.Find(w)
		if err != nil {
			return nil, err
		}
		if record != nil {
			s.Steps, records = append(s.Steps, step{w.Label, record.Dir, record.Model, p.PointOf(w)}), append(records, record)
		} else if p.Dropped(w) == "" {
			missing[w] = store.Failure(w)
		}
	}
	s.Effort = effortOf(records)
	s.Notices = append(s.Notices, noticesOf(p, missing)...)
	s.Tune, err = searchOf(r, store)
	return s, err
}

// choose sets the columns, without those that are in different units at the points. It returns by,
// or if it is nil the only strength of the columns.
func (s *summary) choose(r *recipe.Recipe, p *recipe.Plan, names []string, by *recipe.Keep) (*recipe.Keep, error) {
	var columns []column
	for _, name := range names {
		if of, err := columnsOf(r, p, []string{name}); err == nil {
			columns = append(columns, of...)
		}
	}
	s.show(columns)
	if name := onlyStrength(s.Columns); by == nil && name != "" && !r.Keep.IsWinner() {
		return r.By(p, name)
	}
	return by, nil
}

// show sets the columns.
func (s *summary) show(columns []column) {
	s.Columns, s.shown = nil, columns
	for _, c := range columns {
		s.Columns = append(s.Columns, c.name)
	}
}

// winnerText says what the test by which the best point is chosen has found; "" if the point is chosen by a result.
func winnerText(r *recipe.Recipe, store *recipe.Store, p *recipe.Plan, best *recipe.Point) (string, error) {
	decision, err := store.Decision(r, p)
	switch decision {
	case "":
		return "", err
	case "H1":
		return fmt.Sprintf("%s is the winner of %s.", best.Label(), r.Keep.Step), nil
	case "H0":
		return fmt.Sprintf("%s has found no point that is good enough (H0); the best of them is %s.", r.Keep.Step, best.Label()), nil
	}
	return fmt.Sprintf("%s has not decided; the best point so far is %s.", r.Keep.Step, best.Label()), nil
}

// addGroups adds the groups of points with equal settings, and compares them.
func (s *summary) addGroups(r *recipe.Recipe, store *recipe.Store, p *recipe.Plan, by *recipe.Keep) error {
	var of *recipe.Answer
	var err error
	if by != nil {
		if of, err = store.Answer(r, p, by); err != nil {
			return err
		}
	}
	groups := p.Groups()
	for _, g := range groups {
		repeated, err := store.Repeated(r, g)
		if err != nil {
			return err
		}
		one := group{point: point{Values: map[string]string{}, Results: recipe.Means(repeated), Ended: g.Ended(), label: g.Label()}, SD: map[string]float64{}}
		values := g.Values
		if len(groups) == len(p.Points) {
			values = g.Points[0].Values // with seeds
		}
		for _, v := range values {
			one.Values[v.Name] = v.Value
		}
		for name, runs := range repeated {
			one.Runs = max(one.Runs, len(runs))
			if m := contrast.MeanOf(runs); m.N > 1 {
				one.SD[name] = m.SD
			}
		}
		if one.Results[recipe.CoreHours], err = store.Hours(g.Points...); err != nil {
			return err
		}
		s.Groups = append(s.Groups, one)
	}
	if of != nil {
		s.compare(of, groups)
	}
	return nil
}

// compare adds what a comparison of groups says, which are all groups or some of them.
func (s *summary) compare(a *recipe.Answer, groups []*recipe.Group) {
	var compared []group
	for i, g := range a.Groups {
		at := slices.IndexFunc(groups, func(of *recipe.Group) bool { return of.Points[0] == g.Points[0] })
		s.Groups[at].Best = i == a.Best
		if len(a.Groups) > 1 {
			behind := gapOf(a.Differences[i])
			s.Groups[at].Behind = &behind
		}
		compared = append(compared, s.Groups[at])
	}
	if len(a.Groups) > 1 {
		s.Answer = answerOf(a)
		if notice := unequal(a, compared); notice != "" {
			s.Notices = append(s.Notices, notice)
		}
		s.Answer.Text = s.soFar(a.By.Name(), a.By.Called()) + s.Answer.Text
	}
}

// soFar says how many points have a result, which is called so, "" if all have it that can get it.
func (s *summary) soFar(result, called string) string {
	done, all := 0, 0
	for _, p := range s.Points {
		if p.Ended != "" {
			continue
		}
		all++
		if _, ok := p.Results[result]; ok {
			done++
		}
	}
	if done == all {
		return ""
	}
	return fmt.Sprintf("Only %d of %d runs have %s so far. ", done, all, called)
}

// repeated reports whether groups have several repetitions, or are several points.
func (s *summary) repeated() bool {
	return len(s.Groups) < len(s.Points) || slices.ContainsFunc(s.Groups, func(g group) bool { return g.Runs > 1 })
}

// Text returns what a sweep says, with a table of its groups; without a sweep, the folders of the
// steps and the results. Then it says what the work has cost, and what is missing.
func (s *summary) Text() string {
	text := s.text()
	if cost := s.Effort.Text(); cost != "" {
		text += "\n" + cost
	}
	if s.Notices != nil {
		text += "\n" + strings.Join(s.Notices, "\n") + "\n"
	}
	return text
}

// text is Text without the cost and the notices.
func (s *summary) text() string {
	if len(s.Points) > 1 {
		if s.Winner != "" {
			return s.Winner + "\n\n" + s.table().Text()
		}
		if s.Answer == nil {
			text := s.table().Text()
			if alone := s.alone(); alone != "" {
				text = alone + "\n\n" + text
			}
			return text
		}
		effects := s.Answer.table()
		text := s.Answer.Text + "\n\n" + s.table().Text()
		if len(effects.Rows) > 0 {
			text += "\n" + effects.Title + ":\n" + effects.Text()
		}
		return text
	}
	t := plaintext.Table{Left: []int{0, 1}}
	for _, of := range s.Steps {
		t.Add(of.Step, of.Folder)
	}
	text := t.Text()
	for _, of := range s.shown {
		if value := of.shown(s.Groups[0].Results); value != "" {
			text += strings.TrimSpace(fmt.Sprintf("%s %s %s", of.called, value, of.unit)) + "\n"
		}
	}
	return text + s.Tune.Text()
}

// table returns the groups with their results or, if these are asked for, the points, the best
// one marked; of those that halving has ended, the results are those of their last early work.
func (s *summary) table() *plaintext.Table {
	if s.runs {
		return s.tableOf(s.Settings, s.Points, func(int) []string { return nil })
	}
	var settings, more []string
	for _, name := range s.Settings {
		if _, of := s.Groups[0].Values[name]; of {
			settings = append(settings, name)
		}
	}
	if s.repeated() {
		more = append(more, "runs")
	}
	if s.Answer != nil {
		more = append(more, s.Answer.unit.In("behind"))
	}
	return s.tableOf(settings, s.rows(), func(i int) (cells []string) {
		if i < 0 {
			return more
		}
		if s.repeated() {
			cells = append(cells, fmt.Sprint(s.Groups[i].Runs))
		}
		if behind := s.Groups[i].Behind; s.Answer != nil && behind != nil && !s.Groups[i].Best {
			return append(cells, behind.text(s.Answer.unit))
		} else if s.Answer != nil {
			return append(cells, "")
		}
		return cells
	})
}

// rows returns the groups as points.
func (s *summary) rows() (all []point) {
	for i := range s.Groups {
		all = append(all, s.Groups[i].point)
	}
	return all
}

// tableOf returns a table of points with their settings and results; more returns further cells of
// a row, and for -1 their headings.
func (s *summary) tableOf(settings []string, points []point, more func(row int) []string) *plaintext.Table {
	t := &plaintext.Table{Head: slices.Clone(settings)}
	for _, of := range s.shown {
		t.Head = append(t.Head, of.head())
	}
	t.Head = slices.Concat(t.Head, more(-1), []string{""})
	for i := range settings {
		t.Left = append(t.Left, i)
	}
	t.Left = append(t.Left, len(t.Head)-1)
	for i, p := range points {
		var row []string
		for _, name := range settings {
			row = append(row, p.Values[name])
		}
		for _, of := range s.shown {
			row = append(row, of.shown(p.Results))
		}
		t.Rows = append(t.Rows, slices.Concat(row, more(i), []string{s.mark(i, &p)}))
	}
	return t
}

// mark returns what a table says of a point, which has a number.
func (s *summary) mark(i int, p *point) string {
	if p.Best {
		return "best"
	}
	if at, _, ended := strings.Cut(p.Ended, ":"); ended {
		return "ended at " + at
	}
	if !s.runs && s.Groups[i].Behind != nil {
		return tie(*s.Groups[i].Behind)
	}
	return ""
}
