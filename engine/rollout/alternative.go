package rollout

import (
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/cube"
)

// Alternative is a position to be rolled out, alone or in comparison with
// others. Either all alternatives have stakes or none has; all stakes have the same match
// equity table.
type Alternative struct {
	Name     string         `json:"-"`
	Position board.Position `json:"position"`            // from the point of view of the player on roll at turn 0
	Opponent bool           `json:"opponent,omitempty"`  // the player's opponent is on roll at turn 0
	Stakes   *cube.Stakes   `json:"-"`                   // of the player on roll at turn 0; nil without a cube
	NoDouble bool           `json:"no_double,omitempty"` // the player on roll at turn 0 does not double at turn 0
}

// OfPosition returns a position as the only alternative; stakes is nil for a
// cubeless rollout. As in gnubg, the player does not double at turn 0; use
// [OfDouble] to compare that.
func OfPosition(pos board.Position, stakes *cube.Stakes) []Alternative {
	return []Alternative{{Name: pos.ID(), Position: pos, Stakes: stakes, NoDouble: stakes != nil}}
}

// OfPlays returns the plays from pos as alternatives, named in the usual
// notation. stakes are those of the player who makes them, nil for a cubeless
// rollout.
func OfPlays(pos board.Position, plays []board.Play, stakes *cube.Stakes) []Alternative {
	if stakes != nil {
		stakes = stakes.Swap()
	}
	alternatives := make([]Alternative, 0, len(plays))
	for _, p := range plays {
		alternatives = append(alternatives, Alternative{
			Name: board.FormatPlay(pos, p), Position: p.Result, Opponent: true, Stakes: stakes,
		})
	}
	return alternatives
}

// Names of the alternatives of a double.
const (
	noDoubleName   = "no double"
	doubleTakeName = "double, take"
)

// OfDouble returns the two alternatives of a cube decision: no double now, and
// double with take. The player must be allowed to double.
func OfDouble(pos board.Position, stakes *cube.Stakes) []Alternative {
	return []Alternative{
		{Name: noDoubleName, Position: pos, Stakes: stakes, NoDouble: true},
		{Name: doubleTakeName, Position: pos, Stakes: stakes.Doubled(), NoDouble: true},
	}
}

// ofDouble reports whether the alternatives are those of [OfDouble].
func ofDouble(alternatives []Alternative) bool {
	return len(alternatives) == 2 && alternatives[0].NoDouble && alternatives[0].Stakes != nil &&
		alternatives[0].Stakes.Doubled() == alternatives[1].Stakes && alternatives[0].Position == alternatives[1].Position
}

// basisOf returns the cube value for values in points per point of the cube:
// the cube before a decision.
func basisOf(alternatives []Alternative) int {
	if stakes := alternatives[0].Stakes; stakes != nil {
		state := stakes.State()
		return state.Cube
	}
	return 1
}

func validateAlternatives(alternatives []Alternative) error {
	if len(alternatives) == 0 {
		return errors.New("no position to roll out")
	}
	for i := range alternatives {
		a := &alternatives[i]
		if err := validatePosition(&a.Position); err != nil {
			return fmt.Errorf("alternative %d: %w", i+1, err)
		}
		if (a.Stakes == nil) != (alternatives[0].Stakes == nil) {
			return fmt.Errorf("alternative %d has stakes and another has none, want all or none", i+1)
		}
		if a.Stakes != nil && a.Stakes.MET() != alternatives[0].Stakes.MET() {
			return fmt.Errorf("alternative %d has another match equity table than the first", i+1)
		}
	}
	return nil
}

// validatePosition checks that the position is legal in a game with its number
// of checkers.
func validatePosition(pos *board.Position) error {
	v, err := variantOf(pos)
	if err != nil {
		return err
	}
	return pos.Validate(v)
}

// variantOf returns a variant with the position's number of checkers.
func variantOf(pos *board.Position) (board.Variant, error) {
	checkers := pos.Own.Checkers()
	for _, v := range board.Variants() {
		if v.Checkers() == checkers {
			return v, nil
		}
	}
	return 0, fmt.Errorf("no game has %d checkers", checkers)
}
