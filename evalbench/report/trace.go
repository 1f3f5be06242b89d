package report

import (
	"cmp"
	"slices"

	"gammonlab/engine"
	"gammonlab/evalbench"
)

// Trace collects the data of a match's page beyond the result. Its size does not grow
// with the number of games, and its content depends only on the games and their order.
type Trace struct {
	perItem          int
	luckOff, judged  bool
	points, adjusted evalbench.Sample
	course           thinned[moment]
	luck             luckCells
	errors           [2]sideErrors
	worst            [2][]mistake
}

// moment is the state of a match after some pairs, or unpaired games.
type moment struct {
	items            int
	points, adjusted evalbench.Summary
}

// sideErrors are the errors of a side.
type sideErrors struct {
	classes    [len(evalbench.ClassErrors{})]rate
	plays, all rate
	cube       rate
}

// mistake is one of the worst mistakes, with its game.
type mistake struct {
	evalbench.Mistake
	item, game int
}

const (
	shownMistakes = 10     // maximal number of mistakes of a side
	leastCost     = 0.0005 // smaller costs may come from rounding
)

// NewTrace returns the trace of a match before its first game.
func NewTrace(m *evalbench.Match) *Trace {
	t := &Trace{perItem: 2, luckOff: m.Luck.Evaluator != nil, judged: m.Judge != nil}
	if m.Unpaired {
		t.perItem = 1
	}
	return t
}

// Add adds the games of an item. It is used as [evalbench.OnItem].
func (t *Trace) Add(item *evalbench.Item) error {
	games := item.Games
	var points, adjusted float64
	for i := range games {
		g := &games[i]
		points += float64(g.Points) / float64(len(games))
		adjusted += g.Adjusted / float64(len(games))
		if t.luckOff {
			t.luck.add(float64(g.Points)-g.Adjusted, float64(g.Points))
		}
		for side := range g.Worst {
			if g.Worst[side].Cost >= leastCost {
				t.addMistake(side, mistake{g.Worst[side], item.Number, i})
			}
		}
	}
	t.points.Add(points)
	t.adjusted.Add(adjusted)
	t.course.add(t.now)
	if t.judged {
		for side := range t.errors {
			t.errors[side].add(games, side)
		}
	}
	return nil
}

// now returns the current state of the match.
func (t *Trace) now() moment { return moment{t.points.N(), t.points.Summary(), t.adjusted.Summary()} }

// addMistake keeps a mistake if it is one of the worst of the side. Of equal mistakes the
// earlier one stays.
func (t *Trace) addMistake(side int, m mistake) {
	list := t.worst[side]
	at, _ := slices.BinarySearchFunc(list, m, func(a, b mistake) int {
		return cmp.Or(cmp.Compare(b.Cost, a.Cost), -1)
	})
	if at == shownMistakes {
		return
	}
	list = slices.Insert(list, at, m)
	t.worst[side] = list[:min(len(list), shownMistakes)]
}

func (s *sideErrors) add(games []evalbench.Game, side int) {
	var sum evalbench.Errors
	var classes evalbench.ClassErrors
	for i := range games {
		e := &games[i].Errors[side]
		sum.Plays, sum.PlayError = sum.Plays+e.Plays, sum.PlayError+e.PlayError
		sum.Cubes, sum.CubeError = sum.Cubes+e.Cubes, sum.CubeError+e.CubeError
		for class, c := range games[i].Classes[side] {
			classes[class].Plays += c.Plays
			classes[class].Error += c.Error
		}
	}
	for class, c := range classes {
		s.classes[class].add(c.Plays, c.Error)
	}
	s.plays.add(sum.Plays, sum.PlayError)
	s.cube.add(sum.Cubes, sum.CubeError)
	s.all.add(sum.Plays+sum.Cubes, sum.PlayError+sum.CubeError)
}

// errorRow is a kind of decision with the errors of both sides.
type errorRow struct {
	name  string
	sides [2]*rate
}

// classNames are the names of the classes on a page, in order.
var classNames = []struct {
	class engine.Class
	name  string
}{
	{engine.Contact, "contact"},
	{engine.Crashed, "crashed"},
	{engine.Race, "race"},
	{engine.Bearoff1, "bearoff, one-sided database"},
	{engine.Bearoff2, "bearoff, two-sided database"},
	{engine.Hyper, "hypergammon database"},
}

// errorRows returns a row for each kind of decision that occurred: plays by class, then
// the cube.
func (t *Trace) errorRows() []errorRow {
	var rows []errorRow
	row := func(name string, of func(*sideErrors) *rate) {
		r := errorRow{name, [2]*rate{of(&t.errors[0]), of(&t.errors[1])}}
		if r.sides[0].n+r.sides[1].n > 0 {
			rows = append(rows, r)
		}
	}
	for _, c := range classNames {
		row(c.name, func(s *sideErrors) *rate { return &s.classes[c.class] })
	}
	row("cube", func(s *sideErrors) *rate { return &s.cube })
	return rows
}
