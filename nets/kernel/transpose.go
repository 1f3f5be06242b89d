package kernel

// Transpose writes the transpose of src, rows×columns, to dst: row j of dst,
// which starts at j*stride, gets column j of src. rows and columns must be
// multiples of Lanes; stride must be at least rows.
func Transpose(dst, src []float32, rows, columns, stride int) {
	switch {
	case rows < 0 || columns < 0 || stride < rows:
		panic("kernel: rows out of range")
	case rows%Lanes != 0 || columns%Lanes != 0:
		panic("kernel: length not a multiple of Lanes")
	case len(src) != rows*columns:
		panic("kernel: matrix of the wrong size")
	case rows == 0 || columns == 0:
		return
	case len(dst) < (columns-1)*stride+rows:
		panic("kernel: matrix too short")
	}
	transpose(dst, src, rows, columns, stride)
}
