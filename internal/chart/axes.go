package chart

import (
	"math"

	"gonum.org/v1/plot"
)

// setLogarithmic makes axes logarithmic if requested and possible. It adds the same
// small margins to the data as setRange does.
func (c Curve) setLogarithmic(p *plot.Plot) {
	if c.empty() {
		return
	}
	left, right, low, high := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range c.Series {
		from, to, lo, hi := extent(s.X, s.Y, s.Lo, s.Hi, s.Raw)
		left, right, low, high = min(left, from), max(right, to), min(low, lo), max(high, hi)
	}
	for _, m := range c.Marks {
		low, high = min(low, m.Y), max(high, m.Y)
	}
	if c.LogX && hasLog(left, right) {
		p.X.Min, p.X.Max = spread(left, right)
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, logTicks(7)
	}
	if c.LogY && hasLog(low, high) {
		low, high = spread(low, high)
		air := math.Pow(high/low, 0.05)
		p.Y.Min, p.Y.Max = low/air, high*air
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logTicks(6)
	}
}

// hasLog reports whether a range with its margins fits on a logarithmic axis.
func hasLog(lo, hi float64) bool { return lo >= 1e-200 && hi <= 1e200 }

// setRange adds small margins to the range of the data. If there are no data, or all
// values are equal, it sets a default range.
func (c Curve) setRange(p *plot.Plot) {
	if p.Y.Min > p.Y.Max {
		p.Y.Min, p.Y.Max = 0, 1
	}
	if p.X.Min > p.X.Max {
		p.X.Min, p.X.Max = 0, 1
	}
	// The amount of work starts at 0: if the data begin close to 0, the axis begins at 0.
	if p.X.Min > 0 && p.X.Min < 0.4*p.X.Max {
		p.X.Min = 0
	}
	p.X.Min, p.X.Max = spread(p.X.Min, p.X.Max)
	p.Y.Min, p.Y.Max = spread(p.Y.Min, p.Y.Max)
	air := 0.05 * (p.Y.Max - p.Y.Min)
	p.Y.Min -= air
	p.Y.Max += air
}

// spread widens a range that is too narrow to be divided in float64.
func spread(lo, hi float64) (float64, float64) {
	const nothing = 1e-200
	size := max(math.Abs(lo), math.Abs(hi))
	switch {
	case size < nothing:
		return -1, 1
	case hi-lo <= 1e-9*size:
		return lo - size/10, hi + size/10
	}
	return lo, hi
}
