package recipe

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/nearest"
	"gammonlab/internal/setting"
)

// Limits of plans, far above those of sensible recipes: each piece of work is checked, and has a
// command line that a system must take.
const (
	mostValues  = 10_000    // of a setting
	mostWorks   = 20_000    // of a plan
	mostOutputs = 1_000_000 // of steps, in the settings of a plan
)

// planner finds the work at one point of a sweep.
type planner struct {
	recipe *Recipe
	values []Assignment
	plan   *Plan
	point  *Point
	others map[string][]*Point // by the names that stand for them, such as best
	open   []place             // whose work is being found, for cycles

	variables map[string]string // in the match of a search
}

// work returns the work of a run of a step.
func (p *planner) work(s *Step, run int) (*Work, error) {
	at := place{s, run}
	if w := p.point.runs[at]; w != nil {
		return w, nil
	}
	if i := slices.Index(p.open, at); i >= 0 {
		var names []string
		for _, of := range append(p.open[i:], at) {
			names = append(names, of.step.label(of.run))
		}
		return nil, s.at.errorf("a step cannot need itself: %s", strings.Join(names, " needs "))
	}
	if len(p.open) > mostRuns {
		return nil, s.at.errorf("more than %d runs need each other", mostRuns)
	}
	p.open = append(p.open, at)
	w := &Work{Label: s.label(run), Step: s, Run: run}
	err := p.assign(w, run)
	slices.SortStableFunc(w.varied, func(a, b Assignment) int { return p.axis(a) - p.axis(b) })
	if err == nil {
		err = w.identify(p.recipe.program, p.recipe.digest)
	}
	p.open = p.open[:len(p.open)-1]
	if err != nil {
		return nil, err
	}
	if same := p.plan.known[w.Digest]; same != nil {
		w = same
	} else {
		if len(p.plan.Works) == mostWorks {
			return nil, s.at.errorf("more than %d pieces of work: want fewer points, runs or steps", mostWorks)
		}
		p.plan.known[w.Digest] = w
		p.plan.Works = append(p.plan.Works, w)
	}
	p.point.runs[at] = w
	p.point.Works = append(p.point.Works, w)
	return w, nil
}

// vary adds a value of the point to those on which work depends, unless all points have it.
func (p *planner) vary(w *Work, v Assignment) {
	if sweep := p.recipe.Sweep; sweep != nil {
		for i := range sweep.Axes {
			if a := &sweep.Axes[i]; a.Name == v.Name && len(a.Values) == 1 {
				return
			}
		}
	}
	if !slices.ContainsFunc(w.varied, func(of Assignment) bool { return of.Name == v.Name }) {
		w.varied = append(w.varied, v)
	}
}

// axis returns the place of a value among those of the point.
func (p *planner) axis(a Assignment) int {
	return slices.IndexFunc(p.values, func(v Assignment) bool { return v.Name == a.Name })
}

// assign finds the values of the settings.
func (p *planner) assign(w *Work, run int) error {
	s := w.Step
	outputs := map[string]string{}
	for i := range s.Kind.Settings {
		of := &s.Kind.Settings[i]
		values, given, err := p.valuesOf(w, of, run)
		if err != nil {
			return err
		}
		if values == nil && of.Name == seedName && s.Kind.Seeded {
			values = []string{p.seed(w, run)}
		}
		if of.Output != "" && (values != nil || of.Name == s.Kind.Main || of.Keeps != nil) {
			if values == nil {
				values = []string{of.Output}
			}
			if err := checkOutput(outputs, of.Name, values); err != nil {
				return given.errorf("%w", err)
			}
		}
		if values != nil {
			w.values = append(w.values, assigned{of, values, given})
		}
	}
	return nil
}

// seed returns the seed of a run of a step that has none of its own.
func (p *planner) seed(w *Work, run int) string {
	var seed uint64
	setting.SetText(&seed, p.recipe.Seed) // checked before
	if i := p.axis(Assignment{Name: seedName}); i >= 0 {
		setting.SetText(&seed, p.values[i].Value)
		p.vary(w, p.values[i])
	}
	if s := w.Step; s.loop != nil && s.loop.Repeat > 0 {
		seed += uint64(run) * seedsApart
	}
	return fmt.Sprint(seed)
}

// seedsApart is the difference of the seeds of two runs of a loop. The points of sweeps
// usually have seeds from 1 on, which it keeps apart.
const seedsApart = 1000

