package engine

import (
	"fmt"
	"slices"
	"strings"
)

// ClassList are classes of positions in games, except those of bear-off databases. Their
// text joins them by commas, each once; it may also have one on each line.
type ClassList []Class

// ClassesOfGames lists all classes that a ClassList can contain.
func ClassesOfGames() ClassList { return ClassList{Race, Crashed, Contact} }

// ParseClassList reads the text of classes.
func ParseClassList(text string) (ClassList, error) {
	var classes ClassList
	for _, name := range strings.Split(strings.ReplaceAll(text, "\n", ","), ",") {
		class, err := ParseClass(name, ClassesOfGames()...)
		if err != nil {
			return nil, fmt.Errorf("unknown class %w", err)
		}
		if slices.Contains(classes, class) {
			return nil, fmt.Errorf("class %v is listed twice", class)
		}
		classes = append(classes, class)
	}
	return classes, nil
}

// String returns the text of the classes, in the order of the alphabet.
func (c ClassList) String() string {
	var names []string
	for _, class := range c {
		names = append(names, class.String())
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}

// MarshalText implements [encoding.TextMarshaler].
func (c ClassList) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (c *ClassList) UnmarshalText(text []byte) (err error) {
	*c, err = ParseClassList(string(text))
	return err
}
