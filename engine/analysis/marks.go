package analysis

// Mark grades a decision by its error.
type Mark uint8

// The marks, for errors above 0.03, 0.06 and 0.12 of normalised equity.
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

// markOf returns the mark of an error, which is a normalised equity of 0 or
// more.
func markOf(lost float64) Mark {
	switch {
	case lost > 0.12:
		return VeryBad
	case lost > 0.06:
		return Bad
	case lost > 0.03:
		return Doubtful
	}
	return Unmarked
}

// LuckMark grades a roll.
type LuckMark uint8

// The marks of rolls, for luck above 0.6 and 0.3 of normalised equity, and
// below the negatives. They are in the order of tables, the luckiest first.
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

// LuckMarkOf returns the mark of a roll's luck in normalised equity.
func LuckMarkOf(luck float64) LuckMark {
	switch {
	case luck > 0.6:
		return VeryLucky
	case luck > 0.3:
		return Lucky
	case luck < -0.6:
		return VeryUnlucky
	case luck < -0.3:
		return Unlucky
	}
	return Ordinary
}
