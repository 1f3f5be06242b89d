package supervised

import (
	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
)

// Samples are labelled positions with the inputs of a feature set. They are read-only:
// any number of goroutines may use them.
type Samples struct {
	set   features.Set
	table *positionRows
	rows  []int32 // numbers in the table
	mean  float64 // mean of the known weights
	blank []int   // inputs that are set to 0
}

// NewSamples returns samples of the rows with the inputs of a feature set. Positions
// must be legal in the variant, and their games must not be over.
func NewSamples(set features.Set, variant board.Variant, rows []datasets.Row) *Samples {
	t := &positionRows{variant: variant}
	for i := range rows {
		t.add(&rows[i], Unweighted, 0)
	}
	return newSamples(set, t, upTo(len(rows)))
}

func newSamples(set features.Set, t *positionRows, rows []int32) *Samples {
	return &Samples{set: set, table: t, rows: rows, mean: t.meanWeight(rows)}
}

// upTo returns the numbers from 0 to n-1.
func upTo(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// Len returns the number of positions.
func (s *Samples) Len() int { return len(s.rows) }

// Set returns the feature set.
func (s *Samples) Set() features.Set { return s.set }

// Position returns position i.
func (s *Samples) Position(i int) board.Position { return s.table.position(s.rows[i]) }

// Label returns the label of position i. It must not be changed.
func (s *Samples) Label(i int) *engine.Probabilities { return &s.table.labels[s.rows[i]] }

// weight returns the weight of position i's loss.
func (s *Samples) weight(i int) float32 { return s.table.weight(s.rows[i], s.mean) }

// Inputs sets dst to the inputs of position i.
func (s *Samples) Inputs(dst []float32, i int) {
	pos := s.Position(i)
	s.set.Extract(dst, &pos)
	for _, k := range s.blank {
		dst[k] = 0
	}
}

// sparse sets idx and val to position i's inputs that are not zero and returns their
// number, like [features.Set.ExtractSparse]. It sets pos, which the caller provides to
// save an allocation, to the position.
func (s *Samples) sparse(idx []int32, val []float32, pos *board.Position, i int) int {
	*pos = s.Position(i)
	n := s.set.ExtractSparse(idx, val, pos)
	if len(s.blank) == 0 {
		return n
	}
	kept, blank := 0, s.blank
	for j := range n {
		for len(blank) > 0 && blank[0] < int(idx[j]) {
			blank = blank[1:]
		}
		if len(blank) == 0 || blank[0] != int(idx[j]) {
			idx[kept], val[kept] = idx[j], val[j]
			kept++
		}
	}
	return kept
}

// Without returns the same samples with the given inputs always 0, as for a net without
// them. The numbers of the inputs must ascend.
func (s *Samples) Without(inputs []int) *Samples {
	view := *s
	view.blank = inputs
	return &view
}

// Split divides rows into training and validation rows. The validation rows are about
// the given share, chosen by [datasets.Share].
func Split(rows []datasets.Row, share float64) (training, validation []datasets.Row) {
	for _, row := range rows {
		if datasets.Share(row.Position.Key(), 0) < share {
			validation = append(validation, row)
		} else {
			training = append(training, row)
		}
	}
	return training, validation
}
