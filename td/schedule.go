package td

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Schedule gives a learning rate or a λ over the course of a run. Its text form
// is one of
//
//	0.1                     constant
//	exp:0.1:0.01            exponential from 0.1 at the start to 0.01 at the end
//	steps:0.1,200000:0.05   0.1, then 0.05 from game 200,000 on; more steps may follow
//
// The zero Schedule is constant 0.
type Schedule struct {
	text     string
	from, to float64 // exponential, when steps is empty
	steps    []step
}

type step struct {
	game  int64
	value float64
}

// Constant returns a schedule that never changes.
func Constant(value float64) Schedule {
	return Schedule{text: strconv.FormatFloat(value, 'g', -1, 64), from: value, to: value}
}

// ParseSchedule reads a schedule in its text form.
func ParseSchedule(text string) (Schedule, error) {
	kind, rest, _ := strings.Cut(text, ":")
	switch kind {
	case "exp":
		return parseExponential(text, rest)
	case "steps":
		return parseSteps(text, rest)
	}
	v, err := parseRate(text)
	if err != nil {
		return Schedule{}, fmt.Errorf("td: bad schedule %q: %w; want a number, exp:FROM:TO or steps:VALUE,GAME:VALUE,…", text, err)
	}
	return Constant(v), nil
}

func parseExponential(text, rest string) (Schedule, error) {
	first, last, _ := strings.Cut(rest, ":")
	from, err := parseRate(first)
	if err != nil {
		return Schedule{}, fmt.Errorf("td: bad schedule %q: %w", text, err)
	}
	to, err := parseRate(last)
	if err != nil {
		return Schedule{}, fmt.Errorf("td: bad schedule %q: %w", text, err)
	}
	if from <= 0 || to <= 0 {
		return Schedule{}, fmt.Errorf("td: bad schedule %q: both ends of an exponential must be above 0", text)
	}
	if ratio := to / from; ratio < 1e-300 || ratio > 1e300 {
		return Schedule{}, fmt.Errorf("td: bad schedule %q: the ends of the exponential are too far apart", text)
	}
	return Schedule{text: text, from: from, to: to}, nil
}

func parseSteps(text, rest string) (Schedule, error) {
	s := Schedule{text: text}
	for i, part := range strings.Split(rest, ",") {
		game, value := "0", part
		if i > 0 {
			var found bool
			if game, value, found = strings.Cut(part, ":"); !found {
				return Schedule{}, fmt.Errorf("td: bad schedule %q: step %q is not GAME:VALUE", text, part)
			}
		}
		at, err := strconv.ParseInt(game, 10, 64)
		if err != nil || at < 0 || i > 0 && at <= s.steps[i-1].game {
			return Schedule{}, fmt.Errorf("td: bad schedule %q: game %q is not a number above the step before", text, game)
		}
		v, err := parseRate(value)
		if err != nil {
			return Schedule{}, fmt.Errorf("td: bad schedule %q: %w", text, err)
		}
		s.steps = append(s.steps, step{at, v})
	}
	return s, nil
}

// parseRate reads a finite number that is not negative.
func parseRate(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
		return 0, fmt.Errorf("%q is not a number from 0 up", text)
	}
	return v, nil
}

// At returns the value for the given game, from 0, of a run of the given length.
func (s Schedule) At(game, games int64) float64 {
	if len(s.steps) > 0 {
		value := s.steps[0].value
		for _, st := range s.steps {
			if game >= st.game {
				value = st.value
			}
		}
		return value
	}
	if s.from == s.to {
		return s.from
	}
	return s.from * math.Pow(s.to/s.from, float64(game)/float64(games))
}

// Bounds returns the smallest and largest value that the schedule takes.
func (s Schedule) Bounds() (lo, hi float64) {
	lo, hi = min(s.from, s.to), max(s.from, s.to)
	for i, st := range s.steps {
		if i == 0 {
			lo, hi = st.value, st.value
		}
		lo, hi = min(lo, st.value), max(hi, st.value)
	}
	return lo, hi
}

// String returns the text form.
func (s Schedule) String() string {
	if s.text == "" {
		return "0"
	}
	return s.text
}

// MarshalText implements encoding.TextMarshaler.
func (s Schedule) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Schedule) UnmarshalText(text []byte) error {
	parsed, err := ParseSchedule(string(text))
	if err == nil {
		*s = parsed
	}
	return err
}
