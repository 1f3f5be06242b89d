package board

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
)

// Key is gnubg's 10-byte position key: 80 bits, lowest bit of each byte first,
// that hold for each side, the one NOT on roll first, and for each of its
// places 1 to 25 as many 1-bits as there are checkers and then a 0-bit. (The
// gnubg manual names the sides the other way round; the program does it so.)
//
// Checkers borne off are not in the key: to read one takes the [Variant].
type Key [10]byte

// IDLength is the number of characters in a position ID.
const IDLength = 14

const keyBits = 8 * len(Key{})

// Key returns the position's key. The position must be valid in some variant;
// what of another does not fit is left out.
func (p Position) Key() Key {
	var low, high uint64 // the first 64 bits and the others
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

// Position returns the position of the key in a game of the variant, which
// tells how many checkers are off. It fails when a side has too many checkers,
// when the position is not legal (see [Position.Validate]), and when bits are
// left over.
func (k Key) Position(v Variant) (Position, error) {
	var p Position
	if !k.sides(&p) {
		p = Position{}
		bit := k.side(0, &p.Opp)
		bit = k.side(bit, &p.Own)
		for ; bit < keyBits; bit++ {
			if k.bit(bit) {
				return Position{}, fmt.Errorf("board: position key %x goes on after both sides", k)
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

// sides reads both sides, a run of ones at a time. It reports false for a key that
// no variant has, with more checkers on a place than there are or bits left over.
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

// side reads a side from the given bit on and returns the bit after it.
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

// bearOffRest counts as borne off whatever the variant's checkers are not on
// the board.
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
		return fmt.Errorf("board: %s has %d checkers on the board, at most %d in %v", name, on, v.Checkers(), v)
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

// AppendID appends the position's ID to dst and returns the longer slice. It
// allocates only when dst lacks room.
func (p Position) AppendID(dst []byte) []byte {
	k := p.Key()
	return base64.RawStdEncoding.AppendEncode(dst, k[:])
}

// ParseID reads a position ID as gnubg writes it. The position is seen by the
// player on roll, whom the ID encodes second. Unlike gnubg it takes nothing
// but 14 characters of Base64 that hold a legal position of the variant.
func ParseID(id string, v Variant) (Position, error) {
	k, err := parseKey(id)
	if err != nil {
		return Position{}, err
	}
	p, err := k.Position(v)
	if err != nil {
		return Position{}, fmt.Errorf("board: position ID %q: %s", id, withoutPrefix(err))
	}
	return p, nil
}

func parseKey(id string) (Key, error) {
	var k Key
	if err := decodeBase64(k[:], "position ID", id); err != nil {
		return Key{}, err
	}
	return k, nil
}

// decodeBase64 fills dst from an ID, which must have exactly the length it
// takes, and no bits beyond that: of each value there is one spelling. What names
// the kind of ID in errors.
func decodeBase64(dst []byte, what, id string) error {
	if want := base64.RawStdEncoding.EncodedLen(len(dst)); len(id) != want {
		return fmt.Errorf("board: %s %q has %d characters, want %d", what, id, len(id), want)
	}
	var word uint32 // the last characters read
	unread := 0     // how many of its bits are not in dst
	for i := range len(id) {
		value := base64Values[id[i]]
		if value < 0 {
			return fmt.Errorf("board: %s %q: character %d is %q, want one of A-Z a-z 0-9 + /", what, id, i+1, id[i])
		}
		word = word<<6 | uint32(value)
		if unread += 6; unread >= 8 {
			unread -= 8
			dst[0], dst = byte(word>>unread), dst[1:]
		}
	}
	if word<<(32-unread) != 0 {
		return fmt.Errorf("board: %s %q: the last character says more than fits", what, id)
	}
	return nil
}

// base64Values are the values of characters, -1 of those that have none.
var base64Values = func() (values [256]int8) {
	for i := range values {
		values[i] = int8(strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", byte(i)))
	}
	return values
}()

// withoutPrefix returns the error's text without the package's name, for use
// inside another error of the package.
func withoutPrefix(err error) string {
	return strings.TrimPrefix(err.Error(), "board: ")
}
