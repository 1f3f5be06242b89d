//go:build !amd64 || noasm

package kernel

func bestIntegers() integersUnit { return integersGo }
func mulFixed(dst, start, x []float32, w *Fixed, n int, _ *FixedRoom) {
	mulFixedGo(dst, start, x, w, n)
}
func bestHalves() halvesUnit                                 { return halvesGo }
func packRowsOf(dst []uint32, x []float32, columns, row int) { packRowsGo(dst, x, columns, row) }
func packColumnsOf(dst []uint32, x []float32, rows, row int) { packColumnsGo(dst, x, rows, row) }
func mulHalves(dst []float32, stride int, start []float32, left *Halves, first, rows int, right *Halves, from int) {
	mulHalvesGo(dst, stride, start, left, first, rows, right, from)
}
func peakHalves(int) float64 { return 0 }
