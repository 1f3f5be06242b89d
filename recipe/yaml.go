package recipe

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"gammonlab/internal/nearest"
)

// Error is an error in a recipe, with its place.
type Error struct {
	File string
	Line int
	Path string // keys that lead to the place, such as steps.net.repeat; "" for the whole file
	Err  error
}

// Error implements error.
func (e *Error) Error() string {
	text := e.File
	if e.Line > 0 {
		text += fmt.Sprintf(": line %d", e.Line)
	}
	if e.Path != "" {
		text += ": " + e.Path
	}
	return text + ": " + e.Err.Error()
}

// Unwrap returns the error without its place.
func (e *Error) Unwrap() error { return e.Err }

// node is a value of a file with its place.
type node struct {
	file, path string
	yaml       *yaml.Node
}

// parse returns the value of a YAML file with one document.
func parse(file string, text []byte) (node, error) {
	var document, second yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&document); err != nil && err != io.EOF {
		return node{}, fmt.Errorf("%s: %w", file, err)
	}
	if len(document.Content) == 0 {
		return node{}, fmt.Errorf("%s: empty, want a recipe", file)
	}
	root := node{file: file, yaml: target(document.Content[0])}
	if err := decoder.Decode(&second); err == nil {
		return node{}, node{file: file, yaml: &second}.errorf("a second document, want one recipe in a file")
	} else if err != io.EOF {
		return node{}, fmt.Errorf("%s: %w", file, err)
	}
	return root, root.checkTexts()
}

// checkTexts returns an error for the first key or value with a control character. Aliases
// stand for values that it has seen.
func (n node) checkTexts() error {
	if n.yaml.Kind == yaml.ScalarNode {
		if err := checkText(n.yaml.Value); err != nil {
			return n.errorf("%w", err)
		}
	}
	for i, of := range n.yaml.Content {
		below := node{n.file, n.path, of}
		switch {
		case of.Kind == yaml.AliasNode:
			continue
		case n.yaml.Kind == yaml.SequenceNode:
			below = n.under(fmt.Sprint(i), of)
		case i%2 == 1:
			below = n.under(n.yaml.Content[i-1].Value, of)
		}
		if err := below.checkTexts(); err != nil {
			return err
		}
	}
	return nil
}

// target returns the node that an alias stands for.
func target(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// errorf returns an error about the value.
func (n node) errorf(format string, args ...any) error {
	return &Error{n.file, n.yaml.Line, n.path, fmt.Errorf(format, args...)}
}

// under returns the value below n with the key.
func (n node) under(key string, value *yaml.Node) node {
	path := key
	if n.path != "" {
		path = n.path + "." + key
	}
	return node{n.file, path, target(value)}
}

// member is a key with its value.
type member struct {
	key string
	node
}

// mostMerges is the depth to which mappings may be merged into others.
const mostMerges = 4

// members returns the members of a mapping. Those of mappings that are merged into it by
// the key << come last, without those that it has itself.
func (n node) members(want string) ([]member, error) { return n.merged(want, 0) }

func (n node) merged(want string, depth int) ([]member, error) {
	if n.yaml.Kind != yaml.MappingNode {
		return nil, n.errorf("found %s, want %s", n.what(), want)
	}
	if depth > mostMerges {
		return nil, n.errorf("mappings are merged %d deep, want at most %d", depth, mostMerges)
	}
	var own, inherited []member
	for i := 0; i+1 < len(n.yaml.Content); i += 2 {
		key, value := n.yaml.Content[i], n.yaml.Content[i+1]
		m := member{key.Value, n.under(key.Value, value)}
		switch {
		case key.Kind != yaml.ScalarNode:
			return nil, node{n.file, n.path, key}.errorf("a key is no text")
		case key.Tag == "!!merge":
			more, err := m.merged("a mapping to merge", depth+1)
			if err != nil {
				return nil, err
			}
			inherited = append(inherited, more...)
		case slices.ContainsFunc(own, func(o member) bool { return o.key == m.key }):
			return nil, node{n.file, m.path, key}.errorf("repeated")
		default:
			own = append(own, m)
		}
	}
	for _, m := range inherited {
		if !slices.ContainsFunc(own, func(o member) bool { return o.key == m.key }) {
			m.path = n.under(m.key, m.yaml).path
			own = append(own, m)
		}
	}
	return own, nil
}

// what names the value in errors.
func (n node) what() string {
	switch n.yaml.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	if n.yaml.Tag == "!!null" {
		return "nothing"
	}
	return fmt.Sprintf("%.60q", n.yaml.Value)
}

// text returns the text of a scalar.
func (n node) text(want string) (string, error) {
	if n.yaml.Kind != yaml.ScalarNode || n.yaml.Tag == "!!null" {
		return "", n.errorf("found %s, want %s", n.what(), want)
	}
	return n.yaml.Value, nil
}

// texts returns the texts of a list, or the one of a scalar.
func (n node) texts(want string) ([]string, error) {
	if n.yaml.Kind != yaml.SequenceNode {
		text, err := n.text(want)
		return []string{text}, err
	}
	all := []string{}
	for _, of := range n.elements() {
		text, err := of.text(want)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// elements returns the elements of a list.
func (n node) elements() []node {
	var all []node
	for i, of := range n.yaml.Content {
		all = append(all, n.under(fmt.Sprint(i), of))
	}
	return all
}

// decode reads a number or a bool.
func (n node) decode(into any, want string) error {
	if _, err := n.text(want); err != nil {
		return err
	}
	if n.yaml.Decode(into) != nil {
		return n.errorf("found %s, want %s", n.what(), want)
	}
	return nil
}

// fields reads the members of a mapping by functions for their keys, up to the first error.
func (n node) fields(want string, read map[string]func(member) error) error {
	members, err := n.members(want)
	if err != nil {
		return err
	}
	for _, m := range members {
		if read[m.key] == nil {
			return m.unknown("field", slices.Sorted(maps.Keys(read)))
		}
		if err := read[m.key](m); err != nil {
			return err
		}
	}
	return nil
}

// into returns the function that reads a number or a bool.
func into(at any, want string) func(member) error {
	return func(m member) error { return m.decode(at, want) }
}

// unknown returns an error about a key that is not one of the names.
func (m member) unknown(what string, names []string) error {
	return m.errorf("unknown %s%s", what, nearest.Question(m.key, names))
}
