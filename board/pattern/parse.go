package pattern

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
)

// parseTerm parses a term.
func parseTerm(text string) (*term, error) {
	at := strings.IndexAny(text, ":=<>")
	if at < 1 {
		return nil, fmt.Errorf("want a subject, one of : = < <= > >=, and a number, such as 6:2+ or pips<120")
	}
	t := &term{text: text}
	if err := t.setSubject(text[:at]); err != nil {
		return nil, err
	}
	operator, value := text[at:at+1], text[at+1:]
	if rest, equal := strings.CutPrefix(value, "="); equal && (operator == "<" || operator == ">") {
		operator, value = operator+"=", rest
	}
	if t.subject.words != nil {
		return t, t.setWord(operator, value)
	}
	return t, t.setRange(operator, value)
}

// setSubject sets the subject with the name.
func (t *term) setSubject(name string) error {
	for _, opp := range []bool{false, true} {
		bare, has := strings.CutPrefix(name, "o")
		if !opp {
			bare = name
		} else if !has {
			break
		}
		for _, s := range subjects {
			if s.name == bare && (s.both || !opp) {
				t.subject, t.opp = s, opp
				return nil
			}
		}
		if bare == "" || bare[0] < '0' || bare[0] > '9' {
			continue
		}
		point, err := strconv.Atoi(bare)
		if err != nil || point < 1 || point >= board.Bar {
			return fmt.Errorf("point %q, want 1 to 24", bare)
		}
		t.subject, t.opp, t.point = pointSubject, opp, point
		return nil
	}
	return fmt.Errorf("no subject %q, want a point from 1 to 24, or one of %s; o before it for the opponent's", name, subjectNames())
}

// subjectNames lists the subjects that have names.
func subjectNames() string {
	var names []string
	for _, s := range subjects {
		names = append(names, s.name)
	}
	return strings.Join(names, ", ")
}

// setWord parses the value of a subject whose numbers have words.
func (t *term) setWord(operator, value string) error {
	n := slices.Index(t.subject.words, value)
	if n < 0 || operator != ":" && operator != "=" {
		return fmt.Errorf("want %s=%s", t.subject.name, strings.Join(t.subject.words, " or "+t.subject.name+"="))
	}
	t.low, t.high = n, n
	return nil
}

// setRange parses the operator and the numbers.
func (t *term) setRange(operator, value string) error {
	s := t.subject
	if operator == ":" || operator == "=" {
		return t.setNumbers(value)
	}
	n, rest, err := s.number(value)
	if err != nil {
		return err
	}
	if rest != "" {
		return fmt.Errorf("%q follows the number, want nothing after %s%d", rest, operator, n)
	}
	t.low, t.high = s.low, s.high
	switch operator {
	case "<":
		t.high = n - 1
	case "<=":
		t.high = n
	case ">":
		t.low = n + 1
	case ">=":
		t.low = n
	}
	if t.low > s.high || t.high < s.low {
		return fmt.Errorf("nothing is %s%d, the range of %s is %d to %d", operator, n, s.name, s.low, s.high)
	}
	return nil
}

// setNumbers parses 2, 2+, 2- or 1-3.
func (t *term) setNumbers(value string) error {
	s := t.subject
	n, rest, err := s.number(value)
	if err != nil {
		return err
	}
	t.low, t.high = n, n
	switch {
	case rest == "":
	case rest == "+":
		t.high = s.high
	case rest == "-":
		t.low = s.low
	case rest[0] == '-':
		if t.high, rest, err = s.number(rest[1:]); err != nil {
			return err
		}
		if rest != "" || t.high < n {
			return fmt.Errorf("range %q, want the lower number, -, and the higher one", value)
		}
	default:
		return fmt.Errorf("number %q, want one such as 2, 2+, 2- or 1-3", value)
	}
	return nil
}

// number parses the number at the start of text, and returns the rest.
func (s *subject) number(text string) (n int, rest string, err error) {
	digits := text
	if s.low < 0 {
		digits = strings.TrimPrefix(text, "-")
	}
	rest = strings.TrimLeft(digits, "0123456789")
	if len(rest) == len(digits) {
		return 0, "", fmt.Errorf("%q is not a number", text)
	}
	n, err = strconv.Atoi(text[:len(text)-len(rest)])
	if err != nil || n < s.low || n > s.high {
		return 0, "", fmt.Errorf("%s of %s, want %d to %d", s.name, text[:len(text)-len(rest)], s.low, s.high)
	}
	return n, rest, nil
}
