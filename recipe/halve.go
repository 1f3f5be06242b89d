package recipe

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gammonlab/recipe/contrast"
)

// Halve ends poor points of a sweep early. All points are done with a small value of a
// setting, such as few epochs or games; the better half goes on with twice the value, and so
// on up to the value of the recipe. Points are compared by a result, or by matches between
// them.
type Halve struct {
	Setting string // such as net.epochs
	From    float64

	by    *Keep // nil for that of the recipe
	match *Step // of ${point.STEP} against ${rival.STEP}; nil without matches
	at    node
}

// Names of the two points in the step of a match between them.
const (
	ofPoint = "point"
	rival   = "rival"
)

// matchScore is the result of matches between points.
const matchScore = "ppg"

func (r *Recipe) readHalve(m member) (*Halve, error) {
	h := &Halve{at: m.node}
	err := m.fields("a setting with its first value, such as {setting: net.epochs, from: 2}", map[string]func(member) error{
		"setting": func(m member) (err error) { h.Setting, err = m.text("a setting such as net.epochs"); return err },
		"from":    into(&h.From, "a number"),
		"by":      func(m member) (err error) { h.by, err = readKeep(m); return err },
		"match": func(m member) (err error) {
			m.key = "halve"
			h.match, err = r.readStep(m)
			return err
		},
	})
	switch {
	case err != nil:
	case h.Setting == "" || !(h.From > 0):
		err = m.errorf("want setting and from, a number above 0")
	case h.by != nil && h.match != nil:
		err = m.errorf("want either by or match")
	case h.match != nil && h.match.isLoop():
		err = m.errorf("match: want no loop")
	case h.match != nil:
		if _, err = h.match.result(matchScore); err != nil {
			err = m.errorf("match: %w", err)
		}
	}
	return h, err
}

// rungs returns the values of the setting before that of the recipe.
func (h *Halve) rungs(r *Recipe, groups []*Group) (all []Assignment, err error) {
	if h.by == nil && h.match == nil {
		if h.by = r.Keep; h.by == nil {
			return nil, h.at.errorf("want by, match, or keep in the recipe, by which the points are compared")
		}
	}
	if h.by != nil {
		if err := cmp.Or(h.by.check(r), h.checkWinner(r, groups)); err != nil {
			return nil, err
		}
	}
	axis := Axis{Name: h.Setting, at: h.at}
	if err := r.checkAxis(&axis); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(r.Sweep.Axes, func(a Axis) bool { return a.Name == h.Setting }) {
		return nil, h.at.errorf("%s is a setting of the sweep itself", h.Setting)
	}
	step, name, _ := strings.Cut(h.Setting, ".")
	last, err := strconv.ParseFloat(r.step(step).literal(name), 64)
	if err != nil || !(h.From < last) {
		return nil, h.at.errorf("%s is %q in the recipe, want a number above %v, from which it doubles", h.Setting, r.step(step).literal(name), h.From)
	}
	for value := h.From; value < last; value *= 2 {
		of, err := axis.assignment(strconv.FormatFloat(value, 'f', -1, 64))
		if err != nil {
			return nil, err
		}
		all = append(all, of)
	}
	return all, nil
}

// literal returns the text of a setting that the recipe gives, or its default.
func (s *Step) literal(name string) string {
	if g := s.given(name); g != nil && len(g.Texts) == 1 && len(g.Texts[0]) == 1 {
		return g.Texts[0][0].literal
	} else if g != nil {
		return ""
	}
	return s.Kind.setting(name).Default
}

// halve adds the early work of the points to a plan, as far as it follows from results, and
// says of the points why they end; points that differ only in seeds end together. Until all early work is done, it is the work to do now.
func (s *Store) halve(r *Recipe, plan *Plan) error {
	h, left := r.Sweep.Halve, plan.Groups()
	rungs, err := h.rungs(r, left)
	if err != nil {
		return err
	}
	for _, rung := range rungs {
		if len(left) < 2 {
			break
		}
		compared, err := h.compare(r, plan, left, rung)
		if err != nil {
			return err
		}
		plan.Now = plan.closure(slices.Concat(compared...))
		if done, err := s.contains(plan.Now); err != nil || !done {
			return err
		}
		if left, err = s.better(h, left, compared, rung.Name+" "+rung.Value); err != nil {
			return err
		}
	}
	plan.Now = nil
	return nil
}

