package graph

import (
	"encoding/binary"
	"fmt"

	"gorgonia.org/gorgonia"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/digest"
	"gammonlab/nets"
)

// Evaluator evaluates positions with a graph whose parameters are fixed. Finished games
// are exact, and impossible outcomes have probability 0
// ([engine.Probabilities.RuleOut]). It serves one goroutine and is an [engine.Cloner].
type Evaluator struct {
	build   Build
	set     features.Set
	values  [][]float32 // values of the parameters; clones share them
	x       []float32   // memory of the graph's inputs
	sums    gorgonia.Value
	machine gorgonia.VM
	waiting [evaluatorRows]int // indices of the positions in the rows
}

// evaluatorRows is the number of positions that the graph evaluates at a time.
const evaluatorRows = 64

// Evaluator returns an evaluator of the graph with its current parameters. The set is
// the feature set of the batches' inputs.
func (t *Trainer) Evaluator(set features.Set) (*Evaluator, error) {
	if set.Len() != t.inputs {
		return nil, fmt.Errorf("set %s has %d inputs, the graph takes %d", features.ID(set), set.Len(), t.inputs)
	}
	var values [][]float32
	for _, p := range t.params {
		values = append(values, append([]float32(nil), p.Value().Data().([]float32)...))
	}
	return newEvaluator(t.build, set, values)
}

func newEvaluator(build Build, set features.Set, values [][]float32) (*Evaluator, error) {
	e := &Evaluator{build: build, set: set, values: values, x: make([]float32, evaluatorRows*set.Len())}
	g := gorgonia.NewGraph()
	sums, params, err := build(matrix(g, "inputs", evaluatorRows, set.Len(), e.x))
	if err != nil {
		return nil, err
	}
	if _, err := checkBuilt(sums, params, evaluatorRows); err != nil {
		return nil, err
	}
	if len(params) != len(values) {
		return nil, fmt.Errorf("Build returned %d parameters, and %d before", len(params), len(values))
	}
	for i, p := range params {
		to := p.Value().Data().([]float32)
		if len(to) != len(values[i]) {
			return nil, fmt.Errorf("Build returned parameter %s with %d values, and with %d before", p.Name(), len(to), len(values[i]))
		}
		copy(to, values[i])
	}
	gorgonia.Read(sums, &e.sums)
	e.machine = gorgonia.NewTapeMachine(g)
	return e, e.run()
}

// run runs the graph on the current inputs.
func (e *Evaluator) run() error {
	defer e.machine.Reset()
	if err := e.machine.RunAll(); err != nil {
		return err
	}
	return nil
}

// Evaluate implements [engine.Evaluator].
func (e *Evaluator) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	rows := 0
	for i := range positions {
		if r := positions[i].Result(); r != 0 {
			dst[i] = engine.Certain(r)
			continue
		}
		e.set.Extract(e.x[rows*e.set.Len():(rows+1)*e.set.Len()], &positions[i])
		e.waiting[rows] = i
		if rows++; rows == evaluatorRows {
			e.answer(dst, positions, rows)
			rows = 0
		}
	}
	e.answer(dst, positions, rows)
}

// answer stores the evaluations of the positions in the first rows.
func (e *Evaluator) answer(dst []engine.Probabilities, positions []board.Position, rows int) {
	if rows == 0 {
		return
	}
	if err := e.run(); err != nil {
		panic(err) // cannot fail: the graph ran before with other inputs
	}
	sums := e.sums.Data().([]float32)
	for row, i := range e.waiting[:rows] {
		for k := range dst[i] {
			dst[i][k] = sigmoid(sums[row*nets.Outputs+k])
		}
		dst[i].RuleOut(&positions[i])
	}
}

// CloneEvaluator implements [engine.Cloner].
func (e *Evaluator) CloneEvaluator() engine.Evaluator {
	clone, err := newEvaluator(e.build, e.set, e.values)
	if err != nil {
		panic(err) // cannot fail: the same graph was built before
	}
	return clone
}

// Digest implements [engine.Identified]. It covers the feature set and the parameters,
// but not the structure of the graph.
func (e *Evaluator) Digest() (string, error) {
	sum := digest.New()
	fmt.Fprintln(sum, features.ID(e.set))
	for _, v := range e.values {
		fmt.Fprintln(sum, len(v))
		if err := binary.Write(sum, binary.LittleEndian, v); err != nil {
			return "", err
		}
	}
	return sum.String(), nil
}
