// Package win1252 decodes and encodes Windows-1252, the 8-bit encoding of old
// Windows programs. It is Latin-1 with letters and marks instead of most of the
// control characters from 0x80 to 0x9F.
package win1252

import "strings"

// marks has the characters from 0x80 to 0x9F. Five bytes have none and stand
// for the control character with the same number, as in browsers.
var marks = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// Rune returns the character of a byte.
func Rune(c byte) rune {
	if c >= 0x80 && c <= 0x9F {
		return marks[c-0x80]
	}
	return rune(c)
}

// Byte returns the byte of a character. It reports false if there is none.
func Byte(r rune) (byte, bool) {
	if r < 0x80 || r >= 0xA0 && r <= 0xFF {
		return byte(r), true
	}
	for i, mark := range marks {
		if mark == r {
			return byte(0x80 + i), true
		}
	}
	return 0, false
}

// Decode returns the text of the bytes.
func Decode(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(Rune(c))
	}
	return s.String()
}

// Encode returns the bytes of a text, with a question mark for each character
// outside the encoding.
func Encode(text string) []byte {
	var b []byte
	for _, r := range text {
		c, ok := Byte(r)
		if !ok {
			c = '?'
		}
		b = append(b, c)
	}
	return b
}
