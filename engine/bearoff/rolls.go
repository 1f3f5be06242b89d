package bearoff

import (
	"math"

	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/format"
)

// Rolls returns the probabilities, as multiples of 1/[One], that the side bears
// off all of its checkers in exactly 0, 1, … rolls. For a database of means and
// standard deviations they are normal densities, whose sum may differ from One.
func (d *OneSided) Rolls(s *board.Side) [MaxRolls]uint16 {
	rank, _ := d.index.rankOf(s)
	if d.header.Normal {
		return normalWords(d.records.Normals(rank)[0])
	}
	bearoff, _ := d.records.Spans(rank)
	return bearoff.Spread()
}

// GammonRolls returns the probabilities, as multiples of 1/[One], that the side
// bears off its first checker in exactly 0, 1, … rolls. A side that has borne
// off a checker needs none. All are 0 if the database does not contain them:
// it has no gammons ([OneSided.HasGammon]), or the side has fewer than 15
// checkers and has borne off none, as in hypergammon.
func (d *OneSided) GammonRolls(s *board.Side) [MaxRolls]uint16 {
	rank, _ := d.index.rankOf(s)
	switch {
	case !d.knowsFirst(s):
		return [MaxRolls]uint16{}
	case s[board.Off] > 0:
		return format.Certain.Spread()
	case d.header.Normal:
		return normalWords(d.records.Normals(rank)[1])
	}
	_, gammon := d.records.Spans(rank)
	return gammon.Spread()
}

// MostRolls returns the largest number of rolls with a nonzero probability that
// the side needs to bear off all of its checkers.
func (d *OneSided) MostRolls(s *board.Side) int {
	if len(d.records.Table) > 0 {
		rank, _ := d.index.rankOf(s)
		bearoff, _ := d.records.Spans(rank)
		return bearoff.End() - 1
	}
	dist := d.Rolls(s)
	for r := MaxRolls - 1; r > 0; r-- {
		if dist[r] != 0 {
			return r
		}
	}
	return 0
}

// Moments returns the mean and the standard deviation of the number of rolls
// that the side needs to bear off all of its checkers.
func (d *OneSided) Moments(s *board.Side) (mean, deviation float64) {
	rank, _ := d.index.rankOf(s)
	if d.header.Normal {
		n := d.records.Normals(rank)[0]
		return float64(n.Mean), float64(n.Deviation)
	}
	bearoff, _ := d.records.Spans(rank)
	var sum, squares uint64 // of rolls times words
	for r := bearoff.Start; r < bearoff.End(); r++ {
		sum += uint64(r) * bearoff.At(r)
		squares += uint64(r*r) * bearoff.At(r)
	}
	mean = float64(sum) / One
	return mean, math.Sqrt(max(float64(squares)/One-mean*mean, 0))
}

// averageRoll is the mean number of pips of a roll.
const averageRoll = 49.0 / 6

// EffectivePips returns the mean number of rolls that the side needs to bear off all of its
// checkers, times the mean number of pips of a roll.
func (d *OneSided) EffectivePips(s *board.Side) float64 {
	mean, _ := d.Moments(s)
	return mean * averageRoll
}
