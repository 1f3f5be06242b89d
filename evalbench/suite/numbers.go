package suite

import (
	"fmt"
	"strconv"
	"strings"
)

// Numbers are the numbers of the tests to run; the zero value selects all tests. Their text
// has numbers and ranges joined by commas, such as 10-20,31.
type Numbers struct {
	text   string
	ranges [][2]int
}

// MarshalText implements [encoding.TextMarshaler].
func (n Numbers) MarshalText() ([]byte, error) { return []byte(n.text), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (n *Numbers) UnmarshalText(text []byte) error {
	*n = Numbers{text: string(text)}
	for part := range strings.SplitSeq(n.text, ",") {
		first, last, several := strings.Cut(strings.TrimSpace(part), "-")
		if !several {
			last = first
		}
		low, errLow := strconv.Atoi(first)
		high, errHigh := strconv.Atoi(last)
		if errLow != nil || errHigh != nil || low < 0 || low > high {
			return fmt.Errorf("%q, want numbers and ranges such as 10-20,31", part)
		}
		n.ranges = append(n.ranges, [2]int{low, high})
	}
	return nil
}

// Choose returns the tests whose numbers are selected.
func (n Numbers) Choose(tests []Test) []Test {
	var chosen []Test
	for i := range tests {
		if n.has(tests[i].Number) {
			chosen = append(chosen, tests[i])
		}
	}
	return chosen
}

func (n Numbers) has(number int) bool {
	for _, r := range n.ranges {
		if r[0] <= number && number <= r[1] {
			return true
		}
	}
	return n.ranges == nil
}
