//go:build js && simd && !noasm

package kernel

import "unsafe"

// The kernels of simd128: addresses of the first elements, and numbers of floats.

//go:wasmimport simd128 available
//go:noescape
func availableSIMD128() int32

//go:wasmimport simd128 nonzero
//go:noescape
func nonzeroSIMD128(idx, val, x unsafe.Pointer, n int32) int32

//go:wasmimport simd128 diff
//go:noescape
func diffSIMD128(idx, val, x, base unsafe.Pointer, n int32) int32

//go:wasmimport simd128 addRows
//go:noescape
func addRowsSIMD128(acc unsafe.Pointer, width int32, w, idx, val unsafe.Pointer, count int32)

//go:wasmimport simd128 axpy
//go:noescape
func axpySIMD128(dst unsafe.Pointer, a float32, x unsafe.Pointer, n int32)

//go:wasmimport simd128 scale
//go:noescape
func scaleSIMD128(dst unsafe.Pointer, a float32, n int32)

//go:wasmimport simd128 sigmoid
//go:noescape
func sigmoidSIMD128(dst, x unsafe.Pointer, n int32)

//go:wasmimport simd128 tanh
//go:noescape
func tanhSIMD128(dst, x unsafe.Pointer, n int32)

//go:wasmimport simd128 relu
//go:noescape
func reluSIMD128(dst, x unsafe.Pointer, n int32)

//go:wasmimport simd128 matVec
//go:noescape
func matVecSIMD128(dst, w, x, bias unsafe.Pointer, out, in int32)

//go:wasmimport simd128 mulNN
//go:noescape
func mulNNSIMD128(dst, x, w unsafe.Pointer, n, in, out int32)

// best asks the host, which has put the kernels into the table, or not.
func best() level {
	if availableSIMD128() != 0 {
		return levelSIMD128
	}
	return levelGo
}

func at[T float32 | int32](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

func nonzero(idx []int32, val, x []float32) int {
	if current == levelGo {
		return nonzeroGo(idx, val, x)
	}
	return int(nonzeroSIMD128(at(idx), at(val), at(x), int32(len(x))))
}

func diff(idx []int32, val, x, base []float32) int {
	if current == levelGo {
		return diffGo(idx, val, x, base)
	}
	return int(diffSIMD128(at(idx), at(val), at(x), at(base), int32(len(x))))
}

func addRows(acc, w []float32, idx []int32, val []float32) {
	if current == levelGo {
		addRowsGo(acc, w, idx, val)
		return
	}
	addRowsSIMD128(at(acc), int32(len(acc)), at(w), at(idx), at(val), int32(len(idx)))
}

func addRowsStrict(acc, w []float32, idx []int32, val []float32) { addRows(acc, w, idx, val) }

func axpy(dst []float32, a float32, x []float32) {
	if current == levelGo {
		axpyGo(dst, a, x)
		return
	}
	axpySIMD128(at(dst), a, at(x), int32(len(x)))
}

func scale(dst []float32, a float32) {
	if current == levelGo {
		scaleGo(dst, a)
		return
	}
	scaleSIMD128(at(dst), a, int32(len(dst)))
}

func sigmoid(dst, x []float32) {
	if current == levelGo {
		sigmoidGo(dst, x)
		return
	}
	sigmoidSIMD128(at(dst), at(x), int32(len(x)))
}

func tanh(dst, x []float32) {
	if current == levelGo {
		tanhGo(dst, x)
		return
	}
	tanhSIMD128(at(dst), at(x), int32(len(x)))
}

func relu(dst, x []float32) {
	if current == levelGo {
		reluGo(dst, x)
		return
	}
	reluSIMD128(at(dst), at(x), int32(len(x)))
}

func matVec(dst, w, x, bias []float32) {
	if current == levelGo {
		matVecGo(dst, w, x, bias)
		return
	}
	matVecSIMD128(at(dst), at(w), at(x), at(bias), int32(len(dst)), int32(len(x)))
}

func mulNN(dst, x, w []float32, n, in, out int) {
	if current == levelGo {
		mulNNGo(dst, x, w, n, in, out)
		return
	}
	mulNNSIMD128(at(dst), at(x), at(w), int32(n), int32(in), int32(out))
}

// sparseInputs is the number of inputs that mulSparse lists at a time.
const sparseInputs = 512

func mulSparse(dst, start, x, w []float32, n, in, out int) {
	if current == levelGo {
		mulSparseGo(dst, start, x, w, n, in, out)
		return
	}
	var idx [sparseInputs]int32
	var val [sparseInputs]float32
	for i := range n {
		row := dst[i*out:][:out]
		copy(row, start)
		for from := 0; from < in; from += sparseInputs {
			inputs := x[i*in:][from:min(from+sparseInputs, in)]
			found := nonzero(idx[:], val[:], inputs)
			addRows(row, w[from*out:], idx[:found], val[:found])
		}
	}
}
