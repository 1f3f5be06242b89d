package rating

import "gammonlab/internal/plaintext"

// FIBS is an absolute rating on the scale of the First Internet Backgammon
// Server with the half width of its 95% interval. A loss is nil without
// decisions of its kind, rating and interval without any decisions.
type FIBS struct {
	Rating   *float64 `json:"rating" short:"rating" unit:"FIBS" better:"higher" meaning:"FIBS rating of the last player"` // null far beyond the study
	Interval *float64 `json:"interval95"`                                                                                 // half of the interval's width, null if unknown
	PlayLoss *float64 `json:"play_loss"`                                                                                  // null if unknown
	CubeLoss *float64 `json:"cube_loss"`
}

// FIBS returns the numbers of the estimate, nil for unknown ones.
func (e *Estimate) FIBS() FIBS {
	return FIBS{
		Rating: plaintext.Known(e.Rating), Interval: plaintext.Known(e.Margin), PlayLoss: plaintext.Known(e.PlayLoss), CubeLoss: plaintext.Known(e.CubeLoss),
	}
}
