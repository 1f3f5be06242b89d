package parquetfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"gammonlab/internal/digest"
)

// The library neither writes nor reads Parquet's checksums of pages. So the metadata of a
// file contain two kinds of CRC-32C: one for each column of each group, which covers all
// bytes up to the next column, and one for the footer, which is computed with zeros instead
// of its eight digits.

const (
	checksumsKey = "checksums"
	footerKey    = "footer_checksum"
)

// sumDigits is the number of hexadecimal digits of a checksum.
const sumDigits = 8

var noSum = strings.Repeat("0", sumDigits)

func formatSum(sum uint32) string { return fmt.Sprintf("%0*x", sumDigits, sum) }

// sealMark is the text before the checksum in a footer: the key of the checksum and, in the
// compact protocol of Thrift, the head of a text field of eight bytes.
var sealMark = append([]byte(footerKey), 0x18, sumDigits)

// sealPlace returns the offset of the checksum's digits in a footer, and reports whether
// the footer has these digits.
func sealPlace(footer []byte) (int, bool) {
	at := bytes.LastIndex(footer, sealMark) + len(sealMark)
	return at, at >= len(sealMark) && at+sumDigits <= len(footer)
}

// seal writes the checksum of a footer into it.
func seal(footer []byte) error {
	at, ok := sealPlace(footer)
	if !ok {
		return fmt.Errorf("the footer has no place for its checksum")
	}
	copy(footer[at:], formatSum(digest.Checksum(footer)))
	return nil
}

// sealed reports whether a footer has a checksum, and whether the checksum is right. The
// footer is unchanged when sealed returns.
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

// parseSums reads the checksums of the given number of columns of all groups.
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

// Every Parquet file begins and ends with Magic. The length of the footer stands before
// the second Magic.
const (
	Magic   = "PAR1"
	tailLen = 4 + len(Magic)
)

// footerLen returns the length of a footer, including the tail, which contains it.
func footerLen(tail []byte) int64 { return int64(binary.LittleEndian.Uint32(tail)) + int64(tailLen) }
