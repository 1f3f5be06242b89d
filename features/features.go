// Package features turns positions into the inputs of nets. A [Set] is one way
// to do so; it is known by a name and a version, which weight files carry, so
// that a net never meets inputs other than those it was trained on.
//
// # The inputs of gnubg
//
// The sets named gnubg-… are the inputs of gnubg's nets, in its order and with
// its values: gnubg-contact250, gnubg-crashed250 and gnubg-race214 those of the
// nets for the three classes of positions, gnubg-base200 those of the nets that
// prune. Version 1 goes with gnubg's weights of version 1.00, version 2 with 1.01;
// sets that have not changed have only version 1.
//
// # Sets of one's own
//
// [Register] makes a set known to all that looks sets up by name: nets, weight
// files, training and commands. Names joined by + stand for the inputs of several
// sets together, such as "perspective196+gnubg-contact250".
//
// Every set takes every position, of any class and variant. Positions that gnubg
// never asks the net about get what the formulas give; a side whose checkers are
// all off then counts as if its rearmost one stood on its ace point.
package features

import (
	"strconv"

	"gammonlab/board"
)

// MaxInput exceeds the absolute value of every input of every set. The largest
// input there is, 7.5, is half of [board.MaxCheckers] checkers on the bar.
const MaxInput = board.MaxCheckers

// Set is a way to describe a position by a fixed number of inputs, none beyond
// ±[MaxInput]. Sets are stateless and safe for concurrent use; extraction
// allocates nothing.
type Set interface {
	// Name returns the set's name without its version, such as "perspective196".
	Name() string

	// Version counts the changes that the set's values have seen, from 1.
	Version() int

	// Len returns the number of inputs.
	Len() int

	// Extract sets dst[:Len()] to the inputs of the position.
	Extract(dst []float32, pos *board.Position)

	// ExtractSparse writes the indexes, ascending, and values of the inputs
	// that are not zero and returns how many there are. idx and val must hold
	// Len() entries; those after the last one written may be overwritten, too.
	ExtractSparse(idx []int32, val []float32, pos *board.Position) int

	// Inputs documents the inputs one by one.
	Inputs() []Input
}

// Input documents one input of a set.
type Input struct {
	Name    string // short and unique in its set
	Group   string // inputs of one idea, which an ablation leaves out together
	Meaning string // what it counts and how, in words and a formula
}

// ID returns the set's versioned name, such as "perspective196@1"; of a joined set
// the parts' names.
func ID(s Set) string {
	if j, ok := s.(joined); ok {
		return ID(j.first) + "+" + ID(j.second)
	}
	return s.Name() + "@" + strconv.Itoa(s.Version())
}
