//go:build (!amd64 && !arm64) || noasm

package kernel

// Kernels that have no version for WebAssembly: training, and the nets of GNU Backgammon.

func updateRows(w []float32, idx []int32, val, g []float32) {
	updateRowsGo(w, idx, val, g)
}
func sigmoidGrad(g, y []float32)                { sigmoidGradGo(g, y) }
func tanhGrad(g, y []float32)                   { tanhGradGo(g, y) }
func reluGrad(g, y []float32)                   { reluGradGo(g, y) }
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
func headStrict(dst, x, w, bias []float32, n, in int) { headStrictGo(dst, x, w, bias, n, in) }
func gnubgSigmoid(dst, x []float32, table *[gnubgTableSize]float32, beta float32) {
	gnubgSigmoidGo(dst, x, table, beta)
}
func peakFloats(loops int) float64 { return peakGo(loops) }
