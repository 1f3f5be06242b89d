package bearoff

import (
	"fmt"
	"strings"
)

const (
	hyperHeaderLen = 40
	hyperRecordLen = 28
	hyperScale     = 1<<24 - 1 // of the nine numbers of a record
	hyperSixth     = float32(1) / 6
)

// hyperHeader returns the first line of a file.
func hyperHeader(checkers int) string {
	s := fmt.Sprintf("gnubg-H%d", checkers)
	return s + strings.Repeat("x", hyperHeaderLen-1-len(s)) + "\n"
}

// appendHyperRecord appends the 28 bytes of a record. Numbers are cut off, not
// rounded.
func appendHyperRecord(dst []byte, v *hyperValue) []byte {
	for _, p := range v.outputs {
		dst = appendUint24(dst, p*hyperScale)
	}
	for _, e := range [...]float32{v.owned, v.centred, v.jacoby, v.opponent} {
		share := float32(e*hyperSixth) + 0.5
		dst = appendUint24(dst, share*hyperScale)
	}
	return append(dst, 0)
}

func appendUint24(dst []byte, f float32) []byte {
	u := uint32(f)
	return append(dst, byte(u), byte(u>>8), byte(u>>16))
}

// hyperNumber returns the number at the place, 0 to 8, of a record.
func hyperNumber(record []byte, place int) float32 {
	b := record[3*place : 3*place+3]
	return float32(uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16) / hyperScale
}
