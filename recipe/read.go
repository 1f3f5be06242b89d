package recipe

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gammonlab/internal/nearest"
)

// Recipe is a recipe, read and checked.
type Recipe struct {
	File, Name string
	Seed       string
	Steps      []*Step
	Sweep      *Sweep
	Keep       *Keep
	Tune       *Tune
	Budget     float64 // core-hours after which the work ends, 0 for no limit

	program *Program
	digests map[string]string // of external inputs, by name, when they were first seen
}

// digest returns the digest of an external input when it was first seen: all plans of a recipe
// are about the same inputs.
func (r *Recipe) digest(name string) (string, error) {
	if sum := r.digests[name]; sum != "" {
		return sum, nil
	}
	sum, err := r.program.Digest(name)
	if err == nil {
		r.digests[name] = sum
	}
	return sum, err
}

// Step is a command with its settings. A step with a loop is done several times.
type Step struct {
	Name   string
	Kind   *Kind
	Given  []Given
	Repeat int
	Each   []Variable
	Prev   *Prev

	with string
	loop *Step // the step whose loop this one follows, itself included; nil for none
	at   node
}

// Given is a setting that the recipe gives.
type Given struct {
	*Setting
	Texts []text
	at    node
}

// Variable is a name that has a value of its own in each run of a loop.
type Variable struct {
	Name   string
	Values []string
}

// Prev is what ${prev} stands for in the steps of a loop: in the first run, and then in
// terms of the run before.
type Prev struct{ First, Then text }

// isName reports whether a text can be the name of a step or a variable.
func isName(text string) bool {
	return text != "" && strings.Map(plain, text) == text && text[0] > '9' && text[0] != '_'
}

// Names that references have for other things than steps.
const (
	generation = "generation" // number of the run of a loop, from 1
	previous   = "prev"
	best       = "best"   // the best point of the sweep, as in ${best.net}
	allPoints  = "points" // all points of the sweep that have not ended, as in ${points.net}
)

// Read reads a recipe and checks it, except for references.
func Read(program *Program, file string) (*Recipe, error) {
	info, err := os.Stat(file)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file", file)
	}
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(program, file, text)
}

// Parse reads the recipe of a text; file is its name in errors.
func Parse(program *Program, file string, text []byte) (*Recipe, error) {
	if program.including > mostIncludes {
		return nil, fmt.Errorf("%s: recipes include each other more than %d deep", file, mostIncludes)
	}
	root, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	r := &Recipe{File: file, Seed: "1", program: program, digests: map[string]string{}}
	err = root.fields("a recipe with name and steps", map[string]func(member) error{
		"recipe":  r.readName,
		"seed":    r.readSeed,
		"define":  func(member) error { return nil },
		"include": r.include,
		"steps":   r.readSteps,
		"sweep":   func(m member) (err error) { r.Sweep, err = r.readSweep(m); return err },
		"keep":    func(m member) (err error) { r.Keep, err = readKeep(m); return err },
		"tune":    r.readTune,
		"budget":  r.readBudget,
	})
	switch {
	case err != nil:
		return nil, err
	case r.Name == "":
		return nil, root.errorf("recipe is missing: the name of the recipe")
	case len(r.Steps) == 0 && r.Tune == nil:
		return nil, root.errorf("steps is missing: a recipe needs at least one step")
	}
	return r, r.link()
}

func (r *Recipe) readName(m member) (err error) {
	if r.Name, err = m.text("a name"); err == nil && !isName(r.Name) {
		err = m.errorf("%q is no name: want letters, digits, - and _", r.Name)
	}
	return err
}

func (r *Recipe) readSeed(m member) error {
	var seed uint64
	err := m.decode(&seed, "a whole number from 0 up")
	r.Seed = fmt.Sprint(seed)
	return err
}

// readBudget reads the budget.
func (r *Recipe) readBudget(m member) error {
	text, err := m.text(wantBudget)
	if err != nil {
		return err
	}
	if r.Budget, err = ParseBudget(text); err != nil {
		return m.errorf("%w", err)
	}
	return nil
}

