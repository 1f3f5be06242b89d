package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// ticks places about the given number of labelled ticks at round values.
type ticks int

// Ticks implements [plot.Ticker].
func (t ticks) Ticks(lo, hi float64) []plot.Tick {
	return ticksAt(lo, hi, roundStep((hi-lo)/float64(t)))
}

// ticksAt returns the labelled multiples of step from lo to hi.
func ticksAt(lo, hi, step float64) []plot.Tick {
	first := math.Ceil(lo / step)
	// The slack keeps a last tick that rounding would put beyond the end.
	count := int(math.Floor(hi/step-first+1e-9)) + 1
	var marks []plot.Tick
	for i := range max(count, 0) {
		// Multiply, because repeated addition rounds: 0.1 added three times is not 0.3.
		v := (first + float64(i)) * step
		marks = append(marks, plot.Tick{Value: v, Label: tickLabel(v, step)})
	}
	return marks
}

// wholeTicks are ticks at whole numbers, for quantities such as epochs.
type wholeTicks int

// Ticks implements [plot.Ticker].
func (t wholeTicks) Ticks(lo, hi float64) []plot.Tick {
	return ticksAt(lo, hi, max(1, roundStep((hi-lo)/float64(t))))
}

// allWhole reports whether all values are whole numbers.
func allWhole(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) })
}

// scarcer is a ticker that can place fewer ticks. fewer returns nil if there are no fewer.
type scarcer interface{ fewer() plot.Ticker }

func (t ticks) fewer() plot.Ticker      { return orNil(t > 1, t-1) }
func (t wholeTicks) fewer() plot.Ticker { return orNil(t > 1, t-1) }
func (t plainTicks) fewer() plot.Ticker { return orNil(t > 1, t-1) }
func (t logTicks) fewer() plot.Ticker   { return orNil(t > 1, t-1) }

func orNil(any bool, t plot.Ticker) plot.Ticker {
	if !any {
		return nil
	}
	return t
}

// separate reduces the ticks of a horizontal axis of the given length until no label touches
// another.
func separate(axis *plot.Axis, length vg.Length) {
	at := func(v float64) vg.Length { return length * vg.Length(axis.Norm(v)) }
	for touch(axis.Tick.Marker.Ticks(axis.Min, axis.Max), axis.Tick.Label, at) {
		t, ok := axis.Tick.Marker.(scarcer)
		if !ok {
			return
		}
		next := t.fewer()
		if next == nil {
			return
		}
		axis.Tick.Marker = next
	}
}

// touch reports whether labels in ascending order touch, in the style, at these places.
func touch(marks []plot.Tick, style text.Style, at func(v float64) vg.Length) bool {
	const gap = 5
	for i := 1; i < len(marks); i++ {
		half := (style.Width(marks[i-1].Label) + style.Width(marks[i].Label)) / 2
		if at(marks[i].Value)-at(marks[i-1].Value) < half+gap {
			return true
		}
	}
	return false
}

// roundStep returns the smallest number of the form 1, 2 or 5 times a power of ten that is
// not far below x. A few more ticks than requested are better than half the number.
func roundStep(x float64) float64 {
	const slack = 1.25
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{1, 2, 5} {
		if step := digit * power; step*slack >= x {
			return step
		}
	}
	return 10 * power
}

// logTicks places about the given number of labelled ticks: at powers of ten if these are
// enough, otherwise at 1, 2 and 5 times powers of ten; for a range below a factor of 4, at
// round steps.
type logTicks int

// Ticks implements [plot.Ticker].
func (t logTicks) Ticks(lo, hi float64) []plot.Tick {
	if hi < 4*lo {
		return ticks(t).Ticks(lo, hi)
	}
	digits, decades := []float64{1, 2, 5}, math.Log10(hi)-math.Log10(lo)
	if decades > float64(t)*2/3 {
		digits = digits[:1]
	}
	var marks []plot.Tick
	for power := math.Floor(math.Log10(lo)); power <= math.Log10(hi); power += max(1, math.Ceil(decades/float64(2*t))) {
		for _, digit := range digits {
			step := math.Pow(10, power)
			if v := digit * step; lo <= v && v <= hi {
				marks = append(marks, plot.Tick{Value: v, Label: tickLabel(v, step)})
			}
		}
	}
	return marks
}

// tickLabel formats v briefly, such as 200k or 1.5M. With small steps, labels have as many
// decimals as the step, so they align.
func tickLabel(v, step float64) string {
	if math.Abs(v) < step/2 {
		v = 0 // not −0
	}
	text := ""
	switch size := math.Abs(v); {
	case size >= 1e15 || step < 1e-6:
		text = strconv.FormatFloat(v, 'g', 6, 64)
	case size >= 1e9 && step >= 1e6:
		text = trimmed(v/1e9) + "G"
	case size >= 1e6 && step >= 1e3:
		text = trimmed(v/1e6) + "M"
	case size >= 1e3 && step >= 100:
		text = trimmed(v/1e3) + "k"
	default:
		decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
		text = strconv.FormatFloat(v, 'f', decimals, 64)
	}
	return strings.Replace(text, "-", "−", 1)
}

// trimmed formats v without digits that are rounding errors.
func trimmed(v float64) string {
	return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64)
}
