package td

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"gammonlab/board"
	"gammonlab/engine"
)

// Step is a position of a game of the net in training against itself. All probabilities are
// for the player on roll.
type Step struct {
	Position board.Position
	Static   engine.Probabilities // the net's evaluation
	Next     engine.Probabilities // the net's evaluation of the position after the chosen play
	Explored bool                 // a random play was made instead, so the rest of the game is no evidence for the position
}

// SelfPlay is a game of the net in training against itself, from the first position to the
// last. The sides alternate.
type SelfPlay struct {
	Steps  []Step
	Result board.Result // in points for the side that began, 0 if the game was cut short
	Lambda float64      // λ of the run for this game

	// LookAhead returns the net's 1-ply evaluation of the position of a step: the mean over
	// the 21 rolls. It takes about twenty times the work of an evaluation.
	LookAhead func(step int) engine.Probabilities
}

// TargetFunc sets dst to the training targets of the steps of a game: the probabilities that
// the net shall return for their positions, for the player on roll. They are clamped to
// probabilities in order. A function must not use random numbers, because equal runs must give equal
// bytes; several goroutines call it.
type TargetFunc func(dst []engine.Probabilities, game *SelfPlay)

// ownTargets has the registered functions by their names.
var ownTargets sync.Map

// RegisterTargets adds a kind of training targets, which [Config.Targets] then accepts by its
// name. Call it before a config is read. It returns an error if the name is taken.
func RegisterTargets(name Targets, f TargetFunc) error {
	if name == "" || f == nil {
		return fmt.Errorf("the targets %q need a name and a function", name)
	}
	if slices.Contains(ourTargets, name) {
		return fmt.Errorf("the targets %s are part of gammonlab", name)
	}
	if _, there := ownTargets.LoadOrStore(name, f); there {
		return fmt.Errorf("the targets %s are already registered", name)
	}
	return nil
}

// registered returns the function of registered targets, nil for those of this package.
func (t Targets) registered() TargetFunc {
	f, _ := ownTargets.Load(t)
	own, _ := f.(TargetFunc)
	return own
}

// Values returns the names of all kinds of targets.
func (Targets) Values() []string {
	var own, all []string
	ownTargets.Range(func(name, _ any) bool {
		own = append(own, string(name.(Targets)))
		return true
	})
	for _, t := range ourTargets {
		all = append(all, string(t))
	}
	slices.Sort(own)
	return append(all, own...)
}

// validate returns an error for targets that there are not.
func (t Targets) validate() error {
	if names := t.Values(); !slices.Contains(names, string(t)) {
		return fmt.Errorf("%q, want %s", t, strings.Join(names, " or "))
	}
	return nil
}

// own sets next of the plies to registered targets.
func (t *targetActor) own(f TargetFunc, g *gameTargets, lambda float64) error {
	game := &SelfPlay{Result: g.result, Lambda: lambda, LookAhead: func(step int) engine.Probabilities {
		return t.chooser().Evaluate(&g.plies[step].pos)
	}}
	for i := range g.plies {
		p := &g.plies[i]
		game.Steps = append(game.Steps, Step{Position: p.pos, Static: t.answers[i], Next: p.next, Explored: p.explored})
	}
	t.returns = slices.Grow(t.returns[:0], len(g.plies))[:len(g.plies)]
	f(t.returns, game)
	for i := range t.returns {
		for k, v := range t.returns[i] {
			if v != v {
				return fmt.Errorf("the targets %s are NaN for output %d of position %s", t.cfg.Targets, k+1, g.plies[i].pos.ID())
			}
		}
		t.returns[i].Clamp()
		t.returns[i].RuleOut(&g.plies[i].pos)
		g.plies[i].next = t.returns[i]
	}
	return nil
}
