package kernel

// Adam holds what a step of [AdamStep] multiplies by.
type Adam struct {
	MeanKeep, MeanAdd     float32 // old mean and gradient, in the new mean
	SquareKeep, SquareAdd float32 // old mean and square of the gradient, in the new mean of squares
	Scale                 float32 // mean of squares, under the root
	Epsilon               float32 // what is added to the root
	Length                float32 // of the step
}

// AdamStep moves w by a step of Adam (Kingma and Ba, 2015) along the gradient g:
//
//	mean   = MeanKeep·mean + MeanAdd·g
//	square = SquareKeep·square + SquareAdd·g²
//	w      = w - Length·mean/(√(Scale·square) + Epsilon)
//
// Where all four are zero, as in padding, they stay so if Epsilon is not zero. It
// tells whether all of w is finite after it.
func AdamStep(w, mean, square, g []float32, by *Adam) bool {
	checkPair(w, mean)
	checkPair(w, square)
	checkPair(w, g)
	return len(w) == 0 || adamStep(w, mean, square, g, by)
}

// MomentumStep sets the velocity v to keep·v + g and takes rate·v off w. It
// tells whether all of w is finite after it.
func MomentumStep(w, v, g []float32, keep, rate float32) bool {
	checkPair(w, v)
	checkPair(w, g)
	return len(w) == 0 || momentumStep(w, v, g, keep, rate)
}
