package analysis

// Mark grades a decision by its error.
type Mark uint8

// The marks, for errors above the bounds in [Thresholds].
const (
	Unmarked Mark = iota
	Doubtful
	Bad
	VeryBad
	numMarks
)

var markNames = [numMarks]string{"", "doubtful", "bad", "very bad"}

// String returns the mark in words, "" for none.
func (m Mark) String() string { return markNames[m] }

// Sign returns the mark as annotators write it: ?!, ? or ??.
func (m Mark) Sign() string { return [numMarks]string{"", "?!", "?", "??"}[m] }

// MarshalText returns the mark in words.
func (m Mark) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// LuckMark grades a roll.
type LuckMark uint8

// The marks of rolls, for luck above the bounds in [Thresholds] and below the negatives. They
// are in the order of tables, the luckiest first.
const (
	VeryLucky LuckMark = iota
	Lucky
	Ordinary
	Unlucky
	VeryUnlucky
	numLuckMarks
)

// String returns the mark in words, "" for an ordinary roll.
func (m LuckMark) String() string {
	return [numLuckMarks]string{"very lucky", "lucky", "", "unlucky", "very unlucky"}[m]
}

// MarshalText returns the mark in words.
func (m LuckMark) MarshalText() ([]byte, error) { return []byte(m.String()), nil }
