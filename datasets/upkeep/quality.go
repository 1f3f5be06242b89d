package upkeep

import (
	"math"

	"gammonlab/datasets"
)

// methodRank orders the methods by the quality of labels with unknown errors, the best
// first.
var methodRank = map[datasets.Method]uint32{
	datasets.Bearoff: 0, datasets.Rollout: 1, datasets.Ply2: 2, datasets.Trace: 3, datasets.Ply1: 4, datasets.Static: 5, datasets.Imported: 6, datasets.Game: 7, datasets.Unlabelled: 8,
}

// quality returns a rank of the label; the best label has the lowest rank. Labels with a
// known equity error come first, ordered by the error, then the other labels, ordered by
// method, then rows without a label.
func quality(r *datasets.Row) uint32 {
	switch {
	case r.Method == datasets.Unlabelled:
		return math.MaxUint32
	case r.EquityError >= 0:
		return math.Float32bits(max(r.EquityError, 0)) // floats that are not negative have the same order as their bits
	}
	return math.Float32bits(float32(math.Inf(1))) + methodRank[r.Method]
}
