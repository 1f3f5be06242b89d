package kernel

// Adam contains the factors of a step of [AdamStep].
type Adam struct {
	MeanKeep, MeanAdd     float32 // factors of the old mean and of the gradient in the new mean
	SquareKeep, SquareAdd float32 // factors of the old mean and of the squared gradient in the new mean of squares
	Scale                 float32 // factor of the mean of squares under the root
	Epsilon               float32 // is added to the root
	Length                float32 // length of the step
}

// AdamStep moves w by a step of Adam (Kingma and Ba, 2015) against the gradient
// g:
//
//	mean   = MeanKeep·mean + MeanAdd·g
//	square = SquareKeep·square + SquareAdd·g²
//	w      = w - Length·mean/(√(Scale·square) + Epsilon)
//
// Elements at which all four vectors are zero, as in padding, stay zero if Epsilon is not
// zero. AdamStep reports whether all of w is finite after the step.
func AdamStep(w, mean, square, g []float32, by *Adam) bool {
	checkPair(w, mean)
	checkPair(w, square)
	checkPair(w, g)
	return len(w) == 0 || adamStep(w, mean, square, g, by)
}

// MomentumStep sets the velocity v to keep·v + g and subtracts rate·v from w.
// It reports whether all of w is finite after the step.
func MomentumStep(w, v, g []float32, keep, rate float32) bool {
	checkPair(w, v)
	checkPair(w, g)
	return len(w) == 0 || momentumStep(w, v, g, keep, rate)
}
