package board

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"strings"
)

// Key is gnubg's 10-byte position key: 80 bits, lowest bit of each byte first.
// The side NOT on roll comes first. Each place 1 to 25 of a side is encoded as
// one 1-bit for each checker, followed by a 0-bit. (The gnubg manual names the
// sides in the other order; the program uses this one.)
//
// The key does not contain the checkers borne off: decoding requires the
// [Variant].
type Key [10]byte

// IDLength is the number of characters in a position ID.
const IDLength = 14

const keyBits = 8 * len(Key{})

// Key returns the position's key. The position must be valid in some variant;
// bits that do not fit are dropped.
func (p Position) Key() Key {
	var low, high uint64 // the first 64 bits and the rest
	bit := uint(0)
	for _, s := range [...]*Side{&p.Opp, &p.Own} {
		for point := 1; point <= Bar; point++ {
			n := uint(s[point])
			if n > 0 {
				ones := uint64(1)<<min(n, 63) - 1
				low |= ones << bit
				if bit < 64 {
					high |= ones >> (64 - bit)
				} else {
					high |= ones << (bit - 64)
				}
			}
			bit += n + 1
		}
	}
	var k Key
	binary.LittleEndian.PutUint64(k[:8], low)
	binary.LittleEndian.PutUint16(k[8:], uint16(high))
	return k
}

// Position decodes the key in a game of the variant, which determines the
// number of checkers borne off. It returns an error if a side has too many
// checkers, the position is illegal (see [Position.Validate]), or bits remain.
func (k Key) Position(v Variant) (Position, error) {
	var p Position
	if !k.sides(&p) {
		p = Position{}
		bit := k.side(0, &p.Opp)
		bit = k.side(bit, &p.Own)
		for ; bit < keyBits; bit++ {
			if k.bit(bit) {
				return Position{}, fmt.Errorf("position key %x has bits after both sides", k)
			}
		}
	}
	if err := bearOffRest(&p, v); err != nil {
		return Position{}, err
	}
	if err := p.validatePlaces(); err != nil {
		return Position{}, err
	}
	return p, nil
}

// sides decodes both sides, a run of ones at a time. It returns false for a key
// that no variant has: too many checkers on a place, or bits that remain.
func (k *Key) sides(p *Position) bool {
	low, high := binary.LittleEndian.Uint64(k[:8]), uint64(binary.LittleEndian.Uint16(k[8:]))
	for _, s := range [...]*Side{&p.Opp, &p.Own} {
		for point := 1; point <= Bar; point++ {
			n := bits.TrailingZeros64(^low)
			if n > MaxCheckers {
				return false
			}
			s[point] = uint8(n)
			low, high = low>>(n+1)|high<<(63-n), high>>(n+1)
		}
	}
	return low|high == 0
}

// side decodes a side from the given bit on and returns the index of the next
// bit.
func (k *Key) side(bit int, s *Side) int {
	for point := 1; point <= Bar && bit < keyBits; point++ {
		for ; bit < keyBits && k.bit(bit); bit++ {
			s[point]++
		}
		bit++
	}
	return bit
}

func (k *Key) bit(n int) bool { return k[n/8]>>(n%8)&1 != 0 }

// bearOffRest adds the checkers that are not on the board to those borne off.
func bearOffRest(p *Position, v Variant) error {
	if err := p.Own.bearOffRest("the player on roll", v); err != nil {
		return err
	}
	return p.Opp.bearOffRest("the opponent", v)
}

func (s *Side) bearOffRest(name string, v Variant) error {
	s[Off] = 0
	on := s.Checkers()
	if on > v.Checkers() {
		return fmt.Errorf("%s has %d checkers on the board, at most %d in %v", name, on, v.Checkers(), v)
	}
	s[Off] = uint8(v.Checkers() - on)
	return nil
}

// ID returns gnubg's position ID, 14 characters of Base64: the key, which
// encodes the side NOT on roll first.
func (p Position) ID() string {
	var buf [IDLength]byte
	return string(p.AppendID(buf[:0]))
}

// AppendID appends the position's ID to dst and returns the extended slice. It
// allocates only if dst is too short.
func (p Position) AppendID(dst []byte) []byte {
	k := p.Key()
	return base64.RawStdEncoding.AppendEncode(dst, k[:])
}

// Hex returns the key as 20 hexadecimal digits, as gnubg prints it.
func (k Key) Hex() string { return hex.EncodeToString(k[:]) }

// ParseID parses a position ID in gnubg's form, or a position key as 20 hexadecimal digits
// ([Key.Hex]). The ID encodes the player on roll second. Unlike gnubg, ParseID accepts only 14
// characters of Base64 that encode a legal position of the variant.
func ParseID(id string, v Variant) (Position, error) {
	k, err := parseKey(id)
	if err != nil {
		return Position{}, err
	}
	p, err := k.Position(v)
	if err != nil {
		return Position{}, fmt.Errorf("position ID %q: %w", id, err)
	}
	return p, nil
}

func parseKey(id string) (Key, error) {
	var k Key
	if len(id) == hex.EncodedLen(len(k)) {
		if _, err := hex.Decode(k[:], []byte(id)); err == nil {
			return k, nil
		}
	}
	if err := decodeBase64(k[:], "position ID", id); err != nil {
		return Key{}, err
	}
	return k, nil
}

// decodeBase64 decodes an ID into dst. The ID must have exactly the required
// length and no surplus bits: each value has one spelling. Errors name the kind
// of ID by what.
func decodeBase64(dst []byte, what, id string) error {
	if want := base64.RawStdEncoding.EncodedLen(len(dst)); len(id) != want {
		return fmt.Errorf("%s %q has %d characters, want %d", what, id, len(id), want)
	}
	var word uint32 // the last characters decoded
	unread := 0     // number of its bits that are not in dst
	for i := range len(id) {
		value := base64Values[id[i]]
		if value < 0 {
			return fmt.Errorf("%s %q: character %d is %q, want one of A-Z a-z 0-9 + /", what, id, i+1, id[i])
		}
		word = word<<6 | uint32(value)
		if unread += 6; unread >= 8 {
			unread -= 8
			dst[0], dst = byte(word>>unread), dst[1:]
		}
	}
	if word<<(32-unread) != 0 {
		return fmt.Errorf("%s %q: the last character has bits that do not fit", what, id)
	}
	return nil
}

// base64Values maps characters to values, -1 for invalid characters.
var base64Values = func() (values [256]int8) {
	for i := range values {
		values[i] = int8(strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", byte(i)))
	}
	return values
}()
