// Package classes contains lists of classes of positions. It is apart from the databases, which
// are too large for browsers.
package classes

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/engine"
)

// Classes are classes of positions in games, except those of bear-off databases. Their
// text joins them by commas, each once; it may also have one on each line.
type Classes []engine.Class

// OfGames lists all classes that Classes can contain.
func OfGames() Classes { return Classes{engine.Race, engine.Crashed, engine.Contact} }

// Parse reads the text of classes.
func Parse(text string) (Classes, error) {
	var classes Classes
	for _, name := range strings.Split(strings.ReplaceAll(text, "\n", ","), ",") {
		class, err := ParseOne(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(classes, class) {
			return nil, fmt.Errorf("class %v is listed twice", class)
		}
		classes = append(classes, class)
	}
	return classes, nil
}

// ParseOne reads the name of one of [OfGames].
func ParseOne(name string) (engine.Class, error) {
	for _, class := range OfGames() {
		if class.String() == name {
			return class, nil
		}
	}
	return 0, fmt.Errorf("unknown class %q, want some of %v", name, OfGames())
}

// String returns the text of the classes, in the order of the alphabet.
func (c Classes) String() string {
	var names []string
	for _, class := range c {
		names = append(names, class.String())
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}

// MarshalText implements [encoding.TextMarshaler].
func (c Classes) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (c *Classes) UnmarshalText(text []byte) (err error) {
	*c, err = Parse(string(text))
	return err
}
