package search

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// Candidate is a play with its evaluation for the player who makes it, with the cube.
type Candidate struct {
	Play          board.Play
	Probabilities engine.Probabilities
	Value         float64 // in the unit of the stakes
	Equity        float64 // normalised
	Plies         int     // of look-ahead
}
