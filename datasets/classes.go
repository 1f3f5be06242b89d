package datasets

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/engine"
)

// Classes are classes of positions in games, except those of bear-off databases. Their
// text joins them by commas, each once; it may also have one on each line.
type Classes []engine.Class

// ClassesOfGames lists all classes that Classes can contain.
func ClassesOfGames() Classes { return Classes{engine.Race, engine.Crashed, engine.Contact} }

// ParseClasses reads the text of classes.
func ParseClasses(text string) (Classes, error) {
	var classes Classes
	for _, name := range strings.Split(strings.ReplaceAll(text, "\n", ","), ",") {
		class, err := ParseClass(name)
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

// ParseClass reads the name of one of [ClassesOfGames].
func ParseClass(name string) (engine.Class, error) {
	for _, class := range ClassesOfGames() {
		if class.String() == name {
			return class, nil
		}
	}
	return 0, fmt.Errorf("unknown class %q, want some of %v", name, ClassesOfGames())
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
	*c, err = ParseClasses(string(text))
	return err
}