// compare adds the early work of groups by which they are compared, and returns it: of each
// group, of each pair of the groups i and i + n/2, or of all groups together.
func (h *Halve) compare(r *Recipe, plan *Plan, groups []*Group, rung Assignment) (all [][]*Work, err error) {
	for _, g := range groups {
		for _, p := range g.Points {
			p.early = append(p.early, plan.planner(r, append(slices.Clone(p.Values), rung)))
		}
	}
	if h.match == nil && h.by.IsWinner() {
		w, err := h.race(r, plan, groups)
		return [][]*Work{{w}}, err
	}
	pairs := len(groups)
	if h.match != nil {
		pairs /= 2
	}
	for i := range pairs {
		var works []*Work
		if h.match != nil {
			works, err = h.matches(r, plan, groups[i], groups[i+pairs])
		} else {
			works, err = h.measures(r, groups[i])
		}
		if err != nil {
			return nil, err
		}
		all = append(all, works)
	}
	return all, nil
}

// measures returns the early work of a group that has the result by which groups are compared.
func (h *Halve) measures(r *Recipe, g *Group) (all []*Work, err error) {
	step := r.step(h.by.Step)
	for _, p := range g.Points {
		for _, run := range r.counted(step) {
			w, err := p.last().work(step, run)
			if err != nil {
				return nil, err
			}
			all = append(all, w)
		}
	}
	return all, nil
}

// matches returns the matches between the points of two groups, the first of one against the
// first of the other, and so on.
func (h *Halve) matches(r *Recipe, plan *Plan, of, against *Group) (all []*Work, err error) {
	for i := range min(len(of.Points), len(against.Points)) {
		one, other := of.Points[i], against.Points[i]
		p := plan.planner(r, nil)
		p.others = map[string][]*Point{ofPoint: {one.last().point}, rival: {other.last().point}}
		w, err := p.work(h.match, 0)
		if err != nil {
			return nil, err
		}
		plan.pairs[w] = one.Label() + " against " + other.Label()
		all = append(all, w)
	}
	return all, nil
}

// better returns the better half of groups by the means of finished work, and says of the points
// of the others why they end. Groups without the result, such as that of a training that diverged, end.
func (s *Store) better(h *Halve, groups []*Group, compared [][]*Work, at string) ([]*Group, error) {
	if h.match == nil && h.by.IsWinner() {
		return s.betterByRace(groups, compared[0][0], at)
	}
	scores := map[*Group]float64{}
	ended := map[*Group]string{}
	missing := 0
	for i, works := range compared {
		results, err := s.meansOf(works)
		if err != nil {
			return nil, err
		}
		if h.match != nil {
			winner, loser := groups[i], groups[i+len(compared)]
			if results[matchScore] < 0 {
				winner, loser = loser, winner
			}
			unit, err := works[0].unit(matchScore)
			if err != nil {
				return nil, err
			}
			scores[loser] = -1
			ended[loser] = fmt.Sprintf("lost %s %s against %s", strings.TrimPrefix(Shown(results, matchScore, unit), "-"), cmp.Or(unit.String(), matchScore), winner.Label())
			continue
		}
		value, ok := results[h.by.Result]
		if !ok {
			if missing++; missing == len(groups) {
				return nil, h.by.at.errorf("%s has no result %s", works[0].Label, h.by.Result)
			}
			scores[groups[i]], ended[groups[i]] = math.Inf(-1), "no result "+h.by.Name()
			continue
		}
		if !h.by.Lowest {
			value = -value
		}
		scores[groups[i]], ended[groups[i]] = -value, fmt.Sprintf("%s %s, not in the better half of %d", h.by.Called(), strings.TrimSpace(Shown(results, h.by.Result, h.by.Unit)+" "+h.by.Unit.String()), len(groups))
	}
	order := slices.SortedStableFunc(slices.Values(groups), func(a, b *Group) int { return cmp.Compare(scores[b], scores[a]) })
	return keepFirst(min(half(len(groups)), len(groups)-missing), order, groups, func(g *Group) string { return at + ": " + ended[g] }), nil
}

// half returns how many of n groups go on.
func half(n int) int { return (n + 1) / 2 }

// keepFirst ends all but the first n groups in an order from the best to the worst, and returns
// the others in the order of the sweep. why says why a group ends.
func keepFirst(n int, order, groups []*Group, why func(*Group) string) []*Group {
	for _, g := range order[n:] {
		for _, p := range g.Points {
			p.Ended = why(g)
		}
	}
	return slices.DeleteFunc(slices.Clone(groups), func(g *Group) bool { return g.Ended() != "" })
}

// meansOf returns the means of the results of finished work, each piece once.
func (s *Store) meansOf(works []*Work) (map[string]float64, error) {
	all := map[string][]contrast.Run{}
	for i, w := range works {
		if slices.Contains(works[:i], w) {
			continue
		}
		record, err := s.Find(w)
		if err != nil {
			return nil, err
		}
		record.addTo(all, "", w.Label)
	}
	return Means(all), nil
}
