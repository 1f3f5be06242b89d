package kernel

func transposeGo(dst, src []float32, rows, columns, stride int) {
	for i := range rows {
		for k, v := range src[i*columns:][:columns] {
			dst[k*stride+i] = v
		}
	}
}
