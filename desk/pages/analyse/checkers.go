package analyse

import (
	"fmt"
	"strconv"

	"gammonlab/board"
	"gammonlab/board/svg"
	"gammonlab/internal/plaintext"
)

// spot is a place of a checker of a seat, in the numbering of that seat's player.
type spot struct{ seat, at int }

// side returns the checkers of a seat.
func (s *setUp) side(seat int) *board.Side {
	if seat == 0 {
		return &s.XGID.Position.Own
	}
	return &s.XGID.Position.Opp
}

// spotOf returns the spot of a checker of a seat at a place of the drawing.
func spotOf(place string, seat int) (spot, error) {
	switch place {
	case svg.BottomTray:
		return spot{0, board.Off}, nil
	case svg.TopTray:
		return spot{1, board.Off}, nil
	case svg.BottomBar:
		return spot{0, board.Bar}, nil
	case svg.TopBar:
		return spot{1, board.Bar}, nil
	}
	point, err := strconv.Atoi(place)
	if err != nil || point < 1 || point > 24 {
		return spot{}, fmt.Errorf("place is %q, want the number of a point, or a part of the drawing", place)
	}
	if seat == 1 {
		point = board.Bar - point
	}
	return spot{seat, point}, nil
}

// seatAt returns the seat whose checkers are at a place, numbered for the bottom player,
// -1 if there are none.
func (s *setUp) seatAt(place int) int {
	switch {
	case s.side(0)[place] > 0 && place != board.Off:
		return 0
	case s.side(1)[board.Bar-place] > 0 && place != board.Bar:
		return 1
	}
	return -1
}

// holder returns the seat whose checkers are at a place of the drawing: the owner of a
// bar or tray, the owner of the checkers on a point, or -1.
func (s *setUp) holder(place string) (int, error) {
	at, err := spotOf(place, 0)
	if err != nil || at.at == board.Off || at.at == board.Bar {
		return at.seat, err
	}
	return s.seatAt(at.at), nil
}

// change puts a checker on a place, takes one off it, or moves one there.
func (s *setUp) change(place, from string) error {
	if from != "" {
		return s.move(from, place)
	}
	holder, err := s.holder(place)
	if err != nil {
		return err
	}
	seat := 0
	switch {
	case s.Tool == takeOff && holder < 0, s.Tool == move:
		return fmt.Errorf("there is no checker to remove")
	case s.Tool == takeOff:
		at, err := spotOf(place, holder)
		if err != nil {
			return err
		}
		return s.shift(place, at, spot{holder, board.Off})
	case s.Tool != s.colour(0):
		seat = 1
	}
	to, err := spotOf(place, seat)
	if err != nil {
		return err
	}
	return s.shift(place, spot{to.seat, board.Off}, to)
}

// move moves a checker from one place to another one.
func (s *setUp) move(from, place string) error {
	holder, err := s.holder(from)
	if err != nil {
		return err
	}
	if holder < 0 {
		return fmt.Errorf("there is no checker on the %s point", from)
	}
	source, err := spotOf(from, holder)
	if err != nil {
		return err
	}
	to, err := spotOf(place, holder)
	if err != nil {
		return err
	}
	if to.seat != holder { // the other player's bar or tray counts as the own one
		to.seat = holder
	}
	return s.shift(place, source, to)
}

// shift moves a checker between two spots of a seat. Checkers of the other seat at the
// destination go off.
func (s *setUp) shift(place string, from, to spot) error {
	side, other := s.side(from.seat), s.side(1-from.seat)
	if side[from.at] == 0 {
		return fmt.Errorf("all %s checkers are already on the board", s.colour(from.seat))
	}
	side[from.at]--
	side[to.at]++
	if to.at != board.Off && to.at != board.Bar {
		other[board.Off] += other[board.Bar-to.at]
		other[board.Bar-to.at] = 0
	}
	s.Said = fmt.Sprintf("%s: %d %s.", plaintext.Capital(placeWords(place)), side[to.at], s.colour(from.seat))
	if to.at == board.Off && place != svg.BottomTray && place != svg.TopTray {
		s.Said = fmt.Sprintf("%s: %d %s.", plaintext.Capital(placeWords(place)), side[from.at], s.colour(from.seat))
	}
	return nil
}

// placeWords returns the name of a place of the drawing.
func placeWords(place string) string {
	switch place {
	case svg.BottomBar, svg.TopBar:
		return "bar"
	case svg.BottomTray, svg.TopTray:
		return "off"
	}
	return place + " point"
}
