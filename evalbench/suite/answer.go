package suite

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gammonlab/board"
)

// setAnswer reads the expected answer in brackets and the marks after it.
func (t *Test) setAnswer(text string) error {
	end := strings.LastIndexByte(text, ']')
	if !strings.HasPrefix(text, "[") || end < 0 {
		return fmt.Errorf("answer %q, want it in [brackets]", text)
	}
	for _, mark := range strings.TrimSpace(text[end+1:]) {
		switch {
		case mark == '*' && !t.ExpectedFail:
			t.ExpectedFail = true
		case mark == '&' && !t.Ignored:
			t.Ignored = true
		default:
			return fmt.Errorf("%q follows the answer, want * or & or nothing", text[end+1:])
		}
	}
	e := &t.Expected
	e.Text = strings.TrimSpace(text[1:end])
	inner := e.Text
	if e.Not = strings.HasPrefix(inner, "!"); e.Not {
		inner = inner[1:]
	}
	for alternative := range strings.SplitSeq(inner, "|") {
		if err := t.addAlternative(strings.TrimSpace(alternative)); err != nil {
			return err
		}
	}
	return nil
}

// addAlternative reads one of the answers in the brackets.
func (t *Test) addAlternative(text string) error {
	e := &t.Expected
	switch t.Question {
	case Play:
		play, err := board.ParsePlay(t.Position, t.Roll, text)
		e.results = append(e.results, play.Result)
		return err
	case Double, Take:
		yes, no := actionOf(t.Question, true), actionOf(t.Question, false)
		if text != yes && text != no {
			return fmt.Errorf("answer %q, want %s or %s", text, yes, no)
		}
		e.actions = append(e.actions, text)
		return nil
	}
	i, err := parseInterval(text)
	e.intervals = append(e.intervals, i)
	return err
}

// parseInterval reads a range such as 0.45..0.5 or -0.2..0.1.
func parseInterval(text string) (interval, error) {
	low, high, _ := strings.Cut(text, "..")
	a, errA := strconv.ParseFloat(strings.TrimSpace(low), 64)
	b, errB := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if errA != nil || errB != nil || math.IsInf(a, 0) || math.IsInf(b, 0) || !(a <= b) {
		return interval{}, fmt.Errorf("answer %q, want a range such as 0.45..0.5", text)
	}
	return interval{a, b}, nil
}
