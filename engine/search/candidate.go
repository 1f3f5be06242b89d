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
	Rolled        *Rolled // of a play that a roller has rolled out, else nil
}

// Rolled is what only a rollout knows of a choice.
type Rolled struct {
	StandardError   engine.Evaluated `json:"standard_error"`
	Trials          int              `json:"trials"`
	Status          string           `json:"status"`
	DifferenceError float64          `json:"difference_standard_error"`  // of the difference from the first
	Distance        float64          `json:"joint_deviations"`           // distance from the first in these standard errors
	Best            *float64         `json:"best_probability,omitempty"` // that the play is the best of those rolled out
}
