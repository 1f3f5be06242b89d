package kernel

// The strict kernels give the same bits at every level and on every machine:
// they round each product before they add it, and their order of summation is
// specified. They reproduce the arithmetic of nets whose outputs depend on the
// last bit, such as those with [GnubgSigmoid].

// HeadOutputs is the number of outputs that [HeadStrict] computes.
const HeadOutputs = 5

// GnubgSigmoid sets dst to the piecewise sigmoid of beta·x that the hidden
// units of GNU Backgammon's nets use. dst may be x itself. NaN stays NaN.
//
// With u = beta·x, a = min(|u|, 10) and i the integer part of 10a, the
// exponential of a is approximated by E = t·(10a-i+10), where t is a tenth of
// exp(i/10) as a float32: a straight line from the lower edge of each tenth,
// too low by up to 0.5 % at the upper edge. The result is 1/(1+E) for negative
// u and 1 - 1/(1+E) otherwise. It is strict: each operation is rounded.
//
// So the function jumps, by up to 0.0012, wherever 10u is an integer, and
// arguments that differ in the last bit can have results that differ by this
// amount. The function is within 0.0013 of the logistic function. Training uses
// the logistic slope h(1-h) at the result h: see [SigmoidGrad].
func GnubgSigmoid(dst, x []float32, beta float32) {
	checkPair(dst, x)
	if len(x) != 0 {
		gnubgSigmoid(dst, x, &gnubgHidden, beta)
	}
}

// GnubgHead is [GnubgSigmoid] for the outputs of GNU Backgammon's nets: beta is 1, and for
// arguments from 10 on 1+E is larger by one unit in the last place.
func GnubgHead(dst, x []float32) {
	checkPair(dst, x)
	if len(x) != 0 {
		gnubgSigmoid(dst, x, &gnubgOutput, 1)
	}
}

// AddRowsStrict is [AddRows] with each product rounded before it is added.
func AddRowsStrict(acc, w []float32, idx []int32, val []float32) {
	if len(idx) == 0 && len(val) == 0 || len(acc) == 0 {
		return
	}
	checkRows(acc, w, idx, val)
	addRowsStrict(acc, w, idx, val)
}

// HeadStrict computes the outputs of a net over a batch: it sets each of n rows
// of dst, of [HeadOutputs] values, to bias plus the products of a row of x and
// the rows of w. x is n×in, w is HeadOutputs×in; in is a multiple of Lanes.
//
// Products are rounded. The products of columns with equal index modulo 4 are
// added in ascending order, which gives four sums; the result is ((s0+s1) +
// (s2+s3)) + bias.
func HeadStrict(dst, x, w, bias []float32, n, in int) {
	if n < 0 || in < 0 {
		panic("kernel: negative size")
	}
	if in%Lanes != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	if len(dst) != n*HeadOutputs || len(x) != n*in || len(w) != HeadOutputs*in || len(bias) != HeadOutputs {
		panic("kernel: matrix of the wrong size")
	}
	if in == 0 {
		for i := range n {
			copy(dst[i*HeadOutputs:], bias)
		}
		return
	}
	if n != 0 {
		headStrict(dst, x, w, bias, n, in)
	}
}
