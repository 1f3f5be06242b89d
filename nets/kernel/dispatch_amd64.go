//go:build !noasm

package kernel

import "golang.org/x/sys/cpu"

//go:generate go run -C ../../internal/tools/kernelgen . -out ../../../nets/kernel/kernel_amd64.s -stubs ../../../nets/kernel/stub_amd64.go -pkg kernel

// best returns the highest level that the CPU and the operating system support.
func best() level {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasFMA || !x.HasPOPCNT:
		return levelGo
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL:
		return levelAVX512
	}
	return levelAVX2
}

func nonzero(idx []int32, val, x []float32) int {
	switch current {
	case levelAVX512:
		return nonzeroAVX512(idx, val, x)
	case levelAVX2:
		return nonzeroAVX2(idx, val, x)
	}
	return nonzeroGo(idx, val, x)
}

func diff(idx []int32, val, x, base []float32) int {
	switch current {
	case levelAVX512:
		return diffAVX512(idx, val, x, base)
	case levelAVX2:
		return diffAVX2(idx, val, x, base)
	}
	return diffGo(idx, val, x, base)
}

func addRows(acc, w []float32, idx []int32, val []float32) {
	switch current {
	case levelAVX512:
		addRowsAVX512(acc, w, idx, val)
	case levelAVX2:
		addRowsAVX2(acc, w, idx, val)
	default:
		addRowsGo(acc, w, idx, val)
	}
}

func updateRows(w []float32, idx []int32, val, g []float32) {
	switch current {
	case levelAVX512:
		updateRowsAVX512(w, idx, val, g)
	case levelAVX2:
		updateRowsAVX2(w, idx, val, g)
	default:
		updateRowsGo(w, idx, val, g)
	}
}

func axpy(dst []float32, a float32, x []float32) {
	switch current {
	case levelAVX512:
		axpyAVX512(dst, a, x)
	case levelAVX2:
		axpyAVX2(dst, a, x)
	default:
		axpyGo(dst, a, x)
	}
}

func scale(dst []float32, a float32) {
	switch current {
	case levelAVX512:
		scaleAVX512(dst, a)
	case levelAVX2:
		scaleAVX2(dst, a)
	default:
		scaleGo(dst, a)
	}
}

func sigmoid(dst, x []float32) {
	switch current {
	case levelAVX512:
		sigmoidAVX512(dst, x)
	case levelAVX2:
		sigmoidAVX2(dst, x)
	default:
		sigmoidGo(dst, x)
	}
}

func tanh(dst, x []float32) {
	switch current {
	case levelAVX512:
		tanhAVX512(dst, x)
	case levelAVX2:
		tanhAVX2(dst, x)
	default:
		tanhGo(dst, x)
	}
}

func relu(dst, x []float32) {
	switch current {
	case levelAVX512:
		reluAVX512(dst, x)
	case levelAVX2:
		reluAVX2(dst, x)
	default:
		reluGo(dst, x)
	}
}

func sigmoidGrad(g, y []float32) {
	switch current {
	case levelAVX512:
		sigmoidGradAVX512(g, y)
	case levelAVX2:
		sigmoidGradAVX2(g, y)
	default:
		sigmoidGradGo(g, y)
	}
}

func tanhGrad(g, y []float32) {
	switch current {
	case levelAVX512:
		tanhGradAVX512(g, y)
	case levelAVX2:
		tanhGradAVX2(g, y)
	default:
		tanhGradGo(g, y)
	}
}

func reluGrad(g, y []float32) {
	switch current {
	case levelAVX512:
		reluGradAVX512(g, y)
	case levelAVX2:
		reluGradAVX2(g, y)
	default:
		reluGradGo(g, y)
	}
}

func matVec(dst, w, x, bias []float32) {
	switch current {
	case levelAVX512:
		matVecAVX512(dst, w, x, bias)
	case levelAVX2:
		matVecAVX2(dst, w, x, bias)
	default:
		matVecGo(dst, w, x, bias)
	}
}

func adamStep(w, mean, square, g []float32, by *Adam) bool {
	switch current {
	case levelAVX512:
		return adamStepAVX512(w, mean, square, g, &by.MeanKeep) == 0
	case levelAVX2:
		return adamStepAVX2(w, mean, square, g, &by.MeanKeep) == 0
	}
	return adamStepGo(w, mean, square, g, by)
}

func momentumStep(w, v, g []float32, keep, rate float32) bool {
	switch current {
	case levelAVX512:
		return momentumStepAVX512(w, v, g, keep, rate) == 0
	case levelAVX2:
		return momentumStepAVX2(w, v, g, keep, rate) == 0
	}
	return momentumStepGo(w, v, g, keep, rate)
}

func gnubgSigmoid(dst, x []float32, table *[gnubgTableSize]float32, beta float32) {
	switch current {
	case levelAVX512:
		gnubgSigmoidAVX512(dst, x, &table[0], beta)
	case levelAVX2:
		gnubgSigmoidAVX2(dst, x, &table[0], beta)
	default:
		gnubgSigmoidGo(dst, x, table, beta)
	}
}

func addRowsStrict(acc, w []float32, idx []int32, val []float32) {
	switch current {
	case levelAVX512:
		addRowsStrictAVX512(acc, w, idx, val)
	case levelAVX2:
		addRowsStrictAVX2(acc, w, idx, val)
	default:
		addRowsGo(acc, w, idx, val) // plain Go already rounds each product
	}
}

func headStrict(dst, x, w, bias []float32, n, in int) {
	if current == levelGo {
		headStrictGo(dst, x, w, bias, n, in)
		return
	}
	headStrictAVX2(&dst[0], &x[0], &w[0], &bias[0], n, in)
}

func transpose(dst, src []float32, rows, columns, stride int) {
	if current == levelGo {
		transposeGo(dst, src, rows, columns, stride)
		return
	}
	transposeAVX2(&dst[0], &src[0], rows, columns, stride, columns)
}
