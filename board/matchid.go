package board

import (
	"encoding/base64"
	"fmt"
	"math/bits"
)

// matchKey is a match ID before Base64 encoding: its fields one after the
// other, lowest bit first within the field and within each byte.
type matchKey struct {
	bytes [9]byte
	pos   int // first bit of the next field
}

// MatchIDLength is the number of characters in a match ID.
const MatchIDLength = 12

// centred encodes [Nobody] as the owner of the cube.
const centred = 3

// Widths of the fields, in bits.
const (
	cubeBits   = 4
	ownerBits  = 2
	flagBits   = 1
	stateBits  = 3
	resignBits = 2
	dieBits    = 3
	pointBits  = 15
)

// ID returns gnubg's match ID, 12 characters of Base64. The match must be valid
// ([Match.Validate]). The ID does not keep the order of the dice: the larger
// one comes first.
func (m Match) ID() string {
	var k matchKey
	owner := centred
	if m.Owner != Nobody {
		owner = int(m.Owner)
	}
	k.put(cubeBits, bits.Len(uint(m.Cube))-1)
	k.put(ownerBits, owner)
	k.put(flagBits, int(m.Roller))
	k.putFlag(m.Crawford)
	k.put(stateBits, int(m.State))
	k.put(flagBits, int(m.Turn))
	k.putFlag(m.Doubled)
	k.put(resignBits, m.Resigns)
	k.put(dieBits, int(max(m.Dice[0], m.Dice[1])))
	k.put(dieBits, int(min(m.Dice[0], m.Dice[1])))
	k.put(pointBits, m.Length)
	k.put(pointBits, m.Score[PlayerO])
	k.put(pointBits, m.Score[PlayerX])
	k.putFlag(!m.Jacoby)
	return base64.RawStdEncoding.EncodeToString(k.bytes[:])
}

// ParseMatchID parses a match ID in gnubg's form: 12 characters of Base64. It
// returns an error if [Match.Validate] does.
func ParseMatchID(id string) (Match, error) {
	var k matchKey
	if err := decodeBase64(k.bytes[:], "match ID", id); err != nil {
		return Match{}, err
	}
	m := Match{ // calls are evaluated in source order, which is the order of the fields
		Cube:     1 << k.take(cubeBits),
		Owner:    ownerOf(k.take(ownerBits)),
		Roller:   Player(k.take(flagBits)),
		Crawford: k.takeFlag(),
		State:    GameState(k.take(stateBits)),
		Turn:     Player(k.take(flagBits)),
		Doubled:  k.takeFlag(),
		Resigns:  k.take(resignBits),
		Dice:     Roll{uint8(k.take(dieBits)), uint8(k.take(dieBits))},
		Length:   k.take(pointBits),
		Score:    [2]int{k.take(pointBits), k.take(pointBits)},
		Jacoby:   !k.takeFlag(),
	}
	if err := m.Validate(); err != nil {
		return Match{}, fmt.Errorf("match ID %q: %w", id, err)
	}
	return m, nil
}

// ownerOf decodes the owner as gnubg does: any number that is not a player is
// Nobody.
func ownerOf(field int) Player {
	if p := Player(field); p.plays() {
		return p
	}
	return Nobody
}

func (k *matchKey) put(width, value int) {
	for i := range width {
		k.bytes[k.pos/8] |= byte(value>>i&1) << (k.pos % 8)
		k.pos++
	}
}

func (k *matchKey) putFlag(set bool) {
	if set {
		k.put(flagBits, 1)
	} else {
		k.put(flagBits, 0)
	}
}

func (k *matchKey) take(width int) int {
	value := 0
	for i := range width {
		value |= int(k.bytes[k.pos/8]>>(k.pos%8)&1) << i
		k.pos++
	}
	return value
}

func (k *matchKey) takeFlag() bool { return k.take(flagBits) != 0 }
