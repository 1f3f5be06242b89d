package kernel_test

import (
	"fmt"

	"gammonlab/nets/kernel"
)

// A net of 32 inputs, 16 hidden units and 2 outputs answers for an input that is
// mostly zero: the first layer adds only the rows of the others.
func Example() {
	const in, hidden, out = 32, 16, 2
	x := make([]float32, in)
	x[3], x[20] = 1, 0.5

	w1, b1 := make([]float32, in*hidden), make([]float32, hidden)
	w2, b2 := make([]float32, out*hidden), []float32{0, -4}
	w1[3*hidden+7], w1[20*hidden+7] = 1, 2 // both inputs lead to unit 7
	w2[0*hidden+7], w2[1*hidden+7] = 3, 2  // and it to both outputs

	idx, val := make([]int32, in), make([]float32, in)
	n := kernel.Nonzero(idx, val, x)
	h := append([]float32(nil), b1...)
	kernel.AddRows(h, w1, idx[:n], val[:n])
	kernel.ReLU(h, h)
	y := make([]float32, kernel.Lanes) // room for whole vectors
	kernel.MatVec(y[:out], w2, h, b2)
	fmt.Println(idx[:n], h[7], y[:out])

	kernel.Sigmoid(y, y)
	fmt.Printf("%.3f\n", y[:out])
	// Output:
	// [3 20] 2 [6 0]
	// [0.998 0.500]
}
