package study

import (
	"fmt"
	"math"
	"time"
)

// Day is a date such as 2026-11-22.
type Day string

// dayForm is the format of days.
const dayForm = time.DateOnly

// DayOf returns the day of a time in the time's zone.
func DayOf(t time.Time) Day { return Day(t.Format(dayForm)) }

// ParseDay reads a day.
func ParseDay(text string) (Day, error) {
	if t, err := time.Parse(dayForm, text); err != nil || t.Format(dayForm) != text {
		return "", fmt.Errorf("day %q, want one such as 2026-11-22", text)
	}
	return Day(text), nil
}

// After returns the day that is the given number of days later.
func (d Day) After(days int) Day {
	t, err := time.Parse(dayForm, string(d))
	if err != nil {
		panic(err) // days are checked when they are read
	}
	return DayOf(t.AddDate(0, 0, days))
}

// Card has the results of a user's answers to an exercise.
type Card struct {
	Repetitions int     `json:"repetitions"` // answers in a row with grades of 3 or more
	Interval    int     `json:"interval"`    // days from the last answer to Due
	Easiness    float64 `json:"easiness"`
	Due         Day     `json:"due"`
	First       Day     `json:"first"` // day of the first answer
	Last        Day     `json:"last"`
	Answers     int     `json:"answers"` // answers that count: the first of each session
	Lost        float64 `json:"lost"`    // total cost of the counted answers
	LastLost    float64 `json:"last_lost"`
	Again       bool    `json:"again,omitempty"` // the exercise is to be asked again on the day Last
}

// Initial values and bounds of SM-2. mostInterval is ten years.
const (
	firstEasiness  = 2.5
	leastEasiness  = 1.3
	passingGrade   = 3
	enoughGrade    = 4
	secondInterval = 6
	mostInterval   = 3650
)

// answer updates the card after an answer. A further answer on the same day only changes
// whether the exercise is asked again.
func (c *Card) answer(today Day, grade int, lost float64) {
	c.Again = grade < enoughGrade
	if c.Last == today {
		return
	}
	if c.Answers == 0 {
		c.Easiness, c.First = firstEasiness, today
	}
	c.Answers++
	c.Lost += lost
	c.Last, c.LastLost = today, lost
	if grade < passingGrade {
		c.Repetitions, c.Interval = 0, 1
		c.Due = today.After(c.Interval)
		return
	}
	q := float64(BestGrade - grade)
	c.Easiness = max(leastEasiness, c.Easiness+0.1-q*(0.08+q*0.02))
	switch c.Repetitions {
	case 0:
		c.Interval = 1
	case 1:
		c.Interval = secondInterval
	default:
		c.Interval = min(mostInterval, int(math.Ceil(float64(c.Interval)*c.Easiness)))
	}
	c.Repetitions++
	c.Due = today.After(c.Interval)
}

// check returns an error for values that cannot result from answers.
func (c *Card) check() error {
	for _, d := range []Day{c.Due, c.First, c.Last} {
		if _, err := ParseDay(string(d)); err != nil {
			return err
		}
	}
	switch {
	case c.Repetitions < 0 || c.Answers < 1 || c.Repetitions > c.Answers:
		return fmt.Errorf("repetitions %d of %d answers", c.Repetitions, c.Answers)
	case c.Interval < 1 || c.Interval > mostInterval:
		return fmt.Errorf("interval %d, want 1 to %d", c.Interval, mostInterval)
	case !(c.Easiness >= leastEasiness && c.Easiness <= 100):
		return fmt.Errorf("easiness %v, want at least %v", c.Easiness, leastEasiness)
	case !(c.Lost >= 0) || !(c.LastLost >= 0):
		return fmt.Errorf("lost %v, the last time %v, want 0 or more", c.Lost, c.LastLost)
	}
	return nil
}
