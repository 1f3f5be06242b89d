package engine

import (
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
)

// Class is the kind of a position; it determines the method of evaluation. The
// order is that of gnubg's classes, from the simplest on.
type Class uint8

// The classes. The databases in use determine which races are bear-offs.
const (
	Over     Class = iota // a side has borne off its last checker
	Hyper                 // a hypergammon database contains the position
	Bearoff2              // a two-sided database contains the position, and no gammon is possible
	Bearoff1              // a one-sided database contains both sides, and the gammons that are possible
	Race                  // other positions without contact
	Crashed               // contact, and a side has few checkers left in play
	Contact               // other positions with contact
)

const numClasses = int(Contact) + 1

// Classes lists every class.
func Classes() []Class {
	return []Class{Over, Hyper, Bearoff2, Bearoff1, Race, Crashed, Contact}
}

var classNames = [numClasses]string{"over", "hypergammon", "bearoff2", "bearoff1", "race", "crashed", "contact"}

// String returns the class's name in files and flags, such as "contact"; the
// names are gnubg's.
func (c Class) String() string { return classNames[c] }

// ParseClass returns the class with the name, which must be one of the given
// classes.
func ParseClass(name string, classes ...Class) (Class, error) {
	var names []string
	for _, c := range classes {
		if c.String() == name {
			return c, nil
		}
		names = append(names, c.String())
	}
	last := len(names) - 1
	return Over, fmt.Errorf("%q, want %s or %s", name, strings.Join(names[:last], ", "), names[last])
}

// Exact reports whether evaluations of positions of the class are exact: the
// game is over, or a database contains both sides together.
func (c Class) Exact() bool { return c == Over || c == Hyper || c == Bearoff2 }

// ClassOf returns the class of the position by gnubg's rules without databases:
// over, race, crashed or contact. It is the same from both players' points of
// view. [Static.ClassOf] uses databases, too.
//
// Only a game of 15 checkers can be crashed: otherwise every position of
// hypergammon with contact would be.
func ClassOf(pos *board.Position) Class {
	own, opp := pos.Own.Rearmost(), pos.Opp.Rearmost()
	switch {
	case own == board.Off || opp == board.Off:
		return Over
	case own+opp < board.Bar:
		return Race
	case crashed(&pos.Own) || crashed(&pos.Opp):
		return Crashed
	}
	return Contact
}

// homePoints is the number of points of a home board.
const homePoints = 6

// crashed reports whether the side has so many checkers off or on its two
// lowest points that at most about six remain in play.
func crashed(s *board.Side) bool {
	const left = 6
	onBoard, ace, deuce := board.MaxCheckers-int(s[board.Off]), int(s[1]), int(s[2])
	few := false
	switch {
	case onBoard <= left:
		few = true
	case ace >= 2 && onBoard <= left+ace:
		few = true
	case ace >= 2 && deuce >= 2:
		few = onBoard+1-ace-deuce <= left
	case ace <= 1 && deuce >= 1:
		few = onBoard <= left-1+deuce
	}
	return few && s.Checkers() >= board.MaxCheckers // counted last, because it is the slowest
}

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
