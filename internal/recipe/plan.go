package recipe

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gammonlab/internal/digest"
	"gammonlab/internal/nearest"
	"gammonlab/internal/setting"
)

// Work is a piece of work: one run of a step.
type Work struct {
	Label  string // such as net or, in a loop, net-3
	Step   *Step
	Digest string  // identity: digest of all that determines the result
	Needs  []*Work // work whose outputs it reads

	values   []assigned        // in the order of the command's settings
	defaults map[string]string // of other settings, as far as they depend on the values
}

// assigned is a setting with its values. In these, the outputs of other work have the form
// of a token.
type assigned struct {
	*Setting
	values []string
	at     node
}

// Plan is the work of a recipe, each piece once, after the work that it needs.
type Plan struct {
	Points []*Point
	Works  []*Work
	Now    []*Work // work that can be done now, or is done
	After  []*Step // steps that wait for the best point of the sweep

	class string           // of the kernels
	known map[string]*Work // by digest
	pairs map[*Work]string // points of matches between two
	open  bool             // the results of Now determine what to do next
}

// Point is a point of a sweep, with its work.
type Point struct {
	Values []Assignment
	Works  []*Work
	Ended  string // why the point has ended early, "" if it has not

	runs  map[place]*Work
	early []*planner // of its early work, in turn
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

// add adds the work at a point: of all steps that wait for the best point, or of all that do
// not. Equal work of several points is one piece.
func (plan *Plan) add(p *planner, waiting bool) error {
	for _, s := range p.recipe.Steps {
		if p.recipe.waits(s) != waiting {
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

// To returns the work of the step of a name, and the work that it needs; all work for the
// name "" or a step that waits for the best point.
func (plan *Plan) To(r *Recipe, name string) ([]*Work, error) {
	step := r.step(name)
	switch {
	case name != "" && step == nil:
		return nil, fmt.Errorf("%s: there is no step %s%s", r.File, name, nearest.Question(name, r.names()))
	case step == nil || r.waits(step):
		return plan.Works, nil
	}
	var last []*Work
	for _, point := range plan.Points {
		for run := range step.runs() {
			if w := point.runs[place{step, run}]; w != nil {
				last = append(last, w)
			}
		}
	}
	return plan.closure(last), nil
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

// waits reports whether a step needs the best point of the sweep.
func (r *Recipe) waits(s *Step) bool { return r.leads(s, map[*Step]bool{}) }

func (r *Recipe) leads(s *Step, seen map[*Step]bool) bool {
	if seen[s] {
		return false
	}
	seen[s] = true
	for _, ref := range s.references() {
		if ref.name == best {
			return true
		}
		if of := r.step(ref.name); of != nil && r.leads(of, seen) {
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

// planner finds the work at one point of a sweep.
type planner struct {
	recipe *Recipe
	values []Assignment
	plan   *Plan
	point  *Point
	others map[string]*Point // by the names that stand for them, such as best
	open   []place           // whose work is being found, for cycles

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
	w := &Work{Label: s.label(run), Step: s}
	err := p.assign(w, run)
	if err == nil {
		err = p.check(w)
	}
	p.open = p.open[:len(p.open)-1]
	if err != nil {
		return nil, err
	}
	if w.Digest, err = w.identity(p.recipe.program); err != nil {
		return nil, s.at.errorf("%w", err)
	}
	if same := p.plan.known[w.Digest]; same != nil {
		w = same
	} else {
		p.plan.known[w.Digest] = w
		p.plan.Works = append(p.plan.Works, w)
	}
	p.point.runs[at] = w
	p.point.Works = append(p.point.Works, w)
	return w, nil
}

// assign finds the values of the settings.
func (p *planner) assign(w *Work, run int) error {
	s := w.Step
	outputs := map[string]string{}
	for i := range s.Kind.Settings {
		setting := &s.Kind.Settings[i]
		values, given, err := p.valuesOf(w, setting, run)
		if err != nil {
			return err
		}
		if values == nil && setting.Name == "seed" && s.Kind.Seeded {
			values = []string{p.seed(s, run)}
		}
		if setting.Output != "" && (values != nil || setting.Name == s.Kind.Main || setting.Keeps != nil) {
			if values == nil {
				values = []string{setting.Output}
			}
			if err := checkOutput(outputs, setting.Name, values); err != nil {
				return given.errorf("%w", err)
			}
		}
		if values != nil {
			w.values = append(w.values, assigned{setting, values, given})
		}
	}
	return nil
}

// check finds the defaults of the other settings. It returns an error if the command would
// refuse the values. Its place is that of the
// first setting that the error names and the recipe gives.
func (p *planner) check(w *Work) error {
	if p.recipe.program.Check == nil {
		return nil
	}
	values := map[string][]string{}
	for _, v := range w.values {
		values[v.Name] = v.values
	}
	var err error
	if w.defaults, err = p.recipe.program.Check(w.Step.Kind, values); err == nil {
		return nil
	}
	at, text, own := w.Step.at, err.Error(), ""
	if all := setting.Errors(err); len(all) > 0 {
		text = all[0].Text(func(name setting.Name) string {
			i := slices.IndexFunc(w.values, func(v assigned) bool { return v.Name == name.Flag() })
			if i >= 0 && at == w.Step.at && w.values[i].at != at {
				at, own = w.values[i].at, name.Flag()+": "
			}
			return name.Flag()
		})
	}
	return at.errorf("%s", strings.TrimPrefix(text, own))
}

// checkOutput returns an error if the name of an output leaves the folder of its step, or
// if two outputs have one name. The map has the names of the other outputs.
func checkOutput(others map[string]string, setting string, values []string) error {
	name := values[0]
	switch {
	case len(values) != 1 || !filepath.IsLocal(name) || name != filepath.Base(name) || strings.HasPrefix(name, ".") || name == RecordFile:
		return fmt.Errorf("%s is %q, want the name of a file in the folder of the step", setting, name)
	case others[name] != "":
		return fmt.Errorf("%s and %s name the same output, %s", others[name], setting, name)
	}
	others[name] = setting
	return nil
}

// seed returns the seed of a run of a step that has none of its own.
func (p *planner) seed(s *Step, run int) string {
	seed, _ := strconv.ParseUint(p.value("seed", p.recipe.Seed), 10, 64) // checked when it was read
	if s.loop != nil && s.loop.Repeat > 0 {
		seed += uint64(run) * seedsApart
	}
	return fmt.Sprint(seed)
}

// seedsApart is the difference of the seeds of two runs of a loop. The points of sweeps
// usually have seeds from 1 on, which it keeps apart.
const seedsApart = 1000

// value returns the value that the point gives a name, otherwise the other value.
func (p *planner) value(name, otherwise string) string {
	for _, v := range p.values {
		if v.Name == name {
			return v.Value
		}
	}
	return otherwise
}

// valuesOf returns the values of a setting, nil if it is not given, and their place in the
// recipe.
func (p *planner) valuesOf(w *Work, setting *Setting, run int) (values []string, at node, err error) {
	s := w.Step
	given := s.given(setting.Name)
	at = s.at
	var texts []text
	if given != nil {
		at, texts = given.at, given.Texts
	}
	for _, v := range p.values {
		if v.Name == s.Name+"."+setting.Name {
			at, texts, given = v.at, []text{v.text}, &Given{}
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
	}
	if setting.Type != List && (setting.Join != "" || len(values) == 1) {
		values = []string{strings.Join(values, setting.Join)}
	}
	return values, at, setting.check(values, at)
}

// check returns an error if the values are not of the type of the setting.
func (s *Setting) check(values []string, at node) error {
	if s.Type == List {
		return nil
	}
	if len(values) != 1 {
		return at.errorf("%d values, want %s", len(values), s.Type)
	}
	var err error
	switch s.Type {
	case Number:
		_, err = strconv.ParseFloat(values[0], 64)
	case Bool:
		if values[0] != "true" && values[0] != "false" {
			err = strconv.ErrSyntax
		}
	}
	if err != nil {
		return at.errorf("found %.60q, want %s", values[0], s.Type)
	}
	return nil
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
		all = append(all, token)
	}
	return all, nil
}

// ofOther returns the output of a step at another point, such as the best one.
func (p *planner) ofOther(w *Work, ref reference, at node) ([]string, error) {
	name, output, _ := strings.Cut(ref.output, ".")
	of := p.recipe.step(name)
	if of == nil {
		return nil, at.errorf("%v: there is no step %q%s", ref, name, nearest.Question(name, p.recipe.names()))
	}
	if p.recipe.waits(of) {
		return nil, at.errorf("%v: the step %s waits for the best point itself", ref, name)
	}
	there := &planner{recipe: p.recipe, plan: p.plan, values: p.others[ref.name].Values, point: p.others[ref.name]}
	needed, err := there.work(of, of.runs()-1)
	if err != nil {
		return nil, err
	}
	token, err := needed.token(reference{name: name, output: output})
	if err != nil {
		return nil, at.errorf("%w", err)
	}
	w.need(needed)
	return []string{token}, nil
}

func (w *Work) need(other *Work) {
	if !slices.Contains(w.Needs, other) {
		w.Needs = append(w.Needs, other)
	}
}

// Has reports whether the recipe gives a setting.
func (w *Work) Has(name string) bool {
	return slices.ContainsFunc(w.values, func(v assigned) bool { return v.Name == name })
}

// Setting returns the value of a setting, or its default.
func (w *Work) Setting(name string) string {
	for _, v := range w.values {
		if v.Name == name {
			return v.values[0]
		}
	}
	s := w.Step.Kind.setting(name)
	if s == nil {
		return ""
	}
	return cmp.Or(w.defaults[name], s.Default)
}

// token returns the output that a reference names, as a text that stands for its path: the
// digest of the work and the name of the file, between two zero bytes.
func (w *Work) token(ref reference) (string, error) {
	name := ResultName(w.Step.Kind)
	if output := w.Step.Kind.main(ref.output); output != "" {
		i := slices.IndexFunc(w.values, func(v assigned) bool { return v.Name == output && v.Output != "" })
		if i < 0 {
			return "", fmt.Errorf("%v: the step %s names no output %s", ref, w.Step.Name, output)
		}
		name = w.values[i].values[0]
	}
	if ref.output == "" && w.Step.Kind.Result != "" {
		name += "/" + w.Step.Kind.Result
	}
	return "\x00" + w.Digest + "/" + name + "\x00", nil
}

// IsOutput reports whether the value of a setting contains an output of another step.
func IsOutput(value string) bool { return strings.Contains(value, "\x00") }

// identity returns the digest of all that determines the result of the work. Settings without
// a value do not count, so new ones of a later program change nothing.
func (w *Work) identity(program *Program) (string, error) {
	kind := w.Step.Kind
	settings := map[string][]string{}
	for i := range kind.Settings {
		s := &kind.Settings[i]
		var values []string
		if i := slices.IndexFunc(w.values, func(v assigned) bool { return v.Name == s.Name }); i >= 0 {
			values = w.values[i].values
		} else if value := w.Setting(s.Name); value != "" {
			values = []string{value}
		}
		for _, value := range values {
			if s.Output == "" {
				var err error
				if value, err = program.byContent(s.Name, value); err != nil {
					return "", fmt.Errorf("%s: %w", s.Name, err)
				}
			}
			settings[s.Name] = append(settings[s.Name], value)
		}
	}
	return digest.JSON(struct {
		Command  string
		Version  int
		Kernel   string
		Settings map[string][]string
	}{kind.Name, kind.Version, program.Class, settings})
}

// byContent returns the value of a setting with digests for the names of what has content.
func (p *Program) byContent(setting, value string) (string, error) {
	names := p.Files(setting, value)
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	found := map[string]string{}
	for i, name := range names {
		sum, err := p.Digest(name)
		if err != nil {
			return "", err
		}
		mark := fmt.Sprintf("\x01%d\x01", i)
		found[mark] = "sha256:" + sum
		value = strings.ReplaceAll(value, name, mark)
	}
	for _, mark := range slices.Sorted(maps.Keys(found)) {
		value = strings.ReplaceAll(value, mark, found[mark])
	}
	return value, nil
}

// Args returns the command line of the work. dir returns the folders of other work, own is
// that of this one.
func (w *Work) Args(dir func(digest string) string, own string) []string {
	args := strings.Fields(w.Step.Kind.Name)
	var arguments []assigned
	for _, v := range w.values {
		if v.Place > 0 {
			arguments = append(arguments, v)
			continue
		}
		for _, value := range v.paths(dir, own) {
			if v.Type == Bool && value == "true" {
				args = append(args, "--"+v.Name)
			} else {
				args = append(args, "--"+v.Name+"="+value)
			}
		}
	}
	slices.SortStableFunc(arguments, func(a, b assigned) int { return a.Place - b.Place })
	for _, v := range arguments {
		args = append(args, v.paths(dir, own)...)
	}
	return args
}

// paths returns the values with the paths of outputs.
func (v *assigned) paths(dir func(digest string) string, own string) []string {
	var all []string
	for _, value := range v.values {
		if v.Output != "" {
			all = append(all, filepath.Join(own, value))
			continue
		}
		parts := strings.Split(value, "\x00")
		for i := 1; i < len(parts); i += 2 {
			of, name, _ := strings.Cut(parts[i], "/")
			parts[i] = filepath.Join(dir(of), filepath.FromSlash(name))
		}
		all = append(all, strings.Join(parts, ""))
	}
	return all
}

// ResultName returns the name of the file with what a command prints.
func ResultName(k *Kind) string {
	if slices.Contains(k.Always, "--json") {
		return "result.json"
	}
	return "result.txt"
}
