package engine

import "gammonlab/board"

type tempHyper interface {
	Covers(*board.Position) bool
	Evaluate(*board.Position) struct{ Probabilities [5]float32 }
}
type tempTwo interface {
	Covers(*board.Position) bool
	Equities(*board.Position) [4]float32
}
type tempOne interface {
	Covers(*board.Side) bool
	BearOff(*board.Side) [32]uint16
	MostRolls(*board.Side) int
	Evaluate(own, opp *board.Side) [5]float32
	Points() int
	Checkers() int
}

const tempWhole = 65535
