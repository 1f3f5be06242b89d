package datasets

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// HasWeight reports whether the row has a weight.
func (r *Row) HasWeight() bool { return r.Weight == r.Weight }

// IsWeight reports whether w is a valid weight of a position: finite and at least 0.
func IsWeight(w float32) bool { return w >= 0 && w <= math.MaxFloat32 }

// ParseWeight reads the weight of a position.
func ParseWeight(text string) (float32, error) {
	v, err := strconv.ParseFloat(text, 32)
	if err != nil || !IsWeight(float32(v)) {
		return 0, fmt.Errorf("%q, want a number of at least 0", text)
	}
	return float32(v), nil
}

// Weighting checks that all rows of a file have weights, or none: the first row
// determines which.
type Weighting struct {
	begun    bool // there was a row
	Weighted bool // rows have weights
}

// Check returns an error for a row that has a weight although earlier rows have none, or
// has none although earlier rows have weights.
func (w *Weighting) Check(r *Row) error {
	if !w.begun {
		w.begun, w.Weighted = true, r.HasWeight()
	}
	switch {
	case w.Weighted && !r.HasWeight():
		return errors.New("no weight, but earlier positions have weights: want weights of all positions or of none")
	case r.HasWeight() && !w.Weighted:
		return fmt.Errorf("weight %v, but earlier positions have no weights: want weights of all positions or of none", r.Weight)
	}
	return nil
}

// WeightedFiles has the names of the first file with weights and of the first file
// without, "" for none.
type WeightedFiles struct{ With, Without string }

// Add adds a file.
func (w *WeightedFiles) Add(name string, weighted bool) {
	first := &w.Without
	if weighted {
		first = &w.With
	}
	if *first == "" {
		*first = name
	}
}

// Mixed returns an error if only some of the files have weights.
func (w *WeightedFiles) Mixed() error {
	if w.With == "" || w.Without == "" {
		return nil
	}
	return fmt.Errorf("%s has weights of positions, %s has none", w.With, w.Without)
}
