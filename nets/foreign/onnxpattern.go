package foreign

import (
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/nets"
)

// pattern is the graph of gnubg's sigmoid, which consists of many operators, as
// [nets.Model.EncodeONNX] writes it.
type pattern struct {
	graph    *walker
	from, to string
	head     bool
}

// gnubgPatterns returns the patterns of a hidden layer and of the outputs,
// taken from the file of a small net.
func gnubgPatterns() ([]pattern, error) {
	spec := nets.NewSpec(features.Pubeval122{}, nets.GnubgSigmoid, 1)
	spec.Head = nets.GnubgSigmoid
	net, err := nets.New(spec)
	if err != nil {
		return nil, err
	}
	file, err := nets.NewModel(net, board.Backgammon).EncodeONNX(nets.All)
	if err != nil {
		return nil, err
	}
	g, err := parseONNX(file)
	if err != nil {
		return nil, err
	}
	w := &walker{graph: g, makes: map[string]*node{}}
	var sums, results []string // results of Gemm and of Where, in order
	for i := range g.nodes {
		n := &g.nodes[i]
		w.makes[n.outputs[0]] = n
		switch n.operator {
		case "Gemm":
			sums = append(sums, n.outputs[0])
		case "Where":
			results = append(results, n.outputs[0])
		}
	}
	return []pattern{{w, sums[0], results[0], false}, {w, sums[1], results[1], true}}, nil
}

// pattern returns the step of the pattern with the given result, and the name
// of its input.
func (w *walker) pattern(result string) (*step, string, error) {
	for i := range w.patterns {
		p := &w.patterns[i]
		m := matcher{pattern: p, graph: w, bound: map[string]string{}}
		if m.match(p.to, result) {
			return &step{activation: nets.GnubgSigmoid, head: p.head}, m.bound[p.from], nil
		}
	}
	return nil, "", fmt.Errorf("not part of gnubg's sigmoid as weights convert writes it")
}

// matcher compares a graph with a pattern.
type matcher struct {
	pattern *pattern
	graph   *walker
	bound   map[string]string // values of the graph by the values of the pattern
}

// match reports whether the graph computes its value have as the pattern computes want.
func (m *matcher) match(want, have string) bool {
	if bound, ok := m.bound[want]; ok {
		return bound == have
	}
	m.bound[want] = have
	if want == m.pattern.from {
		return true
	}
	if t := m.pattern.graph.graph.constants[want]; t != nil {
		return sameTensor(t, m.graph.graph.constants[have])
	}
	a, b := m.pattern.graph.makes[want], m.graph.makes[have]
	if a == nil || b == nil || !sameOperator(a, b) {
		return false
	}
	for i := range a.inputs {
		if !m.match(a.inputs[i], b.inputs[i]) {
			return false
		}
	}
	return true
}

// sameOperator reports whether two nodes have the same operator, settings and
// number of inputs.
func sameOperator(a, b *node) bool {
	if a.operator != b.operator || a.domain != b.domain || len(a.inputs) != len(b.inputs) || len(a.attributes) != len(b.attributes) {
		return false
	}
	for name, x := range a.attributes {
		if y, ok := b.attributes[name]; !ok || x.integer != y.integer || x.kind != y.kind {
			return false
		}
	}
	return true
}

// sameTensor reports whether two constants have the same bits.
func sameTensor(a, b *tensor) bool {
	return b != nil && a.kind == b.kind && slices.Equal(a.shape, b.shape) && slices.EqualFunc(a.values, b.values, func(x, y float32) bool {
		return math.Float32bits(x) == math.Float32bits(y)
	})
}
