package bearoff

import (
	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/format"
)

// Evaluate returns the probabilities of the player on roll, who has the side
// own, in a race in which the database covers both sides: to win, win a gammon
// or more, win a backgammon, lose a gammon or more, lose a backgammon. Each
// side bears off as fast as it can, independent of the other. Gammons are
// possible only against a side with 15 checkers left, and never in a database
// without them ([OneSided.HasGammon]); the probabilities of backgammons are 0.
// So all five are right only for positions that the database answers
// ([OneSided.Answers]).
//
// gnubg adds single-precision products. The sums here are exact, so the results
// differ from gnubg's by its rounding, a few units in the last place.
func (d *OneSided) Evaluate(own, opp *board.Side) [5]float32 {
	if d.header.Normal {
		return d.evaluateNormal(own, opp)
	}
	ownRank, ownCheckers := d.index.rankOf(own)
	oppRank, oppCheckers := d.index.rankOf(opp)
	ownRolls, ownFirst := d.records.Spans(ownRank)
	oppRolls, oppFirst := d.records.Spans(oppRank)

	var chances [5]float32
	chances[0] = chance(inTime(ownRolls, oppRolls, 0))
	if !d.header.Gammons {
		return chances
	}
	if oppCheckers == board.MaxCheckers {
		chances[1] = chance(inTime(ownRolls, oppFirst, 0))
	}
	if ownCheckers == board.MaxCheckers {
		chances[3] = chance(inTime(oppRolls, ownFirst, 1))
	}
	return chances
}

// inTime returns the probability, as a multiple of 1/[One]², that side a needs
// at most as many rolls as side b minus lag. It scans both distributions from
// the end, accumulating the remainder of b.
func inTime(a, b format.Span, lag int) uint64 {
	i := min(a.End(), b.End()-lag) - 1
	j := i + lag
	var sum, left uint64
	for r := b.End() - 1; r > j && r >= b.Start; r-- {
		left += b.At(r)
	}
	for i >= a.Start && j >= b.Start {
		left += b.At(j)
		sum += a.At(i) * left
		i--
		j--
	}
	var before uint64 // probability of a's rolls before the first of b's
	for ; i >= a.Start; i-- {
		before += a.At(i)
	}
	return sum + before*left
}

func chance(sum uint64) float32 { return float32(float64(sum) * (1.0 / (One * One))) }
