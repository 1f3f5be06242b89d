package engine

import "gammonlab/board"

// Class is the kind of a position, by the way in which it is best evaluated.
// The order is that of gnubg's classes, from the simplest on.
type Class uint8

// The classes.
const (
	Over    Class = iota // a side has borne off its last checker
	Bearoff              // no contact, and all checkers of both sides are home
	Race                 // no contact otherwise
	Crashed              // contact, and a side has hardly a checker left to play with
	Contact              // contact otherwise
)

// Classes lists every class.
func Classes() []Class { return []Class{Over, Bearoff, Race, Crashed, Contact} }

// String returns the class's name in files and flags, such as "contact".
func (c Class) String() string {
	switch c {
	case Over:
		return "over"
	case Bearoff:
		return "bearoff"
	case Race:
		return "race"
	case Crashed:
		return "crashed"
	}
	return "contact"
}

// ClassOf returns the class of the position by gnubg's rules, with its two
// bear-off databases as one class. The other side's view gives the same class.
//
// Only a game of 15 checkers can be crashed: with the three of hypergammon
// every position with contact would be.
func ClassOf(pos *board.Position) Class {
	own, opp := pos.Own.Rearmost(), pos.Opp.Rearmost()
	switch {
	case own == board.Off || opp == board.Off:
		return Over
	case !pos.Contact() && max(own, opp) <= homePoints:
		return Bearoff
	case !pos.Contact():
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
	total := s.Checkers()
	if total < board.MaxCheckers {
		return false
	}
	onBoard, ace, deuce := total-int(s[board.Off]), int(s[1]), int(s[2])
	switch {
	case onBoard <= left:
		return true
	case ace >= 2 && onBoard <= left+ace:
		return true
	case ace >= 2 && deuce >= 2:
		return onBoard+1-ace-deuce <= left
	case ace <= 1 && deuce >= 1:
		return onBoard <= left-1+deuce
	}
	return false
}
