//go:build (!amd64 && !arm64) || noasm

package kernel

func best() level { return levelGo }

func nonzero(idx []int32, val, x []float32) int            { return nonzeroGo(idx, val, x) }
func diff(idx []int32, val, x, base []float32) int         { return diffGo(idx, val, x, base) }
func addRows(acc, w []float32, idx []int32, val []float32) { addRowsGo(acc, w, idx, val) }
func updateRows(w []float32, idx []int32, val, g []float32) {
	updateRowsGo(w, idx, val, g)
}
func axpy(dst []float32, a float32, x []float32) { axpyGo(dst, a, x) }
func scale(dst []float32, a float32)             { scaleGo(dst, a) }
func sigmoid(dst, x []float32)                   { sigmoidGo(dst, x) }
func tanh(dst, x []float32)                      { tanhGo(dst, x) }
func relu(dst, x []float32)                      { reluGo(dst, x) }
func sigmoidGrad(g, y []float32)                 { sigmoidGradGo(g, y) }
func tanhGrad(g, y []float32)                    { tanhGradGo(g, y) }
func reluGrad(g, y []float32)                    { reluGradGo(g, y) }
func matVec(dst, w, x, bias []float32)           { matVecGo(dst, w, x, bias) }
func mulNN(dst, x, w []float32, n, in, out int)  { mulNNGo(dst, x, w, n, in, out) }
func mulSparse(dst, start, x, w []float32, n, in, out int) {
	mulSparseGo(dst, start, x, w, n, in, out)
}
func mulTN(dst, x, g []float32, n, in, out int) { mulTNGo(dst, x, g, n, in, out) }
func mulNT(dst, g, w []float32, n, in, out int) { mulNTGo(dst, g, w, n, in, out) }
func transpose(dst, src []float32, rows, columns, stride int) {
	transposeGo(dst, src, rows, columns, stride)
}
func mulTNRows(dst, x, g []float32, n, in, out, from, to int) {
	mulTNRowsGo(dst, x, g, n, in, out, from, to)
}
func adamStep(w, mean, square, g []float32, by *Adam) bool {
	return adamStepGo(w, mean, square, g, by)
}
func momentumStep(w, v, g []float32, keep, rate float32) bool {
	return momentumStepGo(w, v, g, keep, rate)
}
func addRowsStrict(acc, w []float32, idx []int32, val []float32) {
	addRowsGo(acc, w, idx, val) // plain Go already rounds each product
}
func headStrict(dst, x, w, bias []float32, n, in int) { headStrictGo(dst, x, w, bias, n, in) }
func gnubgSigmoid(dst, x []float32, table *[gnubgTableSize]float32, beta float32) {
	gnubgSigmoidGo(dst, x, table, beta)
}
func peakFloats(loops int) float64 { return peakGo(loops) }