func (r *Recipe) readSteps(m member) error {
	members, err := m.members("the steps by their names")
	if err != nil {
		return err
	}
	for _, of := range members {
		s, err := r.readStep(of)
		if err != nil {
			return err
		}
		r.Steps = append(r.Steps, s)
	}
	return nil
}

// mostIncludes is how deep recipes may include each other.
const mostIncludes = 8

// include adds the steps of another recipe, whose path is relative to the folder of this one.
func (r *Recipe) include(m member) error {
	name, err := m.text("the file of a recipe")
	if err != nil {
		return err
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(m.file), name)
	}
	program := *r.program
	program.including++
	other, err := Read(&program, name)
	if err != nil {
		return m.errorf("%w", err)
	}
	r.Steps = append(r.Steps, other.Steps...)
	return nil
}

// stepFields are the fields of a step besides its command.
var stepFields = []string{"repeat", "each", "with", "prev"}

// readStep reads a step.
func (r *Recipe) readStep(m member) (*Step, error) {
	if !isName(m.key) || slices.Contains([]string{generation, previous, best, allPoints, ofPoint, rival, "seed"}, m.key) {
		return nil, m.errorf("%q cannot be the name of a step: want letters, digits, - and _, and no name with a meaning such as prev", m.key)
	}
	if r.step(m.key) != nil {
		return nil, m.errorf("repeated: an included recipe has a step of this name")
	}
	members, err := m.members("a command with its settings")
	if err != nil {
		return nil, err
	}
	s := &Step{Name: m.key, at: m.node}
	for _, of := range members {
		if !slices.Contains(stepFields, of.key) {
			err = s.readCommand(r.program, of)
		} else {
			err = s.readField(of)
		}
		if err != nil {
			return nil, err
		}
	}
	switch {
	case s.Kind == nil:
		return nil, m.errorf("no command: want one such as train td: {games: 300000}")
	case s.Repeat > 0 && s.Each != nil, s.with != "" && (s.Repeat > 0 || s.Each != nil):
		return nil, m.errorf("want only one of repeat, each and with")
	case s.Prev != nil && s.Repeat == 0:
		return nil, m.errorf("prev needs repeat")
	}
	return s, nil
}

// readField reads a field of a step.
func (s *Step) readField(m member) (err error) {
	switch m.key {
	case "repeat":
		err = m.decode(&s.Repeat, "a number of runs")
		if err == nil && (s.Repeat < 1 || s.Repeat > mostRuns) {
			err = m.errorf("%d, want 1 to %d", s.Repeat, mostRuns)
		}
	case "with":
		s.with, err = m.text("the name of a step with repeat or each")
	case "prev":
		err = s.readPrev(m)
	case "each":
		err = s.readEach(m)
	}
	return err
}

// mostRuns is the largest number of runs of a loop.
const mostRuns = 10000

// readEach reads lists of values, the variables of a loop, which have the same length.
func (s *Step) readEach(m member) error {
	members, err := m.members("variables with their values, such as plies: [2-10, 6-30]")
	if err != nil {
		return err
	}
	for _, of := range members {
		values, err := of.texts("a list of values")
		switch {
		case err != nil:
			return err
		case !isName(of.key) || of.key == previous || of.key == best || of.key == allPoints:
			return of.errorf("%q cannot be the name of a variable", of.key)
		case len(values) == 0 || len(values) > mostRuns:
			return of.errorf("%d values, want 1 to %d", len(values), mostRuns)
		case len(s.Each) > 0 && len(values) != len(s.Each[0].Values):
			return of.errorf("%d values, but %s has %d", len(values), s.Each[0].Name, len(s.Each[0].Values))
		}
		s.Each = append(s.Each, Variable{of.key, values})
	}
	if s.Each == nil {
		return m.errorf("found no variables, want for example plies: [2-10, 6-30]")
	}
	return nil
}

// readPrev reads the values of ${prev}.
func (s *Step) readPrev(m member) error {
	s.Prev = new(Prev)
	read := func(at *text) func(member) error {
		return func(m member) error {
			value, err := m.text("a text")
			if err != nil {
				return err
			}
			if *at, err = parseText(value); err != nil {
				err = m.errorf("%w", err)
			}
			return err
		}
	}
	err := m.fields("first and then, such as {first: \"${first}\", then: \"${net}\"}", map[string]func(member) error{
		"first": read(&s.Prev.First), "then": read(&s.Prev.Then),
	})
	if err != nil {
		return err
	}
	if s.Prev.First == nil || s.Prev.Then == nil {
		return m.errorf("want first and then")
	}
	return nil
}

