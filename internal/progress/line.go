package progress

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gammonlab/internal/plaintext"
)

// Minimal and maximal width of the bar between its brackets. A line with less room omits the
// bar and keeps the numbers.
const (
	leastBar = 10
	mostBar  = 24
)

// plainLine returns the report without a terminal:
//
//	training: 450,000/1,000,000 games (45%), 12,300 games/s, 45s left, ppg +0.31
func (b *Bar) plainLine(now time.Time) string {
	var parts []string
	if percent, ok := b.percent(); ok {
		parts = append(parts, fmt.Sprintf("%s (%d%%)", b.count(), percent))
	} else {
		parts = append(parts, b.count())
	}
	parts = append(parts, b.pace(now)...)
	return b.label + ": " + strings.Join(parts, ", ")
}

// barLine returns the report on a terminal, truncated to the terminal's width:
//
//	training [=========>            ]  45%    450,000/1,000,000 games  12,300 games/s  45s left
func (b *Bar) barLine(now time.Time) string {
	head := b.label
	after := "  " + strings.Join(append([]string{b.count()}, b.pace(now)...), "  ")
	if percent, ok := b.percent(); ok {
		// Pad to the width of the final count, so the bar keeps its length.
		missing := columns(plaintext.Thousands(b.total)) - columns(plaintext.Thousands(b.done))
		after = fmt.Sprintf(" %3d%%", percent) + strings.Repeat(" ", max(missing, 0)) + after
	}

	// Some terminals wrap a line that fills the last column.
	room := max(b.width()-1, 1)
	if b.total > 0 {
		brackets := len(" []")
		size := min(room-columns(head)-columns(after)-brackets, mostBar)
		if size >= leastBar {
			head += " " + b.drawing(size)
		}
	}
	return cut(head+after, room)
}

// drawing returns the bar with size columns between its brackets.
func (b *Bar) drawing(size int) string {
	full := int(b.fraction() * float64(size))
	tip := ""
	if full < size {
		tip = ">"
	}
	return "[" + strings.Repeat("=", full) + tip + strings.Repeat(" ", size-full-len(tip)) + "]"
}

// fraction returns the finished part of a known total, between 0 and 1.
func (b *Bar) fraction() float64 {
	return min(max(float64(b.done)/float64(b.total), 0), 1)
}

// percent returns the percentage, rounded down: 100 % means finished. It returns false
// without a total.
func (b *Bar) percent() (int, bool) {
	if b.total <= 0 {
		return 0, false
	}
	return int(100 * b.fraction()), true
}

// count returns "450,000/1,000,000 games", or without a total "450,000 games".
func (b *Bar) count() string {
	if b.total <= 0 {
		return plaintext.Thousands(b.done) + " " + b.unit
	}
	return plaintext.Thousands(b.done) + "/" + plaintext.Thousands(b.total) + " " + b.unit
}

// pace returns the rate since this process began, the remaining or used time, and the
// note; it omits unknown parts.
func (b *Bar) pace(now time.Time) []string {
	var parts []string
	elapsed := now.Sub(b.began)
	rate := 0.0
	if elapsed > 0 {
		rate = float64(b.done-b.start) / elapsed.Seconds()
	}
	if rate > 0 {
		parts = append(parts, rateText(rate, b.unit))
	}
	switch {
	case b.finished:
		parts = append(parts, "took "+clock(elapsed))
	case b.total <= 0:
		parts = append(parts, clock(elapsed)+" so far")
	case rate > 0 && b.done < b.total:
		parts = append(parts, timeLeft(float64(b.total-b.done)/rate))
	}
	if b.note != "" {
		parts = append(parts, b.note)
	}
	return parts
}

// timeLeft returns an estimate as text, at most a year: longer estimates are useless,
// and some exceed a [time.Duration].
func timeLeft(seconds float64) string {
	const year = 365 * 24 * 3600
	if seconds > year {
		return "over a year left"
	}
	return clock(time.Duration(math.Ceil(seconds))*time.Second) + " left"
}

// rateText formats a rate with three digits, or with all digits before the decimal point.
// It chooses the time unit that makes the number readable.
func rateText(perSecond float64, unit string) string {
	rate, per := perSecond, "s"
	switch {
	case perSecond < 1.0/60:
		rate, per = perSecond*3600, "h"
	case perSecond < 1:
		rate, per = perSecond*60, "min"
	}
	var number string
	switch {
	case rate < 10:
		number = strconv.FormatFloat(rate, 'f', 2, 64)
	case rate < 100:
		number = strconv.FormatFloat(rate, 'f', 1, 64)
	default:
		number = plaintext.Thousands(int64(math.Round(rate)))
	}
	return number + " " + unit + "/" + per
}

// clock formats a duration with its two largest units: 45s, 12m03s, 1h02m, 2d03h.
func clock(d time.Duration) string {
	s := int64(d / time.Second)
	switch {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm%02ds", s/60, s%60)
	case s < 24*3600:
		return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
	}
	return fmt.Sprintf("%dd%02dh", s/(24*3600), s/3600%24)
}

// cut shortens text to at most width columns; a shortened text ends in an ellipsis.
func cut(text string, width int) string {
	if columns(text) <= width {
		return text
	}
	runes := []rune(text)
	return string(runes[:width-1]) + "…"
}

// columns returns the number of characters: labels and notes contain no wide or combining
// ones.
func columns(text string) int { return utf8.RuneCountInString(text) }

// oneLine replaces characters that would move the cursor.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}
