package generate

import (
	"gammonlab/board"
	"gammonlab/engine/bearoff"
)

// Size is the size of a database that is not made yet.
type Size struct {
	Records int64 // sides of a one-sided database, positions of the others
	Bytes   int64 // of the file; 0 if it depends on the content, as of compressed databases
}

// Size returns the size of the database, or an error for options out of range.
func (o OneSidedOptions) Size() (Size, error) {
	if err := o.validate(); err != nil {
		return Size{}, err
	}
	n := int64(bearoff.NewIndex(o.Points, board.MaxCheckers).Len())
	return Size{n, o.header().Size()}, nil
}

// Size returns the size of the database, or an error for options out of range.
func (o TwoSidedOptions) Size() (Size, error) {
	if err := o.validate(); err != nil {
		return Size{}, err
	}
	n := int64(bearoff.NewIndex(o.Points, o.Checkers).Len())
	return Size{n * n, o.header().Size()}, nil
}

// Size returns the size of the database, or an error for options out of range.
func (o HyperOptions) Size() (Size, error) {
	if _, err := o.withDefaults(); err != nil {
		return Size{}, err
	}
	n := int64(bearoff.NewIndex(hyperPoints, o.Checkers).Len())
	return Size{n * n, hyperHeader(o.Checkers).Size()}, nil
}

// HyperTypes has the numbers of records of a hypergammon database by their type.
type HyperTypes struct {
	Contact int64 `json:"contact"`
	Race    int64 `json:"race"`
	Over    int64 `json:"over"`    // the game is over
	Illegal int64 `json:"illegal"` // both sides hold a point
}

// CountHyper returns the numbers of records with 1 to 3 checkers of each side.
func CountHyper(checkers int) HyperTypes {
	boards := newHyperBoards(bearoff.NewIndex(hyperPoints, checkers))
	var of [hyperContact + 1]int64
	for own := range boards {
		for opp := range boards {
			of[hyperClassOf(&boards[own], &boards[opp])]++
		}
	}
	return HyperTypes{of[hyperContact], of[hyperRace], of[hyperOver], of[hyperIllegal]}
}
