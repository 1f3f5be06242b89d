package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gammonlab/board"
)

// Sieve is the rule by which pruning nets select plays for the full nets. The
// zero Sieve is the rule of [Static.Prune]. Any other sieve keeps fewer plays:
// at most Most, whose results the pruning nets evaluate within Margin of the
// best one. Its text form is gnubg, or MOST/MARGIN such as 5/0.2.
type Sieve struct {
	Most   int     // number of plays of a roll, at least 1
	Margin float32 // cubeless equity in points
}

const gnubgSieve = "gnubg"

// Narrow returns the sieve for large nets, 5/0.2. With pruning nets of 64 and
// 16 units it keeps half as many plays as gnubg's rule.
func Narrow() Sieve { return Sieve{Most: 5, Margin: 0.2} }

// ParseSieve parses the text form of a sieve.
func ParseSieve(text string) (Sieve, error) {
	if text == gnubgSieve {
		return Sieve{}, nil
	}
	most, margin, ok := strings.Cut(text, "/")
	n, err := strconv.Atoi(most)
	m, marginErr := strconv.ParseFloat(margin, 32)
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

// Sift appends to dst the indexes, ascending, of the plays that the sieve
// keeps. Unlike [Static.Prune] it also compares plays whose results are of
// different classes, each by the pruning net of its class; it keeps all plays
// whose results have a class without a pruning net. All plays must start from
// pos.
func (s *Static) Sift(dst []int, pos *board.Position, plays []board.Play, by Sieve) []int {
	if by == (Sieve{}) {
		return s.Prune(dst, pos, plays, nil)
	}
	if s.pruner == nil {
		s.pruner = s.newPruner()
	}
	if len(plays) < 2 {
		return appendAll(dst, plays)
	}
	r := s.pruner
	r.least = r.least[:0]
	first := len(dst)
	if class := s.ClassOf(&plays[0].Result); r.byClass[class] != nil && s.allOf(class, plays) {
		s.rank(pos, plays, nil, class, nil, by.Most)
	} else {
		dst = s.rankEach(dst, pos, plays, by.Most)
	}
	for i := range r.least {
		if r.least[i].left-r.least[0].left > by.Margin {
			r.least = r.least[:i]
			break
		}
	}
	return r.appendKept(dst, first)
}

// rankEach is [Static.rank] for plays of several classes. It appends to dst the
// indexes of plays without a pruning net.
func (s *Static) rankEach(dst []int, pos *board.Position, plays []board.Play, keep int) []int {
	r := s.pruner
	r.classes = r.classes[:0]
	for i := range plays {
		class := s.ClassOf(&plays[i].Result)
		r.classes = append(r.classes, class)
		if r.byClass[class] == nil {
			dst = append(dst, i)
		}
	}
	for class, net := range r.byClass {
		if net == nil {
			continue
		}
		r.group, r.numbers = r.group[:0], r.numbers[:0]
		for i, c := range r.classes {
			if c == Class(class) {
				r.group, r.numbers = append(r.group, plays[i]), append(r.numbers, i)
			}
		}
		s.rank(pos, r.group, r.numbers, Class(class), nil, keep)
	}
	return dst
}
