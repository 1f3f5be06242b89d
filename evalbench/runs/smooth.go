package runs

// Smooth returns exponential running means of values: the weight of a value is weight
// times that of the next value, so a weight of 0 leaves the values unchanged. The first
// means use only the few values so far. A constant stays constant.
func Smooth(values []float64, weight float64) []float64 {
	smooth := make([]float64, len(values))
	mean, left := 0.0, 1.0 // left is the weight of the missing values before the first
	for i, v := range values {
		left *= weight
		mean += (1 - weight) / (1 - left) * (v - mean)
		smooth[i] = mean
	}
	return smooth
}
