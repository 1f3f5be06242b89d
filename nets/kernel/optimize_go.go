package kernel

import "math"

func adamStepGo(w, mean, square, g []float32, by *Adam) bool {
	trace := float32(0) // 0 as long as w is finite
	mean, square, g = mean[:len(w)], square[:len(w)], g[:len(w)]
	for i, d := range g {
		m := float32(by.MeanKeep*mean[i]) + float32(by.MeanAdd*d)
		s := float32(by.SquareKeep*square[i]) + float32(by.SquareAdd*float32(d*d))
		mean[i], square[i] = m, s
		root := float32(math.Sqrt(float64(float32(by.Scale * s))))
		w[i] -= float32(by.Length*m) / (root + by.Epsilon)
		trace += float32(w[i] * 0)
	}
	return trace == 0
}

func momentumStepGo(w, v, g []float32, keep, rate float32) bool {
	trace := float32(0)
	v, g = v[:len(w)], g[:len(w)]
	for i, d := range g {
		v[i] = float32(keep*v[i]) + d
		w[i] -= float32(rate * v[i])
		trace += float32(w[i] * 0)
	}
	return trace == 0
}
