package learn

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseSchedule parses the text form of a schedule.
func ParseSchedule(text string) (Schedule, error) {
	s, err := parseSchedule(text)
	if err != nil {
		return Schedule{}, fmt.Errorf("bad schedule %q: %w; want a number, exp:FROM:TO, steps:VALUE,TIME:VALUE,…, "+
			"cosine:PEAK:RISE:END or, on databases, anneal:START:FLOOR:FACTOR", text, err)
	}
	return s, nil
}

func parseSchedule(text string) (Schedule, error) {
	kind, rest, found := strings.Cut(text, ":")
	if !found {
		v, err := parseNumber(text)
		return Constant(v), err
	}
	s := Schedule{text: text, kind: kind}
	parts := strings.Split(rest, ":")
	switch kind {
	case stepsKind:
		return s, s.parseSteps(rest)
	case expKind:
		if len(parts) != 2 {
			return s, fmt.Errorf("want two numbers")
		}
	case cosineKind:
		if len(parts) > 3 {
			return s, fmt.Errorf("want one to three numbers")
		}
	case annealKind:
		if len(parts) != 2 && len(parts) != 3 {
			return s, fmt.Errorf("want two or three numbers")
		}
	default:
		return s, fmt.Errorf("unknown kind %q", kind)
	}
	for i, part := range parts {
		parse := parseNumber
		if kind == cosineKind && i == 1 {
			parse = s.parseTime
		}
		v, err := parse(part)
		if err != nil {
			return s, err
		}
		s.values = append(s.values, v)
	}
	return s, s.complete()
}

// parseSteps parses VALUE,TIME:VALUE,… with ascending times.
func (s *Schedule) parseSteps(rest string) error {
	for i, part := range strings.Split(rest, ",") {
		if i > 0 {
			time, value, found := strings.Cut(part, ":")
			if !found {
				return fmt.Errorf("step %q is not TIME:VALUE", part)
			}
			at, err := s.parseTime(time)
			if err != nil {
				return err
			}
			if i > 1 && at <= s.values[2*i-3] {
				return fmt.Errorf("time %s is not after that of the previous step", time)
			}
			s.values, part = append(s.values, at), value
		}
		v, err := parseNumber(part)
		if err != nil {
			return err
		}
		s.values = append(s.values, v)
	}
	return nil
}

// parseTime parses a number with an optional unit.
func (s *Schedule) parseTime(text string) (float64, error) {
	for _, unit := range []string{Games, Epochs} {
		number, found := strings.CutSuffix(text, unit)
		if !found {
			continue
		}
		if s.unit != "" && s.unit != unit {
			return 0, fmt.Errorf("times in %s and in %s", s.unit, unit)
		}
		text, s.unit = number, unit
	}
	return parseNumber(text)
}

// parseNumber parses a finite number that is not negative.
func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v <= math.MaxFloat64) {
		return 0, fmt.Errorf("%q is not a number of at least 0", text)
	}
	return v, nil
}

// complete sets omitted numbers to their defaults and rejects inconsistent numbers.
func (s *Schedule) complete() error {
	switch s.kind {
	case expKind:
		from, to := s.values[0], s.values[1]
		if from == 0 || to == 0 {
			return fmt.Errorf("both ends of an exponential must be above 0")
		}
		if ratio := to / from; ratio < 1e-300 || ratio > 1e300 {
			return fmt.Errorf("the ends of the exponential are too far apart")
		}
	case cosineKind:
		s.values = append(s.values, 0, 0)[:3]
	case annealKind:
		s.values = append(s.values, 0.9)[:3]
		if start, floor, factor := s.values[0], s.values[1], s.values[2]; floor <= 0 || floor > start || factor <= 0 || factor >= 1 {
			return fmt.Errorf("want a floor above 0 and at most the start, and a factor between 0 and 1")
		}
	}
	return nil
}
