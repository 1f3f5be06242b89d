package play

import "gammonlab/board"

// decision is what the user has to decide.
type decision uint8

// The decisions.
const (
	noDecision      decision = iota
	whatToPlay               // the dice are thrown
	whetherToDouble          // or to throw the dice
	whetherToTake            // the net has doubled, or answered by a beaver
	whetherToAccept          // the net resigns
	whetherToGoOn            // the game is over
)

// turn is what a player did without the user being asked.
type turn struct {
	by      board.Player
	did     deed
	roll    board.Roll // if it played
	play    string     // "" if there was none to be made
	forced  bool       // it was the only one
	cube    int        // what it shows after a double that is taken
	resigns int        // kind of the resignation
}

// deed is the kind of a turn.
type deed uint8

// The deeds.
const (
	played deed = iota
	doubled
	took
	dropped
	beavered
	resigned
)
