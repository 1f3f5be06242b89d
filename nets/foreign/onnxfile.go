package foreign

import "fmt"

// graph is the decoded part of an ONNX file. Field numbers are those of
// onnx.proto.
type graph struct {
	producer  string
	metadata  map[string]string
	nodes     []node
	constants map[string]*tensor // initializers
	inputs    []string
	outputs   []string
}

// node is an operator.
type node struct {
	name, operator, domain string
	inputs, outputs        []string
	attributes             map[string]attribute
}

// attribute is a setting of an operator, with a value of one of these types.
type attribute struct {
	number   float32
	integer  int64
	integers []int64
	tensor   *tensor
	kind     int64
}

// parseONNX parses a file.
func parseONNX(file []byte) (*graph, error) {
	g := &graph{metadata: map[string]string{}, constants: map[string]*tensor{}}
	version, graphs := "", 0
	err := eachField(file, func(f field) error {
		switch f.number {
		case 2:
			g.producer = f.text()
		case 3:
			version = f.text()
		case 7:
			graphs++
			return g.parse(f.bytes)
		case 14:
			return g.entry(f.bytes)
		case 25:
			return fmt.Errorf("the model has functions, want one graph of operators")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if graphs != 1 {
		return nil, fmt.Errorf("not an ONNX file: %d graphs, want 1", graphs)
	}
	if version != "" {
		g.producer += " " + version
	}
	return g, nil
}

// entry parses an entry of the metadata.
func (g *graph) entry(data []byte) error {
	var key, value string
	err := eachField(data, func(f field) error {
		switch f.number {
		case 1:
			key = f.text()
		case 2:
			value = f.text()
		}
		return nil
	})
	g.metadata[key] = value
	return err
}

// maxParts is the maximal number of operators, constants, inputs and outputs of a graph. An
// empty one takes two bytes of a file, and a hundred times as many in memory.
const maxParts = 10_000

// parse parses a graph.
func (g *graph) parse(data []byte) error {
	parts := 0
	return eachField(data, func(f field) error {
		if parts++; parts > maxParts {
			return fmt.Errorf("the graph has more than %d parts, want a net", maxParts)
		}
		switch f.number {
		case 1:
			n, err := parseNode(f.bytes)
			if err != nil {
				return fmt.Errorf("node %d: %w", len(g.nodes)+1, err)
			}
			g.nodes = append(g.nodes, n)
		case 5:
			t, err := parseTensor(f.bytes)
			if err != nil {
				return fmt.Errorf("initializer %q: %w", t.name, err)
			}
			g.constants[t.name] = t
		case 11, 12:
			name, err := parseValueName(f.bytes)
			if f.number == 11 {
				g.inputs = append(g.inputs, name)
			} else {
				g.outputs = append(g.outputs, name)
			}
			return err
		case 15:
			return fmt.Errorf("the graph has sparse initializers, want dense ones")
		}
		return nil
	})
}

// parseValueName returns the name of an input or output.
func parseValueName(data []byte) (name string, err error) {
	err = eachField(data, func(f field) error {
		if f.number == 1 {
			name = f.text()
		}
		return nil
	})
	return name, err
}

// parseNode parses an operator.
func parseNode(data []byte) (node, error) {
	n := node{attributes: map[string]attribute{}}
	err := eachField(data, func(f field) error {
		switch f.number {
		case 1:
			n.inputs = append(n.inputs, f.text())
		case 2:
			n.outputs = append(n.outputs, f.text())
		case 3:
			n.name = f.text()
		case 4:
			n.operator = f.text()
		case 5:
			return n.attribute(f.bytes)
		case 7:
			n.domain = f.text()
		}
		return nil
	})
	return n, err
}

// attribute parses an attribute.
func (n *node) attribute(data []byte) error {
	var name string
	var a attribute
	err := eachField(data, func(f field) (err error) {
		switch f.number {
		case 1:
			name = f.text()
		case 2:
			a.number = float32From(f.value)
		case 3:
			a.integer = f.integer()
		case 5:
			a.tensor, err = parseTensor(f.bytes)
		case 8:
			a.integers, err = f.integers(a.integers)
		case 20:
			a.kind = f.integer()
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("attribute %q: %w", name, err)
	}
	n.attributes[name] = a
	return nil
}

// float returns the number of an attribute, or byDefault if it is missing.
func (n *node) float(name string, byDefault float32) float32 {
	if a, ok := n.attributes[name]; ok {
		return a.number
	}
	return byDefault
}

// integer returns the integer of an attribute, or byDefault if it is missing.
func (n *node) integer(name string, byDefault int64) int64 {
	if a, ok := n.attributes[name]; ok {
		return a.integer
	}
	return byDefault
}

// String returns the name of the node for messages.
func (n *node) String() string {
	name := n.name
	if name == "" && len(n.outputs) > 0 {
		name = n.outputs[0]
	}
	return fmt.Sprintf("node %q (%s)", name, n.operator)
}
