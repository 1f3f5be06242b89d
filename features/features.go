// Package features turns positions into the inputs of nets. A [Set] is a rule for doing
// so. It has a name and a version, which weight files contain, so a net always gets the
// inputs with which it was trained.
//
// # The inputs of gnubg
//
// The sets named gnubg-… are the inputs of gnubg's nets, in its order and with
// its values: gnubg-contact250, gnubg-crashed250 and gnubg-race214 for the nets
// of the three classes of positions, gnubg-base200 for the pruning nets.
// Version 1 belongs to version 1.00 of gnubg's weights, version 2 to version
// 1.01; sets that are the same in both have only version 1.
//
// # Your own sets
//
// [Register] adds a set to those that nets, weight files, training and commands
// find by name. Names joined by + stand for the inputs of several sets
// together, such as "perspective196+gnubg-contact250".
//
// Every set accepts every position, of any class and variant. For positions that gnubg
// never evaluates with the net, the inputs are the values of the formulas; if all
// checkers of a side are off, its rearmost checker counts as on its ace point.
package features

import (
	"strconv"

	"gammonlab/board"
)

// MaxInput exceeds the absolute value of every input of every set. The largest
// possible input, 7.5, is that of [board.MaxCheckers] checkers on the bar.
const MaxInput = board.MaxCheckers

// Set is a rule that describes a position by a fixed number of inputs, all
// within ±[MaxInput]. Sets are stateless and safe for concurrent use;
// extraction does not allocate.
type Set interface {
	// Name returns the set's name without its version, such as "perspective196".
	Name() string

	// Version is 1 for the first set with the name, and increases with each change of the
	// set's values.
	Version() int

	// Len returns the number of inputs.
	Len() int

	// Extract sets dst[:Len()] to the inputs of the position.
	Extract(dst []float32, pos *board.Position)

	// ExtractSparse writes the indexes, ascending, and values of the nonzero inputs
	// and returns their number. idx and val must hold Len() entries; entries after
	// the last one written may be overwritten, too.
	ExtractSparse(idx []int32, val []float32, pos *board.Position) int

	// Inputs documents the inputs one by one.
	Inputs() []Input
}

// Input documents one input of a set.
type Input struct {
	Name    string // short and unique in its set
	Group   string // inputs for one idea, which an ablation removes together
	Meaning string // description with a formula
}

// ID returns the set's name with its version, such as "perspective196@1", or
// for a joined set the IDs of its parts.
func ID(s Set) string {
	if j, ok := s.(joined); ok {
		return ID(j.first) + "+" + ID(j.second)
	}
	return s.Name() + "@" + strconv.Itoa(s.Version())
}
