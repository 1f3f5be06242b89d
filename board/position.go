package board

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Places of a [Side] that are not points.
const (
	Off = 0  // checkers borne off
	Bar = 25 // checkers on the bar
)

// MaxCheckers is the number of checkers of a side in backgammon, the maximum of
// all variants.
const MaxCheckers = 15

// Side holds the checkers of one side in that side's own numbering: indexes 1
// to 24 are points, [Bar] is the bar and [Off] the checkers borne off. The sum
// is the number of checkers at the start.
type Side [26]uint8

// Position is a board from the point of view of the player on roll: Own are
// that player's checkers, Opp the opponent's, each in its owner's numbering.
// Positions are comparable with ==.
type Position struct {
	Own, Opp Side
}

// Swap returns the same board from the other player's point of view.
func (p Position) Swap() Position {
	return Position{Own: p.Opp, Opp: p.Own}
}

// Checkers returns the number of the side's checkers, including those borne
// off.
func (s *Side) Checkers() int {
	const even = 0x00ff00ff00ff00ff // every other place, with room for the sum
	var sum uint64
	for at := 0; at < len(s)/8*8; at += 8 {
		word := binary.LittleEndian.Uint64(s[at:])
		sum += word&even + word>>8&even
	}
	return int(sum*0x0001000100010001>>48) + int(s[24]) + int(s[Bar])
}

// Pips returns the side's pip count: the pips it needs to bear off every
// checker, 25 for one on the bar.
func (s *Side) Pips() int {
	n := 0
	for point, c := range s {
		n += point * int(c)
	}
	return n
}

// Rearmost returns the highest place, 1 to 25, that holds a checker of the
// side, or 0 if all checkers are off.
func (s *Side) Rearmost() int {
	for point := Bar; point >= len(s)/8*8; point-- {
		if s[point] != 0 {
			return point
		}
	}
	for at := len(s)/8*8 - 8; at >= 0; at -= 8 { // eight places at a time
		if word := binary.LittleEndian.Uint64(s[at:]); word != 0 {
			return at + (bits.Len64(word)-1)/8 // Off if all are off
		}
	}
	return Off
}

// Contact reports whether a checker of each side has yet to pass one of the
// other; without contact the game is a race.
func (p *Position) Contact() bool {
	return p.Own.Rearmost()+p.Opp.Rearmost() >= Bar
}

// Result is the result of a finished game for the player on roll, in points
// before the cube: 1 single, 2 gammon, 3 backgammon, negative for losses and 0
// if the game is not over.
type Result int8

// Result returns the game's result for the player on roll, 0 if it is not over.
func (p *Position) Result() Result {
	switch {
	case p.Opp.Rearmost() == Off:
		return -lossValue(&p.Own)
	case p.Own.Rearmost() == Off:
		return lossValue(&p.Opp)
	}
	return 0
}

// lossValue returns the points, 1 to 3, that the side with the given checkers
// loses when the opponent has borne off the last checker.
func lossValue(loser *Side) Result {
	switch {
	case loser[Off] > 0:
		return 1
	case loser.Rearmost() > 18:
		return 3
	}
	return 2
}

// Validate returns an error if p cannot occur in a game of the variant: a wrong
// number of checkers, a point held by both sides, or both sides on the bar
// against closed boards, when neither could ever move.
func (p *Position) Validate(v Variant) error {
	want := v.Checkers()
	if n := p.Own.Checkers(); n != want {
		return fmt.Errorf("the player on roll has %d checkers, want %d in %v", n, want, v)
	}
	if n := p.Opp.Checkers(); n != want {
		return fmt.Errorf("the opponent has %d checkers, want %d in %v", n, want, v)
	}
	return p.validatePlaces()
}

// validatePlaces is Validate without the number of checkers.
func (p *Position) validatePlaces() error {
	for point := 1; point < Bar; point++ {
		if p.Own[point] > 0 && p.Opp[Bar-point] > 0 {
			return fmt.Errorf("both sides hold the %d point of the player on roll", point)
		}
	}
	if p.Own[Bar] > 0 && p.Opp[Bar] > 0 && closed(&p.Own) && closed(&p.Opp) {
		return fmt.Errorf("both sides are on the bar against closed boards")
	}
	return nil
}

// closed reports whether the side holds all six points of its home board.
func closed(s *Side) bool {
	for point := 1; point <= 6; point++ {
		if s[point] < 2 {
			return false
		}
	}
	return true
}
