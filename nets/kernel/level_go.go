//go:build (!amd64 && !arm64 && !(js && simd)) || noasm

package kernel

func best() level { return levelGo }

func nonzero(idx []int32, val, x []float32) int            { return nonzeroGo(idx, val, x) }
func diff(idx []int32, val, x, base []float32) int         { return diffGo(idx, val, x, base) }
func addRows(acc, w []float32, idx []int32, val []float32) { addRowsGo(acc, w, idx, val) }
func axpy(dst []float32, a float32, x []float32)           { axpyGo(dst, a, x) }
func scale(dst []float32, a float32)                       { scaleGo(dst, a) }
func sigmoid(dst, x []float32)                             { sigmoidGo(dst, x) }
func tanh(dst, x []float32)                                { tanhGo(dst, x) }
func relu(dst, x []float32)                                { reluGo(dst, x) }
func matVec(dst, w, x, bias []float32)                     { matVecGo(dst, w, x, bias) }
func mulNN(dst, x, w []float32, n, in, out int)            { mulNNGo(dst, x, w, n, in, out) }
func mulSparse(dst, start, x, w []float32, n, in, out int) {
	mulSparseGo(dst, start, x, w, n, in, out)
}
func addRowsStrict(acc, w []float32, idx []int32, val []float32) {
	addRowsGo(acc, w, idx, val) // plain Go already rounds each product
}
