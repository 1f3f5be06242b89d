package kernel

import "time"

// Peaks are the limits of a core in operations per second: a product and the sum to which it
// is added are two.
type Peaks struct {
	Float32  float64 `json:"float32"`        // products of single precision by the kernels in use
	BFloat16 float64 `json:"bf16,omitempty"` // products of bfloat16 by the matrix unit; 0 without one
}

// MeasurePeaks measures the limits of this core in some milliseconds, by products of numbers
// in registers.
func MeasurePeaks() Peaks {
	p := Peaks{Float32: fastest(func() float64 { return peakFloats(10_000) })}
	if halves != halvesGo {
		p.BFloat16 = fastest(func() float64 { return peakHalves(2_000) })
	}
	return p
}

// fastest returns the highest rate of several calls of work, which returns its operations.
func fastest(work func() float64) float64 {
	rate := 0.0
	for range 40 {
		begin := time.Now()
		done := work()
		rate = max(rate, done/time.Since(begin).Seconds())
	}
	return rate
}

// peakGo is the work of plain Go: four chains of products and sums.
func peakGo(loops int) float64 {
	var sums [4]float32
	x := float32(loops) * 1e-9
	for range loops {
		sums[0] += x * x
		sums[1] += x * x
		sums[2] += x * x
		sums[3] += x * x
	}
	if sums[0]+sums[1]+sums[2]+sums[3] < 0 { // the compiler must keep the sums
		panic("kernel: a negative sum of squares")
	}
	return float64(loops) * 8
}
