package game

// Answer is an answer to a double or a beaver.
type Answer uint8

// The answers.
const (
	Take   Answer = iota // accepts
	Drop                 // refuses and loses the game
	Beaver               // accepts and redoubles at once; see [State.MayBeaver]
)

// TakeOrDrop returns [Take] or [Drop].
func TakeOrDrop(take bool) Answer {
	if take {
		return Take
	}
	return Drop
}

// String returns the name of the answer: take, pass or beaver.
func (a Answer) String() string {
	switch a {
	case Take:
		return "take"
	case Beaver:
		return "beaver"
	}
	return "pass"
}
