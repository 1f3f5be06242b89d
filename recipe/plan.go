package recipe

import (
	"fmt"
	"slices"

	"gammonlab/internal/nearest"
)

// Plan is the work of a recipe, each piece once, after the work that it needs.
type Plan struct {
	Points []*Point
	Works  []*Work
	Now    []*Work // work that can be done now, or is done
	After  []*Step // steps that wait for all points of the sweep, or for the best one

	class   string           // of the kernels
	known   map[string]*Work // by digest
	over    *Point           // with the work of the steps that need all points, but not the best one
	pairs   map[*Work]string // points of matches between two
	open    bool             // the results of Now determine what to do next
	outputs int              // number of outputs of steps in all settings

	points map[*Work][]belonging // to which work belongs
}

// Point is a point of a sweep, with its work.
type Point struct {
	Values []Assignment
	Works  []*Work
	Ended  string // why the point has ended early, "" if it has not

	scores map[string]float64 // results in the test that chooses the winner
	runs   map[place]*Work
	early  []*planner // of its early work, in turn
}

// place is a run of a step, counted from 0.
type place struct {
	step *Step
	run  int
}

// planner returns the planner of a new point with the values.
func (plan *Plan) planner(r *Recipe, values []Assignment) *planner {
	return &planner{recipe: r, plan: plan, values: values, point: &Point{Values: values, runs: map[place]*Work{}}}
}

// last returns the planner of the last early work of a point.
func (p *Point) last() *planner { return p.early[len(p.early)-1] }

// before returns the early work of a point as points.
func (p *Point) before() []*Point {
	var all []*Point
	for _, of := range p.early {
		all = append(all, of.point)
	}
	return all
}

// add adds the work at a point: of all steps that wait for the same, see [Recipe.waitsFor]. Equal work of
// several points is one piece.
func (plan *Plan) add(p *planner, waitsFor string) error {
	for _, s := range p.recipe.Steps {
		if p.recipe.waitsFor(s) != waitsFor {
			continue
		}
		for run := range s.runs() {
			if _, err := p.work(s, run); err != nil {
				return err
			}
		}
	}
	return nil
}

// To returns the work of the step of a name, or of one run of a loop such as net-3, and the work
// that it needs; all work for the name "" or a step whose work is not known yet, since it waits for other
// points.
func (plan *Plan) To(r *Recipe, name string) ([]*Work, error) {
	step, only, err := r.upTo(name)
	if err != nil {
		return nil, err
	}
	if plan.isWhole(r, step) {
		return plan.Works, nil
	}
	points := plan.Points
	if r.waitsFor(step) != "" {
		points = []*Point{plan.over}
	}
	var last []*Work
	for _, point := range points {
		for run := range step.runs() {
			if w := point.runs[place{step, run}]; w != nil && (only < 0 || run == only) {
				last = append(last, w)
			}
		}
	}
	return plan.closure(last), nil
}

// upTo returns the step of a name with -1, or the step and the number of the run of that label;
// nil for the name "".
func (r *Recipe) upTo(name string) (s *Step, run int, err error) {
	if s = r.step(name); s != nil || name == "" {
		return s, -1, nil
	}
	labels := r.names()
	for _, s := range r.Steps {
		for run := range s.runs() {
			if s.label(run) == name {
				return s, run, nil
			}
			labels = append(labels, s.label(run))
		}
	}
	return nil, 0, fmt.Errorf("%s: there is no step %s%s", r.File, name, nearest.Question(name, labels))
}

// isWhole reports whether all work is to be done to do a step, or for nil.
func (plan *Plan) isWhole(r *Recipe, step *Step) bool {
	if step == nil {
		return true
	}
	waits := r.waitsFor(step)
	return waits == best || waits == allPoints && plan.over == nil
}

// closure returns the given work and the work that it needs.
func (plan *Plan) closure(works []*Work) []*Work {
	wanted := map[*Work]bool{}
	var want func(w *Work)
	want = func(w *Work) {
		if wanted[w] {
			return
		}
		wanted[w] = true
		for _, n := range w.Needs {
			want(n)
		}
	}
	for _, w := range works {
		want(w)
	}
	return slices.DeleteFunc(slices.Clone(plan.Works), func(w *Work) bool { return !wanted[w] })
}

// waitsFor returns what a step needs of the sweep: the best point, all points, or "" for nothing.
func (r *Recipe) waitsFor(s *Step) string {
	for _, name := range []string{best, allPoints} {
		if r.leads(s, name, map[*Step]bool{}) {
			return name
		}
	}
	return ""
}

func (r *Recipe) leads(s *Step, name string, seen map[*Step]bool) bool {
	if seen[s] {
		return false
	}
	seen[s] = true
	for _, ref := range s.references() {
		if ref.name == name {
			return true
		}
		if of := r.step(ref.name); of != nil && r.leads(of, name, seen) {
			return true
		}
	}
	return false
}

// references returns the references of a step and of its loop.
func (s *Step) references() []reference {
	var texts []text
	for _, g := range s.Given {
		texts = append(texts, g.Texts...)
	}
	if s.loop != nil && s.loop.Prev != nil {
		texts = append(texts, s.loop.Prev.First, s.loop.Prev.Then)
	}
	var all []reference
	for _, t := range texts {
		for _, part := range t {
			if part.name != "" {
				all = append(all, part.reference)
			}
		}
	}
	return all
}
