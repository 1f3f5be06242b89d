// Package models contains the evaluators of the server by name: the shipped nets and
// those of the command line. It keeps their advisers for reuse.
//
// Not for other modules.
package models

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"gammonlab/board"
	"gammonlab/desk/pages/problem"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/engine/search"
	"gammonlab/nets"
)

// MaxPlies is the maximal search depth of the server.
const MaxPlies = 3

// UsualPlies is the search depth of analyses for which none is given.
const UsualPlies = 2

// Options are the settings of models.
type Options struct {
	Names     []string // the first is the default
	Load      func(name string) (*nets.Model, error)
	Program   func(name string) (named.Program, error) // of names evaluator:COMMAND
	Databases *engine.Databases                        // nil for none
	MET       *cube.MET                                // nil for the default
	Workers   int                                      // maximal number of kept advisers of a kind
}

// Models are evaluators by name. A model is loaded on first use. Models is safe for
// concurrent use.
type Models struct {
	options Options
	all     map[string]*Model
	shelf   *shelf
	offered func(name string) (path string, changed time.Time, ok bool) // see Offer; nil for none

	mu    sync.Mutex
	found map[string]*Model // offered models
}

// keptPerWorker is the maximal number of idle advisers per worker; several allow
// alternating kinds of requests.
const keptPerWorker = 4

// New returns models and loads the first.
func New(o Options) (*Models, error) {
	if o.MET == nil {
		met, err := cube.FindMET(cube.DefaultMET)
		if err != nil {
			return nil, err
		}
		o.MET = met
	}
	m := &Models{options: o, all: map[string]*Model{}, found: map[string]*Model{}, shelf: &shelf{most: keptPerWorker * o.Workers}}
	for _, name := range o.Names {
		m.all[name] = &Model{Name: name, options: &m.options, shelf: m.shelf}
	}
	_, err := m.Find("")
	return m, err
}

// Names lists the models, the default first.
func (m *Models) Names() []string { return slices.Clone(m.options.Names) }

// Offer adds models that come and go, such as those of finished runs: find returns the file of the
// one with a name and when it changed. Call it before the first request.
func (m *Models) Offer(find func(name string) (path string, changed time.Time, ok bool)) {
	m.offered = find
}

// offer returns the offered model with a name, nil for none. A file that has changed is loaded again.
func (m *Models) offer(name string) *Model {
	if m.offered == nil {
		return nil
	}
	path, changed, ok := m.offered(name)
	if !ok {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if known := m.found[name]; known != nil && known.path == path && known.changed.Equal(changed) {
		return known
	}
	m.found[name] = &Model{Name: name, path: path, changed: changed, options: &m.options, shelf: m.shelf}
	return m.found[name]
}

// MET returns the match equity table.
func (m *Models) MET() *cube.MET { return m.options.MET }

// Databases returns the bear-off databases, nil for none.
func (m *Models) Databases() *engine.Databases { return m.options.Databases }

// Find returns the model with a name, "" for the first.
func (m *Models) Find(name string) (*Model, error) {
	if name == "" {
		name = m.options.Names[0]
	}
	model := m.all[name]
	if model == nil {
		model = m.offer(name)
	}
	if model == nil {
		return nil, problem.New(http.StatusBadRequest, "model %q is not served: want %s", name, strings.Join(m.options.Names, ", "))
	}
	return model, model.load()
}

// Model is an evaluator with a name.
type Model struct {
	Name    string
	path    string    // of an offered model, "" for the name
	changed time.Time // of the file of an offered model
	options *Options
	shelf   *shelf

	mu      sync.Mutex
	net     *nets.Model
	program named.Program // that evaluates in place of nets, nil for none
	static  *engine.Full  // nil if it is not loaded
}

// Asked is the adviser that a question asks.
type Asked struct {
	named.Strength
	NoCube bool // the score counts and nobody doubles
}

// Asked returns the usual adviser of the model that looks so deep.
func (m *Model) Asked(plies int) Asked {
	a := Asked{Strength: named.StrengthOf(m.static, plies)}
	a.Filter = search.Quick()
	return a
}

// Strength returns the strength of [Model.Asked] with an evaluator for the caller alone, for work beside that of
// advisers, such as analyses.
func (m *Model) Strength(plies int) named.Strength {
	s := named.StrengthOf(m.static.Clone(), plies)
	s.Filter = search.Quick()
	return s
}

// CheckPlies returns an error for a search depth that the server does not have.
func CheckPlies(plies int) error {
	if plies < 0 || plies > MaxPlies {
		return problem.New(http.StatusBadRequest, "plies is %d, want 0 to %d", plies, MaxPlies)
	}
	return nil
}

// load loads the model. If that fails, the next request tries again.
func (m *Model) load() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.static != nil {
		return nil
	}
	evaluator, err := m.open()
	if err != nil {
		return problem.Busy("model %s: %v", m.Name, err)
	}
	m.static = engine.NewFull(evaluator)
	return nil
}

// open loads the nets or starts the program.
func (m *Model) open() (evaluator engine.Evaluator, err error) {
	if _, is := named.Command(m.Name); is {
		if m.program, err = m.options.Program(m.Name); err != nil {
			return nil, err
		}
		return m.program.Evaluator(m.options.Databases), nil
	}
	if m.net, err = m.options.Load(cmp.Or(m.path, m.Name)); err != nil {
		return nil, err
	}
	return engine.NewStatic(m.net, m.options.Databases), nil
}

// Variant returns the variant of the model.
func (m *Model) Variant() board.Variant { return m.static.Variant() }

// Static returns a new evaluator for the caller.
func (m *Model) Static() *engine.Full { return m.static.Clone() }

// Net returns the weights with their metadata, nil if a program evaluates. Callers must not
// change them.
func (m *Model) Net() *nets.Model { return m.net }

// Ask calls do with an adviser, which do may use until it returns.
func (m *Model) Ask(asked Asked, do func(a *advice.Adviser) error) error {
	if err := CheckPlies(asked.Plies); err != nil {
		return err
	}
	of := kind{m, fmt.Sprint(asked.Depths, asked.Filter), asked.NoCube}
	a := m.shelf.take(of)
	if a == nil {
		var err error
		if a, err = m.adviser(asked); err != nil {
			return err
		}
	}
	err := do(a)
	m.shelf.put(of, a) // but not after a panic
	return err
}

// cacheBytes is the size of the caches of all advisers of a strength together.
const cacheBytes = 8 << 20

// adviser returns a new adviser.
func (m *Model) adviser(asked Asked) (*advice.Adviser, error) {
	options := asked.Options()
	options.CacheBytes = cacheBytes
	s, err := search.New(m.static.Clone(), options)
	if err != nil {
		return nil, err
	}
	of := advice.Options{MET: m.options.MET, NoCube: asked.NoCube, Roller: rollers.Roller{}}
	if asked.NoCube {
		of.Efficiency = &cube.Efficiency{} // for luck, which evaluates positions with a cube
	}
	return advice.New(s, of), nil
}
