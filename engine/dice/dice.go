// Package dice has the generators of random numbers that dice can be thrown by,
// each by its name.
//
// The default, [PCG], is what everything in this module draws on: any number of
// independent streams come from one seed (internal/seed), so that results do not
// depend on how many workers share the games. The others give one sequence for a
// seed. They are those of GNU Backgammon, and with the same seed [Mersenne],
// [ISAAC], [MD5] and [BBS] throw the same dice as version 1.07 of it.
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
	System   = "system"   // the random numbers of the operating system, which no seed repeats
)

// Names lists the generators, the default first.
func Names() []string { return []string{PCG, Mersenne, ISAAC, MD5, BBS, System} }

// Seeded reports whether the generator of the name gives the same dice again for
// the same seed.
func Seeded(name string) bool { return name != System && slices.Contains(Names(), name) }

// New returns dice thrown by the generator of the name, from the beginning of the
// seed's sequence. System does not look at the seed.
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
			return nil, fmt.Errorf("dice: seed %d, want 2 or more: squares of 0 and 1 give no random numbers", s)
		}
		return newSquares(bbsModulus, s), nil
	case System:
		return board.NewDice(system{}), nil
	}
	return nil, fmt.Errorf("dice: no generator %q, want one of %s", name, strings.Join(Names(), ", "))
}

// system is the operating system as a source of random numbers.
type system struct{}

// Uint64 implements rand.Source.
func (system) Uint64() uint64 {
	var b [8]byte
	rand.Read(b[:]) // ends the program if the system has no random numbers
	return binary.LittleEndian.Uint64(b[:])
}