// valuesOf returns the values of a setting, nil if it is not given, and their place in the
// recipe.
func (p *planner) valuesOf(w *Work, of *Setting, run int) (values []string, at node, err error) {
	s := w.Step
	given := s.given(of.Name)
	at = s.at
	var texts []text
	if given != nil {
		at, texts = given.at, given.Texts
	}
	for _, v := range p.values {
		if v.Name == s.Name+"."+of.Name {
			at, texts, given = v.at, []text{v.text}, &Given{}
			p.vary(w, v)
		}
	}
	if given == nil {
		return nil, at, nil
	}
	values = []string{}
	for _, t := range texts {
		some, err := p.expand(w, t, at, s.loop, run)
		if err != nil {
			return nil, at, err
		}
		values = append(values, some...)
		if len(values) > mostValues {
			return nil, at, at.errorf("%d values, want at most %d", len(values), mostValues)
		}
	}
	if of.Type != List && (of.Join != "" || len(values) == 1) {
		values = []string{strings.Join(values, of.Join)}
	}
	return values, at, of.check(values, at)
}

// expand replaces the references of a text in a run of a loop. Each of several outputs
// gives a text.
func (p *planner) expand(w *Work, t text, at node, loop *Step, run int) ([]string, error) {
	all := []string{""}
	for _, part := range t {
		some := []string{part.literal}
		if part.name != "" {
			var err error
			if some, err = p.resolve(w, part.reference, at, loop, run); err != nil {
				return nil, err
			}
		}
		if n := len(all) * len(some); n > mostValues {
			return nil, at.errorf("the lists in the text have %d combinations, want at most %d", n, mostValues)
		}
		var next []string
		for _, before := range all {
			for _, after := range some {
				next = append(next, before+after)
			}
		}
		all = next
	}
	return all, nil
}

// resolve returns the texts of a reference.
func (p *planner) resolve(w *Work, ref reference, at node, loop *Step, run int) ([]string, error) {
	switch {
	case p.others[ref.name] != nil:
		return p.ofOther(w, ref, at)
	case ref.name == generation && loop != nil:
		return []string{fmt.Sprint(run + 1)}, nil
	case ref.name == previous && loop != nil && loop.Prev != nil:
		if run == 0 {
			return p.expand(w, loop.Prev.First, at, loop, run)
		}
		return p.expand(w, loop.Prev.Then, at, loop, run-1)
	}
	if loop != nil {
		for _, v := range loop.Each {
			if v.Name == ref.name {
				return []string{v.Values[run]}, nil
			}
		}
	}
	if value, ok := p.variables[ref.name]; ok {
		return []string{value}, nil
	}
	of := p.recipe.step(ref.name)
	if ref.name == previous {
		return nil, at.errorf("%v: want prev: {first: …, then: …} in a step with repeat, whose loop this step follows", ref)
	}
	if of == nil {
		return nil, at.errorf("%v: there is no step %s%s", ref, ref.name, nearest.Question(ref.name, p.recipe.names()))
	}
	return p.outputs(w, of, ref, at, loop, run)
}

// outputs returns the outputs of a step that a reference names.
func (p *planner) outputs(w *Work, of *Step, ref reference, at node, loop *Step, run int) ([]string, error) {
	n := of.runs()
	if loop != nil && of.loop == loop {
		n = run + 1
	}
	selected := []int{n - 1}
	if ref.slice != "" {
		if of.loop == nil {
			return nil, at.errorf("%v: the step %s has neither repeat nor each", ref, of.Name)
		}
		var err error
		if selected, err = ref.of(n); err != nil {
			return nil, at.errorf("%w", err)
		}
	}
	if p.plan.outputs += len(selected); p.plan.outputs > mostOutputs {
		return nil, at.errorf("all settings together name more than %d outputs of steps: want fewer runs, or shorter lists", mostOutputs)
	}
	var all []string
	for _, i := range selected {
		needed, err := p.work(of, i)
		if err != nil {
			return nil, err
		}
		token, err := needed.token(ref)
		if err != nil {
			return nil, at.errorf("%w", err)
		}
		w.need(needed)
		for _, v := range needed.varied {
			p.vary(w, v)
		}
		all = append(all, token)
	}
	return all, nil
}

// ofOther returns the outputs of a step at other points, such as the best one, each once.
func (p *planner) ofOther(w *Work, ref reference, at node) ([]string, error) {
	name, output, _ := strings.Cut(ref.output, ".")
	of := p.recipe.step(name)
	if of == nil {
		return nil, at.errorf("%v: there is no step %q%s", ref, name, nearest.Question(name, p.recipe.names()))
	}
	if p.recipe.waitsFor(of) != "" {
		return nil, at.errorf("%v: the step %s waits for other points itself", ref, name)
	}
	if p.plan.outputs += len(p.others[ref.name]); p.plan.outputs > mostOutputs {
		return nil, at.errorf("all settings together name more than %d outputs of steps: want fewer points", mostOutputs)
	}
	var all []string
	for _, point := range p.others[ref.name] {
		there := &planner{recipe: p.recipe, plan: p.plan, values: point.Values, point: point}
		needed, err := there.work(of, of.runs()-1)
		if err != nil {
			return nil, err
		}
		token, err := needed.token(reference{name: name, output: output})
		if err != nil {
			return nil, at.errorf("%w", err)
		}
		w.need(needed)
		if !slices.Contains(all, token) {
			all = append(all, token)
		}
	}
	return all, nil
}
