// Package dice contains the random number generators for dice, by name.
//
// The default, [PCG], is used by everything in this module: any number of
// independent streams come from one seed (internal/seed), so results do not
// depend on the number of workers. The other generators give one sequence for a
// seed. They are those of GNU Backgammon; with equal seeds, [Mersenne],
// [ISAAC], [MD5] and [BBS] give the same rolls as its version 1.07.
//
// Not for other modules.
package dice

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/internal/seed"
)

// The names of the generators.
const (
	PCG      = "pcg"      // O'Neill's permuted congruential generator, as in math/rand/v2: the default
	Mersenne = "mersenne" // MT19937, the Mersenne Twister of Matsumoto and Nishimura
	ISAAC    = "isaac"    // Jenkins' ISAAC, with a state of 16 words
	MD5      = "md5"      // MD5 digests of a counter
	BBS      = "bbs"      // the squares of Blum, Blum and Shub
	System   = "system"   // the random numbers of the operating system, not repeatable
)

// Names lists the generators, the default first.
func Names() []string { return []string{PCG, Mersenne, ISAAC, MD5, BBS, System} }

// Seeded reports whether the generator with the name gives the same dice for
// the same seed.
func Seeded(name string) bool { return name != System && slices.Contains(Names(), name) }

// New returns dice with the named generator, from the start of the seed's
// sequence. System ignores the seed.
func New(name string, s uint64) (board.Dice, error) {
	switch name {
	case PCG:
		return board.NewDice(seed.Stream(s, 0)), nil
	case Mersenne:
		return &wordDice{newMersenne(s).Uint32}, nil
	case ISAAC:
		return &wordDice{newSeededISAAC(s).next}, nil
	case MD5:
		return &wordDice{newDigests(s).next}, nil
	case BBS:
		if s < 2 {
			return nil, fmt.Errorf("seed %d, want 2 or more: squares of 0 and 1 give no random numbers", s)
		}
		return newSquares(bbsModulus, s), nil
	case System:
		return board.NewDice(system{}), nil
	}
	return nil, fmt.Errorf("no generator %q, want one of %s", name, strings.Join(Names(), ", "))
}

// system is the operating system as a source of random numbers.
type system struct{}

// Uint64 implements rand.Source.
func (system) Uint64() uint64 {
	var b [8]byte
	rand.Read(b[:]) // panics if the system has no random numbers
	return binary.LittleEndian.Uint64(b[:])
}
