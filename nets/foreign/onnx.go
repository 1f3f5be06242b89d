package foreign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// probabilities is the name of the output in files of this project and of scikit-learn's
// classifiers.
const probabilities = "probabilities"

// decodeONNX decodes a multilayer perceptron: a graph with a path from its one input to an
// output that consists of layers and activations. It ignores nodes outside this path.
func decodeONNX(file []byte) (*Net, error) {
	g, err := parseONNX(file)
	if err != nil {
		return nil, fmt.Errorf("not an ONNX file, or damaged: %w", err)
	}
	output, err := g.output()
	if err != nil {
		return nil, err
	}
	w, err := newWalker(g)
	if err != nil {
		return nil, err
	}
	steps, err := w.path(output)
	if err != nil {
		return nil, &otherShape{err}
	}
	n, err := layers(steps)
	if err != nil {
		return nil, &otherShape{err}
	}
	for i := range n.Layers {
		if l := &n.Layers[i]; l.Bias == nil {
			l.Bias = make([]float32, l.Out)
		}
	}
	n.Metadata, n.Format = g.metadata, strings.TrimSpace("ONNX "+g.producer)
	return n, nil
}

// otherShape is the error about a graph that is no multilayer perceptron of these nets, but
// may be a net.
type otherShape struct{ error }

// Unwrap returns the error.
func (o *otherShape) Unwrap() error { return o.error }

// hint says how a net of another shape plays, given the path of its file.
func hint(path string) string {
	if strings.ContainsAny(path, " \t\"'\\") {
		path = strconv.Quote(path)
	}
	return "a net of this kind plays without an import, as --model 'evaluator:python3 examples/evaluator/onnx.py " + path + " FEATURES'"
}

// output returns the name of the output with the probabilities.
func (g *graph) output() (string, error) {
	if len(g.outputs) == 1 {
		return g.outputs[0], nil
	}
	if slices.Contains(g.outputs, probabilities) {
		return probabilities, nil
	}
	return "", fmt.Errorf("the graph has the outputs %q, want one output, or one with the name %s", g.outputs, probabilities)
}
