package models_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"gammonlab/board"
	"gammonlab/desk/pages/models"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

func newModels(t *testing.T, load func(string) (*nets.Model, error), names ...string) *models.Models {
	t.Helper()
	return must.Get(models.New(models.Options{Names: names, Load: load, Workers: 3}))(t)
}

// Many goroutines use an adviser each at the same time and get the same result.
func TestAsk(t *testing.T) {
	model := must.Get(newModels(t, nets.LoadShipped, "td512").Find(""))(t)
	pos := board.Backgammon.Start()
	all := []models.Asked{model.Asked(0), cubeless(model), model.Asked(1), filtered(t, model, "1/0/0")}
	want := make([]engine.Probabilities, len(all))
	for k, asked := range all {
		must.OK(t, model.Ask(asked, func(a *advice.Adviser) (err error) {
			want[k], err = a.Chances(t.Context(), &pos)
			return err
		}))
	}
	var mu sync.Mutex
	asked := map[*advice.Adviser]bool{}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 100 {
				k := (i + j) % len(all)
				err := model.Ask(all[k], func(a *advice.Adviser) error {
					mu.Lock()
					busy := asked[a]
					asked[a] = true
					mu.Unlock()
					got, err := a.Chances(t.Context(), &pos)
					if busy || got != want[k] {
						t.Errorf("%+v: asked by two: %v; got %v, want %v", all[k], busy, got, want[k])
					}
					mu.Lock()
					delete(asked, a)
					mu.Unlock()
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// cubeless asks an adviser without the cube.
func cubeless(m *models.Model) models.Asked {
	asked := m.Asked(0)
	asked.NoCube = true
	return asked
}

// filtered asks an adviser of 1 ply with another filter.
func filtered(t *testing.T, m *models.Model, filter string) models.Asked {
	asked := m.Asked(1)
	must.OK(t, asked.Filter.UnmarshalText([]byte(filter)))
	return asked
}

// An adviser is reused after an answer, but not after a panic.
func TestAdvisersAreKept(t *testing.T) {
	model := must.Get(newModels(t, nets.LoadShipped, "td512").Find("td512"))(t)
	ask := func(asked models.Asked, fail bool) (a *advice.Adviser) {
		defer func() { recover() }()
		must.OK(t, model.Ask(asked, func(of *advice.Adviser) error {
			a = of
			if fail {
				panic("broken")
			}
			return nil
		}))
		return a
	}
	first := ask(model.Asked(0), false)
	if again := ask(model.Asked(0), true); again != first {
		t.Error("an idle adviser was not asked again")
	}
	if ask(model.Asked(0), false) == first {
		t.Error("an adviser that has panicked was asked again")
	}
	if ask(cubeless(model), false) == first || ask(model.Asked(1), false).Plies() != 1 {
		t.Error("an adviser was asked that strengths at positions otherwise")
	}
}

func TestErrors(t *testing.T) {
	loads := 0
	all := newModels(t, func(name string) (*nets.Model, error) {
		loads++
		if name == "bad" && loads < 4 {
			return nil, errors.New("disk")
		}
		return nets.LoadShipped("td512")
	}, "td512", "bad", "fast")
	must.Fail(t, must.Err(all.Find("other")), `model "other" is not served: want td512, bad, fast`)
	for range 2 {
		must.Fail(t, must.Err(all.Find("bad")), "model bad: disk")
	}
	for range 2 { // the disk works again
		must.Get(all.Find("bad"))(t)
	}
	if loads != 4 {
		t.Errorf("%d loads, want the first model's and three of the one that was asked for", loads)
	}
	model := must.Get(all.Find(""))(t)
	for plies, want := range map[int]string{4: "plies is 4, want 0 to 3", -1: "plies is -1"} {
		must.Fail(t, model.Ask(model.Asked(plies), func(*advice.Adviser) error { return nil }), want)
	}
	must.Fail(t, must.Err(models.New(models.Options{Names: []string{"bad"}, Load: func(string) (*nets.Model, error) { return nil, errors.New("disk") }})), "disk")
}

// The number of kept advisers is limited, for any number of kinds of questions.
func TestFewAdvisersAreKept(t *testing.T) {
	model := must.Get(newModels(t, nets.LoadShipped, "td512").Find(""))(t)
	ask := func(asked models.Asked) (a *advice.Adviser) {
		must.OK(t, model.Ask(asked, func(of *advice.Adviser) error { a = of; return nil }))
		return a
	}
	first := ask(model.Asked(0))
	for i := range 11 {
		ask(filtered(t, model, fmt.Sprintf("%d/0/0", 1+i)))
	}
	if ask(model.Asked(0)) != first {
		t.Error("an adviser is forgotten among 12")
	}
	for i := range 12 {
		ask(filtered(t, model, fmt.Sprintf("%d/0/0", 20+i)))
	}
	if ask(model.Asked(0)) == first {
		t.Error("an adviser is kept beside 12 later ones")
	}
}

// program is another program that evaluates.
type program struct{ enginetest.Fake }

func (p *program) Evaluator(*engine.Databases) engine.Evaluator { return p }

// Settings that name a program of the server share the one that it has started.
func TestOpenerSharesPrograms(t *testing.T) {
	var started []string
	start := func(name string) (named.Program, error) {
		started = append(started, name)
		return new(program), nil
	}
	all := must.Get(models.New(models.Options{Names: []string{"evaluator:./net"}, Program: start, Workers: 1}))(t)
	for range 2 {
		s := struct{ named.Net }{named.Net{Model: named.Model{Name: "evaluator:./net"}}}
		must.OK(t, named.Open(&s, all.Opener()))
	}
	if len(started) != 1 || started[0] != "evaluator:./net" {
		t.Errorf("started %q, want evaluator:./net once", started)
	}
	other := struct{ named.Net }{named.Net{Model: named.Model{Name: "evaluator:rm"}}}
	must.Fail(t, named.Open(&other, all.Opener()), "is not served")
}

// Each analysis has an evaluator of its own, since evaluators are not safe for concurrent use.
func TestStrength(t *testing.T) {
	model := must.Get(newModels(t, nets.LoadShipped, "td512").Find(""))(t)
	a, b := model.Strength(1), model.Strength(1)
	if a.Model.Evaluator == b.Model.Evaluator || a.Plies != 1 || a.Plies != model.Asked(1).Plies {
		t.Errorf("two strengths at %d and %d plies share an evaluator", a.Plies, b.Plies)
	}
}

// Offered models are found by name, kept while their file does not change, and loaded again if it does.
func TestOffer(t *testing.T) {
	loaded := []string{}
	all := must.Get(models.New(models.Options{Names: []string{"td512"}, Workers: 1, Load: func(name string) (*nets.Model, error) {
		loaded = append(loaded, name)
		return nets.LoadShipped("td512")
	}}))(t)
	changed, there := time.Unix(1, 0), true
	all.Offer(func(name string) (string, time.Time, bool) { return "/runs/" + name, changed, there && name == "first" })
	for range 2 {
		if m := must.Get(all.Find("first"))(t); m.Name != "first" || m.Net() == nil {
			t.Errorf("found %+v", m)
		}
	}
	must.Fail(t, must.Err(all.Find("second")), `model "second" is not served`)
	changed = time.Unix(2, 0)
	must.Get(all.Find("first"))(t)
	there = false
	must.Fail(t, must.Err(all.Find("first")), "is not served")
	if got, want := strings.Join(loaded, " "), "td512 /runs/first /runs/first"; got != want {
		t.Errorf("loaded %s, want %s", got, want)
	}
	if names := all.Names(); len(names) != 1 {
		t.Errorf("served names %q", names)
	}
}
