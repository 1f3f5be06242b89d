package graph

import (
	"fmt"
	"math"
	"slices"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Trainer takes steps on a graph. It serves one goroutine; gorgonia's matrix
// products use all cores when they are large, with the same results.
type Trainer struct {
	build        Build
	inputs, rows int
	loss         [nets.Outputs]float32 // weights of the outputs' terms

	x, targets, weights []float32 // memory of the graph's inputs

	params  gorgonia.Nodes
	sums    gorgonia.Value // sums of the last run
	total   gorgonia.Value // loss of the last run
	machine gorgonia.VM
	solver  *solver
}

// NewTrainer returns a trainer of the graph that build makes for the given number of
// inputs, with batches of up to the given number of rows. A smaller batch costs as much
// time as a full one. It ignores settings.Workers.
func NewTrainer(build Build, inputs, rows int, settings learn.Settings) (*Trainer, error) {
	if err := check(settings); err != nil {
		return nil, err
	}
	if inputs < 1 || rows < 1 {
		return nil, fmt.Errorf("%d inputs and %d rows, want at least 1 of each", inputs, rows)
	}
	t := &Trainer{
		build: build, inputs: inputs, rows: rows, loss: termWeights(settings.Loss),
		x:       make([]float32, rows*inputs),
		targets: make([]float32, rows*nets.Outputs),
		weights: make([]float32, rows*nets.Outputs),
	}
	g := gorgonia.NewGraph()
	sums, params, err := build(matrix(g, "inputs", rows, inputs, t.x))
	if err != nil {
		return nil, err
	}
	size, err := checkBuilt(sums, params, rows)
	if err != nil {
		return nil, err
	}
	t.params, t.solver = params, newSolver(settings, size)
	return t, t.compile(g, sums, settings.Loss)
}

// check returns an error for invalid settings, and for losses and methods that a program has
// registered: a graph cannot contain them.
func check(settings learn.Settings) error {
	if err := settings.Validate(); err != nil {
		return err
	}
	if !slices.Contains([]learn.Loss{learn.CrossEntropy, learn.Squared, learn.Equity}, settings.Loss) ||
		!slices.Contains([]learn.Method{learn.SGD, learn.Adam}, settings.Method) {
		return fmt.Errorf("gorgonia cannot train with %s and %s, which a program has registered", settings.Loss, settings.Method)
	}
	return nil
}

// checkBuilt returns the number of parameters, or an error for an invalid result of a
// Build function.
func checkBuilt(sums *gorgonia.Node, params gorgonia.Nodes, rows int) (size int, err error) {
	if want := (tensor.Shape{rows, nets.Outputs}); sums == nil || !sums.Shape().Eq(want) {
		return 0, fmt.Errorf("built sums are %v, want a matrix of shape %v", sums, want)
	}
	if len(params) == 0 {
		return 0, fmt.Errorf("Build returned no parameters")
	}
	for i, p := range params {
		if p == nil || p.Value() == nil {
			return 0, fmt.Errorf("parameter %d (%v) has no value", i, p)
		}
		values, ok := p.Value().Data().([]float32)
		if !ok {
			return 0, fmt.Errorf("parameter %s is %v, want a matrix of float32", p.Name(), p.Type())
		}
		size += len(values)
	}
	return size, nil
}

// compile completes the graph by the loss and the gradient.
func (t *Trainer) compile(g *gorgonia.ExprGraph, sums *gorgonia.Node, loss learn.Loss) error {
	targets := matrix(g, "targets", t.rows, nets.Outputs, t.targets)
	weights := matrix(g, "weights", t.rows, nets.Outputs, t.weights)
	total, err := lossOf(loss, sums, targets, weights)
	if err != nil {
		return err
	}
	if _, err := gorgonia.Grad(total, t.params...); err != nil {
		return fmt.Errorf("gradient: %w", err)
	}
	gorgonia.Read(sums, &t.sums)
	gorgonia.Read(total, &t.total)
	program, registers, err := gorgonia.Compile(g)
	if err != nil {
		return err
	}
	t.machine = gorgonia.NewTapeMachine(g,
		gorgonia.WithPrecompiled(program, registers), gorgonia.BindDualValues(t.params...))
	return nil
}

// Params returns the parameters, in the order in which they were built, with
// their present values.
func (t *Trainer) Params() gorgonia.Nodes { return t.params }

// State returns the trainer's state without copying it. The moments hold one parameter
// after the other, in the order of [Trainer.Params].
func (t *Trainer) State() learn.State {
	return learn.State{Steps: t.solver.steps, Moments: t.solver.moments}
}

// SetState continues from the state of a trainer with the same settings and
// architecture. It does not contain the values of the parameters.
func (t *Trainer) SetState(s learn.State) error {
	if err := checkState(s, len(t.solver.moments), len(t.solver.moments[0])); err != nil {
		return err
	}
	t.solver.steps = s.Steps
	for i, m := range s.Moments {
		copy(t.solver.moments[i], m)
	}
	return nil
}

// checkState returns an error if the state does not have the given number of moments of
// the given size.
func checkState(s learn.State, moments, size int) error {
	if len(s.Moments) != moments {
		return fmt.Errorf("a state with %d moments, want %d", len(s.Moments), moments)
	}
	for i, m := range s.Moments {
		if len(m) != size {
			return fmt.Errorf("moment %d has %d values, want %d", i, len(m), size)
		}
	}
	if s.Steps < 0 {
		return fmt.Errorf("a state after %d steps, want 0 or more", s.Steps)
	}
	return nil
}

// Step takes a step on the batch and returns the loss before it: the mean over
// the positions.
func (t *Trainer) Step(b *learn.Batch, rate float64) (float64, error) {
	defer t.machine.Reset()
	if err := t.run(b); err != nil {
		return 0, err
	}
	t.solver.rate = rate
	if err := t.solver.Step(gorgonia.NodesToValueGrads(t.params)); err != nil {
		return 0, err
	}
	return float64(t.total.Data().(float32)), nil
}

// Answers sets dst, [nets.Outputs] values per position, to the graph's outputs for the
// positions of the batch. It ignores the batch's targets.
func (t *Trainer) Answers(dst []float32, b *learn.Batch) error {
	defer t.machine.Reset()
	if err := t.run(b); err != nil {
		return err
	}
	for _, p := range t.params { // the run adds gradients, which are not needed here
		gradient, err := p.Grad()
		if err != nil {
			return err
		}
		clear(gradient.Data().([]float32))
	}
	for i, z := range t.sums.Data().([]float32)[:b.Len()*nets.Outputs] {
		dst[i] = sigmoid(z)
	}
	return nil
}

// sigmoid returns the logistic sigmoid of a sum.
func sigmoid(z float32) float32 { return float32(1 / (1 + math.Exp(-float64(z)))) }

// run fills in the batch and runs the graph forward and backward.
func (t *Trainer) run(b *learn.Batch) error {
	if err := t.fill(b); err != nil {
		return err
	}
	if err := t.machine.RunAll(); err != nil {
		return err
	}
	return nil
}

// fill sets the graph's inputs to the batch. Rows that it does not fill have the weight
// 0.
func (t *Trainer) fill(b *learn.Batch) error {
	n := b.Len()
	if n == 0 || n > t.rows {
		return fmt.Errorf("a batch of %d positions, want 1 to %d", n, t.rows)
	}
	clear(t.x)
	clear(t.weights)
	clear(t.targets)
	copy(t.targets, b.Targets[:n*nets.Outputs])
	from := int32(0)
	for i := range n {
		row := t.x[i*t.inputs : (i+1)*t.inputs]
		for at := from; at < b.Ends[i]; at++ {
			if k := b.Idx[at]; k < 0 || int(k) >= t.inputs {
				return fmt.Errorf("position %d of the batch has input %d, want 0 to %d", i, k, t.inputs-1)
			}
			row[b.Idx[at]] = b.Val[at]
		}
		from = b.Ends[i]
		for k, c := range t.loss {
			t.weights[i*nets.Outputs+k] = c * b.Weights[i] / float32(n)
		}
	}
	return nil
}
