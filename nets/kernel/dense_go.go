package kernel

func matVecGo(dst, w, x, bias []float32) {
	for k := range dst {
		dst[k] = bias[k] + dotGo(w[k*len(x):][:len(x)], x)
	}
}

func mulNNGo(dst, x, w []float32, n, in, out int) {
	for i := range n {
		row, inputs := dst[i*out:][:out], x[i*in:][:in]
		j := 0
		for ; j+4 <= in; j += 4 {
			v := w[j*out:][:4*out]
			axpy4Go(row, v[:out], v[out:2*out], v[2*out:3*out], v[3*out:], (*[4]float32)(inputs[j:]))
		}
		for ; j < in; j++ {
			axpyGo(row, inputs[j], w[j*out:][:out])
		}
	}
}

func mulTNGo(dst, x, g []float32, n, in, out int) { mulTNRowsGo(dst, x, g, n, in, out, 0, in) }

func mulTNRowsGo(dst, x, g []float32, n, in, out, from, to int) {
	i := 0
	for ; i+4 <= n; i += 4 {
		v := g[i*out:][:4*out]
		x0, x1, x2, x3 := x[i*in:][from:to], x[(i+1)*in:][from:to], x[(i+2)*in:][from:to], x[(i+3)*in:][from:to]
		for j := range to - from {
			a := [4]float32{x0[j], x1[j], x2[j], x3[j]}
			axpy4Go(dst[j*out:][:out], v[:out], v[out:2*out], v[2*out:3*out], v[3*out:], &a)
		}
	}
	for ; i < n; i++ {
		for j, a := range x[i*in:][from:to] {
			axpyGo(dst[j*out:][:out], a, g[i*out:][:out])
		}
	}
}

func mulNTGo(dst, g, w []float32, n, in, out int) {
	for i := range n {
		row := dst[i*in:][:in]
		for j := range row {
			row[j] += dotGo(g[i*out:][:out], w[j*out:][:out])
		}
	}
}
