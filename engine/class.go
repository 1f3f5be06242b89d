package engine

import (
	"fmt"
	"strings"

	"gammonlab/board"
)

// Class is the kind of a position, by the way in which it is best evaluated.
// The order is that of gnubg's classes, from the simplest on.
type Class uint8

// The classes. Which positions without contact are bearoffs depends on the
// databases at hand.
const (
	Over     Class = iota // a side has borne off its last checker
	Hyper                 // a hypergammon database knows the position
	Bearoff2              // a two-sided database knows the position
	Bearoff1              // a one-sided database knows how both sides bear off
	Race                  // no contact otherwise
	Crashed               // contact, and a side has hardly a checker left to play with
	Contact               // contact otherwise
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

// ParseClass returns that of the given classes which has the name.
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

// Exact reports whether evaluations of positions of the class are exact: the game is
// over, or a database knows both sides together.
func (c Class) Exact() bool { return c == Over || c == Hyper || c == Bearoff2 }

// ClassOf returns the class of the position by gnubg's rules as if there were no
// databases: over, race, crashed or contact. The other side's view gives the
// same class. [Static.ClassOf] knows of databases too.
//
// Only a game of 15 checkers can be crashed: with the three of hypergammon
// every position with contact would be.
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

// crashed reports whether the side has so many checkers off or buried on its
// two lowest points that about six at most are left to play with.
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
	return few && s.Checkers() >= board.MaxCheckers // counted last, as it takes longest
}
