// Package win1252 reads and writes Windows-1252, the 8-bit text of old programs
// of Windows. It is Latin-1 with letters and marks in place of most of the
// control characters from 0x80 to 0x9F.
package win1252

import "strings"

// marks are the characters from 0x80 to 0x9F. Five bytes have none and stand for
// the control character of the same number, as in browsers.
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

// Encode returns the bytes of a text, a question mark for each character that
// has none.
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
