// Package format has the bytes of the records of databases, for their readers and makers: the
// distributions of one-sided databases, and the sizes and numbers of the others.
package format

// HeaderSize is the size in bytes of the header of a file.
const HeaderSize = 40

// Sizes in bytes of parts of one-sided and two-sided databases.
const (
	WordSize   = 2
	SpanSize   = 2     // a count and a start in the table
	OffsetSize = 4     // in the table, before its spans
	NormalSize = 4 * 4 // two means and two standard deviations
)

// TwoSidedSize returns the size in bytes of a record in a two-sided database.
func TwoSidedSize(cubeful bool) int {
	if cubeful {
		return 4 * WordSize
	}
	return WordSize
}
