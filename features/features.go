// Package features turns positions into the inputs of nets. A [Set] is one way
// to do so; it is known by a name and a version, which weight files carry, so
// that a net never meets inputs other than those it was trained on.
package features

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
)

// Set is a way to describe a position by a fixed number of inputs. Sets are
// stateless and safe for concurrent use; extraction allocates nothing.
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
	// Len() entries.
	ExtractSparse(idx []int32, val []float32, pos *board.Position) int

	// Inputs documents the inputs one by one.
	Inputs() []Input
}

// Input documents one input of a set.
type Input struct {
	Name    string // short and unique in its set
	Meaning string // what it counts and how, in words and a formula
}

// ID returns the set's versioned name, such as "perspective196@1".
func ID(s Set) string { return s.Name() + "@" + strconv.Itoa(s.Version()) }

// Sets lists every set, newest version of each.
func Sets() []Set {
	return []Set{Perspective196{}, Pubeval122{}, Tesauro198{}}
}

// Lookup returns the set with the given name, with or without a version.
func Lookup(name string) (Set, error) {
	base, version, versioned := strings.Cut(name, "@")
	for _, s := range Sets() {
		if s.Name() != base {
			continue
		}
		if versioned && version != strconv.Itoa(s.Version()) {
			return nil, fmt.Errorf("features: set %s has no version %q here, only %d", base, version, s.Version())
		}
		return s, nil
	}
	return nil, fmt.Errorf("features: unknown set %q, want one of %s", name, strings.Join(names(), ", "))
}

func names() []string {
	var all []string
	for _, s := range Sets() {
		all = append(all, s.Name())
	}
	return all
}
