package search

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxPlies is the maximal look-ahead.
const MaxPlies = 4

// Level selects the plays that stay in the search after all remaining ones have
// been evaluated at some number of plies: the best Accept plays, and then at
// most Extra plays that are at most Threshold points worse than the best. With
// a negative Accept all plays stay, without the evaluation. If a level whose
// Accept is not 1 leaves one play, this play is the choice and is not evaluated
// further.
//
// The best play is within any threshold of itself, so it stays with an Accept
// of 0, too, as one of the Extra.
type Level struct {
	Accept    int
	Extra     int
	Threshold float32
}

// skip keeps all plays.
var skip = Level{Accept: -1}

// Skips reports whether the level keeps all plays without evaluating them.
func (l Level) Skips() bool { return l.Accept < 0 }

// check returns an error for invalid numbers.
func (l Level) check() error {
	switch {
	case l.Skips():
		return nil
	case l.Accept == 0 && l.Extra < 1:
		return errors.New("no play is kept, want an extra of at least 1 if accept is 0")
	case l.Extra < 0:
		return fmt.Errorf("extra is %d, want at least 0", l.Extra)
	case !(l.Threshold >= 0):
		return fmt.Errorf("the threshold is %v, want at least 0", l.Threshold)
	}
	return nil
}

// String returns the level in the form of [ParseFilter].
func (l Level) String() string {
	if l.Skips() {
		return "skip"
	}
	return fmt.Sprintf("%d/%d/%s", l.Accept, l.Extra, strconv.FormatFloat(float64(l.Threshold), 'g', -1, 32))
}

// keep returns the number of plays, sorted best first, that the level keeps.
func (l Level) keep(plays []contender) int {
	n := min(l.Accept, len(plays))
	for end := n + min(l.Extra, len(plays)-n); n < end && plays[0].equity-plays[n].equity <= l.Threshold; n++ {
	}
	return n
}

// Filter determines the plies at which each play of a roll is evaluated. The
// zero Filter evaluates all plays at the full plies.
type Filter struct {
	name string
	rows [MaxPlies + 1][]Level // by the plies of the search
}

// NewFilter returns a filter with the given levels for 0 plies, 1 ply and so
// on, for searches of any plies. Missing levels keep all plays.
func NewFilter(levels ...Level) (Filter, error) {
	var f Filter
	if len(levels) > MaxPlies {
		return f, fmt.Errorf("a filter of %d levels, want at most %d", len(levels), MaxPlies)
	}
	var words []string
	for i, l := range levels {
		if err := l.check(); err != nil {
			return Filter{}, fmt.Errorf("level %d of a filter: %w", i, err)
		}
		words = append(words, l.String())
	}
	f.name = strings.Join(words, ":")
	for plies := range f.rows {
		f.rows[plies] = slices.Clone(levels[:min(plies, len(levels))])
	}
	return f, nil
}

// Level returns the level after the evaluation at the given number of plies in
// a search of more plies.
func (f *Filter) Level(plies, at int) Level {
	if row := f.rows[plies]; at < len(row) {
		return row[at]
	}
	return skip
}

// String returns the filter in the form of [ParseFilter]: a name, or the levels
// joined by colons. The zero Filter is "all".
func (f Filter) String() string {
	if f.name == "" {
		return all
	}
	return f.name
}

// MarshalText returns the filter's text form.
func (f Filter) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads what [ParseFilter] reads.
func (f *Filter) UnmarshalText(text []byte) (err error) {
	*f, err = ParseFilter(string(text))
	return err
}
