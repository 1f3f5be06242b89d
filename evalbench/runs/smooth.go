package runs

// Smooth returns running means of values, in which a value counts weight times as much
// as the next one: a weight of 0 leaves them as they are. The first ones are means of
// the few values there are. A constant stays as it is.
func Smooth(values []float64, weight float64) []float64 {
	smooth := make([]float64, len(values))
	mean, left := 0.0, 1.0 // left is the weight of what came before the first
	for i, v := range values {
		left *= weight
		mean += (1 - weight) / (1 - left) * (v - mean)
		smooth[i] = mean
	}
	return smooth
}
