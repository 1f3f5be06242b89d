package learn

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
)

// LossFunc returns the loss of a position, given the outputs of the net and their targets,
// both [nets.Outputs] values in (0, 1). It sets d to the derivatives of the loss by the sums
// before the sigmoid: dL/dy·y·(1-y). Several goroutines call it.
type LossFunc func(d, y, t []float32) float64

// Optimizer is a method of a program of its own.
type Optimizer struct {
	Moments int // number of vectors that it keeps, each as long as the parameters

	// Step moves the parameters by their gradient. The vectors and the moments are parts of
	// the net's: the entries of one step may come in several calls, by several goroutines.
	// step counts from 1.
	Step func(params, gradient []float32, moments [][]float32, rate float64, step int64)
}

// registry has the losses and optimizers that programs add.
var registry = struct {
	sync.RWMutex
	losses  map[Loss]LossFunc
	methods map[Method]Optimizer
}{losses: map[Loss]LossFunc{}, methods: map[Method]Optimizer{}}

// RegisterLoss adds a loss, which [Settings] and configs then accept by its name. Call it
// before a learner is created or a run is read. It returns an error if the name is taken.
func RegisterLoss(name Loss, f LossFunc) error {
	if name.Validate() == nil {
		return fmt.Errorf("the loss %s is already registered", name)
	}
	registry.Lock()
	defer registry.Unlock()
	registry.losses[name] = f
	return nil
}

// RegisterMethod adds an optimizer, as [RegisterLoss] adds a loss.
func RegisterMethod(name Method, o Optimizer) error {
	switch {
	case name.Validate() == nil:
		return fmt.Errorf("the optimizer %s is already registered", name)
	case o.Moments < 0 || o.Step == nil:
		return fmt.Errorf("the optimizer %s has %d moments and needs a function Step", name, o.Moments)
	}
	registry.Lock()
	defer registry.Unlock()
	registry.methods[name] = o
	return nil
}

// Registered returns the function of a registered loss, nil for the losses of this package.
func (l Loss) Registered() LossFunc {
	registry.RLock()
	defer registry.RUnlock()
	return registry.losses[l]
}

// registered returns a registered optimizer.
func (m Method) registered() (Optimizer, bool) {
	registry.RLock()
	defer registry.RUnlock()
	o, ok := registry.methods[m]
	return o, ok
}

// update moves parameters, which begin at an entry of the net's, and reports whether they are
// finite.
func (o *Optimizer) update(w, g []float32, all [][]float32, begin int, rate float64, step int64) (finite bool) {
	var moments [][]float32
	for _, m := range all {
		moments = append(moments, m[begin:begin+len(w)])
	}
	o.Step(w, g, moments, rate, step)
	return !slices.ContainsFunc(w, func(x float32) bool { return math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) })
}

// known returns names, the registered ones last.
func known[N ~string, V any](ours []N, more map[N]V) []string {
	registry.RLock()
	defer registry.RUnlock()
	var names []string
	for _, n := range append(ours, slices.Sorted(maps.Keys(more))...) {
		names = append(names, string(n))
	}
	return names
}

// either lists names as in "a, b or c".
func either(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
