package kernel

func mulSparseGo(dst, start, x, w []float32, n, in, out int) {
	var list [4]int
	var val [4]float32
	for i := range n {
		row := dst[i*out:][:out]
		copy(row, start)
		found := 0
		for j, v := range x[i*in:][:in] {
			if v == 0 {
				continue
			}
			list[found], val[found] = j*out, v
			if found++; found == len(list) {
				axpy4Go(row, w[list[0]:][:out], w[list[1]:][:out], w[list[2]:][:out], w[list[3]:][:out], &val)
				found = 0
			}
		}
		for k := range found {
			axpyGo(row, val[k], w[list[k]:][:out])
		}
	}
}