// readCommand reads the command of a step with its settings.
func (s *Step) readCommand(program *Program, m member) error {
	kind := program.kind(m.key)
	switch {
	case kind == nil:
		names := stepFields
		for _, k := range program.Kinds {
			names = append(names, k.Name)
		}
		return m.unknown("command or field", names)
	case s.Kind != nil:
		return m.errorf("a second command: %s is the command of the step", s.Kind.Name)
	}
	s.Kind = kind
	if m.yaml.Tag == "!!null" { // a command without settings
		return nil
	}
	members, err := m.members("the settings of " + kind.Name)
	if err != nil {
		return err
	}
	for _, of := range members {
		given, err := kind.give(of)
		if err != nil {
			return err
		}
		s.Given = append(s.Given, *given)
	}
	return nil
}

// give reads a setting.
func (k *Kind) give(m member) (*Given, error) {
	setting := k.setting(m.key)
	switch {
	case setting == nil && slices.Contains(k.Flags, m.key):
		return nil, m.errorf("does not change the result, so it is none of the step: give it to the command that runs the recipe")
	case setting == nil:
		return nil, m.unknown("setting of "+k.Name, k.Names())
	}
	g := &Given{Setting: setting, at: m.node}
	values, err := m.texts(setting.Type.String())
	if err != nil {
		return nil, err
	}
	if len(values) > 1 && setting.Type != List && setting.Join == "" {
		return nil, m.errorf("found a list, want %s", setting.Type)
	}
	for _, value := range values {
		of, err := parseText(value)
		if err != nil {
			return nil, m.errorf("%w", err)
		}
		g.Texts = append(g.Texts, of)
	}
	return g, nil
}

// link finds the loops of steps.
func (r *Recipe) link() error {
	for _, s := range r.Steps {
		s.loop = s
		if s.with != "" {
			s.loop = r.step(s.with)
		}
		switch {
		case s.loop == nil:
			return s.at.errorf("with: no step %s%s", s.with, nearest.Question(s.with, r.names()))
		case s.loop.Repeat > 0 || s.loop.Each != nil:
		case s.with != "":
			return s.at.errorf("with: the step %s has neither repeat nor each", s.with)
		default:
			s.loop = nil
		}
	}
	return nil
}

// step returns the step of a name, nil if there is none.
func (r *Recipe) step(name string) *Step {
	i := slices.IndexFunc(r.Steps, func(s *Step) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return r.Steps[i]
}

func (r *Recipe) names() []string {
	var names []string
	for _, s := range r.Steps {
		names = append(names, s.Name)
	}
	return names
}

// runs returns how often the step is done.
func (s *Step) runs() int {
	switch {
	case s.loop == nil:
		return 1
	case s.loop.Each != nil:
		return len(s.loop.Each[0].Values)
	}
	return s.loop.Repeat
}

// isLoop reports whether the step is done several times.
func (s *Step) isLoop() bool { return s.Repeat > 0 || s.Each != nil || s.with != "" }

// label returns the name of a run of the step, such as net or net-3.
func (s *Step) label(run int) string {
	if s.loop == nil {
		return s.Name
	}
	if s.loop.Each != nil {
		return s.Name + "-" + strings.Map(plain, s.loop.Each[0].Values[run])
	}
	return fmt.Sprintf("%s-%d", s.Name, run+1)
}

// plain returns a letter that may be in the name of a folder.
func plain(r rune) rune {
	if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
		return r
	}
	return '_'
}

// given returns a setting that the recipe gives, nil for none.
func (s *Step) given(name string) *Given {
	i := slices.IndexFunc(s.Given, func(g Given) bool { return g.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Given[i]
}

// main returns the name of a setting that names an output, for "" the main one.
func (k *Kind) main(output string) string { return cmp.Or(output, k.Main) }
