package kernel

// Sigmoid sets dst to 1/(1+exp(-x)). dst may be x itself. The absolute error
// stays below 1e-7; for large |x| the result is 1 or about 1e-38; NaN stays NaN.
func Sigmoid(dst, x []float32) {
	checkPair(dst, x)
	if len(x) != 0 {
		sigmoid(dst, x)
	}
}

// Tanh sets dst to the hyperbolic tangent of x. dst may be x itself. The
// relative error stays below 3e-7, also around zero; NaN stays NaN.
func Tanh(dst, x []float32) {
	checkPair(dst, x)
	if len(x) != 0 {
		tanh(dst, x)
	}
}

// ReLU sets dst to the larger of 0 and x. dst may be x itself. NaN stays NaN.
func ReLU(dst, x []float32) {
	checkPair(dst, x)
	if len(x) != 0 {
		relu(dst, x)
	}
}

// SigmoidGrad multiplies g by y(1-y), the slope of [Sigmoid] at the result y.
func SigmoidGrad(g, y []float32) {
	checkPair(g, y)
	if len(y) != 0 {
		sigmoidGrad(g, y)
	}
}

// TanhGrad multiplies g by 1-y², the slope of [Tanh] at the result y.
func TanhGrad(g, y []float32) {
	checkPair(g, y)
	if len(y) != 0 {
		tanhGrad(g, y)
	}
}

// ReLUGrad sets g to 0 where y, the result of [ReLU], is not positive.
func ReLUGrad(g, y []float32) {
	checkPair(g, y)
	if len(y) != 0 {
		reluGrad(g, y)
	}
}
