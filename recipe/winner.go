package recipe

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// IsWinner reports whether the best point is the winner of a step: of a test between the outputs of all
// points, as bench sprt makes it; false for nil.
func (k *Keep) IsWinner() bool { return k != nil && k.Result == "" }

// leftName is the setting of a test that ends when a number of candidates is left.
const leftName = "left"

// checkWinner returns an error if a step does not choose among the points.
func (k *Keep) checkWinner(r *Recipe, s *Step) error {
	switch {
	case !s.chooses():
		return k.at.errorf("%s chooses none of several players; want a step with bench sprt", s.Kind.Name)
	case r.waitsFor(s) != allPoints:
		return k.at.errorf("the step %s does not compare the points: want outputs of all of them, such as a: \"net:${%s.net}\"", s.Name, allPoints)
	case s.isLoop():
		return k.at.errorf("the step %s is a loop, which has several winners", s.Name)
	}
	return nil
}

// chooses reports whether the step chooses among several players.
func (s *Step) chooses() bool {
	_, err := s.result("candidates." + matchScore)
	return err == nil
}

// checkWinner returns an error if a test cannot compare the points of rungs.
func (h *Halve) checkWinner(r *Recipe, groups []*Group) error {
	if !h.by.IsWinner() {
		return nil
	}
	if s := r.step(h.by.Step); s.Kind.setting(leftName) == nil {
		return h.at.errorf("%s cannot drop the worse half: it has no setting %s", s.Kind.Name, leftName)
	}
	for _, g := range groups {
		if last := g.Points[len(g.Points)-1]; last.Label() != g.Points[0].Label() {
			return h.at.errorf("a test compares nets, not the means of several seeds: want one seed, or by: {best: …}; %s and %s differ in nothing else", g.Points[0].Label(), last.Label())
		}
	}
	return nil
}

// race returns the test that drops the worse half of groups by their early work.
func (h *Halve) race(r *Recipe, plan *Plan, groups []*Group) (*Work, error) {
	step := r.step(h.by.Step)
	p := plan.planner(r, []Assignment{{Name: step.Name + "." + leftName, Value: strconv.Itoa(half(len(groups))), at: h.at}})
	p.values[0].text = text{{literal: p.values[0].Value}}
	var early []*Point
	for _, g := range groups {
		early = append(early, g.Points[0].last().point)
	}
	p.others = map[string][]*Point{allPoints: early}
	return p.work(step, 0)
}

// candidate is an output of points in a test.
type candidate struct {
	A     string   `json:"a"`     // the player
	Place string   `json:"place"` // see places
	PPG   *float64 `json:"ppg"`   // nil if it is unknown, as its interval
	Low   *float64 `json:"ppg_low"`
	High  *float64 `json:"ppg_high"`

	identity string // of the step whose output the player is, "" for none
}

// places are the places of candidates in a test, the best first.
var places = [...]string{"best", "left", "H1", "open", "behind", "H0"}

// decided is what a finished test prints.
type decided struct {
	Decision   string      `json:"decision"` // H0, H1 or undecided
	Candidates []candidate `json:"candidates"`
}

// decided returns the result of a test, nil if it is not finished. Its candidates are the best first: by their places,
// then by points per game, then in the order of the test.
func (s *Store) decided(w *Work) (*decided, error) {
	record, err := s.Find(w)
	if err != nil || record == nil {
		return nil, err
	}
	name := filepath.Join(record.Dir, ResultName(w.Step.Kind))
	printed, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	result := new(decided)
	if err := json.Unmarshal(printed, result); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	all := result.Candidates
	for i := range all {
		_, all[i].identity = record.input(all[i].A)
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(slices.Index(places[:], a.Place)-slices.Index(places[:], b.Place), cmp.Compare(b.score(), a.score()))
	})
	return result, nil
}

// score returns the points per game of a candidate, 0 if they are unknown.
func (c *candidate) score() float64 {
	if c.PPG == nil {
		return 0
	}
	return *c.PPG
}

// has reports whether a point has the work with an identity.
func (p *Point) has(identity string) bool {
	return slices.ContainsFunc(p.Works, func(w *Work) bool { return w.Digest == identity })
}

// betterByRace returns the better half of groups by a test, and says of the points of the others why they
// end. Of candidates that the test leaves undecided, those with more points per game are better; of equal ones, and of
// points with equal nets, the first of the sweep.
func (s *Store) betterByRace(groups []*Group, test *Work, at string) ([]*Group, error) {
	result, err := s.decided(test)
	if err != nil {
		return nil, err
	}
	all := result.Candidates
	if len(all) == 0 {
		return nil, test.Step.at.errorf("%s prints no candidates, by which points are compared", test.Step.Kind.Name)
	}
	rank := map[*Group]int{}
	for _, g := range groups {
		rank[g] = slices.IndexFunc(all, func(c candidate) bool { return g.Points[0].last().point.has(c.identity) })
		if rank[g] < 0 {
			return nil, test.Step.at.errorf("%s has no candidate for the point %s", test.Step.Kind.Name, g.Label())
		}
	}
	order := slices.SortedStableFunc(slices.Values(groups), func(a, b *Group) int { return cmp.Compare(rank[a], rank[b]) })
	return keepFirst(half(len(groups)), order, groups, func(g *Group) string {
		c := all[rank[g]]
		return fmt.Sprintf("%s: %s in %s, %.3f ppg, not in the better half of %d", at, c.Place, test.Step.Name, c.score(), len(groups))
	}), nil
}

// addScores adds the points per game of the test by which the best point is chosen, if it is finished, to the
// results of the points.
func (s *Store) addScores(r *Recipe, plan *Plan) error {
	if !r.Keep.IsWinner() {
		return nil
	}
	result, err := s.chosen(r, plan)
	if err != nil || result == nil {
		return err
	}
	for _, c := range result.Candidates {
		for _, p := range plan.left() {
			if p.has(c.identity) {
				p.scores = map[string]float64{}
				for name, value := range map[string]*float64{"": c.PPG, "_low": c.Low, "_high": c.High} {
					if value != nil {
						p.scores[r.Keep.Name()+name] = *value
					}
				}
			}
		}
	}
	return nil
}

// chosen returns the result of the test by which the best point is chosen, nil if it is not finished.
func (s *Store) chosen(r *Recipe, plan *Plan) (*decided, error) {
	if plan.over == nil {
		return nil, nil
	}
	return s.decided(plan.over.runs[place{r.step(r.Keep.Step), 0}])
}

// Decision returns what the test by which the best point is chosen has decided: H1, the winner is the best one; H0, no
// point is good enough; or undecided. It is "" if keep names no winner or the test is not finished.
func (s *Store) Decision(r *Recipe, plan *Plan) (string, error) {
	if !r.Keep.IsWinner() {
		return "", nil
	}
	result, err := s.chosen(r, plan)
	if err != nil || result == nil {
		return "", err
	}
	return result.Decision, nil
}

// winner returns the number of the point that the step of keep has chosen, -1 if it is not finished. If the
// test has accepted no candidate, it is the one with the best place.
func (s *Store) winner(r *Recipe, plan *Plan) (int, error) {
	result, err := s.chosen(r, plan)
	if err != nil || result == nil {
		return -1, err
	}
	left, all := plan.left(), result.Candidates
	if len(all) == 0 { // a test of one player
		return slices.Index(plan.Points, left[0]), nil
	}
	for _, p := range left {
		if p.has(all[0].identity) {
			return slices.Index(plan.Points, p), nil
		}
	}
	return -1, r.Keep.at.errorf("the winner of the step %s, %s, is no output of a point", r.Keep.Step, all[0].A)
}
