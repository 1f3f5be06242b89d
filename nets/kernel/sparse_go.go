package kernel

// Plain Go versions of the sparse kernels. Here and in the other plain Go
// files, products are converted to float32 before they are added. The
// conversion prevents the compiler from fusing the two operations, which it
// would do on some machines only.

func nonzeroGo(idx []int32, val, x []float32) int {
	idx, val = idx[:len(x)], val[:len(x)]
	n := 0
	for i, v := range x {
		if v != 0 {
			idx[n], val[n] = int32(i), v
			n++
		}
	}
	return n
}

func diffGo(idx []int32, val, x, base []float32) int {
	idx, val, base = idx[:len(x)], val[:len(x)], base[:len(x)]
	n := 0
	for i, v := range x {
		if b := base[i]; v != b {
			idx[n], val[n] = int32(i), v-b
			n++
		}
	}
	return n
}

func addRowsGo(acc, w []float32, idx []int32, val []float32) {
	width := len(acc)
	row := func(k int) []float32 { return w[int(idx[k])*width:][:width] }
	k := 0
	for ; k+4 <= len(idx); k += 4 {
		axpy4Go(acc, row(k), row(k+1), row(k+2), row(k+3), (*[4]float32)(val[k:]))
	}
	for ; k < len(idx); k++ {
		axpyGo(acc, val[k], row(k))
	}
}

func updateRowsGo(w []float32, idx []int32, val, g []float32) {
	for k, i := range idx {
		axpyGo(w[int(i)*len(g):][:len(g)], val[k], g)
	}
}
