package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Sieve is the rule by which pruning nets select plays for the full nets.
//
// The zero Sieve is gnubg's rule: of c plays of a roll it keeps the 5 + ⌊log2 c⌋
// that the pruning net ranks best. It keeps all plays if there are no more than
// that, if their results are of several classes, or if the model has no pruning
// net for the class.
//
// Any other sieve keeps fewer plays: at most Most, whose results the pruning
// nets evaluate within Margin of the best one. It compares plays whose results
// are of different classes, each by the pruning net of its class, and keeps all
// plays whose results have a class without a pruning net.
//
// The text form of a sieve is gnubg, or MOST/MARGIN such as 5/0.2.
type Sieve struct {
	Most   int     // number of plays of a roll, at least 1
	Margin float32 // cubeless equity in points
}

const gnubgSieve = "gnubg"

// Narrow returns the sieve for large nets, 5/0.2. With pruning nets of 64 and
// 16 units it keeps half as many plays as gnubg's rule.
func Narrow() Sieve { return Sieve{Most: 5, Margin: 0.2} }

// Narrower returns the sieve for the last ply of a search with large nets, 2/0.1.
// It keeps half as many plays as Narrow.
func Narrower() Sieve { return Sieve{Most: 2, Margin: 0.1} }

// Sieves are the sieves of a search.
type Sieves struct {
	// Inner is for plays after which the search looks ahead, and for searches of 1
	// ply.
	Inner Sieve

	// Last is for the last ply of deeper searches. It can keep fewer plays: there
	// are at least 21 times as many rolls as at the ply before, so a missed play
	// hardly changes the mean.
	Last Sieve
}

// ParseSieve parses the text form of a sieve.
func ParseSieve(text string) (Sieve, error) {
	if text == gnubgSieve {
		return Sieve{}, nil
	}
	most, margin, ok := strings.Cut(text, "/")
	n, err := strconv.Atoi(most)
	m, marginErr := ParseEquity(margin)
	if marginErr != nil {
		m, marginErr = strconv.ParseFloat(margin, 32) // margins are always in points, so 1 and more need no unit
	}
	s := Sieve{n, float32(m)}
	if !ok || err != nil || marginErr != nil {
		return Sieve{}, fmt.Errorf("sieve is %q, want %s or MOST/MARGIN such as 5/0.2", text, gnubgSieve)
	}
	return s, s.check()
}

// String returns the text form of the sieve.
func (s Sieve) String() string {
	if s == (Sieve{}) {
		return gnubgSieve
	}
	return fmt.Sprintf("%d/%s", s.Most, strconv.FormatFloat(float64(s.Margin), 'g', -1, 32))
}

// MarshalText implements [encoding.TextMarshaler].
func (s Sieve) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Sieve) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSieve(string(text))
	return err
}

// Validate returns an error if the sieve keeps no play or its margin is
// invalid.
func (s Sieve) Validate() error {
	if s == (Sieve{}) {
		return nil
	}
	return s.check()
}

// check is Validate for a sieve other than the zero one.
func (s Sieve) check() error {
	switch {
	case s.Most < 1:
		return fmt.Errorf("sieve %v keeps no play, want at least 1 for a roll", s)
	case !(s.Margin > 0) || math.IsInf(float64(s.Margin), 0): // so that NaN fails too
		return fmt.Errorf("sieve %v: the margin must be a number above 0", s)
	}
	return nil
}
