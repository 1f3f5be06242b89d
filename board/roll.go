package board

import "fmt"

// Roll is a throw of two dice, each 1 to 6.
type Roll [2]uint8

// Rolls lists the 21 distinct rolls, larger die first, in the order 11, 21, 22,
// 31 … 66.
var Rolls = func() (all [21]Roll) {
	i := 0
	for hi := uint8(1); hi <= 6; hi++ {
		for lo := uint8(1); lo <= hi; lo++ {
			all[i] = Roll{hi, lo}
			i++
		}
	}
	return all
}()

// Double reports whether both dice show the same number.
func (r Roll) Double() bool { return r[0] == r[1] }

// Index returns the index of the roll in [Rolls].
func (r Roll) Index() int {
	high, low := int(max(r[0], r[1])), int(min(r[0], r[1]))
	return high*(high-1)/2 + low - 1
}

// Ways returns how many of the 36 throws of two dice give the roll: 1 for
// doubles, 2 otherwise.
func (r Roll) Ways() int {
	if r.Double() {
		return 1
	}
	return 2
}

// Valid reports whether both dice are 1 to 6.
func (r Roll) Valid() bool {
	return r[0] >= 1 && r[0] <= 6 && r[1] >= 1 && r[1] <= 6
}

// String returns the two digits in the order thrown.
func (r Roll) String() string { return fmt.Sprintf("%d%d", r[0], r[1]) }

// ParseRoll parses a roll of two digits, such as "31".
func ParseRoll(s string) (Roll, error) {
	if len(s) == 2 {
		if r := (Roll{s[0] - '0', s[1] - '0'}); r.Valid() {
			return r, nil
		}
	}
	return Roll{}, fmt.Errorf("bad dice %q, want two digits from 1 to 6 such as 31", s)
}
