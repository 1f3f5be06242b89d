package kernel

// Transpose turns src, rows×columns, round: it sets the front of each of as many
// rows of dst, which begin stride floats apart, to a column of src. rows and
// columns are multiples of Lanes; stride is at least rows.
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
