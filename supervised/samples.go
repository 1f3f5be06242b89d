package supervised

import (
	"gammonlab/datasets"
	"gammonlab/features"
)

// Samples are labelled positions with the inputs that a feature set makes of
// them, four bytes for each. They are read only: any number of goroutines may
// use them.
type Samples struct {
	set    features.Set
	inputs []float32 // a row for each position
	rows   []datasets.Row
	blank  []int // inputs that are taken for 0
}

// NewSamples extracts the inputs of the positions, which it does not copy. No
// game may be over: there is nothing to be learned from its end.
func NewSamples(set features.Set, rows []datasets.Row) *Samples {
	s := &Samples{set: set, rows: rows, inputs: make([]float32, len(rows)*set.Len())}
	for i := range rows {
		set.Extract(s.inputs[i*set.Len():(i+1)*set.Len()], &rows[i].Position)
	}
	return s
}

// Len returns the number of positions.
func (s *Samples) Len() int { return len(s.rows) }

// Set returns the feature set.
func (s *Samples) Set() features.Set { return s.set }

// Row returns position i with its label. It must not be changed.
func (s *Samples) Row(i int) *datasets.Row { return &s.rows[i] }

// Inputs sets dst to the inputs of position i.
func (s *Samples) Inputs(dst []float32, i int) {
	copy(dst, s.inputs[i*s.set.Len():(i+1)*s.set.Len()])
	for _, k := range s.blank {
		dst[k] = 0
	}
}

// Without returns the same samples with the inputs of the given numbers always
// 0: what a net sees that does not have them.
func (s *Samples) Without(inputs []int) *Samples {
	view := *s
	view.blank = inputs
	return &view
}

// Split divides positions into those to train on and those to measure on, about
// the given share of them, by [datasets.Share].
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
