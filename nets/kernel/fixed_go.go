package kernel

import "math"

func mulFixedGo(dst, start, x []float32, w *Fixed, n int) {
	for i := range n {
		mulFixedRowGo(dst[i*w.out:][:w.out], start, x[i*w.in:][:w.in], w)
	}
}

func mulFixedRowGo(dst, start, x []float32, w *Fixed) {
	largest := float32(0)
	for _, v := range x {
		largest = max(largest, v)
	}
	scale, inverse := fixedScale(largest)
	var low, high [stripColumns]int32 // sums by place in a strip
	for from := 0; from < w.out; from += stripColumns {
		clear(low[:])
		clear(high[:])
		strip := w.words[from*w.in:]
		for i, v := range x {
			if v == 0 {
				continue
			}
			q := int32(min(math.RoundToEven(float64(v*scale)), math.MaxUint16))
			for k, word := range strip[i*stripColumns:][:stripColumns] {
				high[k] += (q >> 8) * int32(int8(word))
				low[k] += (q&0xff)*int32(int8(word)) + (q>>8)*int32(int8(word>>8))
			}
		}
		for k := range min(stripColumns, w.out-from) {
			at := stripColumn(k)
			sum := float32(float32(high[at])*256) + float32(low[at])
			sum *= w.scale[from+k]
			dst[from+k] = start[from+k] + float32(sum*inverse)
		}
	}
}
