package parquetfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"gammonlab/internal/digest"
)

// Parquet has a place for checksums of pages, which the library neither writes
// nor reads. So the metadata of a file hold a CRC-32C of each column of each
// group, with all that stands between it and the next, and one of the footer, in
// which those eight digits are taken for zeros.

const (
	checksumsKey = "checksums"
	footerKey    = "footer_checksum"
)

// sumDigits is the number of hexadecimal digits of a checksum.
const sumDigits = 8

var noSum = strings.Repeat("0", sumDigits)

func formatSum(sum uint32) string { return fmt.Sprintf("%0*x", sumDigits, sum) }

// sealMark is how the footer's checksum is announced in the footer: its key, and
// in the compact protocol of Thrift the head of a text of eight bytes in the
// field behind it.
var sealMark = append([]byte(footerKey), 0x18, sumDigits)

// sealPlace returns where in a footer the digits of its checksum stand, and
// whether they do.
func sealPlace(footer []byte) (int, bool) {
	at := bytes.LastIndex(footer, sealMark) + len(sealMark)
	return at, at >= len(sealMark) && at+sumDigits <= len(footer)
}

// seal puts its checksum into a footer.
func seal(footer []byte) error {
	at, ok := sealPlace(footer)
	if !ok {
		return fmt.Errorf("the footer has no place for its checksum")
	}
	copy(footer[at:], formatSum(digest.Checksum(footer)))
	return nil
}

// sealed reports whether a footer has a checksum, and whether it is the right
// one. The footer is as before when it returns.
func sealed(footer []byte) (has, right bool) {
	at, ok := sealPlace(footer)
	if !ok {
		return false, false
	}
	var digits [sumDigits]byte
	copy(digits[:], footer[at:])
	copy(footer[at:], noSum)
	want := formatSum(digest.Checksum(footer))
	copy(footer[at:], digits[:])
	return true, want == string(digits[:])
}

// parseSums reads the checksums of so many columns of groups.
func parseSums(text string, n int) ([]uint32, error) {
	if len(text) != n*sumDigits {
		return nil, fmt.Errorf("metadata: %s has %d characters, want %d for each of %d columns in groups",
			checksumsKey, len(text), sumDigits, n)
	}
	sums := make([]uint32, n)
	for i := range sums {
		digits := text[i*sumDigits:][:sumDigits]
		sum, err := strconv.ParseUint(digits, 16, 32)
		if err != nil {
			return nil, fmt.Errorf("metadata: %s: %q is no checksum", checksumsKey, digits)
		}
		sums[i] = uint32(sum)
	}
	return sums, nil
}

// Every Parquet file begins and ends with Magic; before the last one stands the
// length of the footer.
const (
	Magic   = "PAR1"
	tailLen = 4 + len(Magic)
)

// footerLen returns the length of a footer with its tail by the tail.
func footerLen(tail []byte) int64 { return int64(binary.LittleEndian.Uint32(tail)) + int64(tailLen) }
