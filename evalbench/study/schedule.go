package study

import (
	"fmt"
	"math"
	"time"
)

// Day is a date, as 2026-11-22.
type Day string

// dayForm is how days are written.
const dayForm = time.DateOnly

// DayOf returns the day of a time, where it is.
func DayOf(t time.Time) Day { return Day(t.Format(dayForm)) }

// ParseDay reads a day.
func ParseDay(text string) (Day, error) {
	if t, err := time.Parse(dayForm, text); err != nil || t.Format(dayForm) != text {
		return "", fmt.Errorf("day %q, want one such as 2026-11-22", text)
	}
	return Day(text), nil
}

// After returns the day so many days later.
func (d Day) After(days int) Day {
	t, err := time.Parse(dayForm, string(d))
	if err != nil {
		panic(err) // days are checked when they are read
	}
	return DayOf(t.AddDate(0, 0, days))
}

// Card is what is known of a user's answers to an exercise.
type Card struct {
	Repetitions int     `json:"repetitions"` // in a row with grades of 3 and more
	Interval    int     `json:"interval"`    // days from the last answer to Due
	Easiness    float64 `json:"easiness"`
	Due         Day     `json:"due"`
	First       Day     `json:"first"` // when it was asked for the first time
	Last        Day     `json:"last"`
	Answers     int     `json:"answers"` // that counted: the first of each session
	Lost        float64 `json:"lost"`    // by these, in all
	LastLost    float64 `json:"last_lost"`
	Again       bool    `json:"again,omitempty"` // to be asked again on the day Last
}

// What SM-2 begins with, and its bounds; an interval of ten years is forgetting.
const (
	firstEasiness  = 2.5
	leastEasiness  = 1.3
	passingGrade   = 3
	enoughGrade    = 4
	secondInterval = 6
	mostInterval   = 3650
)

// answer changes the card for an answer on a day. Another answer of the same day only
// counts for whether it is asked again.
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

// check reports what no answers lead to.
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
