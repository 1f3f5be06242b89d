package datasets

import "math"

// methodRank orders the methods by the quality of labels with unknown errors, the best
// first.
var methodRank = map[Method]uint32{
	Bearoff: 0, Rollout: 1, Ply2: 2, Trace: 3, Ply1: 4, Static: 5, Imported: 6, Game: 7, Unlabelled: 8,
}

// quality returns a rank of the label; the best label has the lowest rank. Labels with a
// known equity error come first, ordered by the error, then the other labels, ordered by
// method, then rows without a label.
func quality(r *Row) uint32 {
	switch {
	case r.Method == Unlabelled:
		return math.MaxUint32
	case r.EquityError >= 0:
		return math.Float32bits(max(r.EquityError, 0)) // floats that are not negative have the same order as their bits
	}
	return math.Float32bits(float32(math.Inf(1))) + methodRank[r.Method]
}
